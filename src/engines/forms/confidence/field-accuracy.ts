/** Cross-validation results of each tag, as counts. */
import type { Tag } from '../form/labelled-form.ts';

export interface AccuracyCounts {
  /** Labelled values of tags that the other forms have labels of too. */
  labelled: number;
  /** Labelled values that were found correctly. */
  right: number;
  /** Labelled values, plus values found without a label. */
  all: number;
}

export function countAccuracy(judged: readonly { tag: number; isLabelled: boolean; isRight: boolean }[], tags: readonly Tag[]): AccuracyCounts[] {
  const accuracyCounts = tags.map((): AccuracyCounts => ({ labelled: 0, right: 0, all: 0 }));
  for (const { tag, isLabelled, isRight } of judged) {
    const own = accuracyCounts[tag]!;
    own.all++;
    if (isLabelled) own.labelled++;
    if (isRight) own.right++;
  }
  return accuracyCounts;
}

/** Accuracy by tag, smoothed towards the overall accuracy with the weight of one value, because few values say little. */
export function smoothedAccuracy(accuracyCounts: readonly AccuracyCounts[]): number[] {
  const [right, all] = accuracyCounts.reduce(([sum, count], one) => [sum + one.right, count + one.all], [0, 0]);
  const overallAccuracy = all === 0 ? 0.5 : right / all;
  return accuracyCounts.map((one) => (one.right + overallAccuracy) / (one.all + 1));
}
