import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alignWords } from './align.ts';
import { isIban, isLuhnValid, isSocialSecurityNumber } from './checksums.ts';
import { redact } from './redact.ts';

const span = { start: 6, end: 9, label: 'Name' };

test('masks spans by a character, by their label, or not at all', () => {
  assert.equal(redact('hello Ann!', [span], { kind: 'character', character: '*' }), 'hello ***!');
  assert.equal(redact('hello Ann!', [span], { kind: 'entity' }), 'hello [Name]!');
  assert.equal(redact('hello Ann!', [span], { kind: 'none' }), 'hello Ann!');
});

test('masks overlapping spans once, and a character of several code units by one', () => {
  const spans = [
    { start: 0, end: 4, label: 'A' },
    { start: 2, end: 6, label: 'B' },
  ];
  assert.equal(redact('abcdefgh', spans, { kind: 'character', character: '#' }), '######gh');
  assert.equal(
    redact('👨‍👩‍👧x', [{ start: 0, end: 8, label: 'A' }], {
      kind: 'character',
      character: '*',
    }),
    '*x',
  );
});

test('aligns equal words, and what is between them as a whole', () => {
  assert.deepEqual(alignWords(['call', 'five', 'five', 'now'], ['call', '55', 'now']), [
    { from: 0, to: 1 },
    { from: 1, to: 2 },
    { from: 1, to: 2 },
    { from: 2, to: 3 },
  ]);
  assert.deepEqual(alignWords(['a'], []), [{ from: 0, to: 0 }]);
  assert.deepEqual(alignWords([], ['a']), []);
});

test('checks the digits of cards, bank accounts and social security numbers', () => {
  assert.deepEqual(['4111111111111111', '4111111111111112', ''].map(isLuhnValid), [true, false, false]);
  assert.deepEqual(['GB29 NWBK 6016 1331 9268 19', 'GB30 NWBK 6016 1331 9268 19'].map(isIban), [true, false]);
  assert.deepEqual(['123456789', '000456789', '666456789', '123006789'].map(isSocialSecurityNumber), [true, false, false, false]);
});
