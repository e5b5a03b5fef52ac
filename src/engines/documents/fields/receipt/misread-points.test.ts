import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FoundField } from '../scoring/score-fields.ts';
import { repairMisreadPoints } from './misread-points.ts';

function repaired(texts: Readonly<Record<string, string>>): Record<string, number> {
  const found = Object.entries(texts).map(([name, text]): [string, FoundField] => {
    const amount = Number(text.replace('$', ''));
    return [name, { candidate: { kind: 'money', text, amount, money: { amount } } } as unknown as FoundField];
  });
  return Object.fromEntries([...repairMisreadPoints(new Map(found))].map(([name, { candidate }]) => [name, candidate.money!.amount]));
}

test('reads a digit as a point where the sum then holds', () => {
  assert.deepEqual(repaired({ Subtotal: '11.70', TotalTax: '1.17', Tip: '1463', Total: '$14650' }), {
    Subtotal: 11.7,
    TotalTax: 1.17,
    Tip: 1.63,
    Total: 14.5,
  });
});

test('adds a point that was not read', () => {
  assert.equal(repaired({ Subtotal: '$11.70', TotalTax: '$1.17', Total: '$1287' }).Total, 12.87);
});

test('changes nothing that is consistent, has a point, or cannot be explained', () => {
  const cases: readonly Record<string, string>[] = [
    { Subtotal: '1000', TotalTax: '100', Total: '1100' },
    { Subtotal: '10.00', TotalTax: '1.00', Total: '12.00' },
    { Subtotal: '10.00', TotalTax: '1.00', Total: '9999' },
    { Total: '1287' },
  ];
  for (const texts of cases)
    assert.deepEqual(repaired(texts), Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, Number(text)])));
});
