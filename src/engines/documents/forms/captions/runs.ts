/** Runs of adjacent filled-in words in a row; most runs are one value or none. */
import { heightOf } from '../../layout/model/geometry.ts';
import type { TokenContext } from './context.ts';
import { BORDER } from '../form/form.ts';
import type { Form } from '../form/form.ts';
import type { LabeledForm } from '../labels/labeled-form.ts';
import type { Scores } from '../form/scores.ts';

/** Gap, in word heights, that ends a run. */
const MAX_WORD_GAP = 1.5;
/** Weight of the run's mean score relative to each word's own score. */
const RUN_WEIGHT = 0.6;

export function findRuns(form: Form, { rows }: TokenContext, printed: Uint8Array): number[][] {
  const runs: number[][] = [];
  for (const row of rows) {
    let last = -1;
    for (const token of row) {
      const { box, state, text } = form.tokens[token]!;
      const isFilledIn = printed[token] === 0 && state === undefined && !BORDER.test(text);
      if (isFilledIn && last >= 0 && box.left - form.tokens[last]!.box.right < MAX_WORD_GAP * heightOf(box)) runs.at(-1)!.push(token);
      else if (isFilledIn) runs.push([token]);
      last = isFilledIn ? token : -1;
    }
  }
  return runs;
}

/** Counts labeled runs, and those whose words all have the same label. */
export function countWholeRuns({ labels }: LabeledForm, runs: readonly (readonly number[])[]): { whole: number; all: number } {
  const owner = new Map(labels.flatMap(({ tokens }, label) => tokens.map((token) => [token, label] as const)));
  const labeled = runs.filter((run) => run.some((token) => owner.has(token)));
  return { whole: labeled.filter((run) => run.every((token) => owner.get(token) === owner.get(run[0]!))).length, all: labeled.length };
}

/** Moves scores toward the mean of their run. */
export function smoothScores({ tags, values }: Scores, runs: readonly (readonly number[])[]): Scores {
  const out = values.slice();
  for (const run of runs) {
    if (run.length === 1) continue;
    for (let tag = 0; tag < tags; tag++) {
      let sum = 0;
      for (const token of run) sum += values[token * tags + tag]!;
      if (sum === 0) continue;
      for (const token of run) out[token * tags + tag] = RUN_WEIGHT * (sum / run.length) + (1 - RUN_WEIGHT) * values[token * tags + tag]!;
    }
  }
  return { tags, values: out };
}

/** Runs split where the template has another field: values of adjacent columns may almost touch. */
export function splitBySlots(form: Form, runs: readonly (readonly number[])[], { tags, values }: Scores): number[][] {
  const ownerOf = (token: number): number => {
    for (let tag = 0; tag < tags; tag++) if (values[token * tags + tag]! > 0) return tag;
    return -1;
  };
  return runs.flatMap((run) => {
    const parts: number[][] = [];
    let last = -2;
    for (const token of run) {
      const owner = ownerOf(token);
      const isOtherField = owner !== last && owner >= 0 && last >= 0;
      const isStray = owner !== last && form.tokens[token]!.text.length === 1 && owner < 0;
      if (
        parts.length === 0 ||
        isOtherField ||
        isStray ||
        (last === -1 && form.tokens[parts.at(-1)!.at(-1)!]!.text.length === 1 && owner >= 0)
      )
        parts.push([token]);
      else parts.at(-1)!.push(token);
      last = owner;
    }
    return parts;
  });
}
