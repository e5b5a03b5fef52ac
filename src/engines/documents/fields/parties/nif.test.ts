import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isNif } from './nif.ts';

test('accepts numbers whose check character is right', () => {
  for (const text of ['B12345674', 'B-12345674', '12345678Z', '12345678-Z', 'X1234567L', 'Q1234567D']) assert.ok(isNif(text), text);
  for (const text of ['B12345678', '12345678A', 'X1234567A', 'F10020034', '12345678', 'Z']) assert.ok(!isNif(text), text);
});
