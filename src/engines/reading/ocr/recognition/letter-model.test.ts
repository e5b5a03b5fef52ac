import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseLetterModel } from './letter-model.ts';

const bytes = readFileSync(new URL('../../../../../weights/recogniser/letters.bin', import.meta.url));
const model = parseLetterModel(bytes);
const likelihood = (text: string): number => {
  let [sum, before] = [0, model.start];
  for (const letter of text) [sum, before] = [sum + model.logProbability(before, letter), model.extend(before, letter)];
  return sum;
};

test('words are likelier than what looks like them', () => {
  for (const [right, wrong] of [['SIGNATURE', 'S1GNATURE'], ['ROBERT', 'RO8ERT'], ['2468013', '24G8013'], ['general', 'genera1'], ['TOTAL', 'TOtAL'], ['Street', 'StReet']] as const) assert.ok(likelihood(right) > likelihood(wrong), `${right}, not ${wrong}`);
});

test('likelihoods of all that can come next are shares of one', () => {
  const { characters } = JSON.parse(readFileSync(new URL('../../../../../weights/recogniser/recogniser.json', import.meta.url), 'utf8')) as { characters: string };
  fc.assert(fc.property(fc.string({ maxLength: 12, unit: fc.constantFrom(...characters) }), (text) => {
    let before = model.start;
    for (const letter of text) before = model.extend(before, letter);
    const sum = [...characters].reduce((all, letter) => all + Math.exp(model.logProbability(before, letter)), 0);
    assert.ok(sum > 0.5 && sum < 1.5, `${sum} after ${JSON.stringify(text)}`);
  }), { numRuns: 60 });
});

test('a file that was cut off is refused', () => {
  assert.throws(() => parseLetterModel(bytes.subarray(0, bytes.length - 1)), /not whole/);
});
