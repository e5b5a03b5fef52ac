/** Stored faces of a person or list; selecting one shows and edits its data. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import { useAccount } from '../../kit/accounts.ts';
import { ApiCall } from '../../kit/api-call.tsx';
import type { Client } from '../../kit/api.ts';
import { Async } from '../../kit/async.tsx';
import { confirmed } from '../../kit/dialog.tsx';
import { FileDrop } from '../../kit/file-drop.tsx';
import { Form, TextArea, TextField } from '../../kit/form.tsx';
import { chooseFolder } from '../../kit/folders.ts';
import { formatPercent, plural } from '../../kit/format.ts';
import { useAction, useLoad } from '../../kit/hooks.ts';
import { Button, Card, Facts } from '../../kit/parts.tsx';
import { setQuery, useRoute } from '../../kit/router.tsx';
import { Table } from '../../kit/table.tsx';
import { showFailure, toast } from '../../kit/toast.tsx';
import { asBytes, targetOf, type Face, type Gallery, type Verification } from './calls.ts';
import { Avatar, FaceAdvice, FaceHints, FaceImage, FacePicker, PhotoButton } from './face-parts.tsx';
import { isPoor, personName, sameName } from './hints.ts';
import { ACCEPTED, addedFace, detectFaces, forgetFaces, rememberFace, type DetectedImage, type ImageFace } from './images.ts';

const MAX_USER_DATA = 1024;

/** `path` is that of their parent. */
export function FaceTable({
  path,
  faces,
  empty,
  total,
  onEnd,
  onChanged,
}: {
  path: string;
  faces: readonly Face[];
  empty: ComponentChildren;
  total?: number;
  onEnd?: () => void;
  onChanged: () => void;
}) {
  const { client } = useAccount();
  const selected = useRoute().query.get('face');
  const remove = useAction(
    async (id: string) => {
      await confirmed({ title: t('Delete this face?'), text: t('It can no longer be found.'), action: t('Delete face') });
      await client.delete(`${path}/persistedfaces/${id}`);
      forgetFaces(({ persistedFaceId }) => persistedFaceId === id);
      if (selected === id) setQuery({ face: undefined });
      onChanged();
    },
    { done: t('Face deleted') },
  );
  return (
    <>
      <Card flush title={t('Faces')}>
        <Table
          label={t('Faces')}
          rows={faces}
          keyOf={({ persistedFaceId }) => persistedFaceId}
          rowHeight={52}
          onOpen={({ persistedFaceId }) => setQuery({ face: persistedFaceId })}
          onEnd={onEnd}
          total={total}
          empty={empty}
          columns={[
            {
              title: t('Face'),
              width: '2fr',
              cell: ({ persistedFaceId }) => (
                <span class="row faces-named">
                  <Avatar thumb={addedFace(persistedFaceId)?.thumb} />
                  <code>{persistedFaceId.slice(0, 8)}</code>
                </span>
              ),
            },
            {
              title: t('Quality'),
              width: '2fr',
              cell: ({ persistedFaceId }) => {
                const face = addedFace(persistedFaceId);
                return face ? <FaceHints face={face} /> : <span class="soft">{t('unknown')}</span>;
              },
            },
            {
              title: '',
              width: '40px',
              cell: ({ persistedFaceId }) => (
                <Button
                  needs="label"
                  kind="quiet"
                  icon="trash"
                  label={t('Delete face {persistedFaceId}', { persistedFaceId: persistedFaceId.slice(0, 8) })}
                  onClick={() => void remove.run(persistedFaceId)}
                />
              ),
            },
          ]}
        />
        {faces.some(({ persistedFaceId }) => !addedFace(persistedFaceId)) && (
          <p class="soft small faces-note">
            {t('The server stores no images: thumbnails and quality are shown for faces added in this visit.')}
          </p>
        )}
      </Card>
      {selected !== null && faces.some(({ persistedFaceId }) => persistedFaceId === selected) && (
        <FaceCard key={selected} path={`${path}/persistedfaces/${selected}`} id={selected} />
      )}
    </>
  );
}

