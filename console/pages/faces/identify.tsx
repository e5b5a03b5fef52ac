/** Identifies the people in an image with a group; the threshold can be moved and shows its false match rate. */
import type { JSX } from 'preact';
import { useCallback } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import { useAccount } from '../../kit/accounts.ts';
import { ApiCall } from '../../kit/api-call.tsx';
import type { Client } from '../../kit/api.ts';
import { Async } from '../../kit/async.tsx';
import { RangeField } from '../../kit/form.tsx';
import { formatNumber } from '../../kit/format.ts';
import { useLoad } from '../../kit/hooks.ts';
import { Button, ButtonLink, Card, Empty } from '../../kit/parts.tsx';
import { setQuery, useRoute } from '../../kit/router.tsx';
import { BASE, galleryName, galleryPath, galleryUrl, getOverview, GROUPS, identify, OVERVIEW_FOLLOWS, PAGE } from './calls.ts';
import type { Candidate, Gallery, Overview, Person } from './calls.ts';
import { Avatar, CandidateLink, GalleryPicker, ImageCard } from './face-parts.tsx';
import { useDroppedImage, type ImageFace } from './images.ts';
import { ThresholdCost } from './threshold-cost.tsx';

const CANDIDATES = 3;

export function Identify() {
  return (
    <GalleryPicker
      kinds={GROUPS}
      name="group"
      label={t('Group')}
      empty={
        <Empty icon="faces" title={t('No groups yet')} actions={<ButtonLink kind="primary" to="/faces" text={t('Groups')} />}>
          {t('Create a group, add people and train it. Then drop an image here to identify them.')}
        </Empty>
      }
    >
      {(group, choice) => <IdentifyInGroup key={galleryName(group!)} group={group!} choice={choice} />}
    </GalleryPicker>
  );
}

function IdentifyInGroup({ group, choice }: { group: Gallery; choice: JSX.Element }) {
  const { client } = useAccount();
  const overview = useLoad((signal) => getOverview(client, group.kind, group.id, signal), [client, group], { follows: OVERVIEW_FOLLOWS });
  return (
    <Async of={overview}>
      {({ searched }) =>
        searched ? (
          <IdentifyBoard group={group} searched={searched} choice={choice} />
        ) : (
          <Card title={t('Matches')}>
            <div class="stack">
              {choice}
              <Empty
                icon="play"
                title={t('{name} is not trained yet', { name: group.name })}
                actions={<ButtonLink kind="primary" to={galleryUrl(group)} text={t('Open {name}', { name: group.name })} />}
              >
                {t('Add people and train the group; then they are found here.')}
              </Empty>
            </div>
          </Card>
        )
      }
    </Async>
  );
}

interface Identification {
  faceId: string;
  candidates: (Candidate & { name: string })[];
}

/** All candidates, without a threshold: it is applied here, so that moving it needs no call. */
async function identifyFaces(client: Client, group: Gallery, faces: readonly ImageFace[], signal: AbortSignal): Promise<Identification[]> {
  if (faces.length === 0) return [];
  const found = await identify(
    client,
    group,
    faces.map(({ faceId }) => faceId),
    { maxNumOfCandidatesReturned: CANDIDATES, confidenceThreshold: 0 },
    { signal },
  );
  const path = `${galleryPath(group.kind, group.id)}/persons`;
  const names = new Map(
    (await client.get<Person[]>(path, { query: { top: PAGE }, signal, quiet: true })).map(({ personId, name }) => [personId, name]),
  );
  for (const { personId } of found.flatMap(({ candidates }) => candidates))
    if (!names.has(personId)) names.set(personId, (await client.get<Person>(`${path}/${personId}`, { signal, quiet: true })).name);
  return found.map(({ faceId, candidates }) => ({
    faceId,
    candidates: candidates.map((one) => ({ ...one, name: names.get(one.personId)! })),
  }));
}

