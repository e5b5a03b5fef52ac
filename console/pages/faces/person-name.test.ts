import assert from 'node:assert/strict';
import { test } from 'node:test';
import { initials, personName, sameName } from './person-name.ts';

test('takes the person\'s name from the file name, without trailing numbers', () => {
  assert.deepEqual(['Ada.jpg', 'Ada 2.jpg', 'ada_lovelace-03.jpeg', 'Ada (1).png', 'Ada', '2024.jpg', '.jpg'].map(personName), ['Ada', 'Ada', 'ada lovelace', 'Ada', 'Ada', '2024', 'Somebody']);
  assert.equal(personName(`${'x'.repeat(500)}.jpg`).length, 128);
  assert.ok(sameName('ADA', 'Ada') && !sameName('Ada', 'Bob'));
});

test('initials are of the first and the last name', () => {
  assert.deepEqual(['Ada Byron Lovelace', 'ada', 'jean-luc', '', '😀 x'].map(initials), ['AL', 'A', 'JL', '?', '😀X']);
});
