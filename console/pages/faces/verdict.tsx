/** The result of verify: same person or not, the confidence, and its false match rate. */
import type { JSX } from 'preact';
import { useAccount } from '../../kit/accounts.ts';
import { ApiCall } from '../../kit/call-behind.tsx';
import { Card, Confidence, Facts, Tag } from '../../kit/parts.tsx';
import { Async } from '../../kit/problem.tsx';
import { useLoad } from '../../kit/use.ts';
import { BASE } from './calls.ts';
import { falseMatchRate, formatRate } from './false-matches.ts';

export function VerifyResult({ request }: { request: Readonly<Record<string, string>> }): JSX.Element {
  const { client } = useAccount();
  const verdict = useLoad((signal) => client.post<{ isIdentical: boolean; confidence: number }>(`${BASE}/verify`, request, { signal }), [client, JSON.stringify(request)]);
  return <Card title="Same person?"><div class="stack" aria-live="polite">
    <Async of={verdict}>{({ isIdentical, confidence }) => <Facts rows={[
      ['Result', <Tag kind={isIdentical ? 'good' : 'warn'}>{isIdentical ? 'same person' : 'different persons'}</Tag>],
      ['Confidence', <Confidence value={confidence} low={0.5} middle={0.6} />],
      ['False match rate', `Of pairs of strangers, ${formatRate(falseMatchRate(confidence))} reach this confidence. From 50 %, two faces count as the same person.`],
    ]} />}</Async>
    <ApiCall call={{ method: 'POST', path: `${BASE}/verify`, json: request }} />
  </div></Card>;
}
