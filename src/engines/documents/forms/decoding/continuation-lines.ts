/**
 * Values of several lines. The caption of an address identifies its first line only. Whether the line below belongs to
 * the value is decided by how often that was the case on the training forms.
 */
import type { LabeledForm, Tag } from '../labels/labeled-form.ts';
import type { Scores } from '../form/scores.ts';

export interface FormRuns {
  labeled: LabeledForm;
  runs: readonly (readonly number[])[];
  lineAbove: Int32Array;
}

/** By tag: probability that a line below a value continues that value. */
export function learnContinuationRates(forms: readonly FormRuns[], tags: readonly Tag[]): number[] {
  const counts = tags.map(() => ({ same: 0, all: 1 }));
  for (const {
    labeled: { labels },
    runs,
    lineAbove,
  } of forms) {
    const owner = new Map(labels.flatMap((label) => label.tokens.map((token) => [token, label] as const)));
    lineAbove.forEach((over, run) => {
      const label = over < 0 ? undefined : owner.get(runs[over]![0]!);
      if (label === undefined || tags[label.tag]!.isColumn) return;
      counts[label.tag]!.all++;
      if (owner.get(runs[run]![0]!) === label) counts[label.tag]!.same++;
    });
  }
  return counts.map(({ same, all }) => same / all);
}

/** Passes scores from each line on to the line that may continue it, from top to bottom. */
export function propagateToContinuations(
  { tags, values }: Scores,
  runs: readonly (readonly number[])[],
  lineAbove: Int32Array,
  share: readonly number[],
): Scores {
  const out = values.slice();
  runs.forEach((run, i) => {
    if (lineAbove[i]! < 0) return;
    const over = runs[lineAbove[i]!]!;
    const inherited = share.map((rate, tag) => (rate * over.reduce((sum, token) => sum + out[token * tags + tag]!, 0)) / over.length);
    const rest = 1 - inherited.reduce((sum, one) => sum + one, 0);
    for (const token of run)
      for (let tag = 0; tag < tags; tag++) out[token * tags + tag] = inherited[tag]! + rest * out[token * tags + tag]!;
  });
  return { tags, values: out };
}
