/** A drop zone for an image, which is then shown with its faces. */
import type { ComponentChildren, JSX } from 'preact';
import { FileDrop } from '../../kit/file-drop.tsx';
import { plural } from '../../kit/format.ts';
import { Button, Card } from '../../kit/parts.tsx';
import { Async } from '../../kit/problem.tsx';
import { ACCEPTED } from './look.ts';
import { FacePicker, FaceImage } from './seen-picture.tsx';
import type { FaceImageProps } from './seen-picture.tsx';
import type { DroppedImage } from './use-picture.ts';

export interface ImageCardProps extends Pick<FaceImageProps, 'landmarks' | 'labelOf' | 'height'> { title: string; picture: DroppedImage; label?: string; hint?: string; children?: ComponentChildren }

export function ImageCard({ title, picture: { file, take, seen, chosen, choose }, label = 'Drop an image here, or browse', hint = 'JPEG, PNG, GIF or BMP, at most 6 MB. It is not stored.', children, ...shown }: ImageCardProps): JSX.Element {
  return <Card title={title} actions={file && <Button icon="refresh" onClick={() => take(undefined)}>Another image</Button>}><div class="stack">
    {file === undefined ? <FileDrop label={label} accept={ACCEPTED} hint={hint} onFiles={([one]) => take(one)} /> : <Async of={seen} what={`Detecting faces in ${file.name}`}>{(one) => one && <>
      <FaceImage seen={one} chosen={chosen} onChoose={choose} {...shown} />
      <p role="status">{one.faces.length === 0 ? 'No face found. Try an image in which the face is larger, upright and well lit.' : `${plural(one.faces.length, 'face')} found.`}</p>
      {one.faces.length > 1 && <FacePicker faces={one.faces} chosen={chosen} onChoose={choose} label={`Faces in ${file.name}`} />}
    </>}</Async>}
    {children}
  </div></Card>;
}
