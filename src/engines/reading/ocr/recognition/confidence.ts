/**
 * Calibration. `probabilityOf` is used while readings are compared and noise is rejected. `confidenceOf` is how often the
 * words that were kept are right, and is what callers get. Both were fitted on synthetic, degraded pages
 * (bench/reading/calibration.ts), independently, so that refitting the confidence never changes what is read.
 */

/** `fused` is the posterior of two fused readings. */
export type Engine = 'own' | 'other' | 'tesseract' | 'fused';

/**
 * Who read a line: the recogniser alone, both engines, only one of the two that tried, the recogniser as a line of a zone, or
 * the reader of another script, whose figure is for a letter.
 */
export type ReadBy = 'recogniser' | 'both' | 'either' | 'zone' | 'script reader';

/** p = 1 / (1 + exp(-(offset + slope · logit(figure)))) */
export interface Curve {
  offset: number;
  slope: number;
}

export const ENGINE_CURVES: Readonly<Record<Engine, Curve>> = {
  own: { offset: 0.03, slope: 1.05 },
  other: { offset: 0, slope: 1 },
  tesseract: { offset: -0.9, slope: 1.64 },
  fused: { offset: 1.31, slope: 0.76 },
};

/** Applied on top of `ENGINE_CURVES`. Lines that only one of two engines can read, zones and other scripts are too few to fit. */
export const CONFIDENCE_CURVES: Readonly<Record<ReadBy, Curve>> = {
  recogniser: { offset: 0.94, slope: 0.97 },
  both: { offset: 0.77, slope: 0.88 },
  either: { offset: 0, slope: 1 },
  zone: { offset: 0, slope: 1 },
  'script reader': { offset: 0, slope: 1 },
};

export const probabilityOf = (engine: Engine, figure: number): number => applyCurve(ENGINE_CURVES[engine], figure);

export const confidenceOf = (witness: ReadBy, probability: number): number => applyCurve(CONFIDENCE_CURVES[witness], probability);

function applyCurve({ offset, slope }: Curve, figure: number): number {
  return 1 / (1 + Math.exp(-(offset + slope * logit(figure))));
}

export function logit(share: number): number {
  const inside = Math.min(0.999, Math.max(0.001, share));
  return Math.log(inside / (1 - inside));
}
