/** The event inspector: every decision, newest first, searched by id, action and time. */
import { useState } from 'preact/hooks';
import { rich, t } from '../../i18n/messages.ts';
import { useAccount } from '../../kit/accounts.ts';
import { ApiCall } from '../../kit/api-call.tsx';
import { Async, Problem } from '../../kit/async.tsx';
import { Form, TextField, TimeField } from '../../kit/form.tsx';
import { formatNumber, formatPercent, formatTime, plural } from '../../kit/format.ts';
import { useLoad } from '../../kit/hooks.ts';
import { JsonView } from '../../kit/json-view.tsx';
import { Button, ButtonLink, Card, Copyable, Empty, Facts, Tag } from '../../kit/parts.tsx';
import { setQuery, useRoute } from '../../kit/router.tsx';
import { Table } from '../../kit/table.tsx';
import { describeState, NoEvents, Probabilities, StateTag } from './charts.tsx';
import { useEventPages, type EventFilter, type EventPages } from './events-data.ts';
import { BASE, type EventRow, type EventView } from './types.ts';

/** The filter in the URL. */
function useFilter(): EventFilter {
  const { query } = useRoute();
  const part = (name: string): string | undefined => query.get(name) ?? undefined;
  return { eventId: part('id'), actionId: part('action'), startDate: part('from'), endDate: part('to') };
}

export function Events() {
  const { client } = useAccount();
  const filter = useFilter();
  const pages = useEventPages(client, filter);
  const selected = Number(useRoute().query.get('event') ?? NaN);
  const filtered = Object.values(filter).some((value) => value !== undefined);
  return (
    <>
      <Filter key={JSON.stringify(filter)} filter={filter} onReload={pages.reload} busy={pages.busy} />
      <div class={Number.isNaN(selected) ? '' : 'ranking-inspector'}>
        <Card flush title={t('Events')} actions={<Progress pages={pages} />}>
          {pages.error && <Problem error={pages.error} retry={pages.more} />}
          <Table
            label={t('Events')}
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
                <Empty
                  icon="search"
                  title={t('No results')}
                  actions={<Button onClick={() => setQuery(NO_FILTER)}>{t('Clear filters')}</Button>}
                >
                  {t('Ids must match exactly, including case. The retention time of the log is in the settings.')}
                </Empty>
              ) : (
                <NoEvents />
              )
            }
            columns={Number.isNaN(selected) ? COLUMNS : COLUMNS.filter(({ title }) => title !== EVENT_ID)}
          />
        </Card>
        {!Number.isNaN(selected) && <EventPanel key={selected} position={selected} onClose={() => setQuery({ event: undefined })} />}
      </div>
      {pages.rows.length > 0 && (
        <p class="faint small">{t('* explored: another action was more likely. An empty reward may still arrive.')}</p>
      )}
      <ApiCall call={{ method: 'GET', path: `${BASE}/logs/events`, query: { top: 1000, ...filter } }} />
    </>
  );
}

const NO_FILTER = { id: undefined, action: undefined, from: undefined, to: undefined };

/** Left out beside an open event, which shows its id. */
const EVENT_ID = t('Event');

const COLUMNS = [
  { title: t('When'), width: '150px', cell: (row: EventRow) => formatTime(row.time) },
  {
    title: t('Shown'),
    width: 'minmax(90px, 1.2fr)',
    cell: ({ decisions }: EventRow) => decisions.map(({ actionId }) => actionId).join(', '),
  },
  {
    title: t('Probability'),
    width: '84px',
    number: true,
    cell: ({ decisions }: EventRow) =>
      `${decisions.map(({ probability, explored }) => `${formatNumber(probability, 3)}${explored ? '*' : ''}`).join(' ')}`,
  },
  {
    title: t('Reward'),
    width: '64px',
    number: true,
    cell: ({ decisions }: EventRow) => decisions.map(({ reward }) => reward ?? '–').join(' '),
  },
  { title: t('State'), width: '110px', cell: ({ state }: EventRow) => <StateTag state={state} /> },
  { title: EVENT_ID, width: 'minmax(110px, 1.4fr)', cell: ({ eventId }: EventRow) => <span class="mono">{eventId}</span> },
] as const;

function Progress({ pages: { rows, oldestTime, busy, ended } }: { pages: EventPages }) {
  return (
    <span class="soft" role="status">
      {busy
        ? oldestTime === undefined
          ? t('Searching…')
          : t('Searching, back to {time}…', { time: formatTime(oldestTime) })
        : ended
          ? plural(rows.length, 'event')
          : t('{events} so far; scroll for older ones', { events: plural(rows.length, 'event') })}
    </span>
  );
}

