/**
 * Means with their 95 % intervals, from sums alone.
 *
 * A weighted mean is v = Σwr/Σw, where w is 1/p for an event in which what is asked about was shown, with probability
 * p, and 0 for all others (self-normalised inverse propensity); a plain mean is the one in which all weights are 1. Its
 * interval is Wilson's, of all means μ with (v − μ)² ≤ z²·κ·(μ − min)(max − μ)/m: where few rewards came, the usual
 * one, v ± z·error, is far too sure of itself (none of five is not "never").
 * - κ is how much rewards vary, as a part of what they could within their range: as those of the sums do, with one more
 *   event that varies as much as it can.
 * - m is how many events of equal weight say as much. Σ1/p over all events tells what Σw² is to be expected, whether or
 *   not the heaviest events have been met: where few were, Σw² alone promises too much.
 * - Of events in which it could not have been shown nothing is known: they may have earned anything.
 *
 * The interval of a difference comes from those of its sides (MOVER, Zou and Donner 2008), with their correlation, since
 * an event in which the baseline was shown counts on both.
 */

export interface Estimate {
  value: number;
  /** Omitted if the sums say too little. */ low?: number;
  high?: number;
}

/** Sums over events of weight w and reward r. */
export interface Weighted {
  events: number;
  /** Σw, Σwr, Σwr². */
  w: number;
  wr: number;
  wrr: number;
  /** Σw², Σw²r, Σw²r². */
  ww: number;
  wwr: number;
  wwrr: number;
  /** Σ1/p over the events in which it might have been shown, and the number of events in which it could not be. */
  rarity: number;
  unseen: number;
  /** Of all rewards, whatever was shown. */
  minReward: number;
  maxReward: number;
}

const Z = 1.96;
/** Range of rewards: 0 to 1, or −1 to 1 if one is below 0. */
const [WORST, NOTHING, BEST] = [-1, 0, 1];

function rewardRange({ minReward, maxReward }: Pick<Weighted, 'minReward' | 'maxReward'>): [from: number, to: number] {
  return [minReward < 0 ? Math.min(WORST, minReward) : NOTHING, Math.max(BEST, maxReward)];
}

/** Undefined if it was never shown. */
export function weightedMean(sums: Weighted): Estimate | undefined {
  const { events, w, wr, wrr, ww, wwr, wwrr, rarity, unseen } = sums;
  if (w === 0) return undefined;
  const value = wr / w;
  const [from, to] = rewardRange(sums);
  const alike = Math.min((w * w) / ww, (events - unseen) ** 2 / rarity);
  const varies = Math.max(wrr / w - value * value, (wwrr - 2 * value * wwr + value * value * ww) / ww, 0);
  const could = (value - from) * (to - value);
  const share = could > 1e-9 ? ((alike * varies) / could + 1) / (alike + 1) : 1;
  const c = (Z * Z * share) / alike;
  // The roots of (1 + c)μ² − (2v + c(from + to))μ + v² + c·from·to.
  const middle = (2 * value + c * (from + to)) / (2 * (1 + c));
  const half = Math.sqrt(Math.max(0, middle * middle - (value * value + c * from * to) / (1 + c)));
  if (Number.isNaN(half)) return { value };
  const unknown = unseen / events;
  return {
    value,
    low: Math.min(value, (1 - unknown) * (middle - half) + unknown * from),
    high: Math.max(value, (1 - unknown) * (middle + half) + unknown * to),
  };
}

export function mean(
  events: number,
  sum: number,
  squares: number,
  { minReward, maxReward }: Pick<Weighted, 'minReward' | 'maxReward'>,
): Estimate | undefined {
  return weightedMean({
    events,
    w: events,
    wr: sum,
    wrr: squares,
    ww: events,
    wwr: sum,
    wwrr: squares,
    rarity: events,
    unseen: 0,
    minReward,
    maxReward,
  });
}

/** Average difference between the rewards of all events and the weighted mean; rewards are given as Σr and Σr². */
export function difference(sums: Weighted, reward: number, squares: number): Estimate | undefined {
  const { events, w, wr, wrr, ww, wwr, wwrr } = sums;
  const [all, own] = [mean(events, reward, squares, sums), weightedMean(sums)];
  if (!all || !own) return undefined;
  const value = all.value - own.value;
  if (all.low === undefined || all.high === undefined || own.low === undefined || own.high === undefined) return { value };
  const error = Math.sqrt(Math.max(0, squares / events - all.value ** 2) / events);
  const ownError = Math.sqrt(Math.max(0, wwrr - 2 * own.value * wwr + own.value ** 2 * ww)) / w;
  const together = (wrr - (own.value + all.value) * wr + all.value * own.value * w) / (w * events);
  const correlation = error * ownError > 1e-12 ? Math.max(-1, Math.min(1, together / (error * ownError))) : 0;
  const apart = (a: number, b: number): number => Math.sqrt(Math.max(0, a * a + b * b - 2 * correlation * a * b));
  return {
    value,
    low: value - apart(all.value - all.low, own.high - own.value),
    high: value + apart(all.high - all.value, own.value - own.low),
  };
}
