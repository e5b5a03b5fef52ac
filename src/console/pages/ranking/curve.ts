/**
 * What was earned, and what the baseline would have earned, with the 95 % interval of each. Everything is kept as sums,
 * so that spans of time and single events add up in the same way. The baseline is the action that the application would
 * have shown by itself: where it was shown, with probability p, its reward counts 1/p times (inverse propensity).
 */
import type { EventRow, Span } from './types.ts';

export interface Sums { events: number; reward: number; squares: number; explored: number; matched: number; baseReward: number; baseSquares: number }

export const NOTHING: Sums = { events: 0, reward: 0, squares: 0, explored: 0, matched: 0, baseReward: 0, baseSquares: 0 };

export function plus(a: Sums, b: Sums): Sums {
  return {
    events: a.events + b.events, reward: a.reward + b.reward, squares: a.squares + b.squares, explored: a.explored + b.explored, matched: a.matched + b.matched,
    baseReward: a.baseReward + b.baseReward, baseSquares: a.baseSquares + b.baseSquares,
  };
}

export function ofSpan(span: Span): Sums {
  return {
    events: span.numberOfEvents, reward: span.sumOfRewards, squares: span.sumOfSquaredRewards, explored: span.numberOfExploredEvents, matched: span.numberOfMatchedEvents,
    baseReward: span.baselineReward, baseSquares: span.baselineSquares,
  };
}

/** The decisions of an event that have their reward. */
export function ofEvent({ decisions }: EventRow): Sums {
  let sums = NOTHING;
  for (const { reward, probability, explored, isBaseline } of decisions) {
    if (reward === undefined) continue;
    const weighted = isBaseline ? reward / probability : 0;
    sums = plus(sums, { events: 1, reward, squares: reward * reward, explored: explored ? 1 : 0, matched: 0, baseReward: weighted, baseSquares: weighted * weighted });
  }
  return sums;
}

export interface Estimate { value: number; /** Undefined for fewer than two. */ low?: number; high?: number }

const Z = 1.96;
/** Rewards lie between these, and so does what can be earned; an estimate from few events may lie outside. */
const WORST = -1;
const BEST = 1;

/** A mean of n values with its Gaussian interval; undefined of none. */
export function estimate(events: number, sum: number, squares: number): Estimate | undefined {
  if (events === 0) return undefined;
  const value = sum / events;
  if (events < 2) return { value };
  const half = Z * Math.sqrt(Math.max(0, squares / events - value * value) / (events - 1));
  return { value, low: Math.max(Math.min(WORST, value), value - half), high: Math.min(Math.max(BEST, value), value + half) };
}

export function earned({ events, reward, squares }: Sums): Estimate | undefined {
  return estimate(events, reward, squares);
}

export function baseline({ events, baseReward, baseSquares }: Sums): Estimate | undefined {
  return estimate(events, baseReward, baseSquares);
}

export interface Point { x: number; sums: Sums }

const SPAN_MS = 300_000;

/** Points by time, at most about so many, at the beginnings of spans of equal length, from one before the first that has events to the end; none where there are no events. */
export function pointsByTime(spans: readonly Span[], { fromMs, toMs, most }: { fromMs: number; toMs: number; most: number }): Point[] {
  const widthMs = Math.max(1, Math.ceil((toMs - fromMs) / most / SPAN_MS)) * SPAN_MS;
  const found = new Map<number, Sums>();
  for (const span of spans) {
    const at = Date.parse(span.startDate);
    if (at + SPAN_MS <= fromMs || at >= toMs) continue;
    const begins = Math.floor(at / widthMs) * widthMs;
    found.set(begins, plus(found.get(begins) ?? NOTHING, ofSpan(span)));
  }
  const points: Point[] = [];
  for (let at = Math.min(...found.keys()) - widthMs; at < toMs; at += widthMs) points.push({ x: at / 1000, sums: found.get(at) ?? NOTHING });
  return points;
}

const FEWEST_A_POINT = 10;

/** Points by number of events, oldest first: each over the events since the one before it. Events come newest first. */
export function pointsByEvent(events: readonly EventRow[], most: number): Point[] {
  const rewarded = events.map(ofEvent).filter((sums) => sums.events > 0).reverse();
  const each = Math.max(FEWEST_A_POINT, Math.ceil(rewarded.length / most));
  const points: Point[] = [];
  for (let from = 0; from < rewarded.length; from += each) {
    const part = rewarded.slice(from, from + each);
    points.push({ x: from + part.length, sums: part.reduce(plus, NOTHING) });
  }
  return points;
}

/** What each point and all before it add up to. */
export function upToEach(points: readonly Point[]): Sums[] {
  let sums = NOTHING;
  return points.map((point) => sums = plus(sums, point.sums));
}

export interface ActionRow { id: string; shown: number; share: number; explored: number; earned?: Estimate; /** What always showing it would earn. */ always?: Estimate }

/** What each action was shown for and earned, most shown first. */
export function byAction(events: readonly EventRow[]): ActionRow[] {
  const found = new Map<string, { shown: number; explored: number; rewarded: number; sum: number; squares: number; weighted: number; weightedSquares: number }>();
  let shown = 0;
  let rewarded = 0;
  for (const { decisions } of events) for (const { actionId, probability, explored, reward } of decisions) {
    shown++;
    const row = found.get(actionId) ?? { shown: 0, explored: 0, rewarded: 0, sum: 0, squares: 0, weighted: 0, weightedSquares: 0 };
    found.set(actionId, row);
    row.shown++;
    if (explored) row.explored++;
    if (reward === undefined) continue;
    rewarded++;
    row.rewarded++;
    row.sum += reward;
    row.squares += reward * reward;
    row.weighted += reward / probability;
    row.weightedSquares += (reward / probability) ** 2;
  }
  const each = [...found].map(([id, row]): ActionRow => ({
    id, shown: row.shown, share: row.shown / shown, explored: row.explored, earned: estimate(row.rewarded, row.sum, row.squares), always: estimate(rewarded, row.weighted, row.weightedSquares),
  }));
  return each.sort((a, b) => b.shown - a.shown || (a.id < b.id ? -1 : 1));
}
