/** What training learns, as it is kept in a model's weights.json. */

export interface Weights {
  version: number;
  /** field → feature → weight; what is not named has 0. */
  fields: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** How much a sum that holds or fails tells for the amounts in it (logarithm of the ratio of likelihoods). */
  checks: Readonly<Record<string, number>>;
  /** By kind of candidate: weights of confidence.ts. */
  confidence: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** What the weights reached, and on what. */
  figures: Readonly<Record<string, unknown>>;
}

export function scoreOf(weights: Readonly<Record<string, number>> | undefined, features: readonly string[]): number {
  if (weights === undefined) return -Infinity;
  let score = 0;
  for (const feature of features) score += weights[feature] ?? 0;
  return score;
}

export const probability = (score: number): number => 1 / (1 + Math.exp(-score));
