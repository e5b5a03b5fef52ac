import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseLetterModel } from './letter-model.ts';

const bytes = readFileSync(new URL('../../../../../../weights/recogniser/letters.bin', import.meta.url));
const model = parseLetterModel(bytes);
const likelihood = (text: string): number => {
  let [sum, before] = [0, model.start];
  for (const letter of text) [sum, before] = [sum + model.logProbability(before, letter), model.extend(before, letter)];
  return sum;
};

test('rates words higher than similar-looking strings', () => {
  for (const [right, wrong] of [
    ['SIGNATURE', 'S1GNATURE'],
    ['ROBERT', 'RO8ERT'],
    ['2468013', '24G8013'],
    ['general', 'genera1'],
    ['TOTAL', 'TOtAL'],
    ['Street', 'StReet'],
  ] as const)
    assert.ok(likelihood(right) > likelihood(wrong), `${right}, not ${wrong}`);
});

test('returns probabilities of the next letter that sum to one', () => {
  const { characters } = JSON.parse(
    readFileSync(new URL('../../../../../../weights/recogniser/recogniser.json', import.meta.url), 'utf8'),
  ) as { characters: string };
  fc.assert(
    fc.property(fc.string({ maxLength: 12, unit: fc.constantFrom(...characters) }), (text) => {
      let before = model.start;
      for (const letter of text) before = model.extend(before, letter);
      const sum = [...characters].reduce((all, letter) => all + Math.exp(model.logProbability(before, letter)), 0);
      assert.ok(sum > 0.5 && sum < 1.5, `${sum} after ${JSON.stringify(text)}`);
    }),
    { numRuns: 60 },
  );
});

test('rejects a truncated file', () => {
  assert.throws(() => parseLetterModel(bytes.subarray(0, bytes.length - 1)), /truncated/);
});

test('has longer keys and base letters in the model of handwriting', () => {
  const hand = parseLetterModel(readFileSync(new URL('../../../../../../weights/hands/letters.bin', import.meta.url)));
  const rated = (text: string): number => {
    let [sum, before] = [0, hand.start];
    for (const letter of text) [sum, before] = [sum + hand.logProbability(before, letter), hand.extend(before, letter)];
    return sum;
  };
  assert.ok(rated('the garden') > rated('the gardem'));
  assert.ok(rated('dans la maison') > rated('dars la mairon'));
  assert.equal(rated('čas'), rated('cas'));
});
