/** The evidence of a chosen value, for the confidence (../confidence.ts). */
import type { ConfidenceEvidence, ConfidenceWeights } from '../confidence.ts';
import { confidenceOf } from '../confidence.ts';

export interface Evidence {
  /** Log odds of the value against no value. */
  score: number;
  /** Score of the best other value for the field; low if there is none. */
  runnerUp: number;
  /** Whether a sum or checksum holds, or fails. */
  holds: boolean;
  fails: boolean;
  /** Lowest word confidence. */
  ocrConfidence: number;
}

/** Of a value that was not scored against others. */
export const evidenceOf = (score: number, ocrConfidence: number, { holds = false, fails = false } = {}): Evidence => ({
  score,
  runnerUp: 0,
  holds,
  fails,
  ocrConfidence,
});

/** Of a tax at a rate. */
export const taxEvidence = (isConsistent: boolean, ocrConfidence: number): Evidence =>
  evidenceOf(isConsistent ? 4 : 2, ocrConfidence, { holds: isConsistent });

const sigmoid = (score: number): number => 1 / (1 + Math.exp(-score));
const within = (value: number): number => Math.min(1, Math.max(0, value));

export function confidenceEvidence({ score, runnerUp, holds, fails, ocrConfidence }: Evidence): ConfidenceEvidence {
  return {
    score: within((score + 4) / 12),
    probability: sigmoid(score),
    lead: within((score - runnerUp + 4) / 14),
    leadProbability: sigmoid(score - runnerUp),
    holds: Number(holds),
    fails: Number(fails),
    unsure: 1 - within(ocrConfidence),
    'quite unsure': Number(ocrConfidence < 0.8),
  };
}

export function candidateConfidence(weights: ConfidenceWeights | undefined, evidence: Evidence): number {
  return weights === undefined ? sigmoid(evidence.score) : confidenceOf(weights, confidenceEvidence(evidence));
}
