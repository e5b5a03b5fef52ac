/** What verify says of two faces, or of a face and a person: one or two persons, how sure, and how often strangers would be as alike. */
import type { JSX } from 'preact';
import { useAccount } from '../../kit/accounts.ts';
import { CallBehind } from '../../kit/call-behind.tsx';
import { Card, Confidence, Facts, Tag } from '../../kit/parts.tsx';
import { Show } from '../../kit/problem.tsx';
import { useLoad } from '../../kit/use.ts';
import { BASE } from './calls.ts';
import { falseMatchRate, rateInWords } from './false-matches.ts';

export function Verdict({ request }: { request: Readonly<Record<string, string>> }): JSX.Element {
  const { client } = useAccount();
  const verdict = useLoad((signal) => client.post<{ isIdentical: boolean; confidence: number }>(`${BASE}/verify`, request, { signal }), [client, JSON.stringify(request)]);
  return <Card title="One person?"><div class="stack" aria-live="polite">
    <Show of={verdict}>{({ isIdentical, confidence }) => <Facts rows={[
      ['Verdict', <Tag kind={isIdentical ? 'good' : 'warn'}>{isIdentical ? 'one person' : 'two persons'}</Tag>],
      ['Confidence', <Confidence value={confidence} low={0.5} middle={0.6} />],
      ['Strangers as alike', `Of pairs of strangers, ${rateInWords(falseMatchRate(confidence))} would get this confidence or more. From 50 % on, two faces are said to be of one person.`],
    ]} />}</Show>
    <CallBehind call={{ method: 'POST', path: `${BASE}/verify`, json: request }} />
  </div></Card>;
}
