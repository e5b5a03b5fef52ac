/** How right each tag was when forms were found by a model of the others, as counts: what was not measured is told by none. */
import type { Tag } from '../form/labelled-form.ts';

export interface Measure {
  /** Labelled values that a model was asked for which had seen others of the tag. */
  labelled: number;
  /** Those that it found as labelled. */
  right: number;
  /** Labelled ones and such as were found without a label. */
  all: number;
}

export function measuresOf(judged: readonly { tag: number; isLabelled: boolean; isRight: boolean }[], tags: readonly Tag[]): Measure[] {
  const measures = tags.map((): Measure => ({ labelled: 0, right: 0, all: 0 }));
  for (const { tag, isLabelled, isRight } of judged) {
    const own = measures[tag]!;
    own.all++;
    if (isLabelled) own.labelled++;
    if (isRight) own.right++;
  }
  return measures;
}

/** By tag, for the confidence of values: the share that was right, held to that of all tags by as much as one value, since few values say little. */
export function heldAccuracy(measures: readonly Measure[]): number[] {
  const [right, all] = measures.reduce(([sum, count], one) => [sum + one.right, count + one.all], [0, 0]);
  const usual = all === 0 ? 0.5 : right / all;
  return measures.map((one) => (one.right + usual) / (one.all + 1));
}
