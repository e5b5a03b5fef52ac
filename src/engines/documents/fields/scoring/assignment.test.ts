import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Candidate } from '../candidates/candidates.ts';
import type { Choice, Option } from './assignment.ts';
import { assign } from './assignment.ts';

const option = (item: number, score: number, amount?: number): Option => ({
  candidate: { items: [item], amount } as unknown as Candidate,
  score,
});
const NO_CHECKS = { mayShare: () => false, checked: new Set<string>(), check: () => [], weight: () => 0 };
const itemsOf = (picked: Map<string, Option>): Record<string, number> =>
  Object.fromEntries([...picked].map(([field, { candidate }]) => [field, candidate.items[0]!]));

test('assigns each value to one field with the best total score', () => {
  const choices: Choice[] = [
    { field: 'A', options: [option(1, 5), option(2, 4)] },
    { field: 'B', options: [option(1, 4.5), option(3, -1)] },
  ];
  assert.deepEqual(itemsOf(assign(choices, NO_CHECKS)), { A: 2, B: 1 });
  assert.deepEqual(itemsOf(assign(choices, { ...NO_CHECKS, mayShare: () => true })), { A: 1, B: 1 });
});

test('omits candidates with a negative score', () => {
  assert.deepEqual(
    itemsOf(
      assign(
        [
          { field: 'A', options: [option(1, -0.1)] },
          { field: 'B', options: [] },
        ],
        NO_CHECKS,
      ),
    ),
    {},
  );
});

test('prefers amounts that make sums consistent', () => {
  const choices: Choice[] = [
    { field: 'Net', options: [option(1, 3, 100)] },
    { field: 'Tax', options: [option(2, 2, 7), option(3, 1, 19)] },
    { field: 'Total', options: [option(4, 3, 119)] },
  ];
  const picked = assign(choices, {
    ...NO_CHECKS,
    checked: new Set(['Net', 'Tax', 'Total']),
    weight: ({ holds }) => (holds ? 2 : -1),
    check: (own) => {
      const [net, tax, total] = ['Net', 'Tax', 'Total'].map((field) => own.get(field)?.candidate.amount);
      return net === undefined || tax === undefined || total === undefined
        ? []
        : [{ check: 'sum', holds: net + tax === total, fields: [] }];
    },
  });
  assert.deepEqual(itemsOf(picked), { Net: 1, Tax: 3, Total: 4 });
});
