/** Calls and errors of the last hour. */
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { manager } from '../../kit/api.ts';
import { Chart } from '../../kit/chart.tsx';
import { formatCount } from '../../kit/format.ts';
import { Card } from '../../kit/parts.tsx';
import { Async } from '../../kit/problem.tsx';
import { useLoad } from '../../kit/use.ts';

interface Minute { minute: string; calls: number; refused: number; failed: number }

const POLL_MS = 5000;

export function ActivityCard(): JSX.Element {
  const activity = useLoad(async (signal) => (await manager.get<{ value: Minute[] }>('/activity', { signal, quiet: true })).value, [], { everyMs: POLL_MS });
  return <Card title="Calls in the last hour" actions={activity.value && <Totals minutes={activity.value} />}>
    <Async of={activity}>{(minutes) => <ActivityChart minutes={minutes} />}</Async>
    <p class="faint small">Area calls handled by this process per minute, kept in memory and reset when the server restarts. Monthly usage is on the account pages.</p>
  </Card>;
}

function Totals({ minutes }: { minutes: readonly Minute[] }): JSX.Element {
  const { calls, refused, failed } = sumTotals(minutes);
  return <span class="soft">{formatCount(calls)} calls · {formatCount(refused)} rejected · {formatCount(failed)} failed</span>;
}

function sumTotals(minutes: readonly Minute[]): Omit<Minute, 'minute'> {
  return minutes.reduce((sum, { calls, refused, failed }) => ({ calls: sum.calls + calls, refused: sum.refused + refused, failed: sum.failed + failed }), { calls: 0, refused: 0, failed: 0 });
}

function ActivityChart({ minutes }: { minutes: readonly Minute[] }): JSX.Element {
  // Redrawn only on changes: the response is a new object each time.
  const shape = JSON.stringify(minutes);
  const { x, series } = useMemo(() => ({
    x: minutes.map(({ minute }) => new Date(minute).getTime() / 1000),
    series: [
      { label: 'Calls', values: minutes.map(({ calls }) => calls), color: 1, kind: 'area' },
      { label: 'Rejected (4xx)', values: minutes.map(({ refused }) => refused), color: 2 },
      { label: 'Failed (5xx)', values: minutes.map(({ failed }) => failed), color: 6 },
    ] as const,
  }), [shape]);
  const { calls, refused, failed } = sumTotals(minutes);
  return <Chart label={`Calls per minute in the last hour: ${calls} in total, ${refused} rejected, ${failed} failed`} x={x} series={series} time whole height={190} />;
}
