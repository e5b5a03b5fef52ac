/** Stored faces of a person or list; selecting one shows and edits its data. */
import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useAccount } from '../../kit/accounts.ts';
import { ApiCall } from '../../kit/call-behind.tsx';
import { confirm } from '../../kit/dialog.tsx';
import { Form, TextArea } from '../../kit/form.tsx';
import { Button, Card, Facts } from '../../kit/parts.tsx';
import { Async } from '../../kit/problem.tsx';
import { setQuery, useRoute } from '../../kit/router.tsx';
import { Table } from '../../kit/table.tsx';
import { useAction, useLoad } from '../../kit/use.ts';
import { Avatar } from './avatar.tsx';
import type { Face } from './calls.ts';
import { FaceAdvice, FaceHints } from './face-hints.tsx';
import { addedFace, forgetFaces } from './visit.ts';

const MAX_USER_DATA = 1024;

/** `path` is that of their parent. */
export function FaceTable({ path, faces, empty, total, onEnd, onChanged }: { path: string; faces: readonly Face[]; empty: ComponentChildren; total?: number; onEnd?: () => void; onChanged: () => void }): JSX.Element {
  const { client } = useAccount();
  const chosen = useRoute().query.get('face');
  const remove = useAction(async (id: string) => {
    if (!await confirm({ title: 'Delete this face?', text: 'It can no longer be found.', action: 'Delete face' })) return;
    await client.delete(`${path}/persistedfaces/${id}`);
    forgetFaces(({ persistedFaceId }) => persistedFaceId === id);
    if (chosen === id) setQuery({ face: undefined });
    onChanged();
  }, { done: 'Face deleted' });
  return <>
    <Card flush title="Faces"><Table label="Faces" rows={faces} keyOf={({ persistedFaceId }) => persistedFaceId} rowHeight={52} onOpen={({ persistedFaceId }) => setQuery({ face: persistedFaceId })} onEnd={onEnd} total={total} empty={empty} columns={[
      { title: 'Face', width: '2fr', cell: ({ persistedFaceId }) => <span class="row faces-named"><Avatar thumb={addedFace(persistedFaceId)?.thumb} /><code>{persistedFaceId.slice(0, 8)}</code></span> },
      { title: 'Quality', width: '2fr', cell: ({ persistedFaceId }) => {
        const face = addedFace(persistedFaceId);
        return face ? <FaceHints face={face} /> : <span class="soft">unknown</span>;
      } },
      { title: '', width: '40px', cell: ({ persistedFaceId }) => <Button kind="quiet" icon="trash" label={`Delete face ${persistedFaceId.slice(0, 8)}`} onClick={() => void remove.run(persistedFaceId)} /> },
    ]} />{faces.some(({ persistedFaceId }) => !addedFace(persistedFaceId)) && <p class="soft small faces-note">The server stores no images: thumbnails and quality are shown for faces added in this visit.</p>}</Card>
    {chosen !== null && faces.some(({ persistedFaceId }) => persistedFaceId === chosen) && <FaceCard key={chosen} path={`${path}/persistedfaces/${chosen}`} id={chosen} />}
  </>;
}

function FaceCard({ path, id }: { path: string; id: string }): JSX.Element {
  const { client } = useAccount();
  const face = useLoad((signal) => client.get<Face>(path, { signal }), [client, path]);
  const seen = addedFace(id);
  return <Card title={`Face ${id.slice(0, 8)}`} actions={<Button kind="quiet" icon="close" label="Close" onClick={() => setQuery({ face: undefined })} />}><div class="stack">
    <div class="row wide"><Avatar large thumb={seen?.thumb} /><Facts rows={[['Id', <code>{id}</code>], seen !== undefined && ['Quality', <FaceAdvice face={seen} />]]} /></div>
    <Async of={face}>{({ userData = '' }) => <UserData path={path} value={userData} />}</Async>
  </div></Card>;
}

function UserData({ path, value }: { path: string; value: string }): JSX.Element {
  const { client } = useAccount();
  const [userData, setUserData] = useState(value);
  const save = useAction(async () => await client.patch(path, { userData }), { done: 'Saved' });
  const isLong = userData.length > MAX_USER_DATA;
  return <Form onSubmit={() => void (!isLong && save.run())}>
    <TextArea label="User data of the face" rows={2} value={userData} onInput={setUserData} error={isLong ? `At most ${MAX_USER_DATA} characters.` : undefined} />
    <div><Button type="submit" busy={save.busy} disabled={isLong}>Save</Button></div>
    <ApiCall call={{ method: 'PATCH', path, json: { userData } }} />
  </Form>;
}
