/** Is the loop better than the application's own choice? Rewards, exploration and each action. */
import { useMemo } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import { useAccount } from '../../kit/accounts.ts';
import { ApiCall } from '../../kit/api-call.tsx';
import { Async } from '../../kit/async.tsx';
import { SelectField } from '../../kit/form.tsx';
import { formatCount, formatPercent } from '../../kit/format.ts';
import { useLoad } from '../../kit/hooks.ts';
import { ButtonLink, Card, Empty, Figure, Meter } from '../../kit/parts.tsx';
import { navigate, setQuery, useRoute } from '../../kit/router.tsx';
import { Table } from '../../kit/table.tsx';
import { commonScale, CurveChart, formatReward, Interval, NoEvents, roundUp, ShareChart } from './charts.tsx';
import { BASE, type ActionEstimates, type Estimate, type Estimates, type Span } from './types.ts';

const POLL_MS = 5000;
const LONG_POLL_MS = 60_000;
const RECENT = 1000;
const POINTS_BY_EVENT = 15;
const POINTS_BY_TIME = 120;
const HOUR_MS = 3_600_000;
const SPAN_MS = 300_000;
const RANGES: Readonly<Record<string, { label: string; ms: number }>> = {
  events: { label: t('Last 1,000 events'), ms: HOUR_MS },
  hour: { label: t('Last hour'), ms: HOUR_MS },
  day: { label: t('Last day'), ms: 24 * HOUR_MS },
  week: { label: t('Last week'), ms: 168 * HOUR_MS },
  quarter: { label: t('Last 90 days'), ms: 2160 * HOUR_MS },
};
const RECENT_QUERY = { events: RECENT, points: POINTS_BY_EVENT };

function rangeStart(ms: number): string {
  return new Date(Math.floor((Date.now() - ms) / SPAN_MS) * SPAN_MS).toISOString();
}

export function Overview() {
  const { client } = useAccount();
  const requested = useRoute().query.get('over') ?? '';
  const over = requested in RANGES ? requested : 'events';
  const byTime = over !== 'events';
  const { ms } = RANGES[over]!;
  const rangeQuery = (): Record<string, string | number> => ({ startDate: rangeStart(ms), points: POINTS_BY_TIME });
  const recent = useLoad((signal) => client.get<Estimates>(`${BASE}/estimates`, { signal, quiet: true, query: RECENT_QUERY }), [client], {
    everyMs: POLL_MS,
  });
  const ranged = useLoad(
    async (signal) => (byTime ? await client.get<Estimates>(`${BASE}/estimates`, { signal, quiet: true, query: rangeQuery() }) : null),
    [client, over],
    { everyMs: ms > 24 * HOUR_MS ? LONG_POLL_MS : POLL_MS },
  );
  return (
    <Async of={recent}>
      {(newest) => (
        <Async of={ranged}>
          {(range) => (
            <>
              {newest.learningMode === 'Apprentice' && <Apprentice ms={ms} />}
              <Earnings over={over} estimates={range ?? newest} isNew={newest.learningMode === undefined} />
              {newest.actions.length > 0 && <Actions rows={newest.actions} events={newest.numberOfEvents} />}
              <ApiCall call={{ method: 'GET', path: `${BASE}/estimates`, query: byTime ? rangeQuery() : RECENT_QUERY }} />
            </>
          )}
        </Async>
      )}
    </Async>
  );
}

function Earnings({ over, estimates, isNew }: { over: string; estimates: Estimates; isNew: boolean }) {
  const byTime = over !== 'events';
  const { points } = estimates;
  const choice = (
    <SelectField
      bare
      label={t('Period')}
      value={over}
      onInput={(value) => setQuery({ over: value === 'events' ? undefined : value })}
      options={Object.entries(RANGES).map(([value, { label }]) => ({ value, label }))}
    />
  );
  if (points.length === 0) {
    return (
      <Card title={t('Reward')} actions={choice}>
        {isNew && !byTime ? (
          <NoEvents />
        ) : (
          <Empty icon="ranking" title={byTime ? t('No learning in this period') : t('No rewards yet')}>
            {byTime
              ? t('Five-minute spans appear here after a model was exported.')
              : t('Events are counted when their reward arrives, or when the wait time ends.')}
          </Empty>
        )}
      </Card>
    );
  }
  return (
    <>
      <Totals estimates={estimates} />
      <Card title={t('Reward')} actions={choice}>
        <Verdict estimates={estimates} />
        <CurveChart points={points} time={byTime} />
        <p class="faint small">
          {t(
            "The average reward per decision, beside an estimate of what the application's own choice (the first action, or a slot's baselineAction) would have earned, each with its 95 % interval. Each point covers the events since the previous one; the baseline covers all events so far. Events whose reward may still arrive are left out.",
          )}
        </p>
      </Card>
      <Card title={byTime ? t('Exploration and agreement') : t('Exploration')}>
        <ShareChart points={points} time={byTime} />
      </Card>
    </>
  );
}

/** One sentence: better, worse, or how many events are missing until that shows. */
function Verdict({ estimates: { differenceToBaseline: difference, missingEvents } }: { estimates: Estimates }) {
  if (!difference) return null;
  const gain = formatReward(Math.abs(difference.value));
  return (
    <p class={`note ${difference.low > 0 ? 'good' : difference.high < 0 ? 'warn' : ''}`} role="status">
      {difference.low > 0
        ? t('The loop earns {gain} more per decision than the baseline.', { gain })
        : difference.high < 0
          ? t('The loop earns {gain} less per decision than the baseline.', { gain })
          : missingEvents === undefined
            ? t('The loop and the baseline earn the same so far.')
            : t('Not significant yet. About {count} more events needed at the current difference.', {
                count: formatCount(roundUp(missingEvents)),
              })}
    </p>
  );
}

