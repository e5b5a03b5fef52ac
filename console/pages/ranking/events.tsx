/** The event inspector: every decision, newest first, searched by id, action and time. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useAccount } from '../../kit/accounts.ts';
import { ApiCall } from '../../kit/api-call.tsx';
import { Async, Problem } from '../../kit/async.tsx';
import { Form, TextField, TimeField } from '../../kit/form.tsx';
import { formatPercent, formatTime, plural } from '../../kit/format.ts';
import { useLoad } from '../../kit/hooks.ts';
import { JsonView } from '../../kit/json-view.tsx';
import { Button, ButtonLink, Card, CopyButton, Empty, Facts } from '../../kit/parts.tsx';
import { setQuery, useRoute } from '../../kit/router.tsx';
import { Table } from '../../kit/table.tsx';
import { describeState, NoEvents, Probabilities, StateTag } from './charts.tsx';
import { useEventPages } from './events-data.ts';
import type { EventFilter, EventPages } from './events-data.ts';
import { BASE } from './types.ts';
import type { EventRow, EventView } from './types.ts';

/** The filter in the URL. */
function useFilter(): EventFilter {
  const { query } = useRoute();
  const part = (name: string): string | undefined => query.get(name) ?? undefined;
  return { eventId: part('id'), actionId: part('action'), startDate: part('from'), endDate: part('to') };
}

export function Events(): JSX.Element {
  const { client } = useAccount();
  const filter = useFilter();
  const pages = useEventPages(client, filter);
  const selected = Number(useRoute().query.get('event') ?? NaN);
  const filtered = Object.values(filter).some((value) => value !== undefined);
  return (
    <>
      <Filter key={JSON.stringify(filter)} filter={filter} onReload={pages.reload} busy={pages.busy} />
      <div class={Number.isNaN(selected) ? '' : 'ranking-inspector'}>
        <Card flush title="Events" actions={<Progress pages={pages} />}>
          {pages.error && <Problem error={pages.error} retry={pages.more} />}
          <Table
            label="Events"
            rows={pages.rows}
            keyOf={({ position }) => position}
            height={560}
            onEnd={pages.more}
            selected={({ position }) => position === selected}
            onOpen={({ position }) => setQuery({ event: String(position) })}
            empty={
              pages.busy || pages.error ? (
                <span />
              ) : filtered ? (
                <Empty icon="search" title="No results" actions={<Button onClick={() => setQuery(NO_FILTER)}>Clear filters</Button>}>
                  Ids must match exactly, including case. The retention time of the log is in the settings.
                </Empty>
              ) : (
                <NoEvents onMade={pages.reload} />
              )
            }
            columns={COLUMNS}
          />
        </Card>
        {!Number.isNaN(selected) && <EventPanel key={selected} position={selected} onClose={() => setQuery({ event: undefined })} />}
      </div>
      {pages.rows.length > 0 && <p class="faint small">* explored: another action was more likely. An empty reward may still arrive.</p>}
      <ApiCall call={{ method: 'GET', path: `${BASE}/logs/events`, query: { top: 1000, ...filter } }} />
    </>
  );
}

const NO_FILTER = { id: undefined, action: undefined, from: undefined, to: undefined };

const COLUMNS = [
  { title: 'When', width: '150px', cell: (row: EventRow) => formatTime(row.time) },
  {
    title: 'Shown',
    width: 'minmax(90px, 1.2fr)',
    cell: ({ decisions }: EventRow) => decisions.map(({ actionId }) => actionId).join(', '),
  },
  {
    title: 'Probability',
    width: '84px',
    number: true,
    cell: ({ decisions }: EventRow) =>
      `${decisions.map(({ probability, explored }) => `${probability.toFixed(3)}${explored ? '*' : ''}`).join(' ')}`,
  },
  {
    title: 'Reward',
    width: '64px',
    number: true,
    cell: ({ decisions }: EventRow) => decisions.map(({ reward }) => reward ?? '–').join(' '),
  },
  { title: 'State', width: '110px', cell: ({ state }: EventRow) => <StateTag state={state} /> },
  { title: 'Event', width: 'minmax(110px, 1.4fr)', cell: ({ eventId }: EventRow) => <span class="mono">{eventId}</span> },
] as const;

function Progress({ pages: { rows, oldestTime, busy, ended } }: { pages: EventPages }): JSX.Element {
  return (
    <span class="soft" role="status">
      {busy
        ? `Looking${oldestTime === undefined ? '' : `, back to ${formatTime(oldestTime)}`}…`
        : `${plural(rows.length, 'event')}${ended ? '' : ' so far; scroll for older ones'}`}
    </span>
  );
}

