/** Combines template and tagger scores: the more reliably a field is located by the template, the more the template counts. */
import type { Scores } from '../form/scores.ts';
import type { SlotScores } from '../template/template.ts';

/** Candidate weights of a fully trusted template; 0 ignores it. Chosen for each model by cross-validation. */
export const TEMPLATE_WEIGHTS = [0, 0.35, 0.6, 0.8, 1] as const;

/** Share of matched printed words at which the template starts to count, and at which it counts fully. */
const [MIN_TRUST, FULL_TRUST] = [0.3, 0.75];

const trustWeight = (trust: number): number => Math.min(1, Math.max(0, (trust - MIN_TRUST) / (FULL_TRUST - MIN_TRUST)));

/** If the variant has no slot for a field, the overall fit decides how much that counts against the field. */
export function fuseScores(template: { scores: SlotScores; fit: number } | undefined, tagger: Scores, templateWeight: number): Scores {
  if (template === undefined || templateWeight === 0) return tagger;
  const { tags } = tagger;
  const weights = template.scores.trust.map(
    (trust) => templateWeight * (trust === undefined ? trustWeight(template.fit) / 2 : trustWeight(trust)),
  );
  const values = tagger.values.slice();
  for (let i = 0; i < values.length; i++) {
    const weight = weights[i % tags]!;
    if (weight > 0) values[i] = weight * template.scores.values[i]! + (1 - weight) * values[i]!;
  }
  return { tags, values };
}
