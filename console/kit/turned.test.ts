import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { scannedRectangle, rotationTransform, quarterTurns, uprightBoxes, uprightPoint, uprightSize } from './turned.ts';
import type { QuarterTurns } from './turned.ts';

const PAGE = { width: 30, height: 50 };
const TURNS: readonly QuarterTurns[] = [0, 1, 2, 3];

test('rounds angles to quarter turns', () => {
  assert.deepEqual([0, 0.8, -2, 90, -90, 179, -180, 271, undefined].map(quarterTurns), [0, 0, 0, 1, 3, 2, 2, 3, 0]);
});

test('the start of the text becomes the upper left corner of the upright page', () => {
  // Text rotated clockwise starts in the upper right corner, then the lower right, then the lower left.
  assert.deepEqual(([[0, 0], [30, 0], [30, 50], [0, 50]] as const).map((corner, turns) => uprightPoint(corner, PAGE, turns as QuarterTurns)), [[0, 0], [0, 0], [0, 0], [0, 0]]);
  assert.deepEqual(uprightSize(PAGE, 1), { width: 50, height: 30 });
});

test('rotates the canvas as it rotates boxes, and maps drawn rectangles back', () => {
  fc.assert(fc.property(fc.constantFrom(...TURNS), fc.integer({ min: 0, max: 29 }), fc.integer({ min: 0, max: 49 }), (turns, x, y) => {
    const [a, b, c, d, e, f] = rotationTransform(PAGE, turns);
    assert.deepEqual(uprightPoint([x, y], PAGE, turns).map((value) => value + 0), [a * x + c * y + e + 0, b * x + d * y + f + 0]);
    const [box] = uprightBoxes([{ id: 'one', points: [x, y, x + 1, y + 1] }], PAGE, turns);
    const [left, top, right, bottom] = box!.points as [number, number, number, number];
    assert.ok(left < right && top < bottom);
    assert.deepEqual(scannedRectangle({ left, top, right, bottom }, PAGE, turns), { left: x, top: y, right: x + 1, bottom: y + 1 });
  }));
});
