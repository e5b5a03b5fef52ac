/**
 * The value of a policy from events that another policy chose, with its 95 % interval: the one definition that the overview, the
 * evaluations and the learning metrics use.
 *
 * For an event with shown action a, logged probabilities p, reward r and a policy π: the weight is w = π(a)/p(a). A reward model that has
 * not seen the event predicts q for every action; d = Σπ(k)q(k) is what it expects of the policy. The estimate is doubly robust, with
 * weights that are normalized by their own sum and a model that is calibrated on the log:
 *   v = β·mean(d) + Σw·e/Σw,  e = r − β·q(a),  β = cov(r, q)/var(q), within 0 to 1.
 * A useless model has β = 0, which leaves the weighted mean of rewards; a good one removes from the second part what it can predict.
 *
 * Where the policy shows what the log rarely did, few events have huge weights. So w is also limited by the factor t = 1/(1 + ρ/100) with
 * the expected square of the weight ρ = Σπ²/p, which is known before the action is drawn. Of the estimates with full and limited weights
 * the one with the smaller variance counts: limited in short logs, full in long ones. The variance, as a share of the possible one,
 * (r − min)(max − r) for the mean reward r, is the sum of
 * - κ·Σt²ρ/(Σt)² with κ, the variance of e: the larger share of the events that the policy would show and of all events, because the few
 *   events of the policy may happen to be alike. Σt²ρ is expected, not measured: the heaviest events may not have been met. The loop
 *   rarely shows what it expects little of, and small rewards vary less: the term is multiplied by the possible variance at the reward that
 *   is expected by the shares of Σt²Σπ²/p, relative to that at the value. The level of both is that of the policy's events and five others.
 * - β²·var(d)/n.
 * - With limited weights, model error outside the logged support: 0.05·L·β²·var(q) with L = 1 − mean(t), and 0.4·(v − v′)² for
 *   the other estimate v′, less the variance of v′. Both factors were set on simulated logs (docs/ranking.md).
 * - Of actions that could not be shown (p = 0) nothing is known: their share of π may have earned anything.
 *
 * The interval is v ± z·error after the transform asin√, which makes the error the same for all means: the usual v ± z·error is far too
 * narrow where rewards are rare. The interval of the difference to what was earned is made from both (MOVER, Zou and Donner 2008), with
 * their correlation. Everything is a sum, so spans of time add up. Coverage: value.test.ts, and
 * `npm run bench -- ranking --only evaluation`.
 */

export interface Interval {
  value: number;
  low: number;
  high: number;
}

/** Sums over events with weights, full or limited. */
interface WeightedSums {
  w: number;
  wr: number;
  wq: number;
  wrr: number;
  wrq: number;
  wqq: number;
  /** Expected sums of the weights and of their squares. */
  expected: number;
  expectedSquares: number;
  /** Expected sum of the squares of the weights times the predictions of what they are for. */
  expectedQ: number;
}

/** Sums over events: of the rewards r and predictions q of shown actions, and of one policy's weights and expectations d. */
export interface ValueSums {
  events: number;
  r: number;
  rr: number;
  q: number;
  qq: number;
  rq: number;
  d: number;
  dd: number;
  rd: number;
  full: WeightedSums;
  limited: WeightedSums;
  /** Share of the policy on actions that could not be shown. */
  unseen: number;
  /** Stored under this name, as `most` is. */
  least: number;
  most: number;
}

const NO_WEIGHTED_SUMS: WeightedSums = { w: 0, wr: 0, wq: 0, wrr: 0, wrq: 0, wqq: 0, expected: 0, expectedSquares: 0, expectedQ: 0 };

export function noValueSums(): ValueSums {
  return {
    events: 0,
    r: 0,
    rr: 0,
    q: 0,
    qq: 0,
    rq: 0,
    d: 0,
    dd: 0,
    rd: 0,
    full: { ...NO_WEIGHTED_SUMS },
    limited: { ...NO_WEIGHTED_SUMS },
    unseen: 0,
    least: 0,
    most: 1,
  };
}

/** What one event says about a policy. */
export interface Evidence {
  reward: number;
  /** Of the shown action. */
  prediction: number;
  weight: number;
  /** Σπ(k)q(k). */
  expected: number;
  /** Σπ²/p over the actions that could be shown: the expected square of the weight. */
  rarity: number;
  /** Σπ²q/p; as for a single action when omitted. */
  rarityQ?: number;
  unseen: number;
}

/** The smallest reward is 0, or −1 if one is below 0; the largest is at least 1. */
const MIN_NEGATIVE_REWARD = -1;

/** Rarity of an event whose weight is halved. */
const HALVED_RARITY = 100;

