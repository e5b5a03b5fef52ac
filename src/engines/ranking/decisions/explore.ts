/**
 * Explorers: from scores (higher is better) to the probabilities an action is shown with.
 *
 * Every function writes one probability per action; forbidden actions get 0, the others sum to 1.
 * Ties for the best score share its mass, so the order of actions never decides. Cost: a few passes
 * over the actions, no allocation.
 */

/** Marks the actions that may be shown: 1 may, 0 may not. */
export type Allowed = Uint8Array;

/** Equal shares. */
export function uniform(allowed: Allowed, out: Float64Array): void {
  const share = 1 / countAllowed(allowed);
  for (let k = 0; k < out.length; k++) out[k] = allowed[k] ? share : 0;
}

/** All mass on the best score. */
export function greedy(scores: Float64Array, allowed: Allowed, out: Float64Array): void {
  const best = bestScore(scores, allowed);
  let ties = 0;
  for (let k = 0; k < out.length; k++) if (allowed[k] && scores[k] === best) ties++;
  for (let k = 0; k < out.length; k++) out[k] = allowed[k] && scores[k] === best ? 1 / ties : 0;
}

/** Inverse-gap weighting (SquareCB, Foster and Rakhlin 2020): p = 1/(K + γ·gap), the rest to the best. */
export function inverseGap(scores: Float64Array, allowed: Allowed, gamma: number, out: Float64Array): void {
  const best = bestScore(scores, allowed);
  const count = countAllowed(allowed);
  let ties = 0;
  let rest = 1;
  for (let k = 0; k < out.length; k++) {
    out[k] = 0;
    if (!allowed[k]) continue;
    if (scores[k] === best) ties++;
    else rest -= out[k] = 1 / (count + gamma * (best - scores[k]!));
  }
  for (let k = 0; k < out.length; k++) if (allowed[k] && scores[k] === best) out[k] = rest / ties;
}

/**
 * By the odds that an action is better than the best one: each gap is measured in `spread` standard deviations of both estimates. Equal
 * shares while nothing is known; an action that is surely worse gets almost nothing.
 */
export function uncertain(scores: Float64Array, variances: Float64Array, allowed: Allowed, spread: number, out: Float64Array): void {
  const count = out.length;
  let top = -1;
  let best = -Infinity;
  for (let k = 0; k < count; k++) {
    const score = scores[k]!;
    if (allowed[k] && (top < 0 || score > best)) {
      top = k;
      best = score;
    }
  }
  const variance = variances[top]!;
  const unit = spread * spread;
  let sum = 0;
  for (let k = 0; k < count; k++) {
    let odds = 0;
    if (allowed[k]) {
      const gap = best - scores[k]!;
      if (gap === 0) odds = 1;
      else {
        const z = gap / Math.sqrt(unit * (variances[k]! + variance) + Number.MIN_VALUE);
        odds = Math.exp(-z * (1.5976 + 0.070566 * z * z));
      }
      sum += odds;
    }
    out[k] = odds;
  }
  for (let k = 0; k < count; k++) out[k] = out[k]! / sum;
}

/** Probabilities in proportion to exp(λ·score). */
export function softmax(scores: Float64Array, allowed: Allowed, lambda: number, out: Float64Array): void {
  let top = -Infinity;
  for (let k = 0; k < out.length; k++) if (allowed[k] && lambda * scores[k]! > top) top = lambda * scores[k]!;
  let sum = 0;
  for (let k = 0; k < out.length; k++) {
    out[k] = allowed[k] ? Math.exp(lambda * scores[k]! - top) : 0;
    sum += out[k]!;
  }
  for (let k = 0; k < out.length; k++) out[k] = out[k]! / sum;
}

/** Takes mass from all but the likeliest action until at most `cap` of it explores. */
export function capExploration(cap: number, out: Float64Array): void {
  let top = 0;
  for (let k = 1; k < out.length; k++) if (out[k]! > out[top]!) top = k;
  const exploring = 1 - out[top]!;
  if (exploring <= cap) return;
  for (let k = 0; k < out.length; k++) out[k] = (out[k]! * cap) / exploring;
  out[top] = 1 - cap;
}

/** Gives the share ε of the answers to all allowed actions alike: p becomes (1 − ε)·p + ε/K. */
export function mixUniform(epsilon: number, allowed: Allowed, out: Float64Array): void {
  const share = epsilon / countAllowed(allowed);
  for (let k = 0; k < out.length; k++) if (allowed[k]) out[k] = (1 - epsilon) * out[k]! + share;
}

export function countAllowed(allowed: Allowed): number {
  let count = 0;
  for (let k = 0; k < allowed.length; k++) count += allowed[k]!;
  return count;
}

function bestScore(scores: Float64Array, allowed: Allowed): number {
  let best = -Infinity;
  for (let k = 0; k < allowed.length; k++) if (allowed[k] && scores[k]! > best) best = scores[k]!;
  return best;
}
