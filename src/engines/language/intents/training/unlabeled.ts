/**
 * Self-training: texts without labels teach the intents that a model of the labeled ones predicts for them. The less certain the
 * prediction, the less an error in the text costs. Whether this helps is tried by cross-validation on the labeled rows, in which each
 * fold has predictions of its own, or they would give the labels of its rows away.
 */
import { softmax } from '../../../shared/classifier/calibration.ts';
import { fit, marginsOf, splitFolds } from '../../../shared/classifier/fit.ts';
import type { Fit, Rows, Settings } from '../../../shared/classifier/fit.ts';

const FOLDS = 5;
/** What an error in a text whose intent is certain costs, relative to a labeled one; it falls with the square of the probability. */
const SHARE = 0.1;

export interface SelfTraining {
  /** Labeled rows, then others without labels. */
  readonly rows: Rows;
  readonly labeled: number;
  /** How probable it is that each of the others is in scope. */
  readonly inScope: readonly number[];
  /** The texts of the labeled rows. */
  readonly texts: readonly string[];
  readonly settings: Settings;
  /** Of the margins of the model without the other texts. */
  readonly temperature: number;
}

/** The fit of all rows, with margins of the labeled ones, and those that they have without the others in the same folds. */
export function fitUnlabeled(
  { rows, labeled, inScope, texts, settings, temperature }: SelfTraining,
  step: (done: number) => void,
): { fitted: Fit; without: Float32Array } {
  const { classes } = rows;
  const own = Array.from({ length: labeled }, (_, row) => row);
  const others = Array.from({ length: rows.vectors.length - labeled }, (_, i) => labeled + i);
  /** The labeled rows and the others, with what a fit to some of the labeled ones predicts for them. */
  const guess = (taught: readonly number[]): { rows: Rows; weights: Float32Array } => {
    const { weights } = fit(pick(rows, taught), settings, [], () => undefined);
    const guessed = others.map((row, i) => {
      const scores = marginsOf(rows, row, settings, weights);
      softmax(scores, temperature);
      const best = scores.reduce((top, score, c) => (score > scores[top]! ? c : top), 0);
      return { label: [best], share: SHARE * (scores[best]! * inScope[i]!) ** 2 };
    });
    return {
      rows: {
        ...rows,
        labels: [...rows.labels.slice(0, labeled), ...guessed.map(({ label }) => label)],
        shares: [...own.map(() => 1), ...guessed.map(({ share }) => share)],
      },
      weights,
    };
  };
  const [margins, newMargins, without] = Array.from({ length: 3 }, () => new Float32Array(labeled * classes)) as [
    Float32Array,
    Float32Array,
    Float32Array,
  ];
  const folds = splitFolds(texts, rows.labels.slice(0, labeled), FOLDS);
  folds.forEach((fold, f) => {
    step(f / (folds.length + 1));
    const held = new Set(fold);
    const guessed = guess(own.filter((row) => !held.has(row)));
    const found = fit(guessed.rows, settings, [fold], () => undefined);
    for (const row of fold) {
      const [start, end] = [row * classes, (row + 1) * classes];
      margins.set(found.margins.subarray(start, end), start);
      newMargins.set(found.newMargins.subarray(start, end), start);
      without.set(marginsOf(rows, row, settings, guessed.weights), start);
    }
  });
  step(folds.length / (folds.length + 1));
  const { weights } = fit(guess(own).rows, settings, [], () => undefined);
  return { fitted: { weights, margins, newMargins }, without };
}

function pick(rows: Rows, kept: readonly number[]): Rows {
  return {
    ...rows,
    vectors: kept.map((row) => rows.vectors[row]!),
    sentences: rows.sentences && kept.map((row) => rows.sentences![row]!),
    labels: kept.map((row) => rows.labels[row]!),
  };
}
