/** The reward curve against the baseline, and the shares below it. */
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { Chart } from '../../kit/chart.tsx';
import { formatPercent } from '../../kit/format.ts';
import { ZERO, baselineReward, earnedReward, runningTotals } from './curve.ts';
import type { Point, Sums } from './curve.ts';
import type { Estimate } from './estimate.ts';

function toShare(part: number, { events }: Sums): number | null {
  return events === 0 ? null : part / events;
}

/** The same object while the points are equal: they are recomputed on every render. */
function useStable(points: readonly Point[]): readonly Point[] {
  const shape = JSON.stringify(points);
  return useMemo(() => points, [shape]);
}

export function CurveChart({ points, time }: { points: readonly Point[]; time: boolean }): JSX.Element {
  const same = useStable(points);
  const { x, series } = useMemo(() => {
    const line = (found: readonly (Estimate | undefined)[]) => ({ values: found.map((one) => one?.value ?? null), low: found.map((one) => one?.low ?? null), high: found.map((one) => one?.high ?? null) });
    return {
      x: same.map((point) => point.x),
      series: [{ label: 'Reward', color: 1, points: true, ...line(same.map(({ sums }) => earnedReward(sums))) }, { label: 'Baseline so far', color: 2, dashed: true, points: same.filter(({ sums }) => sums.events > 0).length === 1, ...line(runningTotals(same).map(baselineReward)) }] as const,
    };
  }, [same]);
  const got = earnedReward(points.findLast(({ sums }) => sums.events > 0)?.sums ?? ZERO);
  const would = baselineReward(runningTotals(points).at(-1) ?? ZERO);
  return <Chart label={`Average reward in ${points.length} points over ${runningTotals(points).at(-1)?.events ?? 0} decisions; the last: ${got?.value.toFixed(3)}, baseline ${would === undefined ? 'unknown' : would.value.toFixed(3)}`} x={x} series={series} time={time} height={280} format={(value) => value.toFixed(2)} formatX={time ? undefined : (value) => `${value}`} />;
}

/** Explored events and, if known, those in which the model agrees with the baseline. */
export function ShareChart({ points, time }: { points: readonly Point[]; time: boolean }): JSX.Element {
  const same = useStable(points);
  const { x, series } = useMemo(() => ({
    x: same.map((point) => point.x),
    series: [
      { label: 'Explored', color: 3, kind: 'area', points: true, values: same.map(({ sums }) => toShare(sums.explored, sums)) },
      ...time ? [{ label: 'Agrees with the baseline', color: 4, points: true, values: same.map(({ sums }) => toShare(sums.matched, sums)) } as const] : [],
    ] as const,
  }), [same, time]);
  return <Chart label="Share of explored events" x={x} series={series} time={time} height={160} range={[0, 1]} format={(value) => formatPercent(value)} formatX={time ? undefined : (value) => `${value}`} />;
}
