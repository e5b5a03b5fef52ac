/** Charts and small components of the ranking pages. */
import { useMemo } from 'preact/hooks';
import { rich, t } from '../../i18n/messages.ts';
import { Chart } from '../../kit/chart.tsx';
import { formatNumber, formatPercent } from '../../kit/format.ts';
import { ButtonLink, Empty, Meter, Tag } from '../../kit/parts.tsx';
import type { Estimate, EstimatePoint } from './types.ts';

/** The same object while the points are equal: they are loaded again and again. */
function useStable(points: readonly EstimatePoint[]): readonly EstimatePoint[] {
  const shape = JSON.stringify(points);
  return useMemo(() => points, [shape]);
}

/** By time, or by the number of events. */
function toX(point: EstimatePoint, time: boolean): number {
  return time ? Date.parse(point.startDate) / 1000 : point.cumulativeNumberOfEvents;
}

export function CurveChart({ points, time }: { points: readonly EstimatePoint[]; time: boolean }) {
  const same = useStable(points);
  const { x, series } = useMemo(() => {
    const line = (found: readonly (Estimate | undefined)[]) => ({
      values: found.map((one) => one?.value ?? null),
      low: found.map((one) => one?.low ?? null),
      high: found.map((one) => one?.high ?? null),
    });
    return {
      x: same.map((point) => toX(point, time)),
      series: [
        { label: t('Reward'), color: 1, points: true, ...line(same.map(({ averageReward }) => averageReward)) },
        {
          label: t('Baseline so far'),
          color: 2,
          dashed: true,
          points: same.length === 1,
          ...line(same.map(({ cumulativeBaselineReward }) => cumulativeBaselineReward)),
        },
      ] as const,
    };
  }, [same, time]);
  const last = points.at(-1);
  return (
    <Chart
      label={t('Average reward in {points} points over {decisions} decisions; the last: {reward}, baseline {baseline}', {
        points: points.length,
        decisions: last?.cumulativeNumberOfEvents ?? 0,
        reward: last?.averageReward && formatNumber(last.averageReward.value, 3),
        baseline: last?.cumulativeBaselineReward ? formatNumber(last.cumulativeBaselineReward.value, 3) : t('unknown'),
      })}
      x={x}
      series={series}
      time={time}
      height={280}
      format={(value) => formatNumber(value, 2)}
      formatX={time ? undefined : (value) => `${value}`}
    />
  );
}

/** Explored events and, if known, those in which the model agrees with the baseline. */
export function ShareChart({ points, time }: { points: readonly EstimatePoint[]; time: boolean }) {
  const same = useStable(points);
  const { x, series } = useMemo(
    () => ({
      x: same.map((point) => toX(point, time)),
      series: [
        {
          label: t('Explored'),
          color: 3,
          kind: 'area',
          points: true,
          values: same.map(({ numberOfEvents, numberOfExploredEvents }) => numberOfExploredEvents / numberOfEvents),
        },
        ...(time
          ? [
              {
                label: t('Agrees with the baseline'),
                color: 4,
                points: true,
                values: same.map(({ numberOfEvents, numberOfMatchedEvents = 0 }) => numberOfMatchedEvents / numberOfEvents),
              } as const,
            ]
          : []),
      ] as const,
    }),
    [same, time],
  );
  return (
    <Chart
      label={t('Share of explored events')}
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
  const ends = estimates.flatMap((one) => (one ? [one.low, one.high] : []));
  const from = Math.min(0, ...ends);
  const to = Math.max(0, ...ends);
  return to > from ? { from, to } : { from, to: from + 1 };
}

/** With a true minus sign; `signed` shows a plus sign too. */
export function formatReward(value: number, signed = false): string {
  return `${value < 0 ? '−' : signed ? '+' : ''}${formatNumber(Math.abs(value), 3)}`;
}

/** A count of missing events, to two digits. */
export function roundUp(count: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, count))) - 1);
  return Math.ceil(count / unit) * unit;
}

function formatEstimate({ value, low, high }: Estimate): string {
  return t('{value} ({low} to {high})', { value: formatReward(value), low: formatReward(low), high: formatReward(high) });
}

export function Interval({ of, scale: { from, to }, label }: { of: Estimate | undefined; scale: Scale; label: string }) {
  if (!of) return <span class="faint">{t('no reward yet')}</span>;
  const at = (value: number): number => ((value - from) / (to - from)) * 100;
  const { value, low, high } = of;
  return (
    <span class="ranking-interval" role="img" aria-label={`${label}: ${formatEstimate(of)}`}>
      <span class="ranking-interval-track">
        <span class="zero" style={{ left: `${at(0)}%` }} />
        <span class="whisker" style={{ left: `${at(low)}%`, width: `${at(high) - at(low)}%` }} />
        <span class="dot" style={{ left: `${at(value)}%` }} />
      </span>
      <span class="number">{formatReward(value)}</span>
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
}) {
  return (
    <ul class="ranking-likely" aria-label={label}>
      {of.map(({ id, probability }) => (
        <li>
          <span class="row">
            <strong class={id === shown ? '' : 'plain'}>{id}</strong>
            {id === shown && <Tag kind={explored ? 'warn' : 'good'}>{explored ? t('shown, exploring') : t('shown')}</Tag>}
          </span>
          <Meter share={probability} label={t('Probability of {id}', { id })} text={formatPercent(probability, 1)} />
        </li>
      ))}
    </ul>
  );
}

const STATES: Readonly<Record<string, { words: string; about: string; kind?: 'good' | 'warn' | 'info' }>> = {
  Rewarded: { words: t('rewarded'), about: t('The reward arrived in time.'), kind: 'good' },
  Waiting: { words: t('waiting'), about: t('The reward may still arrive.'), kind: 'info' },
  DefaultReward: { words: t('default'), about: t('No reward arrived in time: the default was used.') },
  NotActivated: {
    words: t('not activated'),
    about: t('It was deferred and never activated: the loop does not learn from it.'),
    kind: 'warn',
  },
  Repeated: {
    words: t('repeated'),
    about: t('Another event with this id was waiting for a reward: only the first one counts.'),
    kind: 'warn',
  },
  Unknown: { words: t('unknown'), about: t('Its outcome is further on in the log than one response covers.'), kind: 'warn' },
};

/** The status of an event in a word. */
export function StateTag({ state }: { state: string }) {
  const { words, kind } = STATES[state] ?? { words: state, kind: undefined };
  return <Tag kind={kind}>{words}</Tag>;
}

export function describeState(state: string): string {
  return STATES[state]?.about ?? '';
}

/** Empty state of a loop without events. */
export function NoEvents() {
  return (
    <Empty
      icon="ranking"
      title={t('No events yet')}
      actions={
        <>
          <ButtonLink icon="sample" to="/?task=ranking" text={t('Try the sample')} />
          <ButtonLink to="/ranking?tab=playground" icon="play" text={t('Send a rank request')} />
        </>
      }
    >
      {rich(
        'Your application calls {code} to get the action to show, then {code2} to report how well it did. The sample is a lunch menu with five hundred visitors.',
        { code: <code>POST /rank</code>, code2: <code>/events/…/reward</code> },
      )}
    </Empty>
  );
}
