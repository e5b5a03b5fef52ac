import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toReadingOrder } from './reading-order.ts';
import { wordText } from './readings.ts';
import type { Reading } from './readings.ts';

const line = (text: string): Reading =>
  text.split(' ').map((word, i) => ({ letters: [...word].map((letter) => ({ text: letter, left: i, right: i + 1 })), probability: 1 }));
const ordered = (text: string): string => toReadingOrder(line(text)).map(wordText).join(' ');
const reversed = (text: string): string => [...text].toReversed().join('');

test('leaves lines that run from left to right as they are', () => {
  for (const text of ['Total 12.50', 'สวัสดี 2', `Shalom ${reversed('שלום')} to everybody`]) assert.equal(ordered(text), text);
});

test('reads Arabic and Hebrew from right to left', () => {
  assert.equal(ordered(`${reversed('الكبير')} ${reversed('البيت')}`), 'البيت الكبير');
  assert.equal(ordered(reversed('שלום עולם')), 'שלום עולם');
});

test('keeps numbers and Latin words within such a line in their order', () => {
  assert.equal(ordered(`${reversed('دينار')} 12.50 ${reversed('المبلغ')}`), 'المبلغ 12.50 دينار');
  assert.equal(ordered(`${reversed('اليوم')} Acme Trading Ltd ${reversed('شركة')}`), 'شركة Acme Trading Ltd اليوم');
  assert.equal(ordered(`١٢/٥/٢٠٢٤ ${reversed('التاريخ')}`), 'التاريخ ١٢/٥/٢٠٢٤');
  assert.equal(ordered(`،٤٥ ${reversed('رقم')}`), 'رقم ٤٥،');
  assert.equal(ordered(`(${reversed('القديم')}) ${reversed('الاسم')}`), 'الاسم (القديم)');
});

test('keeps the place of every letter', () => {
  const [word] = toReadingOrder([{ letters: [...reversed('سلام')].map((text, left) => ({ text, left, right: left + 1 })), probability: 1 }]);
  assert.deepEqual(
    word!.letters.map(({ left }) => left),
    [3, 2, 1, 0],
  );
});
