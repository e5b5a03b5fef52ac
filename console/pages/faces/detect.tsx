/** Faces in an image: position, landmarks and attributes. */
import { useState } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import { ApiCall } from '../../kit/api-call.tsx';
import { CheckField } from '../../kit/form.tsx';
import { JsonView } from '../../kit/json-view.tsx';
import { Card, Empty, Facts } from '../../kit/parts.tsx';
import { BASE, detectQuery, MODEL } from './calls.ts';
import { Avatar, FaceAdvice, ImageCard } from './face-parts.tsx';
import { useDroppedImage, type ImageFace } from './images.ts';

export function Detect() {
  const image = useDroppedImage(MODEL);
  const [landmarks, setLandmarks] = useState(true);
  return (
    <div class="columns faces-columns">
      <ImageCard title={t('Image')} image={image} landmarks={landmarks} height={480}>
        <CheckField label={t('Show landmarks')} value={landmarks} onInput={setLandmarks} />
        <ApiCall
          call={{
            method: 'POST',
            path: `${BASE}/detect`,
            query: detectQuery(MODEL),
            file: new File([], image.file?.name ?? 'party.jpg', { type: 'application/octet-stream' }),
          }}
        />
      </ImageCard>
      {image.face ? (
        <FaceDetails key={image.face.faceId} face={image.face} at={image.selected} />
      ) : (
        <Card title={t('Face')}>
          <Empty icon="faces" title={t('No face selected')} text={t('Drop an image, then select a face in it.')} />
        </Card>
      )}
    </div>
  );
}

function FaceDetails({ face, at }: { face: ImageFace; at: number }) {
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
    <Card title={t('Face {value}', { value: at + 1 })}>
      <div class="stack">
        <div class="row wide">
          <Avatar large thumb={thumb} />
          <FaceAdvice face={face} />
        </div>
        <Facts
          rows={[
            [t('Position'), t('{width} × {height} px at {left}, {top}', { width, height, left, top })],
            [t('Recognition quality'), qualityForRecognition],
            [t('Head pose'), t('yaw {yaw}°, pitch {pitch}°, roll {roll}°', { yaw, pitch, roll })],
            [t('Blur'), `${blur.blurLevel} (${blur.value})`],
            [t('Exposure'), `${exposure.exposureLevel} (${exposure.value})`],
            [t('Noise'), `${noise.noiseLevel} (${noise.value})`],
          ]}
        />
        <JsonView value={details} label={t('Face {value} as JSON', { value: at + 1 })} height={240} />
      </div>
    </Card>
  );
}
