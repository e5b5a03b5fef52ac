import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestLayout } from '../../../../../test/support/test-layout.ts';
import type { TestLine } from '../../../../../test/support/test-layout.ts';
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

test('joins the words of a line that a column of a table divides', () => {
  const line = (text: string, left: number, top: number): { text: string; left: number; top: number; height: number } => ({
    text,
    left,
    top,
    height: 10,
  });
  const layout = createTestLayout([line('1', 100, 20), line('389,20', 110, 20), line('4', 100, 40), line('60,00', 110, 40)]);
  assert.deepEqual(
    segmentText(layout).segments.map(({ text }) => text),
    ['1 389,20', '4', '60,00'],
  );
});

test('keeps lines far apart in one block if all lines of the page are', () => {
  const page = (pitch: number): number =>
    segmentText(
      createTestLayout(
        ['Alder Ltd', '4 Mill Road', 'Leeds', 'Phone', 'Mail'].map((text, i) => ({ text, left: 20, top: 40 + pitch * i, height: 10 })),
      ),
    ).blocks.length;
  assert.equal(page(15), 1);
  assert.equal(page(20.5), 1);
  assert.equal(page(40), 5);
});

test('joins captions whose two letters are spread', () => {
  const layout = createTestLayout([
    { text: '合', left: 20, top: 20, height: 10 },
    { text: '计:', left: 60, top: 20, height: 10 },
    { text: '金', left: 20, top: 40, height: 10 },
    { text: '数量', left: 60, top: 40, height: 10 },
  ]);
  assert.deepEqual(
    segmentText(layout).segments.map(({ text }) => text),
    ['合计:', '金', '数量'],
  );
});

test('joins phone numbers and times that a wide font divides', () => {
  const line = (text: string, left: number, top: number): TestLine => ({ text, left, top, height: 10 });
  const layout = createTestLayout([
    line('Tel. 044', 20, 20),
    line('923', 70, 20),
    line('04:12', 20, 40),
    line('PM', 56, 40),
    line('Coffee 2', 20, 60),
    line('350', 70, 60),
  ]);
  assert.deepEqual(
    segmentText(layout).segments.map(({ text }) => text),
    ['Tel. 044 923', '04:12 PM', 'Coffee 2', '350'],
  );
});
