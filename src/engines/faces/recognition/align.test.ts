import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { apply } from '../../documents/reading/model/affine.ts';
import { alignment, nearestSimilarity } from './align.ts';

const number = fc.double({ min: -100, max: 100, noNaN: true });

test('recovers a rotation, scale and translation', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ x: number, y: number }), { minLength: 3, maxLength: 20 }),
      fc.double({ min: 0.1, max: 10, noNaN: true }),
      fc.double({ min: -3, max: 3, noNaN: true }),
      number,
      number,
      (points, size, angle, e, f) => {
        fc.pre(Math.max(...points.map(({ x }) => x)) - Math.min(...points.map(({ x }) => x)) > 1);
        const [a, b] = [size * Math.cos(angle), size * Math.sin(angle)];
        const transform = { a, b, c: -b, d: a, e, f };
        const found = nearestSimilarity(
          points,
          points.map(({ x, y }) => apply(transform, x, y)),
        );
        for (const key of ['a', 'b', 'c', 'd', 'e', 'f'] as const) assert.ok(Math.abs(found[key] - transform[key]) < 1e-6, key);
      },
    ),
  );
});

test('turns a leaning face upright, with its eyes where the network expects them', () => {
  const upright = Array.from({ length: 68 }, (_, i) => ({ x: 40 + (i % 7) * 10, y: 30 + Math.floor(i / 7) * 9 }));
  const [sin, cos] = [Math.sin(0.5), Math.cos(0.5)];
  const leaning = upright.map(({ x, y }) => ({ x: 500 + 3 * (cos * x - sin * y), y: 200 + 3 * (sin * x + cos * y) }));
  const [straight, turned] = [alignment(upright), alignment(leaning)];
  upright.forEach(({ x, y }, i) => {
    const [one, other] = [apply(straight, x, y), apply(turned, leaning[i]!.x, leaning[i]!.y)];
    assert.ok(Math.hypot(one.x - other.x, one.y - other.y) < 1e-6);
  });
});

test('rejects coinciding points', () => {
  assert.throws(
    () =>
      nearestSimilarity(
        [
          { x: 1, y: 1 },
          { x: 1, y: 1 },
        ],
        [
          { x: 1, y: 1 },
          { x: 2, y: 2 },
        ],
      ),
    RangeError,
  );
});
