/**
 * Values of several lines. The caption of an address identifies its first line only. Whether the line below belongs to
 * the value is decided by how often that was the case on the training forms.
 */
import { heightOf } from '../../layout/model/geometry.ts';
import type { TokenContext } from '../captions/context.ts';
import type { Form } from '../form/form.ts';
import type { LabeledForm, Tag } from '../labels/labeled-form.ts';
import type { Scores } from '../form/scores.ts';

/** Maximum distance between the tops of two lines of one value, and maximum difference in indentation, in line heights. */
const MAX_LINE_SPACING = 2.4;
const MAX_INDENT = 1;

/** For each run, the run above that it may continue, or -1. A continuation has no printed word above it or directly before it. */
export function findLinesAbove(
  form: Form,
  { above, rows, rowOf, indexInRow }: TokenContext,
  printed: Uint8Array,
  runs: readonly (readonly number[])[],
): Int32Array {
  const runOf = new Map(runs.flatMap((run, i) => run.map((token) => [token, i] as const)));
  return Int32Array.from(runs, (run) => {
    const first = run[0]!;
    const over = runOf.get(above[first]!);
    if (over === undefined) return -1;
    const [own, other] = [form.tokens[first]!.box, form.tokens[runs[over]![0]!]!.box];
    const height = Math.max(heightOf(own), heightOf(other));
    const before = rows[rowOf[first]!]![indexInRow[first]! - 1];
    const isCaptioned = before !== undefined && printed[before] === 1;
    return isCaptioned || own.top - other.top > MAX_LINE_SPACING * height || Math.abs(own.left - other.left) > MAX_INDENT * height
      ? -1
      : over;
  });
}

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
