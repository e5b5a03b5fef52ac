import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judge, judgeBusy } from './ledger.ts';
import type { Entry } from './ledger.ts';

const ratio: Entry = { bar: 0.6, direction: 'at least', figure: 0.8, spread: [0.76, 0.83], commit: 'abc', machine: 'any' };
const seconds: Entry = { bar: 2, direction: 'at most', figure: 1, spread: [0.9, 1.3], commit: 'abc', machine: 'any' };

test('accepts figures within a tenth of the ledger', () => {
  assert.equal(judge([0.7, 0.73, 0.9], ratio, ratio), 'ok');
  assert.equal(judge([1, 1.09, 1.1], seconds, seconds), 'ok');
});

test('rejects a median more than a tenth worse', () => {
  assert.equal(judge([0.7, 0.71, 0.9], ratio, ratio), 'regressed');
  assert.equal(judge([1.2, 1.31, 1.4], seconds, seconds), 'regressed');
});

test('accepts a value within the spread of the ledger', () => {
  assert.equal(judge([1.25], seconds, seconds), 'ok');
});

test('rejects a missed bar regardless of the ledger', () => {
  assert.equal(judge([0.59], ratio, { ...ratio, figure: 0.55, spread: [0.5, 0.6] }), 'bar missed');
  assert.equal(judge([2.1], seconds, undefined), 'bar missed');
});

test('reports a figure without an entry as new', () => {
  assert.equal(judge([0.8], ratio, undefined), 'new');
});

test('beside a busy neighbor rejects only what is a fifth worse than the ledger', () => {
  assert.equal(judgeBusy([0.65], ratio), 'ok');
  assert.equal(judgeBusy([0.63], ratio), 'regressed');
  assert.equal(judgeBusy([1.19], seconds), 'ok');
  assert.equal(judgeBusy([1.21], seconds), 'regressed');
});
