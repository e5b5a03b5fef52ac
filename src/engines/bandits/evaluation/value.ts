/**
 * The value of a policy from events that another policy chose, with its 95 % interval: the one definition that the overview, the
 * evaluations and the learning metrics use.
 *
 * For an event with shown action a, logged probabilities p, reward r and a policy π: the weight is w = π(a)/p(a). A reward model that has
 * not seen the event predicts q for every action; d = Σπ(k)q(k) is what it expects of the policy. The estimate is doubly robust, with
 * weights that are normalised by their own sum and a model that is calibrated on the log:
 *   v = β·mean(d) + Σw·e/Σw,  e = r − β·q(a),  β = cov(r, q)/var(q), within 0 to 1.
 * A useless model has β = 0, which leaves the weighted mean of rewards; a good one removes from the second part what it can predict.
 *
 * The interval contains the means μ with (v − μ)² ≤ z²·c·(μ − min)(max − μ), Wilson's, with c = κ/m + β²·var(d)/(n·(v − min)(max − v)).
 * The usual v ± z·error is far too narrow where rewards are rare or heavy events have not occurred yet.
 * - κ: variance of e as a share of what rewards of their mean could have: the mean of the share among the events that the policy would
 *   show (the larger of the estimates weighted by w and by w²) and the share among all events. The first alone is too small where the few
 *   events of the policy happen to be alike.
 * - m: the number of equally weighted events that say as much: 1/m is the mean of Σw²/(Σw)² and of its expectation, Σ(Σπ²/p)/n², which
 *   also counts the rarest events before they were met; Σw² alone promises too much.
 * - Of actions that could not be shown (p = 0) nothing is known: their share of π may have earned anything.
 *
 * The interval of the difference to what was earned is made from both (MOVER, Zou and Donner 2008), with their correlation. Everything is a
 * sum, so spans of time add up. Coverage: value.test.ts, and `npm run bench -- ranking --only evaluation`.
 */

export interface Interval {
  value: number;
  low: number;
  high: number;
}

/** Sums over events: of the rewards r and predictions q of shown actions, and of one policy's weights w and expectations d. */
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
  w: number;
  wr: number;
  wq: number;
  wrr: number;
  wrq: number;
  wqq: number;
  ww: number;
  wwr: number;
  wwq: number;
  wwrr: number;
  wwrq: number;
  wwqq: number;
  /** Σπ²/p over the actions that could be shown. */
  rarity: number;
  /** Share of the policy on actions that could not be shown. */
  unseen: number;
  least: number;
  most: number;
}

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
    w: 0,
    wr: 0,
    wq: 0,
    wrr: 0,
    wrq: 0,
    wqq: 0,
    ww: 0,
    wwr: 0,
    wwq: 0,
    wwrr: 0,
    wwrq: 0,
    wwqq: 0,
    rarity: 0,
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
  rarity: number;
  unseen: number;
}

/** The smallest reward is 0, or −1 if one is below 0; the largest is at least 1. */
const NEGATIVE_LEAST = -1;

export function addEvidence(sums: ValueSums, { reward: r, prediction: q, weight: w, expected: d, rarity, unseen }: Evidence): void {
  sums.events++;
  sums.r += r;
  sums.rr += r * r;
  sums.q += q;
  sums.qq += q * q;
  sums.rq += r * q;
  sums.d += d;
  sums.dd += d * d;
  sums.rd += r * d;
  sums.rarity += rarity;
  sums.unseen += unseen;
  if (r < 0) sums.least = Math.min(sums.least, NEGATIVE_LEAST, r);
  if (r > sums.most) sums.most = r;
  if (w === 0) return;
  const ww = w * w;
  sums.w += w;
  sums.wr += w * r;
  sums.wq += w * q;
  sums.wrr += w * r * r;
  sums.wrq += w * r * q;
  sums.wqq += w * q * q;
  sums.ww += ww;
  sums.wwr += ww * r;
  sums.wwq += ww * q;
  sums.wwrr += ww * r * r;
  sums.wwrq += ww * r * q;
  sums.wwqq += ww * q * q;
}

export function mergeValueSums(a: ValueSums, b: ValueSums): ValueSums {
  const sums = { ...a };
  for (const key of Object.keys(sums) as (keyof ValueSums)[]) sums[key] += b[key];
  sums.least = Math.min(a.least, b.least);
  sums.most = Math.max(a.most, b.most);
  return sums;
}

const Z = 1.959963984540054;
const EPSILON = 1e-9;

