/** Verifies whether two faces are of the same person. */
import type { JSX } from 'preact';
import { Card, Empty } from '../../kit/parts.tsx';
import { MODEL } from './calls.ts';
import { PictureCard } from './picture-card.tsx';
import { usePicture } from './use-picture.ts';
import { Verdict } from './verdict.tsx';

export function Verify(): JSX.Element {
  const one = usePicture(MODEL);
  const other = usePicture(MODEL);
  return <div class="stack">
    <div class="columns faces-columns">
      <PictureCard title="First face" picture={one} label="Drop the first image here, or browse" height={300} />
      <PictureCard title="Second face" picture={other} label="Drop the second image here, or browse" height={300} />
    </div>
    {one.face && other.face ? <Verdict request={{ faceId1: one.face.faceId, faceId2: other.face.faceId }} /> : <Card title="Same person?"><Empty icon="faces" title="Two faces are needed">Drop two images. If an image has several faces, select one.</Empty></Card>}
  </div>;
}
