import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { lyingRectangle, turning, turnsOf, uprightBoxes, uprightPoint, uprightSize } from './turned.ts';
import type { Turns } from './turned.ts';

const PAGE = { width: 30, height: 50 };
const TURNS: readonly Turns[] = [0, 1, 2, 3];

test('angles are taken to the nearest quarter', () => {
  assert.deepEqual([0, 0.8, -2, 90, -90, 179, -180, 271, undefined].map(turnsOf), [0, 0, 0, 1, 3, 2, 2, 3, 0]);
});

test('where text begins is the upper left corner of the upright page', () => {
  // Text that was turned clockwise begins in the right corner above, then below, then in the left corner below.
  assert.deepEqual(([[0, 0], [30, 0], [30, 50], [0, 50]] as const).map((corner, turns) => uprightPoint(corner, PAGE, turns as Turns)), [[0, 0], [0, 0], [0, 0], [0, 0]]);
  assert.deepEqual(uprightSize(PAGE, 1), { width: 50, height: 30 });
});

test('the drawing is turned as the boxes are, and what is drawn comes back to where it lies', () => {
  fc.assert(fc.property(fc.constantFrom(...TURNS), fc.integer({ min: 0, max: 29 }), fc.integer({ min: 0, max: 49 }), (turns, x, y) => {
    const [a, b, c, d, e, f] = turning(PAGE, turns);
    assert.deepEqual(uprightPoint([x, y], PAGE, turns).map((value) => value + 0), [a * x + c * y + e + 0, b * x + d * y + f + 0]);
    const [box] = uprightBoxes([{ id: 'one', points: [x, y, x + 1, y + 1] }], PAGE, turns);
    const [left, top, right, bottom] = box!.points as [number, number, number, number];
    assert.ok(left < right && top < bottom);
    assert.deepEqual(lyingRectangle({ left, top, right, bottom }, PAGE, turns), { left: x, top: y, right: x + 1, bottom: y + 1 });
  }));
});
