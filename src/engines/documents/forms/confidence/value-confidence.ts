/**
 * Confidence of a found value: a logistic regression fitted on the values found in cross-validation. Few forms give few
 * values, so the weights are regularized toward a prior that was set by hand and checked on generated form families.
 */

/** Inputs of the regression, in the order of PRIOR. */
export interface ConfidenceInputs {
  /** Mean score of its tokens. */
  score: number;
  /** The same by the tagger alone, before template, continuation lines and other fields are considered. */
  taggerScore: number;
  /** Share of the variant's printed words found at their expected position; 0 without a template. */
  fit: number;
  /** Accuracy of the field in cross-validation. */
  accuracy: number;
  /** Lowest OCR confidence of its words. */
  ocrConfidence: number;
  /** Whether training saw a value of this shape. */
  isKnownShape: boolean;
  /** Whether its text parses as the type of the field. */
  hasTypedValue: boolean;
}

export type Weights = readonly number[];

export const PRIOR: Weights = [-2.2, 0.6, 0.6, 0.6, 2.6, 1.0, 0.5, 1.0];

/** Number of values that weigh as much as the prior. */
const PRIOR_STRENGTH = 4;
const ITERATIONS = 600;

const logit = (p: number): number => Math.log(Math.max(0.02, p) / Math.max(0.02, 1 - p));

const toFeatures = ({ score, taggerScore, fit, accuracy, ocrConfidence, isKnownShape, hasTypedValue }: ConfidenceInputs): number[] => [
  1,
  Math.min(3, logit(score)),
  Math.min(3, logit(taggerScore)),
  fit,
  accuracy,
  ocrConfidence,
  isKnownShape ? 1 : 0,
  hasTypedValue ? 1 : 0,
];

/** A word that is read with less confidence than this may be wrong, however sure its place is. */
const SURE_READING = 0.85;

export function valueConfidence(weights: Weights, inputs: ConfidenceInputs): number {
  const z = toFeatures(inputs).reduce((sum, value, i) => sum + value * weights[i]!, 0);
  return Math.min(1, inputs.ocrConfidence / SURE_READING) / (1 + Math.exp(-z));
}

/** Gradient descent; the step size is bounded by the curvature, so it cannot overshoot. */
export function fitConfidence(
  values: readonly { inputs: ConfidenceInputs; isRight: boolean }[],
  prior: Weights = PRIOR,
  priorStrength = PRIOR_STRENGTH,
): number[] {
  const weights = [...prior];
  const rows = values.map(({ inputs, isRight }) => ({ x: toFeatures(inputs), y: isRight ? 1 : 0 }));
  const curve = priorStrength + 0.25 * rows.reduce((sum, { x }) => sum + x.reduce((square, value) => square + value * value, 0), 0);
  const steps = rows.length === 0 ? 0 : ITERATIONS;
  for (let step = 0; step < steps; step++) {
    const slope = weights.map((weight, i) => priorStrength * (weight - prior[i]!));
    for (const { x, y } of rows) {
      const z = x.reduce((sum, value, i) => sum + value * weights[i]!, 0);
      const error = 1 / (1 + Math.exp(-z)) - y;
      for (let i = 0; i < slope.length; i++) slope[i]! += error * x[i]!;
    }
    for (let i = 0; i < weights.length; i++) weights[i]! -= slope[i]! / curve;
  }
  return weights;
}