export function addEvidence(sums: ValueSums, evidence: Evidence): void {
  const { reward: r, prediction: q, weight, expected: d, rarity, rarityQ = rarity * d, unseen } = evidence;
  sums.events++;
  sums.r += r;
  sums.rr += r * r;
  sums.q += q;
  sums.qq += q * q;
  sums.rq += r * q;
  sums.d += d;
  sums.dd += d * d;
  sums.rd += r * d;
  sums.unseen += unseen;
  if (r < 0) sums.least = Math.min(sums.least, MIN_NEGATIVE_REWARD, r);
  if (r > sums.most) sums.most = r;
  addWeighted(sums.full, 1);
  addWeighted(sums.limited, 1 / (1 + rarity / HALVED_RARITY));

  function addWeighted(part: WeightedSums, factor: number): void {
    part.expected += factor * (1 - unseen);
    part.expectedSquares += factor * factor * rarity;
    part.expectedQ += factor * factor * rarityQ;
    if (weight === 0) return;
    const w = factor * weight;
    part.w += w;
    part.wr += w * r;
    part.wq += w * q;
    part.wrr += w * r * r;
    part.wrq += w * r * q;
    part.wqq += w * q * q;
  }
}

/** Sums of versions that did not count what rarely shown actions were expected to earn: as much as others. */
export function completeSums(sums: ValueSums): ValueSums {
  const { events, d, full, limited } = sums;
  const complete = (part: Omit<WeightedSums, 'expectedQ'> & { expectedQ?: number }): WeightedSums => ({
    ...part,
    expectedQ: part.expectedQ ?? (part.expectedSquares * d) / Math.max(1, events),
  });
  return { ...sums, full: complete(full), limited: complete(limited) };
}

export function mergeValueSums(a: ValueSums, b: ValueSums): ValueSums {
  const sums = { ...a };
  for (const key of ['events', 'r', 'rr', 'q', 'qq', 'rq', 'd', 'dd', 'rd', 'unseen'] as const) sums[key] += b[key];
  for (const part of ['full', 'limited'] as const) {
    sums[part] = { ...a[part] };
    for (const key of Object.keys(NO_WEIGHTED_SUMS) as (keyof WeightedSums)[]) sums[part][key] += b[part][key];
  }
  sums.least = Math.min(a.least, b.least);
  sums.most = Math.max(a.most, b.most);
  return sums;
}

const Z = 1.959963984540054;
const EPSILON = 1e-9;

/** The average reward of what was shown; undefined without events. */
export function earnedValue({ events, r, rr, least: min, most: max }: ValueSums, z = Z): Interval | undefined {
  if (events === 0) return undefined;
  const value = r / events;
  // With one imagined event that varies as much as possible.
  const share = (events * shareOf(rr / events - value * value, possible(value, min, max)) + 1) / (events + 1);
  return wilson(value, share / events, { min, max, z });
}

/** The estimated average reward of the policy; undefined if nothing that it would show was shown. */
export function policyValue(sums: ValueSums): Interval | undefined {
  return estimate(sums, Z)?.interval;
}

/** The policy's value minus what was earned; `z` is the normal quantile of the interval. */
export function differenceToEarned(sums: ValueSums, z = Z): Interval | undefined {
  const [parts, earned] = [estimate(sums, z), earnedValue(sums, z)];
  if (!parts || !earned) return undefined;
  const { events: n, rr, d, rd } = sums;
  const { beta, meanError, interval, error: policyError, used } = parts;
  const mean = earned.value;
  const error = Math.sqrt(Math.max(0, rr / n - mean * mean) / n);
  const together = (beta * (rd / n - mean * (d / n))) / n + (used.wrr - beta * used.wrq - meanError * used.wr) / (used.w * n);
  // Both rest on the same events: what they have in common varies at most as much as what was earned. More is measured where the
  // rewards of the policy's few events happen to be large.
  const shared = Math.min(together, error * error);
  const correlation = error * policyError > EPSILON * EPSILON ? Math.max(-1, Math.min(1, shared / (error * policyError))) : 0;
  const apart = (a: number, b: number): number => Math.sqrt(Math.max(0, a * a + b * b - 2 * correlation * a * b));
  const value = interval.value - mean;
  return {
    value,
    low: value - apart(interval.value - interval.low, earned.high - mean),
    high: value + apart(interval.high - interval.value, mean - earned.low),
  };
}

/**
 * How many more events would distinguish two policies if they go on differing as much as so far: 0 if the interval of the difference
 * already excludes 0, undefined if the events so far show no difference.
 */
export function missingEvents(events: number, { value, low, high }: Interval): number | undefined {
  if (low > 0 || high < 0) return 0;
  const half = value > 0 ? value - low : high - value;
  const needed = events * (half / value) ** 2;
  return Number.isFinite(needed) && needed < Number.MAX_SAFE_INTEGER ? Math.ceil(needed - events) : undefined;
}

interface Parts {
  interval: Interval;
  beta: number;
  meanError: number;
  /** Standard error, without what the model alone says. */
  error: number;
  used: WeightedSums;
}

/** Model error outside the logged support, as a share of the variance of its predictions. */
const MODEL_ERROR = 0.05;

