import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shareBelow } from './normal.ts';

test('matches printed tables near the mean and in the tails', () => {
  // Abramowitz and Stegun, tables 26.1 and 26.2.
  const known = [
    [0, 0.5],
    [1, 0.841344746068543],
    [-1, 0.158655253931457],
    [2, 0.977249868051821],
    [-3, 1.349898031630095e-3],
    [-4, 3.167124183311992e-5],
    [-5, 2.866515718791939e-7],
    [-10, 7.619853024160527e-24],
  ] as const;
  for (const [deviations, share] of known)
    assert.ok(Math.abs(shareBelow(deviations) / share - 1) < 1e-10, `${deviations}: ${shareBelow(deviations)} for ${share}`);
});

test('series and continued fraction agree at the boundary', () => {
  assert.ok(Math.abs(shareBelow(-3 - 1e-12) / shareBelow(-3) - 1) < 1e-9);
  assert.ok(Math.abs(shareBelow(3 + 1e-12) / shareBelow(3) - 1) < 1e-9);
});

test('is 0 and 1 at the extremes', () => {
  assert.deepEqual([shareBelow(-Infinity), shareBelow(Infinity)], [0, 1]);
});
