/**
 * Confidence bounds for a prediction without a covariance matrix (RegCB, Foster et al. 2018).
 *
 * How high could the reward be without contradicting what was seen? Add an imagined example of weight w
 * and the highest reward; the prediction then rises by about sensitivity·w, and the loss on the imagined
 * example falls by w·(d² − (d − sensitivity·w)²), d being the distance to the highest reward. The bound
 * is the rise at the largest w whose gain stays within the budget. Cost: a bisection of 24 steps.
 */
export function upperBound(score: number, highest: number, sensitivity: number, budget: number): number {
  const distance = highest - score;
  if (distance <= 0 || sensitivity <= 0) return score;
  let low = 0;
  let high = 1 / sensitivity;
  for (let i = 0; i < 24; i++) {
    const weight = (low + high) / 2;
    const left = distance * (1 - sensitivity * weight);
    if (weight * (distance * distance - left * left) <= budget) low = weight;
    else high = weight;
  }
  return score + distance * sensitivity * low;
}
