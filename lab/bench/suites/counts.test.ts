import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCounts } from './main.ts';

test('counts the tests of a JUnit report', () => {
  const xml = '<testsuites><testsuite name="pytest" errors="1" failures="2" skipped="3" tests="10"><testcase/></testsuite></testsuites>';
  assert.deepEqual(readCounts(xml), { passed: 4, failed: 3, skipped: 3 });
  assert.deepEqual(readCounts(''), { passed: 0, failed: 0, skipped: 0 });
});
