/** Learned weights, as stored in weights/fields/*.json. */
import type { ConfidenceWeights } from '../confidence.ts';

type FeatureWeights = Readonly<Record<string, number>>;

export interface Weights {
  version: number;
  /** candidate kind → feature → weight, shared by all fields of the kind. */
  kinds: Readonly<Record<string, FeatureWeights>>;
  /** field → feature → what the weight of the field differs by. */
  fields: Readonly<Record<string, FeatureWeights>>;
  /** Log-likelihood ratio of each check result. */
  checks: Readonly<Record<string, number>>;
  /** By candidate kind: weights of confidence.ts. */
  confidence: Readonly<Record<string, ConfidenceWeights>>;
  /** Results of the weights, and on which documents. */
  figures: Readonly<Record<string, unknown>>;
}

/** The score of a candidate as the value of a field; the score of no value is 0. */
export function scoreFeatures(
  { kinds, fields }: Pick<Weights, 'kinds' | 'fields'>,
  kind: string,
  field: string,
  features: readonly string[],
): number {
  const [shared, own] = [kinds[kind] ?? {}, fields[field] ?? {}];
  let score = 0;
  for (const feature of features) score += (shared[feature] ?? 0) + (own[feature] ?? 0);
  return score;
}
