import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WrongGuesses } from './guesses.ts';

const isOpen = (guesses: WrongGuesses, place: string, now: number): boolean => {
  try {
    guesses.check(place, now);
    return true;
  } catch {
    return false;
  }
};

test('lets five wrong guesses pass, then one after each wait, which doubles up to a minute', () => {
  const guesses = new WrongGuesses();
  let now = 0;
  let looked = 0;
  for (; now < 15 * 60_000; now += 100) {
    if (!isOpen(guesses, 'a', now)) continue;
    guesses.count('a', now);
    looked++;
  }
  assert.equal(looked, 5 + 5 + 14);
});

test('does not keep others out, and forgets the right guess', () => {
  const guesses = new WrongGuesses();
  for (let i = 0; i < 5; i++) guesses.count('a', 0);
  assert.deepEqual([isOpen(guesses, 'a', 0), isOpen(guesses, 'b', 0)], [false, true]);
  guesses.forget('a');
  assert.ok(isOpen(guesses, 'a', 0));
});

test('starts anew after a quarter of an hour', () => {
  const guesses = new WrongGuesses();
  for (let i = 0; i < 9; i++) guesses.count('a', 0);
  guesses.count('a', 15 * 60_000);
  assert.ok(isOpen(guesses, 'a', 15 * 60_000));
});

test('remembers a bounded number of places', () => {
  const guesses = new WrongGuesses();
  for (let i = 0; i < 5; i++) guesses.count('first', 0);
  for (let i = 0; i < 10_000; i++) guesses.count(`place ${i}`, 0);
  assert.ok(isOpen(guesses, 'first', 0));
});
