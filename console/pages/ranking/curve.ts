/**
 * Rewards earned, and an estimate of what the baseline would have earned. Everything is a sum, so that time spans and
 * single events add up alike; estimate.ts computes means and intervals. The baseline is the action the application
 * would have shown: when it was shown, with probability p, its reward counts 1/p times.
 */
import { mean, difference, weightedMean } from './estimate.ts';
import type { Estimate, Weighted } from './estimate.ts';
import type { EventRow, Span } from './types.ts';

export interface Sums {
  events: number;
  reward: number;
  squares: number;
  explored: number;
  matched: number;
  /** Of the baseline. */ base: Weighted;
}

const NO_WEIGHT: Weighted = {
  events: 0,
  w: 0,
  wr: 0,
  wrr: 0,
  ww: 0,
  wwr: 0,
  wwrr: 0,
  rarity: 0,
  unseen: 0,
  minReward: Infinity,
  maxReward: -Infinity,
};
export const ZERO: Sums = { events: 0, reward: 0, squares: 0, explored: 0, matched: 0, base: NO_WEIGHT };

function addWeighted(a: Weighted, b: Weighted): Weighted {
  return {
    events: a.events + b.events,
    w: a.w + b.w,
    wr: a.wr + b.wr,
    wrr: a.wrr + b.wrr,
    ww: a.ww + b.ww,
    wwr: a.wwr + b.wwr,
    wwrr: a.wwrr + b.wwrr,
    rarity: a.rarity + b.rarity,
    unseen: a.unseen + b.unseen,
    minReward: Math.min(a.minReward, b.minReward),
    maxReward: Math.max(a.maxReward, b.maxReward),
  };
}

export function addSums(a: Sums, b: Sums): Sums {
  return {
    events: a.events + b.events,
    reward: a.reward + b.reward,
    squares: a.squares + b.squares,
    explored: a.explored + b.explored,
    matched: a.matched + b.matched,
    base: addWeighted(a.base, b.base),
  };
}

/** Time spans from before these sums were recorded omit them. */
export function sumsOfSpan(span: Span): Sums {
  return {
    events: span.numberOfEvents,
    reward: span.sumOfRewards,
    squares: span.sumOfSquaredRewards,
    explored: span.numberOfExploredEvents,
    matched: span.numberOfMatchedEvents,
    base: {
      events: span.numberOfEvents,
      w: span.baselineWeight,
      wr: span.baselineReward,
      wrr: span.baselineRewardSquares ?? NaN,
      ww: span.baselineWeightSquares ?? NaN,
      wwr: span.baselineCross ?? NaN,
      wwrr: span.baselineSquares,
      rarity: span.baselineRarity ?? NaN,
      unseen: span.baselineUnseen ?? NaN,
      minReward: span.leastReward ?? NaN,
      maxReward: span.mostReward ?? NaN,
    },
  };
}

/** One event with weight 0 if the action in question was not shown; `probability` is that of showing it, if known. */
function weightedEvent(isShown: boolean, probability: number, reward: number): Weighted {
  const w = isShown ? 1 / probability : 0;
  return {
    events: 1,
    w,
    wr: w * reward,
    wrr: w * reward * reward,
    ww: w * w,
    wwr: w * w * reward,
    wwrr: w * w * reward * reward,
    rarity: probability > 0 ? 1 / probability : 0,
    unseen: probability > 0 ? 0 : 1,
    minReward: reward,
    maxReward: reward,
  };
}

/** The decisions of an event that have their reward. */
export function sumsOfEvent({ decisions }: EventRow): Sums {
  let sums = ZERO;
  for (const { reward, explored, isBaseline, baselineProbability } of decisions) {
    if (reward === undefined) continue;
    sums = addSums(sums, {
      events: 1,
      reward,
      squares: reward * reward,
      explored: explored ? 1 : 0,
      matched: 0,
      base: weightedEvent(isBaseline, baselineProbability, reward),
    });
  }
  return sums;
}

