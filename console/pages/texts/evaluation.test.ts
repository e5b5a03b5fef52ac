import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readEvaluation } from './evaluation.ts';

const averages = { microF1: 0.5, macroF1: 0.5 };
const quality = { truePositiveCount: 1, falsePositiveCount: 1, falseNegativeCount: 0 };

test('puts single-class documents into a matrix, and compares several classes as sets', () => {
  const single = readEvaluation(
    { customSingleLabelClassificationEvaluation: { ...averages, classes: { A: quality } } },
    [{ location: '1', customSingleLabelClassificationResult: { expectedClass: 'A', predictedClass: 'B' } }],
    { documents: [] },
  );
  assert.deepEqual(single.outcomes, [{ expected: 'A', predicted: 'B' }]);
  assert.deepEqual(single.sections[0]!.figures, [{ name: 'A', count: 1, precision: 0.5, recall: 1, f1: 2 / 3 }]);
  const multi = readEvaluation(
    { customMultiLabelClassificationEvaluation: { ...averages, classes: {} } },
    [{ location: '1', customMultiLabelClassificationResult: { expectedClasses: ['A', 'B'], predictedClasses: ['B', 'A'] } }],
    { documents: [] },
  );
  assert.deepEqual([multi.outcomes, multi.tested[0]!.isWrong], [[], false]);
});

test('counts entities only with their exact span', () => {
  const labels = [{ category: 'Name', offset: 0, length: 3 }];
  const read = (found: typeof labels): boolean =>
    readEvaluation(
      { customEntityRecognitionEvaluation: { ...averages, entities: { Name: quality } } },
      [{ location: '1', customEntityRecognitionResult: { entities: [{ expectedEntities: labels, predictedEntities: found }] } }],
      { documents: [{ location: '1', text: 'Ada is here' }] },
    ).tested[0]!.isWrong;
  assert.equal(read(labels), false);
  assert.equal(read([{ category: 'Name', offset: 0, length: 6 }]), true);
  assert.equal(read([]), true);
});
