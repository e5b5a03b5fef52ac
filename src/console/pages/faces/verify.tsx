/** Whether two faces are of one person, how sure that is, and how often strangers would be as alike. */
import type { JSX } from 'preact';
import { useAccount } from '../../kit/accounts.ts';
import { CallBehind } from '../../kit/call-behind.tsx';
import { Card, Confidence, Empty, Facts, Tag } from '../../kit/parts.tsx';
import { Show } from '../../kit/problem.tsx';
import { useLoad } from '../../kit/use.ts';
import { BASE, MODEL } from './calls.ts';
import { falseMatchRate, rateInWords } from './false-matches.ts';
import { PictureCard } from './picture-card.tsx';
import { usePicture } from './use-picture.ts';

export function Verify(): JSX.Element {
  const one = usePicture(MODEL);
  const other = usePicture(MODEL);
  return <div class="stack">
    <div class="columns faces-columns">
      <PictureCard title="One face" picture={one} label="Drop the first picture here, or choose one" height={300} />
      <PictureCard title="The other face" picture={other} label="Drop the second picture here, or choose one" height={300} />
    </div>
    {one.face && other.face ? <Verdict faceId1={one.face.faceId} faceId2={other.face.faceId} /> : <Card title="One person?"><Empty icon="faces" title="Two faces are needed">Drop two pictures. Where there are several faces, choose the one that is meant.</Empty></Card>}
  </div>;
}

function Verdict(faces: { faceId1: string; faceId2: string }): JSX.Element {
  const { client } = useAccount();
  const verdict = useLoad((signal) => client.post<{ isIdentical: boolean; confidence: number }>(`${BASE}/verify`, faces, { signal }), [client, faces.faceId1, faces.faceId2]);
  return <Card title="One person?"><div class="stack" aria-live="polite">
    <Show of={verdict}>{({ isIdentical, confidence }) => <Facts rows={[
      ['Verdict', <Tag kind={isIdentical ? 'good' : 'warn'}>{isIdentical ? 'one person' : 'two persons'}</Tag>],
      ['Confidence', <Confidence value={confidence} low={0.5} middle={0.6} />],
      ['Strangers as alike', `${rateInWords(falseMatchRate(confidence))} pairs of strangers would get this confidence or more. From 50 % on, two faces are said to be of one person.`],
    ]} />}</Show>
    <CallBehind call={{ method: 'POST', path: `${BASE}/verify`, json: faces }} />
  </div></Card>;
}
