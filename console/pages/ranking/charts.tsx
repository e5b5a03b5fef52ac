/** Charts and small components of the ranking pages. */
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { Chart } from '../../kit/chart.tsx';
import { formatPercent } from '../../kit/format.ts';
import { ButtonLink, Empty, Meter, Tag } from '../../kit/parts.tsx';
import { SampleButton } from '../../kit/sample-button.tsx';
import { baselineReward, earnedReward, runningTotals, ZERO } from './curve.ts';
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
    const line = (found: readonly (Estimate | undefined)[]) => ({
      values: found.map((one) => one?.value ?? null),
      low: found.map((one) => one?.low ?? null),
      high: found.map((one) => one?.high ?? null),
    });
    return {
      x: same.map((point) => point.x),
      series: [
        { label: 'Reward', color: 1, points: true, ...line(same.map(({ sums }) => earnedReward(sums))) },
        {
          label: 'Baseline so far',
          color: 2,
          dashed: true,
          points: same.filter(({ sums }) => sums.events > 0).length === 1,
          ...line(runningTotals(same).map(baselineReward)),
        },
      ] as const,
    };
  }, [same]);
  const got = earnedReward(points.findLast(({ sums }) => sums.events > 0)?.sums ?? ZERO);
  const would = baselineReward(runningTotals(points).at(-1) ?? ZERO);
  return (
    <Chart
      label={
        `Average reward in ${points.length} points over ${runningTotals(points).at(-1)?.events ?? 0} ` +
        `decisions; the last: ${got?.value.toFixed(3)}, baseline ${would === undefined ? 'unknown' : would.value.toFixed(3)}`
      }
      x={x}
      series={series}
      time={time}
      height={280}
      format={(value) => value.toFixed(2)}
      formatX={time ? undefined : (value) => `${value}`}
    />
  );
}

/** Explored events and, if known, those in which the model agrees with the baseline. */
export function ShareChart({ points, time }: { points: readonly Point[]; time: boolean }): JSX.Element {
  const same = useStable(points);
  const { x, series } = useMemo(
    () => ({
      x: same.map((point) => point.x),
      series: [
        { label: 'Explored', color: 3, kind: 'area', points: true, values: same.map(({ sums }) => toShare(sums.explored, sums)) },
        ...(time
          ? [
              {
                label: 'Agrees with the baseline',
                color: 4,
                points: true,
                values: same.map(({ sums }) => toShare(sums.matched, sums)),
              } as const,
            ]
          : []),
      ] as const,
    }),
    [same, time],
  );
  return (
    <Chart
      label="Share of explored events"
      x={x}
      series={series}
      time={time}
      height={160}
      range={[0, 1]}
      format={(value) => formatPercent(value)}
      formatX={time ? undefined : (value) => `${value}`}
    />
  );
}

export interface Scale {
  from: number;
  to: number;
}

/** A scale that fits all of them. */
export function commonScale(estimates: readonly (Estimate | undefined)[]): Scale {
  const ends = estimates.flatMap((one) => (one ? [one.low ?? one.value, one.high ?? one.value] : []));
  const from = Math.min(0, ...ends);
  const to = Math.max(0, ...ends);
  return to > from ? { from, to } : { from, to: from + 1 };
}

function formatEstimate({ value, low, high }: Estimate): string {
  return low === undefined || high === undefined ? value.toFixed(3) : `${value.toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})`;
}

export function Interval({ of, scale: { from, to }, label }: { of: Estimate | undefined; scale: Scale; label: string }): JSX.Element {
  if (!of) return <span class="faint">no reward yet</span>;
  const at = (value: number): number => ((value - from) / (to - from)) * 100;
  const { value, low = value, high = value } = of;
  return (
    <span class="ranking-interval" role="img" aria-label={`${label}: ${formatEstimate(of)}`}>
      <span class="ranking-interval-track">
        <span class="zero" style={{ left: `${at(0)}%` }} />
        <span class="whisker" style={{ left: `${at(low)}%`, width: `${at(high) - at(low)}%` }} />
        <span class="dot" style={{ left: `${at(value)}%` }} />
      </span>
      <span class="number">{value.toFixed(3)}</span>
    </span>
  );
}

export interface ActionProbability {
  id: string;
  probability: number;
}

/** The probability of each action, with the shown one marked. */
export function Probabilities({
  of,
  shown,
  explored = false,
  label,
}: {
  of: readonly ActionProbability[];
  shown: string;
  explored?: boolean;
  label: string;
}): JSX.Element {
  return (
    <ul class="ranking-likely" aria-label={label}>
      {of.map(({ id, probability }) => (
        <li>
          <span class="row">
            <strong class={id === shown ? '' : 'plain'}>{id}</strong>
            {id === shown && <Tag kind={explored ? 'warn' : 'good'}>{explored ? 'shown, exploring' : 'shown'}</Tag>}
          </span>
          <Meter share={probability} label={`Probability of ${id}`} text={`${(probability * 100).toFixed(1)} %`} />
        </li>
      ))}
    </ul>
  );
}

const STATES: Readonly<Record<string, { words: string; about: string; kind?: 'good' | 'warn' | 'info' }>> = {
  Rewarded: { words: 'rewarded', about: 'The reward arrived in time.', kind: 'good' },
  Waiting: { words: 'waiting', about: 'The reward may still arrive.', kind: 'info' },
  DefaultReward: { words: 'default', about: 'No reward arrived in time: the default was used.' },
  NotActivated: {
    words: 'not activated',
    about: 'It was deferred and never activated: the loop does not learn from it.',
    kind: 'warn',
  },
  Repeated: {
    words: 'repeated',
    about: 'Another event with this id was waiting for a reward: only the first one counts.',
    kind: 'warn',
  },
  Unknown: { words: 'unknown', about: 'Its outcome is further on in the log than one response covers.', kind: 'warn' },
};

/** The status of an event in a word. */
export function StateTag({ state }: { state: string }): JSX.Element {
  const { words, kind } = STATES[state] ?? { words: state, kind: undefined };
  return <Tag kind={kind}>{words}</Tag>;
}

export function describeState(state: string): string {
  return STATES[state]?.about ?? '';
}

/** Empty state of a loop without events. */
export function NoEvents({ onMade }: { onMade: () => void }): JSX.Element {
  return (
    <Empty
      icon="ranking"
      title="No events yet"
      actions={
        <>
          <SampleButton load={() => import('../../samples/ranking.ts')} onMade={onMade}>
            Create sample
          </SampleButton>
          <ButtonLink to="/ranking?tab=playground" icon="play">
            Send a rank request
          </ButtonLink>
        </>
      }
    >
      Your application calls <code>POST /rank</code> to get the action to show, then <code>/events/…/reward</code> to report how well it
      did. The sample is a lunch menu with five hundred visitors.
    </Empty>
  );
}
