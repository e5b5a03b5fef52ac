import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { CURVES, probabilityOf } from './confidence.ts';
import type { Engine } from './confidence.ts';

test('a higher figure never gives a lower probability, and all are between 0 and 1', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.constantFrom(...(Object.keys(CURVES) as Engine[])),
      (one, other, engine) => {
        const [less, more] = [Math.min(one, other), Math.max(one, other)].map((figure) => probabilityOf(engine, figure)) as [
          number,
          number,
        ];
        assert.ok(less >= 0 && less <= more && more <= 1);
      },
    ),
  );
});