export function earnedReward({ events, reward, squares, base }: Sums): Estimate | undefined {
  return mean(events, reward, squares, base);
}

export function baselineReward({ base }: Sums): Estimate | undefined {
  return weightedMean(base);
}

/** Difference to the baseline. */
export function gainOverBaseline({ reward, squares, base }: Sums): Estimate | undefined {
  return difference(base, reward, squares);
}

export interface Point {
  x: number;
  sums: Sums;
}

const SPAN_MS = 300_000;

/** About `count` points at equal time steps, from one before the first step with events to the end; none without events. */
export function pointsByTime(
  spans: readonly Span[],
  { fromMs, toMs, maxPoints }: { fromMs: number; toMs: number; maxPoints: number },
): Point[] {
  const widthMs = Math.max(1, Math.ceil((toMs - fromMs) / maxPoints / SPAN_MS)) * SPAN_MS;
  const found = new Map<number, Sums>();
  for (const span of spans) {
    const at = Date.parse(span.startDate);
    if (at + SPAN_MS <= fromMs || at >= toMs) continue;
    const begins = Math.floor(at / widthMs) * widthMs;
    found.set(begins, addSums(found.get(begins) ?? ZERO, sumsOfSpan(span)));
  }
  const points: Point[] = [];
  for (let at = Math.min(...found.keys()) - widthMs; at < toMs; at += widthMs) points.push({ x: at / 1000, sums: found.get(at) ?? ZERO });
  return points;
}

const MIN_EVENTS_PER_POINT = 10;

/** Points by number of events, oldest first: each covers the events since the previous one. Events come newest first. */
export function pointsByEvent(events: readonly EventRow[], maxPoints: number): Point[] {
  const rewarded = events
    .map(sumsOfEvent)
    .filter((sums) => sums.events > 0)
    .reverse();
  const each = Math.max(MIN_EVENTS_PER_POINT, Math.ceil(rewarded.length / maxPoints));
  const points: Point[] = [];
  for (let from = 0; from < rewarded.length; from += each) {
    const part = rewarded.slice(from, from + each);
    points.push({ x: from + part.length, sums: part.reduce(addSums, ZERO) });
  }
  return points;
}

/** Running totals. */
export function runningTotals(points: readonly Point[]): Sums[] {
  let sums = ZERO;
  return points.map((point) => (sums = addSums(sums, point.sums)));
}

export interface ActionRow {
  id: string;
  shown: number;
  share: number;
  explored: number;
  earned?: Estimate;
  /** Estimated reward if it were always shown. */ always?: Estimate;
}

/** How often each action was shown and what it earned, most shown first. */
export function countActions(events: readonly EventRow[]): ActionRow[] {
  const found = new Map<string, { shown: number; explored: number; rewarded: number; sum: number; squares: number; own: Weighted }>();
  let shown = 0;
  for (const { decisions } of events)
    for (const { actionId, probability, explored, reward } of decisions) {
      shown++;
      const row = found.get(actionId) ?? { shown: 0, explored: 0, rewarded: 0, sum: 0, squares: 0, own: NO_WEIGHT };
      found.set(actionId, row);
      row.shown++;
      if (explored) row.explored++;
      if (reward === undefined) continue;
      row.rewarded++;
      row.sum += reward;
      row.squares += reward * reward;
      row.own = addWeighted(row.own, weightedEvent(true, probability, reward));
    }
  // The list does not have its probability in other events: the events in which it was shown represent them.
  const each = [...found].map(([id, { own, ...row }]): ActionRow => ({
    id,
    shown: row.shown,
    share: row.shown / shown,
    explored: row.explored,
    earned: mean(row.rewarded, row.sum, row.squares, own),
    always: weightedMean({ ...own, events: own.w, rarity: own.ww }),
  }));
  return each.sort((a, b) => b.shown - a.shown || (a.id < b.id ? -1 : 1));
}
