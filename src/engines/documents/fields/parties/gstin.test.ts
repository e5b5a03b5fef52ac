import assert from 'node:assert/strict';
import { test } from 'node:test';
import { repairGstin } from './gstin.ts';

test('keeps numbers that are right', () => {
  for (const number of ['33ABCXY0451D1ZL', '24KLMPQ3068R1ZZ']) assert.equal(repairGstin(number), number);
});

test('reads letters and digits where the form has them', () => {
  assert.equal(repairGstin('33ABCXYO451D1ZL'), '33ABCXY0451D1ZL');
  assert.equal(repairGstin('33ABCXY0451D12L'), '33ABCXY0451D1ZL');
  assert.equal(repairGstin('Z4KLMPQ3068R1ZZ'), '24KLMPQ3068R1ZZ');
});

test('decides by the check character where the form allows both', () => {
  assert.equal(repairGstin('33ABCXY0451DIZL'), '33ABCXY0451D1ZL');
  assert.equal(repairGstin('24KLMPQ3068R1Z2'), '24KLMPQ3068R1ZZ');
});

test('changes no other number', () => {
  for (const number of ['DE123456789', '100512058012025', '123456789012345', '33ABCXY0451D1Z', '33 ABCXY0451D1ZL'])
    assert.equal(repairGstin(number), number);
});