function Filter({ filter, onReload, busy }: { filter: EventFilter; onReload: () => void; busy: boolean }) {
  const [id, setId] = useState(filter.eventId ?? '');
  const [action, setAction] = useState(filter.actionId ?? '');
  const [from, setFrom] = useState(filter.startDate ?? '');
  const [to, setTo] = useState(filter.endDate ?? '');
  return (
    <Form class="ranking-filter" onSubmit={() => setQuery({ id, action, from, to, event: undefined })}>
      <TextField label={t('Event id')} type="search" value={id} onInput={setId} />
      <TextField label={t('Shown action')} type="search" value={action} onInput={setAction} />
      <TimeField label={t('From')} value={from} onInput={setFrom} />
      <TimeField label={t('Until')} value={to} onInput={setTo} />
      <div class="row">
        <Button type="submit" icon="search" text={t('Search')} />
        <Button kind="quiet" onClick={() => setQuery(NO_FILTER)} text={t('Clear')} />
        <Button kind="quiet" icon="refresh" label={t('Check for new events')} busy={busy} onClick={onReload} />
      </div>
    </Form>
  );
}

/** One event: the request, the probability of each action, the decision, and its outcome. */
function EventPanel({ position, onClose }: { position: number; onClose: () => void }) {
  const { client } = useAccount();
  const path = `${BASE}/logs/events/${position}`;
  const event = useLoad((signal) => client.get<EventView>(path, { signal }), [client, path]);
  return (
    <Card
      title={t('Event')}
      actions={
        <>
          <ButtonLink kind="quiet" icon="play" to={`/ranking?tab=playground&event=${position}`} text={t('Try again')} />
          <Button kind="quiet" icon="refresh" label={t('Reload')} onClick={event.reload} />
          <Button kind="quiet" icon="close" label={t('Close event')} onClick={onClose} />
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

function DecisionView({ event }: { event: EventView }) {
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
          [t('Event id'), <Copyable text={eventId} label={t('Copy event id')} />],
          [t('When'), formatTime(at)],
          [
            t('State'),
            <span>
              <StateTag state={state} /> <span class="soft">{describeState(state)}</span>
            </span>,
          ],
          [t('Mode'), learningMode],
          [
            t('Model'),
            modelPosition === 0
              ? t('none yet: all actions were equally likely')
              : t('trained up to log entry {modelPosition}', { modelPosition }),
          ],
          deferred && [
            t('Deferred'),
            activatedTime === undefined ? t('not activated') : t('activated {activatedTime}', { activatedTime: formatTime(activatedTime) }),
          ],
          excludedActions.length > 0 && [t('Excluded'), excludedActions.join(', ')],
        ]}
      />
      {decisions.map(({ slotId, actionId, probability, explored, isBaseline, reward }, slot) => {
        const values = {
          action: <strong>{actionId}</strong>,
          probability: formatPercent(probability, 1),
          reward: <strong>{reward ?? t('none yet')}</strong>,
        };
        return (
          <section class="stack tight" aria-label={slotId === undefined ? t('Decision') : t('Slot {slotId}', { slotId })}>
            <h3>{slotId === undefined ? t('Decision') : t('Slot {slotId}', { slotId })}</h3>
            <p>
              {isBaseline
                ? rich("Shown: {action} with probability {probability}, same as the application's choice. Reward: {reward}", values)
                : rich('Shown: {action} with probability {probability}. Reward: {reward}', values)}
            </p>
            <Probabilities
              label={slotId === undefined ? t('Probabilities') : t('Probabilities of slot {slotId}', { slotId })}
              shown={actionId}
              explored={explored}
              of={actions
                .map(({ id }, k) => ({ id, probability: probabilities[slot]![k]! }))
                .filter((one) => one.probability > 0)
                .sort((a, b) => b.probability - a.probability)}
            />
          </section>
        );
      })}
      {rewards.length > 0 && (
        <section class="stack tight" aria-label={t('Rewards')}>
          <h3>{t('Rewards')}</h3>
          <ul>
            {rewards.map(({ time: when, value, slotId, counted }) => (
              <li>
                {slotId === undefined ? formatTime(when) : t('{time}, slot {slotId}', { time: formatTime(when), slotId })}:{' '}
                <strong>{value}</strong> {!counted && <Tag>{t('not counted')}</Tag>}
              </li>
            ))}
          </ul>
        </section>
      )}
      <section class="stack tight" aria-label={t('Context')}>
        <h3>{t('Context')}</h3>
        <JsonView value={contextFeatures} label={t('context')} height={220} />
      </section>
      <section class="stack tight" aria-label={t('Actions')}>
        <h3>{slots ? t('Actions and slots') : t('Actions')}</h3>
        <JsonView value={slots ? { actions, slots } : actions} label={t('actions')} height={260} />
      </section>
    </>
  );
}
