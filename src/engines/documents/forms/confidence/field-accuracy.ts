/** Cross-validation results of each tag, as counts. */
import type { Tag } from '../labels/labeled-form.ts';

export interface AccuracyCounts {
  /** Labeled values of tags that the other forms have labels of too. */
  labeled: number;
  /** Labeled values that were found correctly. */
  correct: number;
  /** Labeled values, plus values found without a label. */
  total: number;
}

export function countAccuracy(
  judged: readonly { tag: number; isLabeled: boolean; isRight: boolean }[],
  tags: readonly Tag[],
): AccuracyCounts[] {
  const accuracyCounts = tags.map((): AccuracyCounts => ({ labeled: 0, correct: 0, total: 0 }));
  for (const { tag, isLabeled, isRight } of judged) {
    const own = accuracyCounts[tag]!;
    own.total++;
    if (isLabeled) own.labeled++;
    if (isRight) own.correct++;
  }
  return accuracyCounts;
}

/** Accuracy by tag, smoothed toward the overall accuracy with the weight of one value, because few values say little. */
export function smoothedAccuracy(accuracyCounts: readonly AccuracyCounts[]): number[] {
  const [right, all] = accuracyCounts.reduce(([sum, count], one) => [sum + one.correct, count + one.total], [0, 0]);
  const overallAccuracy = all === 0 ? 0.5 : right / all;
  return accuracyCounts.map((one) => (one.correct + overallAccuracy) / (one.total + 1));
}
