/** Verifies whether two faces are of the same person. */
import type { JSX } from 'preact';
import { useAccount } from '../../kit/accounts.ts';
import { ApiCall } from '../../kit/api-call.tsx';
import { Async } from '../../kit/async.tsx';
import { useLoad } from '../../kit/hooks.ts';
import { Card, Confidence, Empty, Facts, Tag } from '../../kit/parts.tsx';
import { BASE, MODEL } from './calls.ts';
import type { Gallery } from './calls.ts';
import { ImageCard } from './face-parts.tsx';
import { useDroppedImage } from './images.ts';
import { falseMatchRate, formatRate } from './matches.ts';

export function Verify(): JSX.Element {
  const one = useDroppedImage(MODEL);
  const other = useDroppedImage(MODEL);
  return (
    <div class="stack">
      <div class="columns faces-columns">
        <ImageCard title="First face" image={one} label="Drop the first image here, or browse" height={300} />
        <ImageCard title="Second face" image={other} label="Drop the second image here, or browse" height={300} />
      </div>
      {one.face && other.face ? (
        <VerifyResult request={{ faceId1: one.face.faceId, faceId2: other.face.faceId }} />
      ) : (
        <Card title="Same person?">
          <Empty icon="faces" title="Two faces are needed">
            Drop two images. If an image has several faces, select one.
          </Empty>
        </Card>
      )}
    </div>
  );
}

/** The result of verify: same person or not, the confidence, and its false match rate. */
function VerifyResult({ request }: { request: Readonly<Record<string, string>> }): JSX.Element {
  const { client } = useAccount();
  const verdict = useLoad(
    (signal) => client.post<{ isIdentical: boolean; confidence: number }>(`${BASE}/verify`, request, { signal }),
    [client, JSON.stringify(request)],
  );
  return (
    <Card title="Same person?">
      <div class="stack" aria-live="polite">
        <Async of={verdict}>
          {({ isIdentical, confidence }) => (
            <Facts
              rows={[
                ['Result', <Tag kind={isIdentical ? 'good' : 'warn'}>{isIdentical ? 'same person' : 'different persons'}</Tag>],
                ['Confidence', <Confidence value={confidence} low={0.5} middle={0.6} />],
                [
                  'False match rate',
                  `Of pairs of strangers, ${formatRate(falseMatchRate(confidence))} reach ` +
                    'this confidence. From 50 %, two faces count as the same person.',
                ],
              ]}
            />
          )}
        </Async>
        <ApiCall call={{ method: 'POST', path: `${BASE}/verify`, json: request }} />
      </div>
    </Card>
  );
}

/** Verifies whether a face in an image is this person's; uses the stored faces, trained or not. */
export function VerifyPerson({
  gallery: { kind, id, recognitionModel },
  personId,
  name,
}: {
  gallery: Gallery;
  personId: string;
  name: string;
}): JSX.Element {
  const picture = useDroppedImage(recognitionModel);
  return (
    <>
      <ImageCard title={`Verify ${name}`} image={picture} label="Drop an image to compare, or browse" height={260} />
      {picture.face && <VerifyResult request={{ faceId: picture.face.faceId, personId, [kind.idField]: id }} />}
    </>
  );
}
