/** What is told of the faces in a picture: where they are, their landmarks and attributes. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { CallBehind } from '../../kit/call-behind.tsx';
import { CheckField } from '../../kit/form.tsx';
import { JsonView } from '../../kit/json-view.tsx';
import { Card, Empty, Facts } from '../../kit/parts.tsx';
import { BASE, MODEL, detectQuery } from './calls.ts';
import { Avatar } from './avatar.tsx';
import { FaceAdvice } from './face-hints.tsx';
import type { SeenFace } from './look.ts';
import { PictureCard } from './picture-card.tsx';
import { usePicture } from './use-picture.ts';

export function Detect(): JSX.Element {
  const picture = usePicture(MODEL);
  const [landmarks, setLandmarks] = useState(true);
  return <div class="columns faces-columns">
    <PictureCard title="Picture" picture={picture} landmarks={landmarks} height={480}>
      <CheckField label="Show landmarks" value={landmarks} onInput={setLandmarks} />
      <CallBehind call={{ method: 'POST', path: `${BASE}/detect`, query: detectQuery(MODEL), file: new File([], picture.file?.name ?? 'party.jpg', { type: 'application/octet-stream' }) }} />
    </PictureCard>
    {picture.face ? <OneFace key={picture.face.faceId} face={picture.face} at={picture.chosen} /> : <Card title="Face"><Empty icon="faces" title="No face chosen">Drop a picture; then choose a face in it.</Empty></Card>}
  </div>;
}

function OneFace({ face, at }: { face: SeenFace; at: number }): JSX.Element {
  const { thumb, ...told } = face;
  const { faceRectangle: { left, top, width, height }, faceAttributes: { headPose: { yaw, pitch, roll }, blur, exposure, noise, qualityForRecognition } } = told;
  return <Card title={`Face ${at + 1}`}><div class="stack">
    <div class="row wide"><Avatar large thumb={thumb} /><FaceAdvice face={face} /></div>
    <Facts rows={[
      ['Place', `${width} × ${height} pixels at ${left}, ${top}`],
      ['Quality for recognition', qualityForRecognition], ['Head', `turned ${yaw}°, ${pitch < 0 ? 'down' : 'up'} ${Math.abs(pitch)}°, tilted ${roll}°`],
      ['Blur', `${blur.blurLevel} (${blur.value})`], ['Exposure', `${exposure.exposureLevel} (${exposure.value})`], ['Noise', `${noise.noiseLevel} (${noise.value})`],
    ]} />
    <JsonView value={told} label={`Face ${at + 1} as it is told`} height={240} />
  </div></Card>;
}
