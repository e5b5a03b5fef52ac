import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rougeL } from './rouge.ts';

test('measures the longest common subsequence of words', () => {
  assert.equal(rougeL('The police killed the gunman.', 'the police killed the gunman'), 1);
  // Lin 2004, section 3.1: three of four words, in both directions.
  assert.equal(rougeL('police kill the gunman', 'police killed the gunman'), 0.75);
  assert.equal(rougeL('the gunman kill police', 'police killed the gunman'), 0.5);
  assert.equal(rougeL('', 'police'), 0);
  assert.equal(rougeL('one two three four', 'two'), 0.4);
});