function Totals({ estimates }: { estimates: Estimates }) {
  const { numberOfEvents: events, numberOfExploredEvents: explored, numberOfMatchedEvents: matched } = estimates;
  return (
    <div class="card figures">
      <Figure value={formatCount(events)} label={t('decisions with a reward')} />
      <Figure value={<IntervalText of={estimates.averageReward} />} label={t('average reward')} />
      <Figure value={<IntervalText of={estimates.baselineReward} />} label={t("baseline's average reward")} />
      <Figure value={<IntervalText of={estimates.differenceToBaseline} signed />} label={t('above the baseline')} />
      <Figure value={formatPercent(explored / events, 1)} label={t('explored')} />
      {matched !== undefined && <Figure value={formatPercent(matched / events, 1)} label={t('agreement with the baseline')} />}
    </div>
  );
}

/** The interval is not symmetric, so both ends are shown. */
function IntervalText({ of, signed = false }: { of: Estimate | undefined; signed?: boolean }) {
  if (!of) return <span class="faint">{t('never shown yet')}</span>;
  return (
    <>
      {formatReward(of.value, signed)}
      <small class="soft ranking-ends">
        {t('{low} to {high}', { low: formatReward(of.low, signed), high: formatReward(of.high, signed) })}
      </small>
    </>
  );
}

/** From this match rate on, a loop is usually switched to Online. */
const READY_MATCH_RATE = 0.75;

/** Shown when the newest event was decided in apprentice mode. */
function Apprentice({ ms }: { ms: number }) {
  const { client } = useAccount();
  const metrics = useLoad(
    (signal) => client.get<Span[][]>(`${BASE}/learningMetrics`, { signal, quiet: true, query: { startDate: rangeStart(ms) } }),
    [client, ms],
    { everyMs: POLL_MS },
  );
  const spans = (metrics.value ?? []).flat().filter(({ learningMode }) => learningMode === 'Apprentice');
  const total = spans.reduce((sum, { numberOfEvents }) => sum + numberOfEvents, 0);
  const matched = spans.reduce((sum, { numberOfMatchedEvents }) => sum + numberOfMatchedEvents, 0);
  const share = total === 0 ? 0 : matched / total;
  return (
    <Card title={t('Apprentice')} actions={<ButtonLink to="/ranking?tab=settings">{t('Change mode')}</ButtonLink>}>
      <div class="stack tight">
        <p class="soft">
          {t(
            "The loop returns the application's own choice and learns to imitate it. When the model agrees with most decisions, set the learning mode to Online.",
          )}
        </p>
        {total === 0 ? (
          <p role="status">{t('No learning in this period yet.')}</p>
        ) : (
          <>
            <Meter
              share={share}
              kind={share < READY_MATCH_RATE ? 'warn' : undefined}
              label={t('Match rate')}
              text={formatPercent(share, 1)}
            />
            <p role="status">
              {share >= READY_MATCH_RATE
                ? t('The model agrees in {share} of {total} decisions: it is ready.', {
                    share: formatPercent(share, 1),
                    total: formatCount(total),
                  })
                : t('The model agrees in {share} of {total} decisions; {threshold} is the usual threshold for Online mode.', {
                    share: formatPercent(share, 1),
                    total: formatCount(total),
                    threshold: formatPercent(READY_MATCH_RATE),
                  })}
            </p>
          </>
        )}
      </div>
    </Card>
  );
}

/** Each action: how often it was shown, its average reward, and the estimate if it were always shown. */
function Actions({ rows, events }: { rows: readonly ActionEstimates[]; events: number }) {
  const scale = useMemo(
    () => commonScale(rows.flatMap(({ averageReward, rewardIfAlwaysShown }) => [averageReward, rewardIfAlwaysShown])),
    [rows],
  );
  return (
    <Card flush title={t('Actions of the last {count} events', { count: formatCount(events) })}>
      <Table
        label={t('Actions')}
        rows={rows}
        keyOf={({ id }) => id}
        height={360}
        rowHeight={36}
        onOpen={({ id }) => navigate(`/ranking?${new URLSearchParams({ tab: 'events', action: id }).toString()}`)}
        columns={[
          { title: t('Action'), width: 'minmax(90px, 1fr)', cell: ({ id }) => id },
          {
            title: t('Shown'),
            width: 'minmax(110px, 1fr)',
            cell: ({ id, numberOfDecisions: shown }) => (
              <Meter
                share={shown / events}
                label={t('Share of {id}', { id })}
                text={`${formatPercent(shown / events)} · ${formatCount(shown)}`}
              />
            ),
          },
          {
            title: t('Explored'),
            width: '70px',
            number: true,
            cell: ({ numberOfExploredDecisions: explored, numberOfDecisions: shown }) => formatPercent(explored / shown),
          },
          {
            title: t('Average reward'),
            width: 'minmax(150px, 1.4fr)',
            cell: ({ id, averageReward }) => <Interval of={averageReward} scale={scale} label={t('Average reward of {id}', { id })} />,
          },
          {
            title: t('Estimated if always shown'),
            width: 'minmax(150px, 1.4fr)',
            cell: ({ id, rewardIfAlwaysShown }) => (
              <Interval of={rewardIfAlwaysShown} scale={scale} label={t('Estimate if {id} were always shown', { id })} />
            ),
          },
        ]}
      />
    </Card>
  );
}
