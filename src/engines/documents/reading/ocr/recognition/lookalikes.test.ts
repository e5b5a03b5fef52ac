import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resolveLookalikes } from './lookalikes.ts';

function resolved(text: string, other = 0.2): string {
  const letters = [...text].map((character, i) => ({ text: character, at: i, from: i, to: i, probability: 0.6 }));
  return resolveLookalikes(letters, () => other)
    .map((letter) => letter.text)
    .join('');
}

test('reads O as zero beside digits', () => {
  assert.equal(resolved('SHO1'), 'SH01');
  assert.equal(resolved('TOO0062718'), 'T000062718');
  assert.equal(resolved('3120O'), '31200');
  assert.equal(resolved('12OML'), '120ML');
  assert.equal(resolved('RMO.04'), 'RM0.04');
  assert.equal(resolved('10OZ'), '10OZ', 'an ounce');
});

test('leaves words and codes alone', () => {
  assert.equal(resolved('TOTAL NO. GOODS'), 'TOTAL NO. GOODS');
  assert.equal(resolved('2407-B'), '2407-B');
  assert.equal(resolved('PJ24/70'), 'PJ24/70');
});

test('reads letters between digits as digits, and digits between letters as letters', () => {
  assert.equal(resolved('9S56B40'), '9556840');
  assert.equal(resolved('C0UNTER'), 'COUNTER');
  assert.equal(resolved('1З5 З0г ЗА'), '135 30г ЗА');
});

test('reads a space before cents as a point', () => {
  assert.equal(resolved('RM 12 40'), 'RM 12.40');
  assert.equal(resolved('03 5194 2083'), '03 5194 2083');
  assert.equal(resolved('12 40 pcs'), '12.40 pcs');
});

test('changes nothing that the network rules out', () => {
  assert.equal(resolved('PO1234', 0.001), 'PO1234');
});
