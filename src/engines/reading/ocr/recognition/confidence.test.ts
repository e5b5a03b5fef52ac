import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { confidenceOf, ENGINE_CURVES, probabilityOf, CONFIDENCE_CURVES } from './confidence.ts';
import type { Engine, ReadBy } from './confidence.ts';

test('returns probabilities and preserves the order of the engines’ figures', () => {
  const figures = fc
    .tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }))
    .map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);
  fc.assert(
    fc.property(
      figures,
      fc.constantFrom(...(Object.keys(ENGINE_CURVES) as Engine[])),
      fc.constantFrom(...(Object.keys(CONFIDENCE_CURVES) as ReadBy[])),
      ([low, high], engine, witness) => {
        const [less, more] = [low, high].map((figure) => confidenceOf(witness, probabilityOf(engine, figure))) as [number, number];
        assert.ok(less > 0 && less <= more && more < 1);
      },
    ),
  );
});
