import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_GRAMS, hashGrams } from './grams.ts';
import { splitWords } from './words.ts';

const PINNED = [
  [2751599291, 2133102002, 2668736034, 170754936, 382908343, 2911516151, 611101021, 620596351],
  [2728081817, 4070403017],
  [2767853776, 497998077],
  [4061686232, 497998077],
];
const normsOf = (text: string): string[] => splitWords(text, 64).map(({ norm }) => norm);

test('splits texts of any script into words with offsets', () => {
  assert.deepEqual(normsOf("Don't wake me at 7:30!"), ['don', "'", 't', 'wake', 'me', 'at', '7', ':', '30', '!']);
  assert.deepEqual(normsOf('ペンをとる前に'), ['ペン', 'を', 'と', 'る', '前', 'に']);
  assert.deepEqual(normsOf('หนึ่ง'), ['ห', 'นึ่', 'ง']);
  assert.deepEqual(normsOf('हिन्दी में'), ['हिन्दी', 'में']);
  assert.deepEqual(normsOf('İstanbul ＡＢＣ'), ['istanbul', 'abc']);
  const text = 'Ａ 𝒳 明天';
  for (const { start, end } of splitWords(text, 64)) assert.ok(text.slice(start, end).trim() !== '');
  assert.equal(splitWords('word '.repeat(100_000), 64).length, 64);
});

// What the weights were trained with: another hash would find other vectors.
test('grams keep their hashes', () => {
  assert.deepEqual(hashGrams(splitWords('Café 7 明天', 64)), PINNED);
  assert.equal(hashGrams(splitWords('a'.repeat(500), 64))[0]!.length, MAX_GRAMS);
});

test('an accent may be missing', () => {
  const [[accented], [plain]] = ['café', 'cafe'].map((word) => hashGrams(splitWords(word, 64))) as [number[][], number[][]];
  assert.ok(accented!.includes(plain![0]!));
});
