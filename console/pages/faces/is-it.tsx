/** Verifies whether a face in an image is this person's; uses the stored faces, trained or not. */
import type { JSX } from 'preact';
import { ImageCard } from './picture-card.tsx';
import { useDroppedImage } from './use-picture.ts';
import { VerifyResult } from './verdict.tsx';
import type { Gallery } from './calls.ts';

export function VerifyPerson({ gallery: { kind, id, recognitionModel }, personId, name }: { gallery: Gallery; personId: string; name: string }): JSX.Element {
  const picture = useDroppedImage(recognitionModel);
  return <>
    <ImageCard title={`Verify ${name}`} picture={picture} label="Drop an image to compare, or browse" height={260} />
    {picture.face && <VerifyResult request={{ faceId: picture.face.faceId, personId, [kind.idField]: id }} />}
  </>;
}
