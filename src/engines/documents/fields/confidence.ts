/**
 * The confidence of a field: the probability that its value is right, a logistic function of evidence. Weights are fitted on documents
 * (lab/training/documents/fit-confidence.ts), so that of all values with a confidence of 0.9 about nine in ten are right.
 */

/** Named measurements, each from 0 to 1, such as `ocr` for the lowest confidence of the words or `checksum` for 0 or 1. */
export type ConfidenceEvidence = Readonly<Record<string, number>>;

/** By name of the evidence; `bias` counts always. */
export type ConfidenceWeights = Readonly<Record<string, number>>;

const [LOWEST, HIGHEST] = [0.01, 0.995];

export function confidenceOf(weights: ConfidenceWeights, evidence: ConfidenceEvidence): number {
  let score = weights.bias ?? 0;
  for (const [name, value] of Object.entries(evidence)) score += (weights[name] ?? 0) * value;
  const probability = 1 / (1 + Math.exp(-score));
  return Math.round(Math.min(HIGHEST, Math.max(LOWEST, probability)) * 1000) / 1000;
}
