import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Point } from '../face.ts';
import { HEAD } from './head-model.ts';
import { estimatePose, project } from './pose.ts';

const RADIANS = Math.PI / 180;

/** The landmarks of the rotated head at a scale and position; points the model lacks are far away. */
function seen(pitch: number, yaw: number, roll: number, size = 2, x = 300, y = 200): Point[] {
  const points = Array.from({ length: 68 }, () => ({ x: -1e6, y: -1e6 }));
  for (const one of HEAD) {
    const at = project(one, [pitch * RADIANS, yaw * RADIANS, roll * RADIANS]);
    points[one.point] = { x: x + size * at.x, y: y + size * at.y };
  }
  return points;
}

function assertNear(actual: number, expected: number, within: number): void {
  assert.ok(Math.abs(actual - expected) <= within, `${actual} is not within ${within} of ${expected}`);
}

test('recovers the angles of a rotated head at any position and scale', () => {
  const angle = (max: number): fc.Arbitrary<number> => fc.integer({ min: -max, max });
  fc.assert(
    fc.property(
      angle(35),
      angle(60),
      angle(60),
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: -500, max: 5000 }),
      (pitch, yaw, roll, size, place) => {
        const pose = estimatePose(seen(pitch, yaw, roll, size / 4, place, -place));
        assertNear(pose.pitch, pitch, 0.5);
        assertNear(pose.yaw, yaw, 0.5);
        assertNear(pose.roll, roll, 0.5);
      },
    ),
    { numRuns: 40 },
  );
});

test('roll is positive clockwise, yaw to the right of the image, pitch upwards', () => {
  const ahead = seen(0, 0, 0);
  const between = ({ 36: left, 45: right }: Point[]): Point => ({ x: (left!.x + right!.x) / 2, y: (left!.y + right!.y) / 2 });
  const leaning = seen(0, 0, 20);
  assert.ok(leaning[45]!.y > leaning[36]!.y);
  assert.ok(estimatePose(leaning).roll > 19);
  const aside = seen(0, 30, 0);
  assert.ok(aside[30]!.x > between(aside).x);
  assert.ok(estimatePose(aside).yaw > 29);
  const up = seen(20, 0, 0);
  assert.ok(up[30]!.y - between(up).y < ahead[30]!.y - between(ahead).y);
  assert.ok(estimatePose(up).pitch > 19);
});

test('small errors in the landmarks change the pose little', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 136, maxLength: 136 }), (noise) => {
      const points = seen(0, 0, 0).map(({ x, y }, i) => ({ x: x + 1.5 * noise[2 * i]!, y: y + 1.5 * noise[2 * i + 1]! }));
      const { pitch, yaw, roll } = estimatePose(points);
      for (const angle of [pitch, yaw, roll]) assertNear(angle, 0, 6);
    }),
    { numRuns: 40 },
  );
});

test('returns finite angles when all points coincide', () => {
  const { pitch, yaw, roll } = estimatePose(Array.from({ length: 68 }, () => ({ x: 5, y: 5 })));
  for (const angle of [pitch, yaw, roll]) assert.ok(Number.isFinite(angle));
});
