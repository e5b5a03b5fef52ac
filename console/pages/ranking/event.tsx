/** One event: the request, the probability of each action, the decision, and its outcome. */
import type { JSX } from 'preact';
import { useAccount } from '../../kit/accounts.ts';
import { ApiCall } from '../../kit/call-behind.tsx';
import { formatPercent, formatTime } from '../../kit/format.ts';
import { JsonView } from '../../kit/json-view.tsx';
import { Button, ButtonLink, Card, CopyButton, Facts } from '../../kit/parts.tsx';
import { Async } from '../../kit/problem.tsx';
import { useLoad } from '../../kit/use.ts';
import { StateTag, describeState } from './event-state.tsx';
import { Probabilities } from './probabilities.tsx';
import { BASE } from './types.ts';
import type { EventView } from './types.ts';

export function EventPanel({ position, onClose }: { position: number; onClose: () => void }): JSX.Element {
  const { client } = useAccount();
  const path = `${BASE}/logs/events/${position}`;
  const event = useLoad((signal) => client.get<EventView>(path, { signal }), [client, path]);
  return <Card title="Event" actions={<><ButtonLink kind="quiet" icon="play" to={`/ranking?tab=playground&event=${position}`}>Try again</ButtonLink><Button kind="quiet" icon="refresh" label="Reload" onClick={event.reload} /><Button kind="quiet" icon="close" label="Close event" onClick={onClose} /></>}>
    <Async of={event}>{(value) => <div class="stack"><DecisionView event={value} /><ApiCall call={{ method: 'GET', path }} /></div>}</Async>
  </Card>;
}

function DecisionView({ event }: { event: EventView }): JSX.Element {
  const { eventId, time: at, state, learningMode, modelPosition, decisions, probabilities, actions, contextFeatures, excludedActions, slots, rewards, deferred, activatedTime } = event;
  return <>
    <Facts rows={[
      ['Event id', <span class="row"><code>{eventId}</code><CopyButton text={eventId} label="Copy event id" /></span>], ['When', formatTime(at)], ['State', <span><StateTag state={state} /> <span class="soft">{describeState(state)}</span></span>],
      ['Mode', learningMode], ['Model', modelPosition === 0 ? 'none yet: all actions were equally likely' : `trained up to log entry ${modelPosition}`],
      deferred && ['Deferred', activatedTime === undefined ? 'not activated' : `activated ${formatTime(activatedTime)}`], excludedActions.length > 0 && ['Excluded', excludedActions.join(', ')],
    ]} />
    {decisions.map(({ slotId, actionId, probability, explored, isBaseline, reward }, slot) => <section class="stack tight" aria-label={slotId === undefined ? 'Decision' : `Slot ${slotId}`}>
      <h3>{slotId === undefined ? 'Decision' : `Slot ${slotId}`}</h3>
      <p>Shown: <strong>{actionId}</strong> with probability {formatPercent(probability, 1)}{isBaseline ? ', same as the application\'s choice' : ''}. Reward: <strong>{reward ?? 'none yet'}</strong></p>
      <Probabilities label={`Probabilities${slotId === undefined ? '' : ` of slot ${slotId}`}`} shown={actionId} explored={explored} of={actions.map(({ id }, k) => ({ id, probability: probabilities[slot]![k]! })).filter((one) => one.probability > 0).sort((a, b) => b.probability - a.probability)} />
    </section>)}
    {rewards.length > 0 && <section class="stack tight" aria-label="Rewards"><h3>Rewards</h3><ul>{rewards.map(({ time: when, value, slotId, counted }) => <li>{formatTime(when)}: <strong>{value}</strong>{slotId !== undefined && ` for ${slotId}`}{counted ? '' : ', not counted'}</li>)}</ul></section>}
    <section class="stack tight" aria-label="Context"><h3>Context</h3><JsonView value={contextFeatures} label="context" height={220} /></section>
    <section class="stack tight" aria-label="Actions"><h3>Actions{slots ? ' and slots' : ''}</h3><JsonView value={slots ? { actions, slots } : actions} label="actions" height={260} /></section>
  </>;
}
