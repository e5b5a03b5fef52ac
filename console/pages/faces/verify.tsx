/** Verifies whether two faces are of the same person. */
import { t } from '../../i18n/messages.ts';
import { useAccount } from '../../kit/accounts.ts';
import { ApiCall } from '../../kit/api-call.tsx';
import { Async } from '../../kit/async.tsx';
import { useLoad } from '../../kit/hooks.ts';
import { Card, Confidence, Empty, Facts, Tag } from '../../kit/parts.tsx';
import { BASE, MODEL, verifyPerson, type Gallery } from './calls.ts';
import { ImageCard } from './face-parts.tsx';
import { useDroppedImage } from './images.ts';
import { falseMatchRate, formatRate } from './matches.ts';
import { ThresholdCost } from './threshold-cost.tsx';

export function Verify() {
  const one = useDroppedImage(MODEL);
  const other = useDroppedImage(MODEL);
  return (
    <div class="stack">
      <div class="columns faces-columns">
        <ImageCard title={t('First face')} image={one} label={t('Drop the first image here, or browse')} height={300} />
        <ImageCard title={t('Second face')} image={other} label={t('Drop the second image here, or browse')} height={300} />
      </div>
      {one.face && other.face ? (
        <VerifyResult request={{ faceId1: one.face.faceId, faceId2: other.face.faceId }} />
      ) : (
        <Card title={t('Same person?')}>
          <Empty icon="faces" title={t('Two faces are needed')} text={t('Drop two images. If an image has several faces, select one.')} />
        </Card>
      )}
    </div>
  );
}

/** The result of verify: same person or not, the confidence, and its false match rate. */
export function VerifyResult({ request, base = BASE }: { request: Readonly<Record<string, string>>; base?: string }) {
  const { client } = useAccount();
  const verdict = useLoad(
    (signal) => client.post<{ isIdentical: boolean; confidence: number }>(`${base}/verify`, request, { signal }),
    [client, JSON.stringify(request)],
  );
  return (
    <Card title={t('Same person?')}>
      <div class="stack" aria-live="polite">
        <Async of={verdict}>
          {({ isIdentical, confidence }) => (
            <Facts
              rows={[
                [t('Result'), <Tag kind={isIdentical ? 'good' : 'warn'}>{isIdentical ? t('same person') : t('different people')}</Tag>],
                [t('Confidence'), <Confidence value={confidence} low={0.5} middle={0.6} />],
                [
                  t('False match rate'),
                  t('Of pairs of strangers, {rate} reach this confidence.', { rate: formatRate(falseMatchRate(confidence)) }),
                ],
                [
                  t('Threshold'),
                  <>
                    {t('From 50 % on, two faces count as the same person.')} <ThresholdCost threshold={0.5} />
                  </>,
                ],
              ]}
            />
          )}
        </Async>
        <ApiCall call={{ method: 'POST', path: `${base}/verify`, json: request }} />
      </div>
    </Card>
  );
}

/** Verifies whether a face in an image is this person's; uses the stored faces, trained or not. */
export function VerifyPerson({ gallery, personId, name }: { gallery: Gallery; personId: string; name: string }) {
  const image = useDroppedImage(gallery.recognitionModel);
  return (
    <>
      <ImageCard title={t('Verify {name}', { name })} image={image} label={t('Drop an image to compare, or browse')} height={260} />
      {image.face && <VerifyResult request={{ faceId: image.face.faceId, ...verifyPerson(gallery, personId).request }} />}
    </>
  );
}
