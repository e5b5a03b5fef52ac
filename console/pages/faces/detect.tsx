/** Faces in an image: position, landmarks and attributes. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { ApiCall } from '../../kit/api-call.tsx';
import { CheckField } from '../../kit/form.tsx';
import { JsonView } from '../../kit/json-view.tsx';
import { Card, Empty, Facts } from '../../kit/parts.tsx';
import { BASE, detectQuery, MODEL } from './calls.ts';
import { Avatar, FaceAdvice, ImageCard } from './face-parts.tsx';
import { useDroppedImage } from './images.ts';
import type { ImageFace } from './images.ts';

export function Detect(): JSX.Element {
  const picture = useDroppedImage(MODEL);
  const [landmarks, setLandmarks] = useState(true);
  return (
    <div class="columns faces-columns">
      <ImageCard title="Image" image={picture} landmarks={landmarks} height={480}>
        <CheckField label="Show landmarks" value={landmarks} onInput={setLandmarks} />
        <ApiCall
          call={{
            method: 'POST',
            path: `${BASE}/detect`,
            query: detectQuery(MODEL),
            file: new File([], picture.file?.name ?? 'party.jpg', { type: 'application/octet-stream' }),
          }}
        />
      </ImageCard>
      {picture.face ? (
        <FaceDetails key={picture.face.faceId} face={picture.face} at={picture.selected} />
      ) : (
        <Card title="Face">
          <Empty icon="faces" title="No face selected">
            Drop an image, then select a face in it.
          </Empty>
        </Card>
      )}
    </div>
  );
}

function FaceDetails({ face, at }: { face: ImageFace; at: number }): JSX.Element {
  const { thumb, ...details } = face;
  const {
    faceRectangle: { left, top, width, height },
    faceAttributes: {
      headPose: { yaw, pitch, roll },
      blur,
      exposure,
      noise,
      qualityForRecognition,
    },
  } = details;
  return (
    <Card title={`Face ${at + 1}`}>
      <div class="stack">
        <div class="row wide">
          <Avatar large thumb={thumb} />
          <FaceAdvice face={face} />
        </div>
        <Facts
          rows={[
            ['Position', `${width} × ${height} px at ${left}, ${top}`],
            ['Recognition quality', qualityForRecognition],
            ['Head pose', `yaw ${yaw}°, pitch ${pitch}°, roll ${roll}°`],
            ['Blur', `${blur.blurLevel} (${blur.value})`],
            ['Exposure', `${exposure.exposureLevel} (${exposure.value})`],
            ['Noise', `${noise.noiseLevel} (${noise.value})`],
          ]}
        />
        <JsonView value={details} label={`Face ${at + 1} as JSON`} height={240} />
      </div>
    </Card>
  );
}