function Filter({ filter, onReload, busy }: { filter: EventFilter; onReload: () => void; busy: boolean }): JSX.Element {
  const [id, setId] = useState(filter.eventId ?? '');
  const [action, setAction] = useState(filter.actionId ?? '');
  const [from, setFrom] = useState(filter.startDate ?? '');
  const [to, setTo] = useState(filter.endDate ?? '');
  return (
    <Form class="ranking-filter" onSubmit={() => setQuery({ id, action, from, to, event: undefined })}>
      <TextField label="Event id" type="search" value={id} onInput={setId} autoComplete="off" />
      <TextField label="Shown action" type="search" value={action} onInput={setAction} autoComplete="off" />
      <TimeField label="From" value={from} onInput={setFrom} />
      <TimeField label="Until" value={to} onInput={setTo} />
      <div class="row">
        <Button type="submit" icon="search">
          Search
        </Button>
        <Button kind="quiet" onClick={() => setQuery(NO_FILTER)}>
          Clear
        </Button>
        <Button kind="quiet" icon="refresh" label="Check for new events" busy={busy} onClick={onReload} />
      </div>
    </Form>
  );
}

/** One event: the request, the probability of each action, the decision, and its outcome. */
function EventPanel({ position, onClose }: { position: number; onClose: () => void }): JSX.Element {
  const { client } = useAccount();
  const path = `${BASE}/logs/events/${position}`;
  const event = useLoad((signal) => client.get<EventView>(path, { signal }), [client, path]);
  return (
    <Card
      title="Event"
      actions={
        <>
          <ButtonLink kind="quiet" icon="play" to={`/ranking?tab=playground&event=${position}`}>
            Try again
          </ButtonLink>
          <Button kind="quiet" icon="refresh" label="Reload" onClick={event.reload} />
          <Button kind="quiet" icon="close" label="Close event" onClick={onClose} />
        </>
      }
    >
      <Async of={event}>
        {(value) => (
          <div class="stack">
            <DecisionView event={value} />
            <ApiCall call={{ method: 'GET', path }} />
          </div>
        )}
      </Async>
    </Card>
  );
}

function DecisionView({ event }: { event: EventView }): JSX.Element {
  const {
    eventId,
    time: at,
    state,
    learningMode,
    modelPosition,
    decisions,
    probabilities,
    actions,
    contextFeatures,
    excludedActions,
    slots,
    rewards,
    deferred,
    activatedTime,
  } = event;
  return (
    <>
      <Facts
        rows={[
          [
            'Event id',
            <span class="row">
              <code>{eventId}</code>
              <CopyButton text={eventId} label="Copy event id" />
            </span>,
          ],
          ['When', formatTime(at)],
          [
            'State',
            <span>
              <StateTag state={state} /> <span class="soft">{describeState(state)}</span>
            </span>,
          ],
          ['Mode', learningMode],
          ['Model', modelPosition === 0 ? 'none yet: all actions were equally likely' : `trained up to log entry ${modelPosition}`],
          deferred && ['Deferred', activatedTime === undefined ? 'not activated' : `activated ${formatTime(activatedTime)}`],
          excludedActions.length > 0 && ['Excluded', excludedActions.join(', ')],
        ]}
      />
      {decisions.map(({ slotId, actionId, probability, explored, isBaseline, reward }, slot) => (
        <section class="stack tight" aria-label={slotId === undefined ? 'Decision' : `Slot ${slotId}`}>
          <h3>{slotId === undefined ? 'Decision' : `Slot ${slotId}`}</h3>
          <p>
            Shown: <strong>{actionId}</strong> with probability {formatPercent(probability, 1)}
            {isBaseline ? ", same as the application's choice" : ''}. Reward: <strong>{reward ?? 'none yet'}</strong>
          </p>
          <Probabilities
            label={`Probabilities${slotId === undefined ? '' : ` of slot ${slotId}`}`}
            shown={actionId}
            explored={explored}
            of={actions
              .map(({ id }, k) => ({ id, probability: probabilities[slot]![k]! }))
              .filter((one) => one.probability > 0)
              .sort((a, b) => b.probability - a.probability)}
          />
        </section>
      ))}
      {rewards.length > 0 && (
        <section class="stack tight" aria-label="Rewards">
          <h3>Rewards</h3>
          <ul>
            {rewards.map(({ time: when, value, slotId, counted }) => (
              <li>
                {formatTime(when)}: <strong>{value}</strong>
                {slotId !== undefined && ` for ${slotId}`}
                {counted ? '' : ', not counted'}
              </li>
            ))}
          </ul>
        </section>
      )}
      <section class="stack tight" aria-label="Context">
        <h3>Context</h3>
        <JsonView value={contextFeatures} label="context" height={220} />
      </section>
      <section class="stack tight" aria-label="Actions">
        <h3>Actions{slots ? ' and slots' : ''}</h3>
        <JsonView value={slots ? { actions, slots } : actions} label="actions" height={260} />
      </section>
    </>
  );
}
