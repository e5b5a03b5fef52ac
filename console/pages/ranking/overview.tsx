/** Is the loop better than the application's own choice? Rewards, exploration and each action. */
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { useAccount } from '../../kit/accounts.ts';
import { ApiCall } from '../../kit/api-call.tsx';
import { Async } from '../../kit/async.tsx';
import { SelectField } from '../../kit/form.tsx';
import { formatCount, formatPercent } from '../../kit/format.ts';
import { useLoad } from '../../kit/hooks.ts';
import { ButtonLink, Card, Empty, Figure, Meter } from '../../kit/parts.tsx';
import { navigate, setQuery, useRoute } from '../../kit/router.tsx';
import { Table } from '../../kit/table.tsx';
import { commonScale, CurveChart, Interval, NoEvents, ShareChart } from './charts.tsx';
import {
  addSums,
  baselineReward,
  countActions,
  earnedReward,
  gainOverBaseline,
  pointsByEvent,
  pointsByTime,
  sumsOfSpan,
  ZERO,
} from './curve.ts';
import type { Point } from './curve.ts';
import type { Estimate } from './estimate.ts';
import { loadEventPage } from './events-data.ts';
import { BASE } from './types.ts';
import type { EventRow, Span } from './types.ts';

const POLL_MS = 5000;
const LONG_POLL_MS = 60_000;
const RECENT = 1000;
const POINTS_BY_EVENT = 15;
const POINTS_BY_TIME = 120;
const HOUR_MS = 3_600_000;
const SPAN_MS = 300_000;
const RANGES: Readonly<Record<string, { label: string; ms: number }>> = {
  events: { label: 'Last 1,000 events', ms: HOUR_MS },
  hour: { label: 'Last hour', ms: HOUR_MS },
  day: { label: 'Last day', ms: 24 * HOUR_MS },
  week: { label: 'Last week', ms: 168 * HOUR_MS },
  quarter: { label: 'Last 90 days', ms: 2160 * HOUR_MS },
};

function rangeStart(ms: number): string {
  return new Date(Math.floor((Date.now() - ms) / SPAN_MS) * SPAN_MS).toISOString();
}

export function Overview(): JSX.Element {
  const { client } = useAccount();
  const requested = useRoute().query.get('over') ?? '';
  const over = requested in RANGES ? requested : 'events';
  const { ms } = RANGES[over]!;
  const metrics = useLoad(
    async (signal) =>
      (await client.get<Span[][]>(`${BASE}/learningMetrics`, { signal, quiet: true, query: { startDate: rangeStart(ms) } })).flat(),
    [client, ms],
    { everyMs: ms > 24 * HOUR_MS ? LONG_POLL_MS : POLL_MS },
  );
  const recent = useLoad(async (signal) => (await loadEventPage(client, { top: RECENT }, { signal, quiet: true })).value, [client], {
    everyMs: POLL_MS,
  });
  return (
    <Async of={recent}>
      {(events) => (
        <Async of={metrics}>
          {(spans) => (
            <>
              <Apprentice spans={spans} events={events} />
              <Earnings over={over} events={events} spans={spans} onMade={recent.reload} />
              {events.length > 0 && <Actions events={events} />}
              <ApiCall
                call={
                  over === 'events'
                    ? { method: 'GET', path: `${BASE}/logs/events`, query: { top: RECENT } }
                    : { method: 'GET', path: `${BASE}/learningMetrics`, query: { startDate: rangeStart(ms) } }
                }
              />
            </>
          )}
        </Async>
      )}
    </Async>
  );
}

function Earnings({
  over,
  events,
  spans,
  onMade,
}: {
  over: string;
  events: readonly EventRow[];
  spans: readonly Span[];
  onMade: () => void;
}): JSX.Element {
  const byTime = over !== 'events';
  const now = Date.now();
  const points = byTime
    ? pointsByTime(spans, { fromMs: now - RANGES[over]!.ms, toMs: now, maxPoints: POINTS_BY_TIME })
    : pointsByEvent(events, POINTS_BY_EVENT);
  const choice = (
    <SelectField
      bare
      label="Period"
      value={over}
      onInput={(value) => setQuery({ over: value === 'events' ? undefined : value })}
      options={Object.entries(RANGES).map(([value, { label }]) => ({ value, label }))}
    />
  );
  if (points.length === 0) {
    return (
      <Card title="Reward" actions={choice}>
        {events.length === 0 && !byTime ? (
          <NoEvents onMade={onMade} />
        ) : (
          <Empty icon="ranking" title={byTime ? 'No learning in this period' : 'No rewards yet'}>
            {byTime
              ? 'Five-minute spans appear here after a model was exported.'
              : 'Events are counted when their reward arrives, or when the wait time ends.'}
          </Empty>
        )}
      </Card>
    );
  }
  return (
    <>
      <Totals points={points} byTime={byTime} />
      <Card title="Reward" actions={choice}>
        <CurveChart points={points} time={byTime} />
        <p class="faint small">
          The average reward per decision with its 95 % interval, beside an estimate of what the application's own choice (the first action,
          or a slot's baselineAction) would have earned. The estimate uses the events in which that choice was shown, weighted by how
          unlikely it was; its interval narrows with more of them.
          {byTime ? '' : ' Each point covers the events since the previous one; events still waiting for a reward are left out.'}
        </p>
      </Card>
      <Card title={byTime ? 'Exploration and agreement' : 'Exploration'}>
        <ShareChart points={points} time={byTime} />
      </Card>
    </>
  );
}

