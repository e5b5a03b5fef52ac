/** Verifies whether two faces are of the same person. */
import type { JSX } from 'preact';
import { Card, Empty } from '../../kit/parts.tsx';
import { MODEL } from './calls.ts';
import { ImageCard } from './picture-card.tsx';
import { useDroppedImage } from './use-picture.ts';
import { VerifyResult } from './verdict.tsx';

export function Verify(): JSX.Element {
  const one = useDroppedImage(MODEL);
  const other = useDroppedImage(MODEL);
  return <div class="stack">
    <div class="columns faces-columns">
      <ImageCard title="First face" picture={one} label="Drop the first image here, or browse" height={300} />
      <ImageCard title="Second face" picture={other} label="Drop the second image here, or browse" height={300} />
    </div>
    {one.face && other.face ? <VerifyResult request={{ faceId1: one.face.faceId, faceId2: other.face.faceId }} /> : <Card title="Same person?"><Empty icon="faces" title="Two faces are needed">Drop two images. If an image has several faces, select one.</Empty></Card>}
  </div>;
}
