/** One person of the directory: faces, groups, verification and erasure. */
import { useMemo } from 'preact/hooks';
import { rich, t } from '../../i18n/messages.ts';
import { useAccount } from '../../kit/accounts.ts';
import { AsyncPage } from '../../kit/async.tsx';
import { useLoad } from '../../kit/hooks.ts';
import { ButtonLink, Card, Empty, PageHeader } from '../../kit/parts.tsx';
import { Link } from '../../kit/router.tsx';
import { MODEL, PAGE } from './calls.ts';
import { DIRECTORY, DIRECTORY_URL, groupUrl, modelPath, personPath } from './directory-calls.ts';
import type { DirectoryPerson } from './directory-calls.ts';
import { ImageCard } from './face-parts.tsx';
import { AddFaces, FaceTable } from './face-table.tsx';
import { Consent, DeleteButton, EditButton } from './gallery-parts.tsx';
import { useDroppedImage } from './images.ts';
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
  const faces = useMemo(() => faceIds.map((persistedFaceId) => ({ persistedFaceId })), [faceIds]);
  return (
    <>
      <PageHeader
        title={name}
        about={
          <>
            {rich('A person of the directory: {code}, {model}.', { code: <code>{personId}</code>, model: MODEL })} {userData}
          </>
        }
        actions={
          <>
            <DeleteButton
              what={t('person')}
              typed={name}
              path={path}
              after={DIRECTORY_URL}
              faces={faceIds}
              facePath={(_, face) => `${at}/persistedfaces/${face}`}
              ofIt={(one) => one.personId === personId}
              text={t('The person and all faces are deleted, also from dynamic groups, and can no longer be found.')}
            />
            <EditButton title={t('Details')} path={path} name={name} userData={userData} onSaved={onChanged} />
            <ButtonLink icon="left" to={DIRECTORY_URL} text={t('Person directory')} />
          </>
        }
      />
      <div class="columns faces-columns">
        <div class="stack">
          <FaceTable
            path={at}
            faces={faces}
            onChanged={onChanged}
            empty={
              <Empty icon="faces" title={t('No faces yet')}>
                {t('Two or three good ones in different light are better than many similar ones.')}
              </Empty>
            }
          />
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
        </div>
        <div class="stack">
          <Card title={t('Add faces')}>
            <AddFaces
              gallery={{ recognitionModel: MODEL }}
              at={path}
              placeFor={() =>
                Promise.resolve({ path: at, personId, verify: faceIds.length > 0 ? { base: DIRECTORY, request: { personId } } : undefined })
              }
              example={at}
              onAdded={onChanged}
              label={t('Drop images here, or browse')}
              camera={t('Photo of {name}', { name })}
              hint={t('Of {name}. If an image has several faces, you select one.', { name })}
            />
          </Card>
          {faceIds.length > 0 && (
            <ImageCard title={t('Verify {name}', { name })} image={image} label={t('Drop an image to compare, or browse')} height={260} />
          )}
          {image.face && <VerifyResult base={DIRECTORY} request={{ faceId: image.face.faceId, personId }} />}
          <Consent />
        </div>
      </div>
    </>
  );
}
