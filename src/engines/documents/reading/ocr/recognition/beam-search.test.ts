import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { beamSearch } from './beam-search.ts';
import { decodeGreedy } from './ctc.ts';
import type { LetterModel } from './letter-model.ts';

const CHARACTERS = ['A', 'B', '8', ' '];
/** A uniform model. */
const blank: LetterModel = {
  start: { recent: 0, wordLetters: 0, wordCapitals: true, letters: 0, capitals: 0 },
  logProbability: () => -1,
  extend: (before) => before,
};
/** Prefers upper case after upper case and digits after digits. */
const alike: LetterModel = {
  ...blank,
  logProbability: ({ recent }, next) => (recent === 0 || (recent === 1) === (next === '8') ? -0.1 : -6),
  extend: (before, next) => ({ ...before, recent: next === '8' ? 1 : 2 }),
};

/** A step with these class probabilities, the rest evenly distributed. */
const step = (shares: Record<number, number>): Float32Array => {
  const given = Object.values(shares).reduce((a, b) => a + b, 0);
  const rest = (1 - given) / (CHARACTERS.length + 1 - Object.keys(shares).length);
  return Float32Array.from({ length: CHARACTERS.length + 1 }, (_, i) => Math.log(Math.max(1e-6, shares[i] ?? rest)));
};
const textOf = (letters: readonly { text: string }[]): string => letters.map(({ text }) => text).join('');

test('uses the context to choose between similar letters', () => {
  const steps = [step({ 1: 0.98 }), step({ 0: 0.98 }), step({ 2: 0.45, 3: 0.5 }), step({ 0: 0.98 }), step({ 1: 0.98 })];
  const letters = beamSearch(steps, CHARACTERS, alike);
  assert.equal(textOf(letters), 'ABA');
  assert.ok(letters[1]!.probability > 0.5 && letters[1]!.probability < letters[0]!.probability, 'and is still the least sure');
  assert.equal(textOf(beamSearch([step({ 3: 0.98 }), step({ 0: 0.98 }), step({ 2: 0.5, 3: 0.45 })], CHARACTERS, alike)), '88');
});

test('lowers the probability of a letter before a skipped one', () => {
  const certain = beamSearch([step({ 1: 0.99 }), step({ 0: 0.99 }), step({ 1: 0.99 })], CHARACTERS, alike);
  const passed = beamSearch([step({ 1: 0.99 }), step({ 0: 0.15, 3: 0.84 }), step({ 1: 0.99 })], CHARACTERS, {
    ...alike,
    logProbability: (before, next) => (next === '8' ? -30 : alike.logProbability(before, next)),
  });
  assert.deepEqual([textOf(certain), textOf(passed)], ['AA', 'AA']);
  assert.ok(passed[0]!.probability < 0.3 && certain[0]!.probability > 0.9);
});

test('agrees with greedy decoding where steps are certain', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: CHARACTERS.length }), { minLength: 1, maxLength: 30 }), (classes) => {
      const steps = classes.map((one) => step({ [one]: 0.995 }));
      const scores = Float32Array.from(steps.flatMap((row) => [...row]));
      const plain = decodeGreedy(scores, steps.length, CHARACTERS.length + 1, CHARACTERS, false);
      const looked = beamSearch(steps, CHARACTERS, blank);
      assert.deepEqual(
        looked.map(({ text, from, to }) => [text, from, to]),
        plain.map(({ text, from, to }) => [text, from, to]),
      );
    }),
  );
});

test('returns no letters for blank steps', () => {
  assert.deepEqual(beamSearch([], CHARACTERS, blank), []);
  assert.deepEqual(beamSearch([step({ 0: 0.999 })], CHARACTERS, blank), []);
});
