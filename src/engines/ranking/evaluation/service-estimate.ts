/**
 * The estimate as the interface reports it: the mean of w·r (IPS), with w = π(a)/p for the shown action a, its logged probability p and
 * its reward r, and the service's Gaussian half width 1.96·sqrt((Σx²/n − mean²)/(n − 1)), x = w·r. Clients read these fields; they are too
 * narrow where few events have a weight, so nothing here is decided on them (see value.ts).
 */

/** The fields the interface reports for a policy over a span of time. */
export type ServiceSummary = {
  readonly ipsEstimatorNumerator: number;
  readonly ipsEstimatorDenominator: number;
  readonly snipsEstimatorDenominator: number;
  readonly nonZeroProbability: number;
  readonly sumOfSquares: number;
  readonly confidenceInterval: number;
  readonly averageReward: number;
};

export class ServiceEstimate {
  events = 0;
  nonZero = 0;
  sumW = 0;
  sumWR = 0;
  sumWWRR = 0;

  add(weight: number, reward: number): void {
    const x = weight * reward;
    this.events++;
    if (weight > 0) this.nonZero++;
    this.sumW += weight;
    this.sumWR += x;
    this.sumWWRR += x * x;
  }

  summary(): ServiceSummary {
    const mean = this.events > 0 ? this.sumWR / this.events : 0;
    return {
      ipsEstimatorNumerator: this.sumWR,
      ipsEstimatorDenominator: this.events,
      snipsEstimatorDenominator: this.sumW,
      nonZeroProbability: this.nonZero,
      sumOfSquares: this.sumWWRR,
      confidenceInterval: gaussianHalfWidth(this.events, mean, this.sumWWRR),
      averageReward: mean,
    };
  }
}

/** Half width of the interface's 95 % interval for n events of given mean and sum of squares. */
export function gaussianHalfWidth(events: number, mean: number, sumOfSquares: number): number {
  if (events < 2) return 0;
  return 1.96 * Math.sqrt(Math.max(0, sumOfSquares / events - mean * mean) / (events - 1));
}
