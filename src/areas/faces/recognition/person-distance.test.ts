import assert from 'node:assert/strict';
import { test } from 'node:test';
import { distanceToPerson } from './person-distance.ts';

const at = (x: number): Float32Array => Float32Array.of(x, 0, 0);
const distance = (...faces: number[]): number => distanceToPerson(at(0), faces.map(at));

test('one face is that face, two are their mean, many the mean of the nearer half', () => {
  assert.equal(distance(3), 3);
  assert.equal(distance(1, 3), 2);
  assert.equal(distance(9, 1, 3), 2);
  assert.equal(distance(1, 3, 8, 9), 2);
  assert.equal(distance(9, 2, 3, 1, 8), 2);
});

test('a single near face among many far ones is not enough', () => {
  assert.ok(distance(0.1, 9, 9, 9, 9, 9) > 6);
});
