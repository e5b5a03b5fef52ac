import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ModelRow } from '../../../../engines/language/entities/model.ts';
import { boundWindows, rowsJoinSentences, taggedWindows } from './tagged-windows.ts';
import type { Row } from './row.ts';

const labeledRow = (text: string, value: string): Row => ({
  text,
  culture: 'en',
  document: {
    location: 'a',
    entities: [
      { regionOffset: 0, regionLength: text.length, labels: [{ category: 'Name', offset: text.indexOf(value), length: value.length }] },
    ],
  },
});

test('joins sentences where labels reach over their ends', () => {
  assert.equal(rowsJoinSentences([labeledRow('We went to Yahoo! Japan today. It rained.', 'Yahoo! Japan')]), true);
  assert.equal(rowsJoinSentences([labeledRow('We went to Japan today. It rained.', 'Japan')]), false);
});

test('keeps the labels of windows at their places', () => {
  const row = labeledRow('It rained. Ann was out.\nBen was in.', 'Ann');
  for (const joinSentences of [true, false]) {
    const [window] = taggedWindows(row, row.document.entities![0]!, joinSentences).filter(({ labels }) => labels.length > 0);
    assert.equal(window!.text.slice(window!.labels[0]!.start, window!.labels[0]!.end), 'Ann');
  }
});

test('leaves out windows without labels before those with labels, in any order the same', () => {
  const windows = Array.from({ length: 400 }, (_, i): ModelRow => ({
    text: `window number ${i}`,
    labels: i % 10 === 0 ? [{ entity: 'Number', start: 0, end: 6 }] : [],
  }));
  const chosen = boundWindows(windows, 3000);
  assert.equal(chosen.filter(({ labels }) => labels.length > 0).length, 40);
  assert.ok(chosen.length > 60 && chosen.reduce((sum, { text }) => sum + text.length, 0) < 4500);
  assert.deepEqual(new Set(boundWindows(windows.toReversed(), 3000)), new Set(chosen));
  assert.equal(boundWindows(windows).length, 400);
});
