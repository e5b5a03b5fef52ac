/** Words between printed ones: runs of a row that stand together, most of which are one value or none. */
import { heightOf } from '../../layout/model/geometry.ts';
import type { Context } from '../captions/context.ts';
import type { Form } from '../form/form.ts';
import type { LabelledForm } from '../form/labelled-form.ts';
import type { Scores } from '../tagger/tagger.ts';

/** Gap between words, in heights, that ends a run. */
const GAP = 1.5;
/** What the run as a whole counts against each of its words. */
const TOGETHER = 0.6;

export function runsOf(form: Form, { rows }: Context, printed: Uint8Array): number[][] {
  const runs: number[][] = [];
  for (const row of rows) {
    let last = -1;
    for (const token of row) {
      const { box, state } = form.tokens[token]!;
      const isFree = printed[token] === 0 && state === undefined;
      if (isFree && last >= 0 && box.left - form.tokens[last]!.box.right < GAP * heightOf(box)) runs.at(-1)!.push(token);
      else if (isFree) runs.push([token]);
      last = isFree ? token : -1;
    }
  }
  return runs;
}

/** Share of labelled runs whose words all have one label. */
export function wholeness({ labels }: LabelledForm, runs: readonly (readonly number[])[]): { whole: number; all: number } {
  const owner = new Map(labels.flatMap(({ tokens }, label) => tokens.map((token) => [token, label] as const)));
  const labelled = runs.filter((run) => run.some((token) => owner.has(token)));
  return { whole: labelled.filter((run) => run.every((token) => owner.get(token) === owner.get(run[0]!))).length, all: labelled.length };
}

/** Scores drawn towards the mean of their run. */
export function smoothed({ tags, values }: Scores, runs: readonly (readonly number[])[]): Scores {
  const out = values.slice();
  for (const run of runs) {
    if (run.length === 1) continue;
    for (let tag = 0; tag < tags; tag++) {
      let sum = 0;
      for (const token of run) sum += values[token * tags + tag]!;
      if (sum === 0) continue;
      for (const token of run) out[token * tags + tag] = TOGETHER * (sum / run.length) + (1 - TOGETHER) * values[token * tags + tag]!;
    }
  }
  return { tags, values: out };
}
