/**
 * What figures mean. `probabilityOf` says how far an engine is believed while it is decided what a line says and whether
 * it is text at all. `confidenceOf` says how often words that came through all that are right: what callers are told.
 * Both were fitted on pages made up by seed and spoiled (bench/reading/calibration.ts), each for its own purpose, so that
 * telling the truth never changes what is read.
 */

/** `fused` is the posterior of two readings together. */
export type Engine = 'own' | 'other' | 'tesseract' | 'fused';

/** Whose reading a line is: the recogniser's alone, that of both engines, or of the one of two that saw anything. */
export type Witness = 'recogniser' | 'both' | 'either';

/** p = 1 / (1 + exp(-(offset + slope · logit(figure)))) */
export interface Curve { offset: number; slope: number }

export const FITTED: Readonly<Record<Engine, Curve>> = {
  own: { offset: 0.03, slope: 1.05 },
  other: { offset: 0, slope: 1 },
  tesseract: { offset: -0.9, slope: 1.64 },
  fused: { offset: 1.31, slope: 0.76 },
};

/** On top of `FITTED`. Lines that one of two engines does not see at all are too few to fit. */
export const TOLD: Readonly<Record<Witness, Curve>> = {
  recogniser: { offset: 0.94, slope: 0.97 },
  both: { offset: 0.77, slope: 0.88 },
  either: { offset: 0, slope: 1 },
};

export const probabilityOf = (engine: Engine, figure: number): number => along(FITTED[engine], figure);

export const confidenceOf = (witness: Witness, probability: number): number => along(TOLD[witness], probability);

function along({ offset, slope }: Curve, figure: number): number {
  return 1 / (1 + Math.exp(-(offset + slope * logit(figure))));
}

export function logit(share: number): number {
  const inside = Math.min(0.999, Math.max(0.001, share));
  return Math.log(inside / (1 - inside));
}
