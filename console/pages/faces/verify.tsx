/** Whether two faces are of one person. */
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
      <PictureCard title="One face" picture={one} label="Drop the first picture here, or choose one" height={300} />
      <PictureCard title="The other face" picture={other} label="Drop the second picture here, or choose one" height={300} />
    </div>
    {one.face && other.face ? <Verdict request={{ faceId1: one.face.faceId, faceId2: other.face.faceId }} /> : <Card title="One person?"><Empty icon="faces" title="Two faces are needed">Drop two pictures. Where there are several faces, choose the one that is meant.</Empty></Card>}
  </div>;
}
