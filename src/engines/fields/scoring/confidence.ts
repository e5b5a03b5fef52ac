/**
 * The probability that a value is right, from what is known when it has been chosen: its score, how far the next best
 * lies behind, whether sums with it hold, and how surely its words were read. The weights are fitted on documents that
 * the scorer was not trained on, so that a confidence of 0.9 means nine in ten.
 */
import { probability } from './weights.ts';

export interface Evidence {
  score: number;
  /** Score of the best other value for the field; none: a low one. */
  next: number;
  holds: boolean;
  fails: boolean;
  /** Of the least sure word. */
  read: number;
}

const within = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

export function evidenceFeatures({ score, next, holds, fails, read }: Evidence): Record<string, number> {
  const sure = within(score, -6, 8);
  return {
    bias: 1, score: sure, behind: within(score - within(next, -8, 8), -4, 10), holds: Number(holds), fails: Number(fails),
    unsure: 1 - within(read, 0, 1), 'quite unsure': Number(read < 0.8),
  };
}

export function confidenceOf(weights: Readonly<Record<string, number>> | undefined, evidence: Evidence): number {
  if (weights === undefined) return probability(evidence.score);
  const score = Object.entries(evidenceFeatures(evidence)).reduce((sum, [name, value]) => sum + (weights[name] ?? 0) * value, 0);
  return within(probability(score), 0.01, 0.995);
}
