/** Adds faces from dropped images. An image with one good face is added immediately; any other waits for a decision. */
import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useAccount } from '../../kit/accounts.ts';
import { ApiCall } from '../../kit/call-behind.tsx';
import { FileDrop } from '../../kit/file-drop.tsx';
import { plural } from '../../kit/format.ts';
import { Button, Card } from '../../kit/parts.tsx';
import { showFailure, toast } from '../../kit/toast.tsx';
import { useAction } from '../../kit/use.ts';
import { asBytes, targetOf } from './calls.ts';
import type { Gallery } from './calls.ts';
import { FaceAdvice } from './face-hints.tsx';
import { isPoor } from './hints.ts';
import { ACCEPTED, detectFaces } from './look.ts';
import type { DetectedImage, ImageFace } from './look.ts';
import { FacePicker, FaceImage } from './seen-picture.tsx';
import { rememberFace } from './visit.ts';

/** Where a face is added: the path of its parent, and the person, if any. */
export interface FaceTarget { path: string; personId?: string }

export interface AddFacesProps {
  gallery: Gallery;
  /** The gallery's path, under which added faces are remembered. */
  at: string;
  /** Called before a face is added: a person may have to be created first. */
  placeFor: (file: File) => Promise<FaceTarget>;
  /** A path for the shown API call. */
  example: string;
  label: string;
  hint: ComponentChildren;
  onAdded: () => void;
}

export function AddFaces({ gallery: { recognitionModel }, at, placeFor, example, label, hint, onAdded }: AddFacesProps): JSX.Element {
  const { account, client } = useAccount();
  const [told, setTold] = useState('');
  const [waiting, setWaiting] = useState<readonly DetectedImage[]>([]);
  const add = async ({ file, faces }: DetectedImage, face: ImageFace): Promise<void> => {
    const { path, personId } = await placeFor(file);
    const { persistedFaceId } = await client.post<{ persistedFaceId: string }>(`${path}/persistedfaces`, undefined, { file: asBytes(file), query: { targetFace: faces.length > 1 ? targetOf(face.faceRectangle) : undefined } });
    rememberFace({ persistedFaceId, account: account.id, gallery: at, personId, face });
  };
  const take = useAction(async (files: File[]) => {
    let added = 0;
    for (const [n, file] of files.entries()) {
      setTold(`Checking ${n + 1} of ${files.length}: ${file.name}`);
      try {
        const seen = await detectFaces(client, file, recognitionModel);
        if (seen.faces.length === 1 && !isPoor(seen.faces[0]!)) {
          await add(seen, seen.faces[0]!);
          added++;
        } else setWaiting((before) => [...before, seen]);
      } catch (error) {
        // A rejected image does not stop the others.
        showFailure(error, file.name);
      }
    }
    if (added === 0) return;
    toast(`${plural(added, 'face')} added`);
    onAdded();
  });
  const leave = (seen: DetectedImage): void => setWaiting((before) => before.filter((one) => one !== seen));
  return <div class="stack">
    {take.busy ? <div class="progress" role="status"><span class="row"><span class="spinner" />{told}</span></div> : <FileDrop many label={label} accept={ACCEPTED} hint={hint} onFiles={(files) => void take.run(files)} />}
    {waiting.map((seen) => <PendingImage key={seen.file} seen={seen} onLeave={() => leave(seen)} onAdd={async (face) => {
      await add(seen, face);
      leave(seen);
      onAdded();
    }} />)}
    <ApiCall call={{ method: 'POST', path: `${example}/persistedfaces`, file: new File([], 'ada.jpg', { type: 'application/octet-stream' }) }} />
  </div>;
}

function PendingImage({ seen, onAdd, onLeave }: { seen: DetectedImage; onAdd: (face: ImageFace) => Promise<void>; onLeave: () => void }): JSX.Element {
  const { file: { name }, faces } = seen;
  const [chosen, setChosen] = useState<number | undefined>(faces.length === 1 ? 0 : undefined);
  const add = useAction(async () => await onAdd(faces[chosen!]!), { done: '1 face added' });
  const face = chosen === undefined ? undefined : faces[chosen];
  return <Card level={3} title={name} actions={<Button kind="quiet" icon="close" label={`Skip ${name}`} onClick={onLeave} />}><div class="stack">
    <p>{faces.length === 0 ? 'No face found. Use an image in which the face is larger, upright and well lit.' : faces.length === 1 ? 'This face is hard to recognise. Use a better image if you can.' : `${faces.length} faces found: select one`}</p>
    {faces.length > 0 && <>
      <FaceImage seen={seen} chosen={chosen} onChoose={setChosen} height={280} />
      {faces.length > 1 && <FacePicker faces={faces} chosen={chosen} onChoose={setChosen} label={`Faces in ${name}`} />}
      {face && <FaceAdvice face={face} />}
      <div class="row"><Button kind="primary" icon="add" busy={add.busy} disabled={!face} onClick={() => void add.run()}>{face && isPoor(face) ? 'Add anyway' : 'Add this face'}</Button><Button onClick={onLeave}>Skip</Button></div>
    </>}
  </div></Card>;
}
