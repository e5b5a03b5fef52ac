/** Quality of predictions: counts for each class, averages, the confusion matrix, and calibration. */

/** Expected and predicted labels of a text. */
export interface Outcome {
  readonly expected: readonly string[];
  readonly predicted: readonly string[];
}

export interface ClassQuality {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
  readonly truePositives: number;
  readonly falsePositives: number;
  readonly falseNegatives: number;
  readonly trueNegatives: number;
}

export interface Quality {
  readonly classes: ReadonlyMap<string, ClassQuality>;
  readonly micro: { readonly precision: number; readonly recall: number; readonly f1: number };
  readonly macro: { readonly precision: number; readonly recall: number; readonly f1: number };
  /** Share of texts for which exactly the expected labels were given. */
  readonly accuracy: number;
}

const CALIBRATION_BINS = 10;

/** Quality over all classes that were expected or predicted. */
export function evaluate(outcomes: readonly Outcome[]): Quality {
  const names = [...new Set(outcomes.flatMap(({ expected, predicted }) => [...expected, ...predicted]))].sort();
  const counts = new Map(names.map((name) => [name, { right: 0, wrong: 0, missed: 0 }]));
  let exact = 0;
  for (const { expected, predicted } of outcomes) {
    for (const name of predicted) counts.get(name)![expected.includes(name) ? 'right' : 'wrong']++;
    for (const name of expected) if (!predicted.includes(name)) counts.get(name)!.missed++;
    if (predicted.length === expected.length && predicted.every((name) => expected.includes(name))) exact++;
  }
  const quality = (right: number, wrong: number, missed: number): ClassQuality => ({
    precision: ratio(right, right + wrong),
    recall: ratio(right, right + missed),
    f1: ratio(2 * right, 2 * right + wrong + missed),
    truePositives: right,
    falsePositives: wrong,
    falseNegatives: missed,
    trueNegatives: outcomes.length - right - wrong - missed,
  });
  const classes = new Map([...counts].map(([name, { right, wrong, missed }]) => [name, quality(right, wrong, missed)]));
  const total = (key: 'right' | 'wrong' | 'missed'): number => [...counts.values()].reduce((sum, count) => sum + count[key], 0);
  const mean = (key: 'precision' | 'recall' | 'f1'): number =>
    ratio(
      [...classes.values()].reduce((sum, one) => sum + one[key], 0),
      classes.size,
    );
  return {
    classes,
    micro: quality(total('right'), total('wrong'), total('missed')),
    accuracy: ratio(exact, outcomes.length),
    macro: { precision: mean('precision'), recall: mean('recall'), f1: mean('f1') },
  };
}

/** How often a text of one class (outer key) was given another (inner key); for single labels. */
export function confusionMatrix(outcomes: readonly Outcome[]): Map<string, Map<string, number>> {
  const matrix = new Map<string, Map<string, number>>();
  for (const {
    expected: [expected = ''],
    predicted: [predicted = ''],
  } of outcomes) {
    const row = matrix.get(expected) ?? new Map<string, number>();
    row.set(predicted, (row.get(predicted) ?? 0) + 1);
    matrix.set(expected, row);
  }
  return matrix;
}

/** Expected calibration error: mean distance between score and accuracy over ten bins of the score. */
export function calibrationError(top: readonly { readonly score: number; readonly right: boolean }[]): number {
  const bins = Array.from({ length: CALIBRATION_BINS }, () => ({ count: 0, score: 0, right: 0 }));
  for (const { score, right } of top) {
    const bin = bins[Math.min(CALIBRATION_BINS - 1, Math.floor(score * CALIBRATION_BINS))]!;
    bin.count++;
    bin.score += score;
    if (right) bin.right++;
  }
  return ratio(
    bins.reduce((sum, bin) => sum + Math.abs(bin.score - bin.right), 0),
    top.length,
  );
}

function ratio(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
