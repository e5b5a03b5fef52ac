import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Random } from '../../shared/random.ts';
import {
  FALSE_IDENTIFICATION_RATE,
  IDENTICAL,
  VERIFY_DISTANCE,
  confidenceAt,
  distanceAt,
  falseIdentificationRate,
  falseMatchRate,
  identifyThreshold,
  similarThreshold,
} from './calibration.ts';

const distance = fc.double({ min: 0, max: 3, noNaN: true });

test('confidence is 1 at distance 0, decreases, and is at least IDENTICAL up to the verification distance', () => {
  assert.equal(confidenceAt(0), 1);
  assert.equal(confidenceAt(VERIFY_DISTANCE), IDENTICAL);
  fc.assert(
    fc.property(distance, distance, (one, other) => {
      assert.ok(one > other || confidenceAt(one) >= confidenceAt(other));
      assert.ok(confidenceAt(one) > 0 && confidenceAt(one) <= 1);
      assert.equal(confidenceAt(one) >= IDENTICAL, one <= VERIFY_DISTANCE);
    }),
  );
});

test('the verification distance is a little below the customary 0.6', () => {
  assert.ok(VERIFY_DISTANCE > 0.56 && VERIFY_DISTANCE < 0.6, `${VERIFY_DISTANCE}`);
});

test('distanceAt inverts confidenceAt', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.01, max: 0.999, noNaN: true }), (confidence) => {
      assert.ok(Math.abs(confidenceAt(distanceAt(confidence)) - confidence) < 1e-12);
    }),
  );
  assert.deepEqual([distanceAt(1), distanceAt(0)], [0, Infinity]);
});

test('the false match rate falls with confidence from 1 to almost 0', () => {
  assert.equal(falseMatchRate(0), 1);
  const rates = [0.5, 0.6, 0.7, 0.8, 0.9, 1].map(falseMatchRate);
  rates.slice(1).forEach((rate, i) => assert.ok(rate < rates[i]! / 3, `${rate} after ${rates[i]}`));
  assert.ok(rates[0]! < 0.01 && rates.at(-1)! > 0 && rates.at(-1)! < 1e-12);
});

test('strangers pass at the stated rate', () => {
  // Distances drawn from the law itself: a confidence's false-match rate is a uniform number.
  const random = new Random(9);
  for (const persons of [10, 300]) {
    const limit = falseMatchRate(identifyThreshold({ persons, faces: persons }));
    let passed = 0;
    for (let round = 0; round < 4_000; round++)
      passed += Number(Array.from({ length: persons }, () => random.next()).some((drawn) => drawn < limit));
    assert.ok(Math.abs(passed / 4_000 - FALSE_IDENTIFICATION_RATE) < 0.012, `${passed} of 4,000 in a group of ${persons}`);
  }
});

test('larger groups have stricter thresholds, never below verification', () => {
  assert.equal(identifyThreshold({ persons: 1, faces: 1 }), IDENTICAL);
  assert.equal(identifyThreshold({ persons: 0, faces: 0 }), IDENTICAL);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), fc.integer({ min: 1, max: 248 }), (persons, each) => {
      const threshold = identifyThreshold({ persons, faces: persons * each });
      assert.ok(threshold >= IDENTICAL && threshold < 1);
      assert.ok(threshold <= identifyThreshold({ persons: 2 * persons, faces: 2 * persons * each }));
      assert.ok(threshold <= identifyThreshold({ persons, faces: 2 * persons * each }));
      assert.ok(threshold <= similarThreshold(persons * each));
      const rate = falseIdentificationRate(threshold, { persons, faces: persons * each });
      assert.ok(threshold === IDENTICAL ? rate <= FALSE_IDENTIFICATION_RATE : Math.abs(rate - FALSE_IDENTIFICATION_RATE) < 1e-4, `${rate}`);
    }),
  );
});
