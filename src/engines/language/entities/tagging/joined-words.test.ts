import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tokenizeFinely } from '../../recognizers/fine-tokens.ts';
import { joinedWordFeatures } from './joined-words.ts';

test('gives features to characters of scripts without spaces only', () => {
  assert.ok(joinedWordFeatures(tokenizeFinely('wake me at 5pm, Zoë', 'en')).every((features) => features.length === 0));
  const japanese = joinedWordFeatures(tokenizeFinely('明日の天気 iPhone', 'ja'));
  assert.deepEqual(
    japanese.map((features) => features.length),
    [4, 4, 4, 4, 4, 0],
  );
});

test('distinguishes the places of a character in its word', () => {
  const [first, last, alone] = joinedWordFeatures(tokenizeFinely('明日の', 'ja')).map(([place]) => place![1]);
  assert.equal(new Set([first, last, alone]).size, 3);
});
