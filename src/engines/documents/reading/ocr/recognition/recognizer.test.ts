import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LetterModel } from './letter-model.ts';
import { createRecognizer } from './recognizer.ts';

const CHARACTERS = ['B', '8'];
/** Expects digits. */
const digits: LetterModel = {
  start: { recent: 0, wordLetters: 0, wordCapitals: true, letters: 0, capitals: 0 },
  logProbability: (_, next) => (next === '8' ? -0.1 : -6),
  extend: (before) => before,
};

/** What a network that takes a letter for a B with this probability, and for an 8 otherwise, is read as. */
async function readLine(probability: number, certain?: number): Promise<string> {
  const data = Float32Array.from([0.001, probability - 0.0005, 1 - probability - 0.0005]);
  const recognizer = createRecognizer(
    { run: async () => ({ data, shape: [1, 1, CHARACTERS.length + 1] }), close: async () => {} },
    {
      height: 32,
      channels: 1,
      mean: 0,
      deviation: 1,
      characters: CHARACTERS,
      probabilities: true,
      letters: digits,
      language: { weight: 1, bonus: 0 },
      ...(certain !== undefined && { certain }),
    },
  );
  const [line] = await recognizer.read([{ width: 32, height: 32, data: new Uint8Array(32 * 32).fill(255) }]);
  return line!.letters.map(({ text }) => text).join('');
}

test('uses the letter model only on lines with a letter that is not certain', async () => {
  assert.equal(await readLine(0.7), '8');
  assert.equal(await readLine(0.9), 'B');
});

test('takes how certain a letter must be from the settings', async () => {
  assert.equal(await readLine(0.9, 0.95), '8');
  assert.equal(await readLine(0.7, 0.6), 'B');
});