function FaceCard({ path, id }: { path: string; id: string }) {
  const { client } = useAccount();
  const face = useLoad((signal) => client.get<Face>(path, { signal }), [client, path]);
  const seen = addedFace(id);
  return (
    <Card
      title={t('Face {id}', { id: id.slice(0, 8) })}
      actions={<Button kind="quiet" icon="close" label={t('Close')} onClick={() => setQuery({ face: undefined })} />}
    >
      <div class="stack">
        <div class="row wide">
          <Avatar large thumb={seen?.thumb} />
          <Facts rows={[[t('Id'), <code>{id}</code>], seen !== undefined && [t('Quality'), <FaceAdvice face={seen} />]]} />
        </div>
        <Async of={face}>{({ userData = '' }) => <UserData path={path} value={userData} />}</Async>
      </div>
    </Card>
  );
}

function UserData({ path, value }: { path: string; value: string }) {
  const { client } = useAccount();
  const [userData, setUserData] = useState(value);
  const save = useAction(async () => await client.patch(path, { userData }), { done: t('Saved') });
  const isLong = userData.length > MAX_USER_DATA;
  return (
    <Form onSubmit={() => void (!isLong && save.run())}>
      <TextArea
        label={t('User data of the face')}
        rows={2}
        value={userData}
        onInput={setUserData}
        error={isLong ? t('At most {MAX_USER_DATA} characters.', { MAX_USER_DATA }) : undefined}
      />
      <div>
        <Button needs="label" type="submit" busy={save.busy} disabled={isLong} text={t('Save')} />
      </div>
      <ApiCall call={{ method: 'PATCH', path, json: { userData } }} />
    </Form>
  );
}

/** Where a face is added: the path of its parent, and the person, if any. */
export interface FaceTarget {
  path: string;
  personId?: string;
  /** How a face is compared with those that the person has; omitted where there are none. */
  verify?: Verification;
}

/** An image that waits for a decision. */
interface Waiting {
  seen: DetectedImage;
  /** Of the person by the names of file and folder. */ name: string;
  /** The face was compared with those of the person. */ unlike?: number;
}

export interface AddFacesProps {
  gallery: Pick<Gallery, 'recognitionModel'>;
  /** The gallery's path, under which added faces are remembered. */
  at: string;
  /** Called before a face is added: a person of that name may have to be created first. */
  placeFor: (name: string) => Promise<FaceTarget>;
  /** The names of files and folders are those of people. */
  named?: boolean;
  /** A path for the shown API call. */
  example: string;
  label: string;
  /** Offers the camera, where names of files do not matter. */
  camera?: string;
  hint: ComponentChildren;
  onAdded: () => void;
}

/** Adds faces from dropped images. An image with one good face is added immediately; any other waits for a decision. */
export function AddFaces({ gallery, at, placeFor, named = false, camera, ...rest }: AddFacesProps) {
  const { account, client } = useAccount();
  const [progress, setProgress] = useState('');
  const [waiting, setWaiting] = useState<readonly Waiting[]>([]);
  const add = async ({ file, faces }: DetectedImage, face: ImageFace, { path, personId }: FaceTarget): Promise<void> => {
    const { persistedFaceId } = await client.post<{ persistedFaceId: string }>(`${path}/persistedfaces`, undefined, {
      file: asBytes(file),
      query: { targetFace: faces.length > 1 ? targetOf(face.faceRectangle) : undefined },
    });
    rememberFace({ persistedFaceId, account: account.id, gallery: at, personId, face });
  };
  /** Adds a face by itself, or returns what has to be decided about it. */
  const addOrWait = async (seen: DetectedImage, name: string): Promise<Waiting | undefined> => {
    const [face] = seen.faces;
    if (seen.faces.length !== 1 || isPoor(face!)) return { seen, name };
    const target = await placeFor(name);
    const unlike = await differs(client, face!, target);
    if (unlike !== undefined) return { seen, name, unlike };
    await add(seen, face!, target);
  };
  const take = useAction(async (files: File[]) => {
    let added = 0;
    for (const [n, file] of files.entries()) {
      setProgress(t('Checking {value} of {count}: {name}', { value: n + 1, count: files.length, name: file.name }));
      try {
        const open = await addOrWait(await detectFaces(client, file, gallery.recognitionModel), personName(file, files));
        if (open) setWaiting((before) => [...before, open]);
        else added++;
      } catch (error) {
        // A rejected image does not stop the others.
        showFailure(error, file.name);
      }
    }
    if (added === 0) return;
    toast(t('{added} added', { added: plural(added, 'face') }));
    rest.onAdded();
  });
  const leave = (left: Waiting): void => setWaiting((before) => before.filter((one) => one !== left));
  return (
    <div class="stack">
      {take.busy ? (
        <div class="progress" role="status">
          <span class="row">
            <span class="spinner" />
            {progress}
          </span>
        </div>
      ) : (
        <>
          <FileDrop many label={rest.label} accept={ACCEPTED} hint={rest.hint} onFiles={(files) => void take.run(files)} />
          {named && (
            <div>
              <Button needs="label" icon="upload" onClick={() => chooseFolder(ACCEPTED, (files) => void take.run(files))}>
                {t('Choose a folder')}
              </Button>
            </div>
          )}
          {camera !== undefined && <PhotoButton title={camera} onPhoto={(photo) => void take.run([photo])} />}
        </>
      )}
      {waiting.map((one) => (
        <PendingImage
          key={one.seen.file}
          waiting={one}
          named={named}
          onLeave={() => leave(one)}
          onAdd={async (face, name) => {
            await add(one.seen, face, await placeFor(name));
            leave(one);
            rest.onAdded();
          }}
        />
      ))}
      <ApiCall
        call={{
          method: 'POST',
          path: `${rest.example}/persistedfaces`,
          file: new File([], 'ada.jpg', { type: 'application/octet-stream' }),
        }}
      />
    </div>
  );
}

