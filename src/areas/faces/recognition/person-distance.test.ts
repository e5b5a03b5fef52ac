import assert from 'node:assert/strict';
import { test } from 'node:test';
import { distanceToPerson } from './person-distance.ts';

const at = (x: number): Float32Array => Float32Array.of(x, 0, 0);
const distance = (...faces: number[]): number => distanceToPerson(at(0), faces.map(at));

test('averages the nearer half of the faces, at least two', () => {
  assert.equal(distance(3), 3);
  assert.equal(distance(1, 3), 2);
  assert.equal(distance(9, 1, 3), 2);
  assert.equal(distance(1, 3, 8, 9), 2);
  assert.equal(distance(9, 2, 3, 1, 8), 2);
});

test('is not dominated by a single near face', () => {
  assert.ok(distance(0.1, 9, 9, 9, 9, 9) > 6);
});
