/** One person of the directory: faces, groups, verification and erasure. */
import { rich, t } from '../../i18n/messages.ts';
import { useAccount } from '../../kit/accounts.ts';
import { AsyncPage } from '../../kit/async.tsx';
import { useLoad } from '../../kit/hooks.ts';
import { ButtonLink, Card } from '../../kit/parts.tsx';
import { Link } from '../../kit/router.tsx';
import { MODEL, PAGE } from './calls.ts';
import { DIRECTORY, DIRECTORY_URL, groupUrl, modelPath, personPath, type DirectoryPerson } from './directory-calls.ts';
import { ImageCard } from './face-parts.tsx';
import { ThingHeader } from './gallery-parts.tsx';
import { useDroppedImage } from './images.ts';
import { PersonFaces } from './people-card.tsx';
import { VerifyResult } from './verify.tsx';

export function DirectoryPersonPage({ personId }: { personId: string }) {
  const { client } = useAccount();
  const opened = useLoad(
    async (signal) => {
      const path = personPath(personId);
      const [person, { persistedFaceIds }, { dynamicPersonGroupIds }] = await Promise.all([
        client.get<DirectoryPerson>(path, { signal }),
        client.get<{ persistedFaceIds: string[] }>(`${modelPath(personId)}/persistedfaces`, { signal }),
        client.get<{ dynamicPersonGroupIds: string[] }>(`${path}/dynamicPersonGroupReferences`, { query: { top: PAGE }, signal }),
      ]);
      return { person, faces: persistedFaceIds, groups: dynamicPersonGroupIds };
    },
    [client, personId],
  );
  return (
    <AsyncPage of={opened} list={{ to: '/faces?tab=directory', title: t('Person directory') }}>
      {(one) => <PersonDetails {...one} onChanged={opened.reload} />}
    </AsyncPage>
  );
}

function PersonDetails({
  person: { personId, name, userData },
  faces: faceIds,
  groups,
  onChanged,
}: {
  person: DirectoryPerson;
  faces: readonly string[];
  groups: readonly string[];
  onChanged: () => void;
}) {
  const path = personPath(personId);
  const at = modelPath(personId);
  const image = useDroppedImage(MODEL);
  return (
    <>
      <ThingHeader
        what={t('person')}
        typed={name}
        path={path}
        after={DIRECTORY_URL}
        faces={faceIds}
        facePath={(_, face) => `${at}/persistedfaces/${face}`}
        ofIt={(one) => one.personId === personId}
        text={t('The person and all faces are deleted, also from dynamic groups, and can no longer be found.')}
        name={name}
        userData={userData}
        about={rich('A person of the directory: {code}, {model}.', { code: <code>{personId}</code>, model: MODEL })}
        onSaved={onChanged}
      >
        <ButtonLink icon="left" to={DIRECTORY_URL} text={t('Person directory')} />
      </ThingHeader>
      <PersonFaces
        name={name}
        path={at}
        faceIds={faceIds}
        onChanged={onChanged}
        gallery={{ recognitionModel: MODEL }}
        at={path}
        placeFor={() =>
          Promise.resolve({ path: at, personId, verify: faceIds.length > 0 ? { base: DIRECTORY, request: { personId } } : undefined })
        }
        below={
          <Card title={t('Dynamic groups')}>
            {groups.length === 0 ? (
              <p class="soft">{t('In no dynamic group. Searches of the whole directory find this person.')}</p>
            ) : (
              <ul class="faces-plain">
                {groups.map((id) => (
                  <li>
                    <Link to={groupUrl(id)}>{id}</Link>
                  </li>
                ))}
              </ul>
            )}
          </Card>
        }
      >
        {faceIds.length > 0 && (
          <ImageCard title={t('Verify {name}', { name })} image={image} label={t('Drop an image to compare, or browse')} height={260} />
        )}
        {image.face && <VerifyResult base={DIRECTORY} request={{ faceId: image.face.faceId, personId }} />}
      </PersonFaces>
    </>
  );
}
