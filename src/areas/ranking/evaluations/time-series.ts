/** Results of an evaluation as 2022-09-01-preview returns them: expected rewards over time, from the sums of five minutes. */
import type { Static } from 'typebox';
import { gaussianHalfWidth } from '../../../engines/ranking/evaluation/service-estimate.ts';
import { rankingFailure } from '../failures.ts';
import { formatTime } from '../model.ts';
import type { Evaluation, EvaluationStatus, PolicyResult, Summary } from '../model.ts';
import type { EvaluationTimeSeries, TimeSeriesQuery } from '../schemas.ts';
import { checkRange } from './range.ts';

type TimeSeries = Static<typeof EvaluationTimeSeries>;
type Point = TimeSeries['value'][number]['timeseries']['data'][number];

/** How the results are read: from when to when, and in which steps. */
export interface SeriesOptions {
  startTime: string;
  endTime: string;
  intervalInMinutes: number;
  /** Whether each point covers all events since the start, or those of its interval. */
  isExpanding: boolean;
}

const EXPANDING_MINUTES = 5;
const ROLLING_MINUTES = [60, 360, 720, 1440];

/** Each window has its own intervals; without a window, the interval determines it. */
export function readSeriesOptions({ startTime, endTime, intervalInMinutes, window }: Static<typeof TimeSeriesQuery>): SeriesOptions {
  const minutes = intervalInMinutes ?? (window === 'Rolling' ? ROLLING_MINUTES[0]! : EXPANDING_MINUTES);
  const isExpanding = window === undefined ? minutes === EXPANDING_MINUTES : window === 'Expanding';
  if (isExpanding ? minutes !== EXPANDING_MINUTES : !ROLLING_MINUTES.includes(minutes))
    throw rankingFailure('InvalidRequest', {
      target: 'intervalInMinutes',
      details: `must be ${EXPANDING_MINUTES} for an expanding window, or one of ${ROLLING_MINUTES.join(', ')} for a rolling window.`,
    });
  return { ...checkRange({ startTime, endTime }, 'InvalidRequest'), intervalInMinutes: minutes, isExpanding };
}

const STATUSES: Readonly<Record<EvaluationStatus, string>> = {
  pending: 'Running',
  completed: 'Succeeded',
  failed: 'Failed',
  optimalPolicyApplied: 'OptimalPolicyApplied',
  onlinePolicyRetained: 'OnlinePolicyRetained',
};

export function statusName(status: EvaluationStatus): string {
  return STATUSES[status];
}

/** The service spells the names of its own policies with a small first letter. */
export function policyName({ name, policySource }: Pick<PolicyResult, 'name' | 'policySource'>): string {
  return isBuiltIn(policySource) ? name.charAt(0).toLowerCase() + name.slice(1) : name;
}

function isBuiltIn(source: PolicyResult['policySource']): boolean {
  return source === 'Online' || source === 'Baseline' || source === 'Random';
}

/** What the service returns while there are no results. */
const NO_RESULTS: TimeSeries = { startTime: '0001-01-01T00:00:00', endTime: '0001-01-01T00:00:00', intervalInMinutes: 0, value: [] };

export function toTimeSeries(
  { policyResults }: Evaluation,
  summaries: readonly (readonly Summary[])[] | undefined,
  options: SeriesOptions,
): TimeSeries {
  if (!summaries) return NO_RESULTS;
  const { startTime, endTime, intervalInMinutes } = options;
  return {
    startTime,
    endTime,
    intervalInMinutes,
    value: policyResults.map((result, i) => ({
      name: policyName(result),
      slotId: '',
      ...(!isBuiltIn(result.policySource) && { arguments: result.arguments }),
      policySource: result.policySource,
      summary: toEstimate(result.totalSummary),
      timeseries: { data: toPoints(summaries[i] ?? [], options) },
    })),
  };
}

type Sums = Pick<Summary, 'ipsEstimatorNumerator' | 'ipsEstimatorDenominator' | 'sumOfSquares'>;

const NOTHING: Sums = { ipsEstimatorNumerator: 0, ipsEstimatorDenominator: 0, sumOfSquares: 0 };

function toPoints(summaries: readonly Summary[], { startTime, endTime, intervalInMinutes, isExpanding }: SeriesOptions): Point[] {
  const [fromMs, toMs, intervalMs] = [Date.parse(startTime), Date.parse(endTime), intervalInMinutes * 60_000];
  const points: Point[] = [];
  let current: { startMs: number; sums: Sums } | undefined;
  for (const summary of summaries) {
    const atMs = Date.parse(summary.timeStamp);
    if (atMs < fromMs || atMs > toMs) continue;
    const startMs = Math.floor(atMs / intervalMs) * intervalMs;
    const isNew = startMs !== current?.startMs;
    current = { startMs, sums: add(isNew && !isExpanding ? NOTHING : (current?.sums ?? NOTHING), summary) };
    if (!isNew) points.pop();
    points.push({ timeStamp: formatTime(startMs), ...toEstimate(current.sums) });
  }
  return points;
}

function add(a: Sums, b: Sums): Sums {
  return {
    ipsEstimatorNumerator: a.ipsEstimatorNumerator + b.ipsEstimatorNumerator,
    ipsEstimatorDenominator: a.ipsEstimatorDenominator + b.ipsEstimatorDenominator,
    sumOfSquares: a.sumOfSquares + b.sumOfSquares,
  };
}

function toEstimate(sums: Sums = NOTHING): Omit<Point, 'timeStamp'> {
  const events = sums.ipsEstimatorDenominator;
  const expectedReward = events > 0 ? sums.ipsEstimatorNumerator / events : 0;
  const halfWidth = gaussianHalfWidth(events, expectedReward, sums.sumOfSquares);
  return { expectedReward, confidenceInterval: [expectedReward - halfWidth, expectedReward + halfWidth] };
}
