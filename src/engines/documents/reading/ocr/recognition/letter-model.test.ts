import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseLetterModel } from './letter-model.ts';

const bytes = readFileSync(new URL('../../../../../../weights/recogniser/letters.bin', import.meta.url));
const model = parseLetterModel(bytes);
const likelihood = (text: string, one = model): number => {
  let [sum, before] = [0, one.start];
  for (const letter of text) [sum, before] = [sum + one.logProbability(before, letter), one.extend(before, letter)];
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
  assert.ok(likelihood('the garden', hand) > likelihood('the gardem', hand));
  assert.ok(likelihood('dans la maison', hand) > likelihood('dars la mairon', hand));
  assert.equal(likelihood('čas', hand), likelihood('cas', hand));
});

/** Lines of scripts from right to left are read from their left end. */
const fromLeft = (word: string): string => [...word].reverse().join('');

test('has characters of nine scripts in the model of other scripts', () => {
  const scripts = parseLetterModel(readFileSync(new URL('../../../../../../weights/scripts/other/letters.bin', import.meta.url)));
  for (const [right, wrong] of [
    ['ಅವರು', 'ಆವರು'],
    ['இருந்த', 'இருந்து்'],
    ['बाजार', 'वाजार'],
    [fromLeft('שלום'), fromLeft('שלוס')],
    [fromLeft('كتاب'), fromLeft('كتاپ')],
    ['այսօր', 'այսօի'],
  ] as const)
    assert.ok(likelihood(right, scripts) > likelihood(wrong, scripts), `${right}, not ${wrong}`);
});
