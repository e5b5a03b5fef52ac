import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inReadingOrder } from './right-to-left.ts';

const order = (text: string): string =>
  inReadingOrder(text.split(' ').map((word) => ({ text: word })))
    .map((token) => token.text)
    .join(' ');

test('words of Hebrew and Arabic lines are in the order in which they are read', () => {
  assert.equal(order('4471 חשבונית מספר'), 'מספר חשבונית 4471');
  assert.equal(order('الضريبة مبلغ'), 'مبلغ الضريبة');
});

test('runs of other scripts inside keep their order, with the numbers between their words', () => {
  assert.equal(order('Model 15 Pro טלפון חדש'), 'חדש טלפון Model 15 Pro');
  assert.equal(order('Invoice number חש'), 'Invoice number חש');
});