function Totals({ points, byTime }: { points: readonly Point[]; byTime: boolean }): JSX.Element {
  const total = points.map(({ sums }) => sums).reduce(addSums, ZERO);
  const [got, would, gain] = [earnedReward(total), baselineReward(total), gainOverBaseline(total)];
  return (
    <div class="ranking-figures">
      <Figure value={formatCount(total.events)} label="decisions with a reward" />
      <Figure value={<IntervalText of={got} />} label="average reward" />
      <Figure value={<IntervalText of={would} />} label="baseline's average reward" />
      <Figure value={<IntervalText of={gain} signed />} label="above the baseline" />
      <Figure value={formatPercent(total.explored / total.events, 1)} label="explored" />
      {byTime && <Figure value={formatPercent(total.matched / total.events, 1)} label="agreement with the baseline" />}
    </div>
  );
}

/** The interval is not symmetric, so both ends are shown. */
function IntervalText({ of, signed = false }: { of: Estimate | undefined; signed?: boolean }): JSX.Element {
  if (!of) return <span class="faint">never shown yet</span>;
  const number = (value: number): string => `${value < 0 ? '−' : signed ? '+' : ''}${Math.abs(value).toFixed(3)}`;
  return (
    <>
      {number(of.value)}
      {of.low !== undefined && of.high !== undefined && (
        <small class="soft ranking-ends">
          {number(of.low)} to {number(of.high)}
        </small>
      )}
    </>
  );
}

/** From this match rate on, a loop is usually switched to Online. */
const READY_MATCH_RATE = 0.75;

/** Shown when the newest event was decided in apprentice mode. */
function Apprentice({ spans, events }: { spans: readonly Span[]; events: readonly EventRow[] }): JSX.Element | null {
  if (events[0]?.learningMode !== 'Apprentice') return null;
  const { events: total, matched } = spans
    .filter(({ learningMode }) => learningMode === 'Apprentice')
    .map(sumsOfSpan)
    .reduce(addSums, ZERO);
  const share = total === 0 ? 0 : matched / total;
  return (
    <Card title="Apprentice" actions={<ButtonLink to="/ranking?tab=settings">Change mode</ButtonLink>}>
      <div class="stack tight">
        <p class="soft">
          The loop returns the application's own choice and learns to imitate it. When the model agrees with most decisions, set the
          learning mode to Online.
        </p>
        {total === 0 ? (
          <p role="status">No learning in this period yet.</p>
        ) : (
          <>
            <Meter share={share} kind={share < READY_MATCH_RATE ? 'warn' : undefined} label="Match rate" text={formatPercent(share, 1)} />
            <p role="status">
              The model agrees in {formatPercent(share, 1)} of {formatCount(total)} decisions
              {share >= READY_MATCH_RATE
                ? ': it is ready.'
                : `; ${formatPercent(READY_MATCH_RATE)} is the usual threshold for Online mode.`}
            </p>
          </>
        )}
      </div>
    </Card>
  );
}

/** Each action: how often it was shown, its average reward, and the estimate if it were always shown. */
function Actions({ events }: { events: readonly EventRow[] }): JSX.Element {
  const rows = useMemo(() => countActions(events), [events]);
  const scale = useMemo(() => commonScale(rows.flatMap(({ earned, always }) => [earned, always])), [rows]);
  return (
    <Card flush title={`Actions of the last ${formatCount(events.length)} events`}>
      <Table
        label="Actions"
        rows={rows}
        keyOf={({ id }) => id}
        height={360}
        rowHeight={36}
        onOpen={({ id }) => navigate(`/ranking?${new URLSearchParams({ tab: 'events', action: id }).toString()}`)}
        columns={[
          { title: 'Action', width: 'minmax(90px, 1fr)', cell: ({ id }) => id },
          {
            title: 'Shown',
            width: 'minmax(110px, 1fr)',
            cell: ({ id, share, shown }) => (
              <Meter share={share} label={`Share of ${id}`} text={`${formatPercent(share)} · ${formatCount(shown)}`} />
            ),
          },
          { title: 'Explored', width: '70px', number: true, cell: ({ explored, shown }) => formatPercent(explored / shown) },
          {
            title: 'Average reward',
            width: 'minmax(150px, 1.4fr)',
            cell: ({ id, earned }) => <Interval of={earned} scale={scale} label={`Average reward of ${id}`} />,
          },
          {
            title: 'If always shown',
            width: 'minmax(150px, 1.4fr)',
            cell: ({ id, always }) => <Interval of={always} scale={scale} label={`Estimate if ${id} were always shown`} />,
          },
        ]}
      />
    </Card>
  );
}
