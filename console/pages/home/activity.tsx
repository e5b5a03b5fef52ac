/** Calls and errors of the last hour. */
import { useMemo } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import { manager } from '../../kit/api.ts';
import { Async } from '../../kit/async.tsx';
import { Chart, type Series } from '../../kit/chart.tsx';
import { formatCount } from '../../kit/format.ts';
import { useLoad } from '../../kit/hooks.ts';
import { Card } from '../../kit/parts.tsx';
import { ErrorsCard, type ErrorReply } from './usage.tsx';

interface Minute {
  minute: string;
  calls: number;
  refused: number;
  failed: number;
}

const ACTIVITY_POLL_MS = 5000;

/** Calls and errors of the last hour. */
export function Activity() {
  const activity = useLoad((signal) => manager.get<{ value: Minute[]; errors: ErrorReply[] }>('/activity', { signal, quiet: true }), [], {
    everyMs: ACTIVITY_POLL_MS,
  });
  return (
    <>
      <ErrorsCard errors={activity.value?.errors ?? []} />
      <Card class="quiet" title={t('Calls in the last hour')} actions={activity.value && <Totals minutes={activity.value.value} />}>
        <Async of={activity}>{({ value }) => <ActivityChart minutes={value} />}</Async>
        <p class="faint small">
          {t(
            'Area calls handled by this process per minute, kept in memory and reset when the server restarts. Monthly usage is on the account pages.',
          )}
        </p>
      </Card>
    </>
  );
}

function Totals({ minutes }: { minutes: readonly Minute[] }) {
  const { calls, refused, failed } = sumTotals(minutes);
  return (
    <span class="soft">
      {t('{calls} calls · {refused} rejected · {failed} failed', {
        calls: formatCount(calls),
        refused: formatCount(refused),
        failed: formatCount(failed),
      })}
    </span>
  );
}

function sumTotals(minutes: readonly Minute[]): Omit<Minute, 'minute'> {
  return minutes.reduce(
    (sum, { calls, refused, failed }) => ({ calls: sum.calls + calls, refused: sum.refused + refused, failed: sum.failed + failed }),
    { calls: 0, refused: 0, failed: 0 },
  );
}

function ActivityChart({ minutes }: { minutes: readonly Minute[] }) {
  // Redrawn only on changes: the response is a new object each time.
  const shape = JSON.stringify(minutes);
  const { x, series } = useMemo(
    () => ({
      x: minutes.map(({ minute }) => new Date(minute).getTime() / 1000),
      // A line at zero looks like an alarm: what did not happen is not drawn.
      series: [
        { label: t('Calls'), values: minutes.map(({ calls }) => calls), color: 1, kind: 'area' },
        { label: t('Rejected (4xx)'), values: minutes.map(({ refused }) => refused), color: 2 },
        { label: t('Failed (5xx)'), values: minutes.map(({ failed }) => failed), color: 6 },
      ].filter(({ values }, i) => i === 0 || values.some((count) => count > 0)) as Series[],
    }),
    [shape],
  );
  const { calls, refused, failed } = sumTotals(minutes);
  return (
    <Chart
      label={t('Calls per minute in the last hour: {calls} in total, {refused} rejected, {failed} failed', { calls, refused, failed })}
      x={x}
      series={series}
      time
      whole
      height={190}
    />
  );
}
