/** Verifies whether a face in an image is this person's; uses the stored faces, trained or not. */
import type { JSX } from 'preact';
import { PictureCard } from './picture-card.tsx';
import { usePicture } from './use-picture.ts';
import { Verdict } from './verdict.tsx';
import type { Gallery } from './calls.ts';

export function IsIt({ gallery: { kind, id, recognitionModel }, personId, name }: { gallery: Gallery; personId: string; name: string }): JSX.Element {
  const picture = usePicture(recognitionModel);
  return <>
    <PictureCard title={`Verify ${name}`} picture={picture} label="Drop an image to compare, or browse" height={260} />
    {picture.face && <Verdict request={{ faceId: picture.face.faceId, personId, [kind.idField]: id }} />}
  </>;
}
