import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestLayout } from '../../../../../test/support/test-layout.ts';
import { segmentText } from './segmented-text.ts';

const textsOf = (slope: number): string[] => {
  const lines = ['Tea', 'Milk', 'Bread', 'Soap'].flatMap((text, i) => [
    { text, left: 20, top: 40 + 13 * i, height: 10 },
    { text: `${String(i + 1)}.50`, left: 250, top: 40 + 13 * i + slope * 230, height: 10 },
  ]);
  return segmentText(createTestLayout(lines)).rows.map(({ segments }) => segments.map(({ text }) => text).join(' '));
};

test('joins names and prices of a photograph whose lines slant', () => {
  const rows = ['Tea 1.50', 'Milk 2.50', 'Bread 3.50', 'Soap 4.50'];
  for (const slope of [0, 0.03, -0.03]) assert.deepEqual(textsOf(slope), rows, String(slope));
});
