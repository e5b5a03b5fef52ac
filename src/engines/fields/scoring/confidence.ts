/**
 * Probability that a chosen value is correct, from its score, the distance to the runner-up, consistent sums and OCR
 * confidence. Weights are fitted on documents that the scorer was not trained on, so that a confidence of 0.9 means 90 %
 * correct.
 */
import { probability } from './weights.ts';

export interface Evidence {
  score: number;
  /** Score of the best other value for the field; low if there is none. */
  runnerUp: number;
  holds: boolean;
  fails: boolean;
  /** Lowest word confidence. */
  ocrConfidence: number;
}

const within = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

export function confidenceFeatures({ score, runnerUp, holds, fails, ocrConfidence }: Evidence): Record<string, number> {
  const sure = within(score, -6, 8);
  return {
    bias: 1,
    score: sure,
    behind: within(score - within(runnerUp, -8, 8), -4, 10),
    holds: Number(holds),
    fails: Number(fails),
    unsure: 1 - within(ocrConfidence, 0, 1),
    'quite unsure': Number(ocrConfidence < 0.8),
  };
}

export function candidateConfidence(weights: Readonly<Record<string, number>> | undefined, evidence: Evidence): number {
  if (weights === undefined) return probability(evidence.score);
  const score = Object.entries(confidenceFeatures(evidence)).reduce((sum, [name, value]) => sum + (weights[name] ?? 0) * value, 0);
  return within(probability(score), 0.01, 0.995);
}
