/**
 * Values of several lines. The caption of an address speaks for its first line; that the line under it belongs to it too
 * is known from how often, on the training forms, a line that hangs under a value of the field was part of that value.
 */
import { heightOf } from '../../layout/model/geometry.ts';
import type { Context } from '../captions/context.ts';
import type { Form } from '../form/form.ts';
import type { LabelledForm, Tag } from '../form/labelled-form.ts';
import type { Scores } from '../tagger/tagger.ts';

/** How far apart the tops of two lines of one value may be, and how far in or out the second may begin, in heights. */
const LEADING = 2.4;
const INDENT = 1;

/** For each run the run that it hangs under as a further line, else -1: no printed word is above it or just before it. */
export function hangsUnder(form: Form, { above, rows, rowOf, placeInRow }: Context, printed: Uint8Array, runs: readonly (readonly number[])[]): Int32Array {
  const runOf = new Map(runs.flatMap((run, i) => run.map((token) => [token, i] as const)));
  return Int32Array.from(runs, (run) => {
    const first = run[0]!;
    const over = runOf.get(above[first]!);
    if (over === undefined) return -1;
    const [own, other] = [form.tokens[first]!.box, form.tokens[runs[over]![0]!]!.box];
    const height = Math.max(heightOf(own), heightOf(other));
    const before = rows[rowOf[first]!]![placeInRow[first]! - 1];
    const isCaptioned = before !== undefined && printed[before] === 1;
    return isCaptioned || own.top - other.top > LEADING * height || Math.abs(own.left - other.left) > INDENT * height ? -1 : over;
  });
}

export interface Hanging { labelled: LabelledForm; runs: readonly (readonly number[])[]; under: Int32Array }

/** By tag: how likely a line that hangs under a line of its value is another line of it. */
export function goesOn(forms: readonly Hanging[], tags: readonly Tag[]): number[] {
  const counts = tags.map(() => ({ same: 0, all: 1 }));
  for (const { labelled: { labels }, runs, under } of forms) {
    const owner = new Map(labels.flatMap((label) => label.tokens.map((token) => [token, label] as const)));
    under.forEach((over, run) => {
      const label = over < 0 ? undefined : owner.get(runs[over]![0]!);
      if (label === undefined || tags[label.tag]!.isColumn) return;
      counts[label.tag]!.all++;
      if (owner.get(runs[run]![0]!) === label) counts[label.tag]!.same++;
    });
  }
  return counts.map(({ same, all }) => same / all);
}

/** Scores with what each line hands to the one that hangs under it, from the top down. */
export function withLines({ tags, values }: Scores, runs: readonly (readonly number[])[], under: Int32Array, share: readonly number[]): Scores {
  const out = values.slice();
  runs.forEach((run, i) => {
    if (under[i]! < 0) return;
    const over = runs[under[i]!]!;
    const handed = share.map((often, tag) => (often * over.reduce((sum, token) => sum + out[token * tags + tag]!, 0)) / over.length);
    const rest = 1 - handed.reduce((sum, one) => sum + one, 0);
    for (const token of run) for (let tag = 0; tag < tags; tag++) out[token * tags + tag] = handed[tag]! + rest * out[token * tags + tag]!;
  });
  return { tags, values: out };
}