/** How much of what full and limited weights differ beyond chance counts as an error of the limited ones. */
const LIMIT_ERROR = 0.4;

/** What all events say of the level of rewards counts as much as this many events of the policy. */
const LEVEL_EVENTS = 5;

/** How much less or more rewards can vary where the policy is rarely shown. */
const [MIN_RARE_SHARE, MAX_RARE_SHARE] = [0.3, 2];

function estimate(sums: ValueSums, z: number): Parts | undefined {
  const { events: n, r, q, d, dd, full, limited, unseen, least: min, most: max } = sums;
  if (full.w === 0) return undefined;
  const beta = calibration(sums);
  const meanExpected = d / n;
  const could = possible(r / n, min, max);
  const squares = (rr: number, rq: number, qq: number): number => rr - 2 * beta * rq + beta * beta * qq;
  const errorShare = shareOf(squares(sums.rr, sums.rq, sums.qq) / n - ((r - beta * q) / n) ** 2, could);
  const ofModel = could > EPSILON ? (beta * beta) / could : 0;
  const expectedShare = ofModel * Math.max(0, dd / n - meanExpected * meanExpected);
  const predictionShare = ofModel * Math.max(0, sums.qq / n - (q / n) ** 2);
  const weighted = (part: WeightedSums) => {
    const meanError = (part.wr - beta * part.wq) / part.w;
    const value = Math.min(max, Math.max(min, beta * meanExpected + meanError));
    const ownShare = shareOf(squares(part.wrr, part.wrq, part.wqq) / part.w - meanError * meanError, possible(value, min, max));
    const events = part.expected ** 2 / part.expectedSquares;
    const level = (events * meanError + LEVEL_EVENTS * ((r - beta * q) / n)) / (events + LEVEL_EVENTS);
    const rareShare = shareOf(
      possible(level + (beta * part.expectedQ) / part.expectedSquares, min, max),
      possible(level + beta * meanExpected, min, max),
    );
    const rare = Math.min(MAX_RARE_SHARE, Math.max(MIN_RARE_SHARE, rareShare));
    const known = (Math.max(errorShare, Math.min(1, ownShare)) * rare) / events + expectedShare / n;
    return { part, meanError, value, known, share: known };
  };
  const [exact, steady] = [weighted(full), weighted(limited)];
  const apart = could > EPSILON ? (exact.value - steady.value) ** 2 / could : 0;
  steady.share += MODEL_ERROR * (1 - limited.expected / full.expected) * predictionShare + LIMIT_ERROR * Math.max(0, apart - exact.known);
  const { part, meanError, value, known, share } = exact.share <= steady.share ? exact : steady;
  const { low, high } = stabilized(value, share, { min, max, z });
  const unknown = unseen / n;
  return {
    beta,
    meanError,
    error: Math.sqrt(known * could),
    used: part,
    interval: {
      value,
      low: Math.min(value, (1 - unknown) * low + unknown * min),
      high: Math.max(value, (1 - unknown) * high + unknown * max),
    },
  };
}

/** How far the model's predictions are to be trusted: the slope of rewards over predictions. */
function calibration({ events: n, r, q, qq, rq }: ValueSums): number {
  const variance = qq / n - (q / n) ** 2;
  return variance > EPSILON ? Math.max(0, Math.min(1, (rq / n - (r / n) * (q / n)) / variance)) : 0;
}

/** The largest variance that rewards of a mean can have. */
function possible(mean: number, min: number, max: number): number {
  return (mean - min) * (max - mean);
}

/** Variance as a share of the possible one; all of it where nothing could vary. */
function shareOf(varies: number, could: number): number {
  return could > EPSILON ? Math.max(0, varies) / could : 1;
}

/** The roots of (v − μ)² = z²·c·(μ − min)(max − μ). */
function wilson(value: number, share: number, { min, max, z }: { min: number; max: number; z: number }): Interval {
  const c = z * z * share;
  const middle = (2 * value + c * (min + max)) / (2 * (1 + c));
  const half = Math.sqrt(Math.max(0, middle * middle - (value * value + c * min * max) / (1 + c)));
  return { value, low: Math.min(value, middle - half), high: Math.max(value, middle + half) };
}

/** Imagined rewards of both extremes, without which rewards that have not occurred yet would count as impossible. */
const IMAGINED = 0.05;

/** v ± z·error after asin√, Anscombe's for a share of `1/share` events. */
function stabilized(value: number, share: number, { min, max, z }: { min: number; max: number; z: number }): Interval {
  const range = max - min;
  const imagined = IMAGINED * share;
  const angle = Math.asin(Math.sqrt(((value - min) / range + imagined) / (1 + 2 * imagined)));
  const half = z / (2 * Math.sqrt(1 / share + 0.5));
  const at = (to: number): number => min + range * Math.sin(Math.max(0, Math.min(Math.PI / 2, to))) ** 2;
  return { value, low: Math.min(value, at(angle - half)), high: Math.max(value, at(angle + half)) };
}
