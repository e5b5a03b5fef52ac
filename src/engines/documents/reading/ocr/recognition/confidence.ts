/**
 * Calibration: how often a word is right, by who read it and the product of its letters' probabilities. The curves of our own
 * recognizers of print were fitted on words of real receipts (lab/bench/reading/calibration.ts), that of handwriting on every second
 * page of handwriting of writers kept apart, that of the other scripts on every second page of real lines, that of Korean, Chinese and
 * Japanese on every second drawn line (both by the mean probability of the letters of a word); other engines are taken at their word.
 */
export type Engine = 'own' | 'letters' | 'hand' | 'scripts' | 'cjk' | 'other';

/** p = 1 / (1 + exp(-(offset + slope · logit(figure)))) */
export interface Curve {
  offset: number;
  slope: number;
}

export const CURVES: Readonly<Record<Engine, Curve>> = {
  own: { offset: 0.66, slope: 0.79 },
  letters: { offset: 0.5, slope: 0.78 },
  hand: { offset: 0.18, slope: 0.34 },
  other: { offset: 0, slope: 1 },
  scripts: { offset: 0.05, slope: 0.34 },
  cjk: { offset: -2.04, slope: 1.02 },
};

export function probabilityOf(engine: Engine, figure: number): number {
  const { offset, slope } = CURVES[engine];
  return 1 / (1 + Math.exp(-(offset + slope * logit(figure))));
}

export function logit(share: number): number {
  const inside = Math.min(0.999, Math.max(0.001, share));
  return Math.log(inside / (1 - inside));
}
