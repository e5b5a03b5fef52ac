import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { evaluateEntities, evaluateLabels, splitRows } from './evaluation.ts';

const rows = Array.from({ length: 40 }, (_, i) => ({
  text: `text ${i}`,
  label: i % 4 === 0 ? 'rare' : 'common',
  dataset: i % 5 === 0 ? 'Test' : 'Train',
}));

describe('splitRows', () => {
  it('takes the requested share of every label, independent of the order of rows', () => {
    const { train, test } = splitRows(rows, { kind: 'percentage', training: 80, testing: 20 });
    assert.equal(test.filter((place) => rows[place]!.label === 'rare').length, 2);
    assert.equal(test.length, 8);
    assert.deepEqual(
      [...train, ...test].sort((a, b) => a - b),
      [...rows.keys()],
    );
    const reversed = [...rows].reverse();
    const again = splitRows(reversed, { kind: 'percentage', training: 80, testing: 20 });
    assert.deepEqual(new Set(again.test.map((place) => reversed[place]!.text)), new Set(test.map((place) => rows[place]!.text)));
  });

  it('keeps a training text for every label, and equal texts in one set', () => {
    const few = [
      { text: 'a', label: 'x' },
      { text: 'b', label: 'y' },
      { text: 'b', label: 'y' },
      { text: 'c', label: 'y' },
    ];
    const { train, test } = splitRows(few, { kind: 'percentage', training: 50, testing: 50 });
    assert.deepEqual(new Set(train.map((place) => few[place]!.label)), new Set(['x', 'y']));
    const [trained, tested] = [train, test].map((places) => new Set(places.map((place) => few[place]!.text)));
    assert.ok([...tested!].every((text) => !trained!.has(text)));
  });

  it('uses the data sets of the rows for a manual split', () => {
    const { train, test } = splitRows(rows, { kind: 'manual', training: 0, testing: 0 });
    assert.deepEqual(test, [0, 5, 10, 15, 20, 25, 30, 35]);
    assert.equal(train.length, 32);
  });
});

describe('evaluation', () => {
  it('counts labels and writes a confusion matrix in percent of each row', () => {
    const outcomes = [
      { expected: ['a'], predicted: ['a'] },
      { expected: ['a'], predicted: ['b'] },
      { expected: ['b'], predicted: ['b'] },
    ];
    const { confusionMatrix, intents, microF1, macroRecall } = evaluateLabels('intents', outcomes) as {
      confusionMatrix: unknown;
      intents: Record<string, object>;
      microF1: number;
      macroRecall: number;
    };
    assert.deepEqual(confusionMatrix, {
      a: { a: { normalizedValue: 50, rawValue: 1 }, b: { normalizedValue: 50, rawValue: 1 } },
      b: { b: { normalizedValue: 100, rawValue: 1 } },
    });
    assert.deepEqual(intents.a, {
      f1: 2 / 3,
      precision: 1,
      recall: 0.5,
      truePositiveCount: 1,
      trueNegativeCount: 1,
      falsePositiveCount: 0,
      falseNegativeCount: 1,
    });
    assert.equal(microF1, 2 / 3);
    assert.equal(macroRecall, 0.75);
  });

  it('counts exact entity spans and writes overlaps as shares', () => {
    const outcomes = [
      { labels: [{ entity: 'City', start: 0, end: 4 }], found: [{ entity: 'City', start: 0, end: 4 }] },
      {
        labels: [{ entity: 'City', start: 0, end: 4 }],
        found: [
          { entity: 'Name', start: 2, end: 4 },
          { entity: 'Name', start: 8, end: 9 },
        ],
      },
    ];
    const { confusionMatrix, entities } = evaluateEntities(outcomes) as { confusionMatrix: unknown; entities: Record<string, object> };
    assert.deepEqual(confusionMatrix, {
      City: {
        City: { normalizedValue: 50, rawValue: 1 },
        Name: { normalizedValue: 25, rawValue: 0.5 },
        $none: { normalizedValue: 25, rawValue: 0.5 },
      },
      $none: { Name: { normalizedValue: 100, rawValue: 1 } },
    });
    assert.deepEqual(entities.City, {
      f1: 2 / 3,
      precision: 1,
      recall: 0.5,
      truePositiveCount: 1,
      trueNegativeCount: 0,
      falsePositiveCount: 0,
      falseNegativeCount: 1,
    });
  });
});
