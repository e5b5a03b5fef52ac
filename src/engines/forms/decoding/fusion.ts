/** What the template and the tagger say, as one: the better a field's place on the form is known, the more the template counts. */
import type { Scores } from '../tagger/tagger.ts';
import type { SlotScores } from '../template/template.ts';

/** Share of the template where a field's place is fully known; 0 leaves it out. Chosen for each model by cross-validation. */
export const SHARES = [0, 0.35, 0.6, 0.8, 1] as const;

/** Shares of matched printed words at which the template begins to count and counts fully. */
const [FROM, FULL] = [0.3, 0.75];

const weightOf = (trust: number): number => Math.min(1, Math.max(0, (trust - FROM) / (FULL - FROM)));

/** Where the variant has no place for a field, its fit as a whole says how much that speaks against the field. */
export function fused(template: { scores: SlotScores; fit: number } | undefined, tagger: Scores, share: number): Scores {
  if (template === undefined || share === 0) return tagger;
  const { tags } = tagger;
  const weights = template.scores.trust.map((trust) => share * (trust === undefined ? weightOf(template.fit) / 2 : weightOf(trust)));
  const values = tagger.values.slice();
  for (let i = 0; i < values.length; i++) {
    const weight = weights[i % tags]!;
    if (weight > 0) values[i] = weight * template.scores.values[i]! + (1 - weight) * values[i]!;
  }
  return { tags, values };
}