function IdentifyBoard({ group, searched, choice }: { group: Gallery; searched: NonNullable<Overview['searched']>; choice: JSX.Element }) {
  const { client } = useAccount();
  const image = useDroppedImage(group.recognitionModel);
  const seen = image.seen.value;
  const answers = useLoad((signal) => identifyFaces(client, group, seen?.faces ?? [], signal), [client, group, seen]);
  const preset = Math.ceil(searched.defaultThreshold * 100) / 100;
  const given = useRoute().query.get('threshold');
  const threshold = given === null || !(Number(given) >= 0 && Number(given) <= 1) ? preset : Number(given);
  const size = { persons: searched.persons!, faces: searched.faces };
  const nameAt = useCallback(
    (_: ImageFace, at: number) =>
      answers.value?.[at]?.candidates.find(({ confidence }) => confidence >= threshold)?.name ?? t('Face {value}', { value: at + 1 }),
    [answers.value, threshold],
  );
  const json = {
    [group.kind.idField]: group.id,
    faceIds: seen?.faces.slice(0, 10).map(({ faceId }) => faceId) ?? ['$FACE_ID'],
    maxNumOfCandidatesReturned: CANDIDATES,
    confidenceThreshold: threshold,
  };
  return (
    <div class="columns faces-columns">
      <ImageCard title={t('Image')} image={image} labelOf={nameAt} height={440} />
      <Card title={t('Matches')}>
        <div class="stack">
          {choice}
          <RangeField
            label={t('Confidence threshold')}
            min={0}
            max={1}
            step={0.01}
            value={threshold}
            show={(value) => formatNumber(value, 2)}
            onInput={(value) => setQuery({ threshold: value === preset ? undefined : value.toFixed(2) })}
            hint={
              <span class="faces-rates">
                <ThresholdCost threshold={threshold} size={size} />
              </span>
            }
          />
          <div class="row">
            <Button disabled={threshold === preset} onClick={() => setQuery({ threshold: undefined })}>
              {t('Default: {preset}', { preset: formatNumber(preset, 2) })}
            </Button>
            <span class="soft small">{t('accepts at most about 1 in 20 strangers')}</span>
          </div>
          {seen ? (
            <Async of={answers} what={t('Comparing')}>
              {(rows) => (
                <ul class="faces-plain" aria-label={t('Candidates')} aria-live="polite">
                  {rows.map((answer, at) => (
                    <CandidateRow
                      key={answer.faceId}
                      group={group}
                      answer={answer}
                      at={at}
                      thumb={seen.faces[at]?.thumb}
                      threshold={threshold}
                    />
                  ))}
                </ul>
              )}
            </Async>
          ) : (
            <Empty icon="search" title={t('No image yet')} text={t('Drop an image first.')} />
          )}
          <ApiCall call={{ method: 'POST', path: `${BASE}/identify`, json }} />
          <p class="soft small">{t('Measured on adults in news photographs. Children and close relatives look more alike than this.')}</p>
        </div>
      </Card>
    </div>
  );
}

function CandidateRow({
  group,
  answer: { candidates },
  at,
  thumb,
  threshold,
}: {
  group: Gallery;
  answer: Identification;
  at: number;
  thumb?: string;
  threshold: number;
}) {
  const passed = candidates.filter(({ confidence }) => confidence >= threshold);
  const [nearest] = candidates;
  return (
    <li class="faces-who">
      <Avatar thumb={thumb} />
      <div class="grow">
        <span class="for-readers">{t('Face {value}:', { value: at + 1 })} </span>
        {passed.map(({ personId, name, confidence }) => (
          <CandidateLink to={galleryUrl(group, personId)} name={name} confidence={confidence} />
        ))}
        {passed.length === 0 && (
          <div>
            {t('No match in the group')}{' '}
            {nearest && (
              <span class="soft">
                {t('(closest: {name}, {confidence})', { name: nearest.name, confidence: formatNumber(nearest.confidence, 2) })}
              </span>
            )}
          </div>
        )}
      </div>
    </li>
  );
}