/** The average reward of what was shown; undefined without events. */
export function earnedValue({ events, r, rr, least, most }: ValueSums, z = Z): Interval | undefined {
  if (events === 0) return undefined;
  const value = r / events;
  // With one imagined event that varies as much as possible.
  const share = (events * shareOf(rr / events - value * value, possible(value, least, most)) + 1) / (events + 1);
  return wilson(value, share / events, { least, most, z });
}

/** The estimated average reward of the policy; undefined if nothing that it would show was shown. */
export function policyValue(sums: ValueSums): Interval | undefined {
  return estimate(sums, Z)?.interval;
}

/** The policy's value minus what was earned; `z` is the normal quantile of the interval. */
export function differenceToEarned(sums: ValueSums, z = Z): Interval | undefined {
  const [parts, earned] = [estimate(sums, z), earnedValue(sums, z)];
  if (!parts || !earned) return undefined;
  const { events: n, rr, d, rd, w, wr, wrr, wrq } = sums;
  const { beta, meanError, interval, error: policyError } = parts;
  const mean = earned.value;
  const error = Math.sqrt(Math.max(0, rr / n - mean * mean) / n);
  const together =
    (beta * (rd / n - mean * (d / n))) / n + (wrr - beta * wrq - meanError * wr - mean * (wr - beta * sums.wq - meanError * w)) / (w * n);
  const correlation = error * policyError > EPSILON * EPSILON ? Math.max(-1, Math.min(1, together / (error * policyError))) : 0;
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
  /** Standard error as the sums alone say it. */
  error: number;
}

function estimate(sums: ValueSums, z: number): Parts | undefined {
  const { events: n, r, q, d, dd, w, wr, wq, ww, wwr, wwq, rarity, unseen, least, most } = sums;
  if (w === 0) return undefined;
  const beta = calibration(sums);
  const meanError = (wr - beta * wq) / w;
  const meanExpected = d / n;
  const value = Math.min(most, Math.max(least, beta * meanExpected + meanError));
  const squares = (rr: number, rq: number, qq: number): number => rr - 2 * beta * rq + beta * beta * qq;
  const ofAll = squares(sums.rr, sums.rq, sums.qq) / n - ((r - beta * q) / n) ** 2;
  const byWeight = squares(sums.wrr, sums.wrq, sums.wqq) / w - meanError * meanError;
  // Σw²·(e − ē)².
  const apart = squares(sums.wwrr, sums.wwrq, sums.wwqq) - 2 * meanError * (wwr - beta * wwq) + meanError * meanError * ww;
  const alike = 2 / (ww / (w * w) + rarity / (n - unseen) ** 2);
  const could = possible(value, least, most);
  const expectedVaries = Math.max(0, dd / n - meanExpected * meanExpected) * beta * beta;
  const kappa = (shareOf(Math.max(byWeight, apart / ww), could) + shareOf(ofAll, possible(r / n, least, most))) / 2;
  const c = kappa / alike + (could > EPSILON ? expectedVaries / (n * could) : 0);
  const { low, high } = wilson(value, c, { least, most, z });
  const unknown = unseen / n;
  return {
    beta,
    meanError,
    error: Math.sqrt(Math.max(0, apart) / (w * w) + expectedVaries / n),
    interval: {
      value,
      low: Math.min(value, (1 - unknown) * low + unknown * least),
      high: Math.max(value, (1 - unknown) * high + unknown * most),
    },
  };
}

/** How far the model's predictions are to be trusted: the slope of rewards over predictions. */
function calibration({ events: n, r, q, qq, rq }: ValueSums): number {
  const variance = qq / n - (q / n) ** 2;
  return variance > EPSILON ? Math.max(0, Math.min(1, (rq / n - (r / n) * (q / n)) / variance)) : 0;
}

/** The largest variance that rewards of a mean can have. */
function possible(mean: number, least: number, most: number): number {
  return (mean - least) * (most - mean);
}

/** Variance as a share of the possible one; all of it where nothing could vary. */
function shareOf(varies: number, could: number): number {
  return could > EPSILON ? Math.max(0, varies) / could : 1;
}

/** The roots of (v − μ)² = z²·c·(μ − least)(most − μ). */
function wilson(value: number, share: number, { least, most, z }: { least: number; most: number; z: number }): Interval {
  const c = z * z * share;
  const middle = (2 * value + c * (least + most)) / (2 * (1 + c));
  const half = Math.sqrt(Math.max(0, middle * middle - (value * value + c * least * most) / (1 + c)));
  return { value, low: Math.min(value, middle - half), high: Math.max(value, middle + half) };
}
