/** Splits rows into training and test sets, and writes evaluations in the published shapes. */
import { hash } from 'node:crypto';
import { scoreEntities } from '../../../../engines/language/entities/evaluation/scores.ts';
import { confusionMatrix, evaluate } from '../../../../engines/language/intents/evaluation/evaluate.ts';
import type { Outcome, Quality } from '../../../../engines/language/intents/evaluation/evaluate.ts';
import type { EvaluationOptions } from '../model.ts';

/** The name for "no label" in a confusion matrix. */
const NONE = '$none';

export interface Splittable {
  readonly text: string;
  /** Rows are split label by label, so that each set has some of every label. */
  readonly label: string;
  /** Train or Test, if the author chose one. */
  readonly dataset?: string | undefined;
}

export interface Split {
  train: number[];
  test: number[];
}

/**
 * Indexes of the rows to train on and to test with. By percentage, rows are split label by label in an order that
 * depends on their texts alone, so that a project is always split the same way; equal texts stay together.
 */
export function splitRows(rows: readonly Splittable[], { kind, testing }: EvaluationOptions): Split {
  if (kind === 'manual') return { train: indexesWhere(rows, (row) => !isTest(row)), test: indexesWhere(rows, isTest) };
  const tested = new Set<string>();
  for (const [, own] of Map.groupBy(rows, ({ label }) => label)) {
    const texts = [...new Set(own.map(({ text }) => text))]
      .map((text) => ({ text, order: hash('sha256', text) }))
      .sort((a, b) => (a.order < b.order ? -1 : 1));
    for (const { text } of texts.slice(0, Math.min(texts.length - 1, Math.round((texts.length * testing) / 100)))) tested.add(text);
  }
  return { train: indexesWhere(rows, ({ text }) => !tested.has(text)), test: indexesWhere(rows, ({ text }) => tested.has(text)) };
}

function isTest({ dataset }: Splittable): boolean {
  return dataset?.toLowerCase() === 'test';
}

function indexesWhere(rows: readonly Splittable[], wanted: (row: Splittable) => boolean): number[] {
  return [...rows.keys()].filter((place) => wanted(rows[place]!));
}

interface Averages {
  microF1: number;
  microPrecision: number;
  microRecall: number;
  macroF1: number;
  macroPrecision: number;
  macroRecall: number;
}
type Matrix = Record<string, Record<string, { normalizedValue: number; rawValue: number }>>;

function toAverages({ micro, macro }: Pick<Quality, 'micro' | 'macro'>): Averages {
  return {
    microF1: micro.f1,
    microPrecision: micro.precision,
    microRecall: micro.recall,
    macroF1: macro.f1,
    macroPrecision: macro.precision,
    macroRecall: macro.recall,
  };
}

/** Counts with their share of the row, in percent. */
function toMatrix(rows: Iterable<readonly [string, ReadonlyMap<string, number>]>): Matrix {
  return Object.fromEntries(
    [...rows].map(([expected, row]) => {
      const total = [...row.values()].reduce((sum, count) => sum + count, 0);
      return [
        expected || NONE,
        Object.fromEntries(
          [...row].map(([predicted, count]) => [predicted || NONE, { normalizedValue: (100 * count) / total, rawValue: count }]),
        ),
      ];
    }),
  );
}

/** For one or several labels per text; `name` is the field of the labels. The matrix is for single labels. */
export function evaluateLabels(
  name: 'intents' | 'classes',
  outcomes: readonly Outcome[],
  { matrix = true }: { matrix?: boolean } = {},
): object {
  const quality = evaluate(outcomes);
  const classes = [...quality.classes].map(
    ([label, { precision, recall, f1, truePositives, falsePositives, falseNegatives, trueNegatives }]) => [
      label,
      {
        f1,
        precision,
        recall,
        truePositiveCount: truePositives,
        trueNegativeCount: trueNegatives,
        falsePositiveCount: falsePositives,
        falseNegativeCount: falseNegatives,
      },
    ],
  );
  return {
    ...(matrix && { confusionMatrix: toMatrix(confusionMatrix(outcomes)) }),
    [name]: Object.fromEntries(classes),
    ...toAverages(quality),
  };
}

export interface EntitySpan {
  readonly entity: string;
  readonly start: number;
  readonly end: number;
}
export interface EntityOutcome {
  readonly labels: readonly EntitySpan[];
  readonly found: readonly EntitySpan[];
}

/** Counts exact matches; the matrix has the shares of the labeled characters that each entity was found in. */
export function evaluateEntities(outcomes: readonly EntityOutcome[]): object {
  const { entities, micro, macro } = scoreEntities(outcomes);
  const summary = Object.entries(entities).map(([entity, { labeled, found, right, precision, recall, f1 }]) => [
    entity,
    {
      f1,
      precision,
      recall,
      truePositiveCount: right,
      trueNegativeCount: 0,
      falsePositiveCount: found - right,
      falseNegativeCount: labeled - right,
    },
  ]);
  const rows = new Map<string, Map<string, number>>();
  const add = (expected: string, predicted: string, share: number): void => {
    if (share <= 0) return;
    const row = rows.get(expected) ?? new Map<string, number>();
    row.set(predicted, (row.get(predicted) ?? 0) + share);
    rows.set(expected, row);
  };
  for (const { labels, found } of outcomes) {
    for (const label of labels) add(label.entity, NONE, 1 - addOverlaps(label, found, (other, share) => add(label.entity, other, share)));
    for (const one of found) add(NONE, one.entity, 1 - addOverlaps(one, labels, () => undefined));
  }
  return { confusionMatrix: toMatrix(rows), entities: Object.fromEntries(summary), ...toAverages({ micro, macro }) };
}

/** Calls back with the share of a span that each other span covers; returns their sum, at most 1. */
function addOverlaps(
  { start, end }: EntitySpan,
  others: readonly EntitySpan[],
  onOverlap: (entity: string, share: number) => void,
): number {
  let uncovered = 1;
  for (const other of others) {
    const share = Math.min(uncovered, Math.max(0, Math.min(end, other.end) - Math.max(start, other.start)) / Math.max(1, end - start));
    onOverlap(other.entity, share);
    uncovered -= share;
  }
  return 1 - uncovered;
}