/** The confidence that a face is of the person it would be added to, if that is too low. */
async function differs(client: Client, { faceId }: ImageFace, { verify }: FaceTarget): Promise<number | undefined> {
  if (!verify) return undefined;
  const { isIdentical, confidence } = await client.post<{ isIdentical: boolean; confidence: number }>(`${verify.base}/verify`, {
    faceId,
    ...verify.request,
  });
  return isIdentical ? undefined : confidence;
}

function PendingImage({
  waiting: { seen, name: person, unlike },
  named,
  onAdd,
  onLeave,
}: {
  waiting: Waiting;
  named: boolean;
  onAdd: (face: ImageFace, name: string) => Promise<void>;
  onLeave: () => void;
}) {
  const { faces, file } = seen;
  const { name } = file;
  const [to, setTo] = useState(person);
  const [selected, setSelected] = useState<number | undefined>(faces.length === 1 ? 0 : undefined);
  const add = useAction(async () => await onAdd(faces[selected!]!, to.trim()), { done: t('1 face added') });
  const face = selected === undefined ? undefined : faces[selected];
  return (
    <Card level={3} title={name} actions={<Button kind="quiet" icon="close" label={t('Skip {name}', { name })} onClick={onLeave} />}>
      <div class="stack">
        <p>
          {faces.length === 0
            ? t('No face found. Use an image in which the face is larger, upright and well lit.')
            : faces.length === 1
              ? unlike === undefined
                ? t('This face is hard to recognize. Use a better image if you can.')
                : named
                  ? t('This is probably someone else than {person}: {share} alike. Name who it is, or skip the image.', {
                      person,
                      share: formatPercent(unlike),
                    })
                  : t('This is probably someone else: {share} alike to the faces stored so far.', { share: formatPercent(unlike) })
              : t('{count} faces found: select one', { count: faces.length })}
        </p>
        {faces.length > 0 && (
          <>
            <FaceImage seen={seen} selected={selected} onSelect={setSelected} height={280} />
            {faces.length > 1 && (
              <FacePicker faces={faces} selected={selected} onSelect={setSelected} label={t('Faces in {name}', { name })} />
            )}
            {face && <FaceAdvice face={face} />}
            {named && <TextField label={t('Person name')} value={to} onInput={setTo} maxLength={128} />}
            <div class="row">
              <Button kind="primary" icon="add" does={add} disabled={!face || to.trim() === ''}>
                {face && (isPoor(face) || (unlike !== undefined && sameName(to, person))) ? t('Add anyway') : t('Add this face')}
              </Button>
              <Button onClick={onLeave}>{t('Skip')}</Button>
            </div>
          </>
        )}
      </div>
    </Card>
  );
}
