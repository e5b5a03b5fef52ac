/** What an engine's own figure for a word means: how often such a word is right. Fitted on degraded pages made up by seed (bench/reading). */

/** `fused` is the posterior of two readings together. */
export type Engine = 'own' | 'english' | 'latin' | 'other' | 'tesseract' | 'fused';

/** p = 1 / (1 + exp(-(offset + slope · logit(figure)))) */
export const FITTED: Readonly<Record<Engine, { offset: number; slope: number }>> = {
  own: { offset: 0.03, slope: 1.05 },
  english: { offset: 0, slope: 1 },
  latin: { offset: 0, slope: 1 },
  other: { offset: 0, slope: 1 },
  tesseract: { offset: -0.9, slope: 1.64 },
  fused: { offset: 1.31, slope: 0.76 },
};

export function probabilityOf(engine: Engine, figure: number): number {
  const { offset, slope } = FITTED[engine];
  return 1 / (1 + Math.exp(-(offset + slope * logit(figure))));
}

export function logit(share: number): number {
  const inside = Math.min(0.999, Math.max(0.001, share));
  return Math.log(inside / (1 - inside));
}
