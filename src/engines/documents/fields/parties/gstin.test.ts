import assert from 'node:assert/strict';
import { test } from 'node:test';
import { repairGstin } from './gstin.ts';

test('keeps numbers that are right', () => {
  for (const number of ['27AAPFU0939F1ZV', '09AAACH7409R1ZZ']) assert.equal(repairGstin(number), number);
});

test('reads letters and digits where the form has them', () => {
  assert.equal(repairGstin('27AAPFUO939F1ZV'), '27AAPFU0939F1ZV');
  assert.equal(repairGstin('27AAPFU0939F12V'), '27AAPFU0939F1ZV');
  assert.equal(repairGstin('Z7AAPFU0939F1ZV'), '27AAPFU0939F1ZV');
});

test('decides by the check character where the form allows both', () => {
  assert.equal(repairGstin('27AAPFU0939FIZV'), '27AAPFU0939F1ZV');
  assert.equal(repairGstin('09AAACH7409R1Z2'), '09AAACH7409R1ZZ');
});

test('changes no other number', () => {
  for (const number of ['DE123456789', '100512058012025', '123456789012345', '27AAPFU0939F1Z', '27 AAPFU0939F1ZV'])
    assert.equal(repairGstin(number), number);
});
