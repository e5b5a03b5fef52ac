/** The response to a rank request, and its reward. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useAccount } from '../../kit/accounts.ts';
import { ApiCall } from '../../kit/call-behind.tsx';
import { NumberField } from '../../kit/form.tsx';
import { Button, ButtonLink, Card } from '../../kit/parts.tsx';
import { useAction } from '../../kit/use.ts';
import { Probabilities } from './probabilities.tsx';
import { BASE } from './types.ts';
import type { EventView } from './types.ts';

export interface RankResponse { eventId: string; position: number; event: EventView; explanation?: { id: string; features: { name: string; score: number }[] }[] }

const MAX_REASONS = 8;

export function ResponseCard({ answered: { eventId, position, event, explanation }, slots }: { answered: RankResponse; slots: boolean }): JSX.Element {
  return <Card title="Response" actions={<ButtonLink kind="quiet" to={`/ranking?tab=events&event=${position}`}>Open event</ButtonLink>}><div class="stack">
    {event.decisions.map(({ slotId, actionId, explored }, slot) => <section class="stack tight" aria-label={slotId === undefined ? 'Decision' : `Slot ${slotId}`}>
      <p>Show <strong data-shown>{actionId}</strong>{slotId !== undefined && ` in ${slotId}`}</p>
      <Probabilities label={`Probabilities${slotId === undefined ? '' : ` of slot ${slotId}`}`} shown={actionId} explored={explored} of={event.actions.map(({ id }, k) => ({ id, probability: event.probabilities[slot]![k]! })).filter((one) => one.probability > 0).sort((a, b) => b.probability - a.probability)} />
      {topReasons(explanation, actionId).length > 0 && <><h3>Why {actionId}</h3><ul class="small">{topReasons(explanation, actionId).map(({ name, score }) => <li class="spread"><span>{name}</span><span class="number">{score.toFixed(4)}</span></li>)}</ul></>}
      <RewardForm eventId={eventId} slotId={slots ? slotId : undefined} />
    </section>)}
  </div></Card>;
}

function topReasons(explanation: RankResponse['explanation'], shown: string): { name: string; score: number }[] {
  const features = explanation?.find(({ id }) => id === shown)?.features ?? [];
  return features.toSorted((a, b) => Math.abs(b.score) - Math.abs(a.score)).slice(0, MAX_REASONS);
}

function RewardForm({ eventId, slotId }: { eventId: string; slotId?: string }): JSX.Element {
  const { client } = useAccount();
  const [value, setValue] = useState<number | undefined>(1);
  const [sent, setSent] = useState<number>();
  const call = slotId === undefined ? { path: `${BASE}/events/${encodeURIComponent(eventId)}/reward`, json: { value } } : { path: `${BASE}/multislot/events/${encodeURIComponent(eventId)}/reward`, json: { reward: [{ slotId, value }] } };
  const send = useAction(async () => {
    await client.post(call.path, call.json);
    setSent(value);
  }, { done: 'Reward sent' });
  const wrong = value === undefined || value < -1 || value > 1 ? 'Must be a number from −1 to 1.' : undefined;
  return <div class="stack tight">
    <div class="ranking-reward"><NumberField label={slotId === undefined ? 'Reward' : `Reward of ${slotId}`} value={value} onInput={setValue} min={-1} max={1} step="any" error={wrong} /><Button icon="check" busy={send.busy} disabled={wrong !== undefined} onClick={() => void send.run()}>Send reward</Button></div>
    {sent !== undefined && <p class="soft" role="status">Sent: {sent}. A second reward counts only if rewards are summed.</p>}
    <ApiCall call={{ method: 'POST', ...call }} />
  </div>;
}
