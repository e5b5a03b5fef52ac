import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calibrationError, confusionMatrix, evaluate } from './evaluate.ts';

const outcomes = [
  ['A', 'A'],
  ['A', 'B'],
  ['B', 'B'],
  ['C', 'B'],
].map(([expected, predicted]) => ({ expected: [expected!], predicted: [predicted!] }));

test('computes counts, averages and the confusion matrix', () => {
  const { classes, micro, macro, accuracy } = evaluate(outcomes);
  assert.deepEqual(classes.get('B'), {
    precision: 1 / 3,
    recall: 1,
    f1: 0.5,
    truePositives: 1,
    falsePositives: 2,
    falseNegatives: 0,
    trueNegatives: 1,
  });
  assert.equal(classes.get('C')!.f1, 0);
  assert.equal(micro.f1, 0.5);
  assert.equal(accuracy, 0.5);
  assert.ok(Math.abs(macro.f1 - (2 / 3 + 0.5) / 3) < 1e-12);
  assert.deepEqual(
    [...confusionMatrix(outcomes).get('A')!],
    [
      ['A', 1],
      ['B', 1],
    ],
  );
});

test('counts each of several labels separately', () => {
  const { micro, accuracy } = evaluate([
    { expected: ['A', 'B'], predicted: ['A'] },
    { expected: [], predicted: [] },
  ]);
  assert.deepEqual([micro.precision, micro.recall, accuracy], [1, 0.5, 0.5]);
});

test('calibrated scores have no error, overconfident ones do', () => {
  const rows = (score: number, right: number): { score: number; right: boolean }[] =>
    Array.from({ length: 10 }, (_, i) => ({ score, right: i < right }));
  assert.ok(calibrationError([...rows(0.75, 7), ...rows(0.75, 8)]) < 1e-9);
  assert.ok(Math.abs(calibrationError(rows(1, 6)) - 0.4) < 1e-9);
  assert.equal(calibrationError([]), 0);
});
