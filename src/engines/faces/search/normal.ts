/**
 * The share of a normal law that lies below a number of deviations from its mean. Near the mean by the series of
 * the integral, in the tails by its continued fraction (Abramowitz and Stegun 26.2.11 and 26.2.14), so that the
 * rarest shares are right in all digits too.
 */
const NEAR = 3;
const TERMS = 60;

export function shareBelow(deviations: number): number {
  if (deviations > NEAR) return 1 - shareBelow(-deviations);
  const density = Math.exp(-(deviations ** 2) / 2) / Math.sqrt(2 * Math.PI);
  if (deviations < -NEAR) {
    let fraction = 0;
    for (let k = TERMS; k > 0; k--) fraction = k / (-deviations + fraction);
    return density / (-deviations + fraction);
  }
  let [sum, term] = [0, deviations];
  for (let k = 1; k <= TERMS; k++) {
    sum += term;
    term *= deviations ** 2 / (2 * k + 1);
  }
  return 0.5 + density * sum;
}
