/** Identifies the people in an image among all persons of the directory, or those of a dynamic group. */
import { t } from '../../i18n/messages.ts';
import { useAccount } from '../../kit/accounts.ts';
import { ApiCall } from '../../kit/api-call.tsx';
import { Async } from '../../kit/async.tsx';
import { useLoad } from '../../kit/hooks.ts';
import { Card } from '../../kit/parts.tsx';
import { MODEL } from './calls.ts';
import { DIRECTORY, getPerson, identifyInDirectory, personUrl } from './directory-calls.ts';
import { Avatar, CandidateLink, ImageCard } from './face-parts.tsx';
import { useDroppedImage } from './images.ts';
import { falseMatchRate, formatRate } from './matches.ts';

/** Without a group, all persons are searched. */
export function DirectoryIdentify({ group }: { group?: string }) {
  const { client } = useAccount();
  const image = useDroppedImage(MODEL);
  const seen = image.seen.value;
  const scope = group === undefined ? { personIds: ['*'] } : { dynamicPersonGroupId: group };
  const answers = useLoad(
    async (signal) => {
      const faceIds = seen?.faces.map(({ faceId }) => faceId) ?? [];
      const found = await identifyInDirectory(client, faceIds, scope, signal);
      return await Promise.all(
        found.map(
          async ({ candidates }) =>
            await Promise.all(candidates.map(async (one) => ({ ...one, name: (await getPerson(client, one.personId, signal)).name }))),
        ),
      );
    },
    [client, seen, group],
  );
  return (
    <>
      <ImageCard
        title={t('Identify someone')}
        image={image}
        height={300}
        labelOf={(_, at) => answers.value?.[at]?.[0]?.name ?? t('Face {value}', { value: at + 1 })}
      >
        <ApiCall
          call={{
            method: 'POST',
            path: `${DIRECTORY}/identify`,
            json: {
              ...scope,
              faceIds: seen?.faces.slice(0, 10).map(({ faceId }) => faceId) ?? ['$FACE_ID'],
              maxNumOfCandidatesReturned: 3,
            },
          }}
        />
      </ImageCard>
      {seen && (
        <Card title={t('Matches')}>
          <Async of={answers} what={t('Comparing')}>
            {(rows) => (
              <ul class="faces-plain" aria-label={t('Candidates')} aria-live="polite">
                {rows.map((candidates, at) => (
                  <li class="faces-who">
                    <Avatar thumb={seen.faces[at]?.thumb} />
                    <div class="grow">
                      <span class="for-readers">{t('Face {value}:', { value: at + 1 })} </span>
                      {candidates.map(({ personId, name, confidence }) => (
                        <>
                          <CandidateLink to={personUrl(personId)} name={name} confidence={confidence} />
                          <div class="soft small">
                            {t('Of pairs of strangers, {rate} reach this confidence.', { rate: formatRate(falseMatchRate(confidence)) })}
                          </div>
                        </>
                      ))}
                      {candidates.length === 0 && t('No match: at most about 1 in 20 strangers would be accepted.')}
                    </div>
                  </li>
                ))}
              </ul>
            )}
          </Async>
        </Card>
      )}
    </>
  );
}
