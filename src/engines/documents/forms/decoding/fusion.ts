/** Combines template and tagger scores: the more reliably a field is located by the template, the more the template counts. */
import type { Scores } from '../form/scores.ts';
import type { Variant } from '../template/slots.ts';
import type { SlotScores } from '../template/template.ts';

/** Candidate weights of a fully trusted template; 0 ignores it. Chosen for each model by cross-validation. */
export const TEMPLATE_WEIGHTS = [0, 0.35, 0.6, 0.8, 1] as const;
/** Candidate weights of the captions in models for other layouts, the preferred one first. */
export const CAPTION_WEIGHTS = [0.5, 0.35, 0.65, 0.8, 0.2] as const;

/** Share of the printed words around a slot at which the template starts to count, and at which it counts fully. */
const [MIN_TRUST, FULL_TRUST] = [0.3, 0.75];
/** The same for the printed words of the whole form: below, it is another variant, whose fields are elsewhere. */
const [MIN_FIT, FULL_FIT] = [0.6, 0.8];
/** Weight of a slot on a form of another variant, if all printed words around the slot are the same. */
const LOCAL_WEIGHT = 0.5;
const MIN_LOCAL_FIT = 0.4;
/** Number of forms without a field from which on it is more likely absent than left empty. */
const FEW_FORMS = 2;

const ramp = (value: number, from: number, to: number): number => Math.min(1, Math.max(0, (value - from) / (to - from)));

/** If the variant has no slot for a field, the overall fit and the number of its forms decide how much that counts against the field. */
function slotWeight(trust: number | undefined, fit: number, forms: number): number {
  const formWeight = ramp(fit, MIN_FIT, FULL_FIT);
  if (trust === undefined) return (formWeight / 2) * (forms / (forms + FEW_FORMS));
  return ramp(trust, MIN_TRUST, FULL_TRUST) * Math.max(formWeight, trust === 1 && fit >= MIN_LOCAL_FIT ? LOCAL_WEIGHT : 0);
}

/** By tag, `templateWeights` are the weights of a fully trusted template. */
export function fuseScores(
  template: { scores: SlotScores; fit: number; variant: Pick<Variant, 'forms'> },
  tagger: Scores,
  templateWeights: readonly number[],
): Scores {
  const { tags } = tagger;
  const weights = template.scores.trust.map(
    (trust, tag) => templateWeights[tag]! * slotWeight(trust, template.fit, template.variant.forms),
  );
  const values = tagger.values.slice();
  for (let i = 0; i < values.length; i++) {
    const weight = weights[i % tags]!;
    if (weight > 0) values[i] = weight * template.scores.values[i]! + (1 - weight) * values[i]!;
  }
  return { tags, values };
}

/** Mixes the scores of the tagger with what captions say, at the words that these say something about. */
export function mixScores({ tags, values }: Scores, captions: Scores & { isScored: Uint8Array }, weight: number): Scores {
  return {
    tags,
    values: values.map((value, i) =>
      captions.isScored[Math.floor(i / tags)] === 1 ? (1 - weight) * value + weight * captions.values[i]! : value,
    ),
  };
}
