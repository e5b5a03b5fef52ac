/**
 * Off-policy estimates: what a policy would have earned, from events another policy chose.
 *
 * With w = π(a)/p for the shown action a, its logged probability p and reward r: IPS is the mean of w·r,
 * SNIPS is Σwr/Σw, doubly robust is the mean of Σπ(k)q(k) + w·(r − q(a)) for a reward model q. All are
 * kept as sums, so estimates stream and merge. The half width of the interface's Gaussian interval is
 * 1.96·sqrt((Σx²/n − mean²)/(n − 1)) with x = w·r.
 */
import { cressieRead } from './cressie-read.ts';

/** The fields the interface reports for a policy over a span of time. */
export type EstimateSummary = {
  readonly ipsEstimatorNumerator: number;
  readonly ipsEstimatorDenominator: number;
  readonly snipsEstimatorDenominator: number;
  readonly nonZeroProbability: number;
  readonly sumOfSquares: number;
  readonly confidenceInterval: number;
  readonly averageReward: number;
};

export type Interval = { readonly low: number; readonly high: number };

export class Estimate {
  events = 0;
  nonZero = 0;
  sumW = 0;
  sumWW = 0;
  sumWR = 0;
  sumWWR = 0;
  sumWWRR = 0;
  sumDoublyRobust = 0;
  mostWeight = 1;
  leastReward = 0;
  mostReward = 1;

  /** Adds one event; `correction` is Σπ(k)q(k) − w·q(a), 0 without a reward model. */
  add(weight: number, reward: number, correction = 0): void {
    const x = weight * reward;
    this.events++;
    if (weight > 0) this.nonZero++;
    this.sumW += weight;
    this.sumWW += weight * weight;
    this.sumWR += x;
    this.sumWWR += weight * x;
    this.sumWWRR += x * x;
    this.sumDoublyRobust += x + correction;
    if (weight > this.mostWeight) this.mostWeight = weight;
    if (reward < this.leastReward) this.leastReward = reward;
    if (reward > this.mostReward) this.mostReward = reward;
  }

  merge(other: Estimate): void {
    this.events += other.events;
    this.nonZero += other.nonZero;
    this.sumW += other.sumW;
    this.sumWW += other.sumWW;
    this.sumWR += other.sumWR;
    this.sumWWR += other.sumWWR;
    this.sumWWRR += other.sumWWRR;
    this.sumDoublyRobust += other.sumDoublyRobust;
    this.mostWeight = Math.max(this.mostWeight, other.mostWeight);
    this.leastReward = Math.min(this.leastReward, other.leastReward);
    this.mostReward = Math.max(this.mostReward, other.mostReward);
  }

  get ips(): number {
    return this.events > 0 ? this.sumWR / this.events : 0;
  }

  get snips(): number {
    return this.sumW > 0 ? this.sumWR / this.sumW : 0;
  }

  get doublyRobust(): number {
    return this.events > 0 ? this.sumDoublyRobust / this.events : 0;
  }

  /** The 95 % interval by empirical likelihood, within the range of rewards. */
  get interval(): Interval {
    return cressieRead(this);
  }

  /** The interface's fields. */
  summary(): EstimateSummary {
    return {
      ipsEstimatorNumerator: this.sumWR,
      ipsEstimatorDenominator: this.events,
      snipsEstimatorDenominator: this.sumW,
      nonZeroProbability: this.nonZero,
      sumOfSquares: this.sumWWRR,
      confidenceInterval: gaussianHalfWidth(this.events, this.ips, this.sumWWRR),
      averageReward: this.ips,
    };
  }
}

/** Half width of the interface's 95 % interval for n events of given mean and sum of squares. */
export function gaussianHalfWidth(events: number, mean: number, sumOfSquares: number): number {
  if (events < 2) return 0;
  return 1.96 * Math.sqrt(Math.max(0, sumOfSquares / events - mean * mean) / (events - 1));
}
