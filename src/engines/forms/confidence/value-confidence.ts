/**
 * How likely a found value is right: a logistic regression over what is known of it, fitted on the values that
 * cross-validation found in the training forms. Few forms make few values, so the weights are held to a prior, which was
 * set by hand and looked at on made-up families, and leave it as far as the model's own forms demand.
 */

/** What is known of a value, in the order of PRIOR. */
export interface Known {
  /** Mean likelihood of its tokens. */
  score: number;
  /** The same by the tagger alone, before the template, its other lines and other fields were asked. */
  tagged: number;
  /** Share of the variant's printed words that stand where they should; 0 without template. */
  fit: number;
  /** Accuracy of the field in cross-validation. */
  accuracy: number;
  /** Least confidence that one of its words was read with. */
  reading: number;
  /** Whether a value of this kind was seen in training. */
  isKnownKind: boolean;
  /** Whether its text says a value of the field's type. */
  isTyped: boolean;
}

export type Weights = readonly number[];

export const PRIOR: Weights = [-2.2, 0.6, 0.6, 0.6, 2.6, 1.0, 0.5, 1.0];

/** How many values weigh as much as the prior. */
const HOLD = 4;
const STEPS = 600;

const logit = (p: number): number => Math.log(Math.max(0.02, p) / Math.max(0.02, 1 - p));

export const features = ({ score, tagged, fit, accuracy, reading, isKnownKind, isTyped }: Known): number[] => [1, Math.min(3, logit(score)), Math.min(3, logit(tagged)), fit, accuracy, reading, isKnownKind ? 1 : 0, isTyped ? 1 : 0];

export function confidenceOf(weights: Weights, known: Known): number {
  const z = features(known).reduce((sum, value, i) => sum + value * weights[i]!, 0);
  return 1 / (1 + Math.exp(-z));
}

/** Steps against the slope, damped by a bound of the curvature, which cannot overshoot. */
export function fitConfidence(values: readonly { known: Known; isRight: boolean }[], prior: Weights = PRIOR, hold = HOLD): number[] {
  const weights = [...prior];
  const rows = values.map(({ known, isRight }) => ({ x: features(known), y: isRight ? 1 : 0 }));
  const curve = hold + 0.25 * rows.reduce((sum, { x }) => sum + x.reduce((square, value) => square + value * value, 0), 0);
  const steps = rows.length === 0 ? 0 : STEPS;
  for (let step = 0; step < steps; step++) {
    const slope = weights.map((weight, i) => hold * (weight - prior[i]!));
    for (const { x, y } of rows) {
      const z = x.reduce((sum, value, i) => sum + value * weights[i]!, 0);
      const off = 1 / (1 + Math.exp(-z)) - y;
      for (let i = 0; i < slope.length; i++) slope[i]! += off * x[i]!;
    }
    for (let i = 0; i < weights.length; i++) weights[i]! -= slope[i]! / curve;
  }
  return weights;
}
