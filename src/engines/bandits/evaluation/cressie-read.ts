/**
 * A 95 % interval for the value of a policy by empirical likelihood of the Cressie–Read family with
 * power −2, the Euclidean member (Karampatziakis, Langford, Mineiro 2020).
 *
 * Reweight the n observed pairs (w, x = w·r) by q with Σq = 1 and Σqw = 1, as the true law must have, and
 * ask how low or high Σqx can be while Σ(nq − 1)² exceeds its least value by at most φ, the 95 % point of
 * F(1, n). Lagrange multipliers give a closed form: the centre is the mean of x corrected for the mean
 * weight not being 1, c = x̄ + (1 − w̄)·cov(w, x)/var(w), and the half width sqrt(φ·v/n), v being the
 * variance of x that w does not explain. What was never seen is allowed for by one imagined event, of
 * least or most weight and of the worst or best reward. Only sums are needed: cost O(1).
 */

type Sums = {
  readonly events: number;
  readonly sumW: number;
  readonly sumWW: number;
  readonly sumWR: number;
  readonly sumWWR: number;
  readonly sumWWRR: number;
  readonly mostWeight: number;
  readonly leastReward: number;
  readonly mostReward: number;
};

export function cressieRead(sums: Sums): { readonly low: number; readonly high: number } {
  const { events, leastReward, mostReward, mostWeight } = sums;
  if (events < 3) return { low: leastReward, high: mostReward };
  let low = Infinity;
  let high = -Infinity;
  for (const weight of [0, mostWeight]) {
    low = Math.min(low, bound(sums, weight, leastReward, -1));
    high = Math.max(high, bound(sums, weight, mostReward, 1));
  }
  return { low: Math.max(leastReward, Math.min(low, mostReward)), high: Math.min(mostReward, Math.max(high, leastReward)) };
}

function bound(sums: Sums, weight: number, reward: number, side: 1 | -1): number {
  const n = sums.events + 1;
  const x = weight * reward;
  const meanW = (sums.sumW + weight) / n;
  const meanX = (sums.sumWR + x) / n;
  const varW = (sums.sumWW + weight * weight) / n - meanW * meanW;
  const varX = (sums.sumWWRR + x * x) / n - meanX * meanX;
  const covariance = (sums.sumWWR + weight * x) / n - meanW * meanX;
  const slope = varW > 1e-12 ? covariance / varW : 0;
  const centre = meanX + (1 - meanW) * slope;
  const unexplained = Math.max(0, varX - slope * covariance);
  return centre + side * Math.sqrt((studentSquared(sums.events) * unexplained) / n);
}

/** The 95 % point of F(1, n): the square of Student's two-sided quantile, by its expansion in 1/n. */
function studentSquared(n: number): number {
  const z = 1.959963984540054;
  const t =
    z +
    (z ** 3 + z) / (4 * n) +
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * n * n) +
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / (384 * n ** 3);
  return t * t;
}
