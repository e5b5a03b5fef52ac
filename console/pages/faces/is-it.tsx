/** Whether a face in a picture is this person's; asked of the faces that are kept, trained or not. */
import type { JSX } from 'preact';
import { PictureCard } from './picture-card.tsx';
import { usePicture } from './use-picture.ts';
import { Verdict } from './verdict.tsx';
import type { Gallery } from './calls.ts';

export function IsIt({ gallery: { kind, id, recognitionModel }, personId, name }: { gallery: Gallery; personId: string; name: string }): JSX.Element {
  const picture = usePicture(recognitionModel);
  return <>
    <PictureCard title={`Is it ${name}?`} picture={picture} label="Drop a picture to compare, or choose one" height={260} />
    {picture.face && <Verdict request={{ faceId: picture.face.faceId, personId, [kind.idField]: id }} />}
  </>;
}
