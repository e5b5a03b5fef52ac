/** Learned weights, as stored in weights/fields/*.json. */

export interface Weights {
  version: number;
  /** field → feature → weight; other features have weight 0. */
  fields: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** Log-likelihood ratio of each check result. */
  checks: Readonly<Record<string, number>>;
  /** By candidate kind: weights of confidence.ts. */
  confidence: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** Results of the weights, and on which documents. */
  figures: Readonly<Record<string, unknown>>;
}

export function scoreFeatures(weights: Readonly<Record<string, number>> | undefined, features: readonly string[]): number {
  if (weights === undefined) return -Infinity;
  let score = 0;
  for (const feature of features) score += weights[feature] ?? 0;
  return score;
}

export const probability = (score: number): number => 1 / (1 + Math.exp(-score));
