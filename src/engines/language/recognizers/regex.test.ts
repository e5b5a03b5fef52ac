import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { InvalidRegex, UserRegex } from './regex.ts';

test('matches case-insensitively from left to right with offsets in the original text', () => {
  assert.deepEqual(new UserRegex('kb[0-9]{3,}').match('😀 see KB1234 and kb999, not kb1'), [
    { start: 7, end: 13 },
    { start: 18, end: 23 },
  ]);
  assert.deepEqual(new UserRegex('x*').match('axxb'), [{ start: 1, end: 3 }]);
});

test('rejects invalid or non-linear expressions with a message', () => {
  assert.throws(() => new UserRegex('a(?=b)'), /looking ahead/);
  assert.throws(() => new UserRegex('(?<!a)b'), /looking ahead or behind/);
  assert.throws(() => new UserRegex('(a)\\1'), /repeating what a group matched/);
  assert.throws(() => new UserRegex('(?>a)'), /atomic/);
  assert.throws(() => new UserRegex('('), InvalidRegex);
  assert.throws(() => new UserRegex(''), /empty/);
  assert.throws(() => new UserRegex('a'.repeat(3000)), /at most/);
  assert.throws(() => new UserRegex('((((a{50}){50}){50}){50})'), InvalidRegex);
  assert.deepEqual(new UserRegex('[(?=]').match('='), [{ start: 0, end: 1 }]);
});

test('hostile expressions finish in time', () => {
  const text = `${'a'.repeat(5000)}!`;
  for (const evil of ['(a+)+$', '(a|aa)+$', '(.*a){12}$', '([a-z]+)*@', '(a?){50}a{50}$'])
    assert.ok(new UserRegex(evil).match(text).length <= 1000);
});

test('any pattern compiles and matches within the text, or is an InvalidRegex', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...'ab(|)[]{}*+?.^$\\d1,-<>=!:😀'), maxLength: 20 }),
      fc.string({ unit: 'binary', maxLength: 50 }),
      (source, text) => {
        let regex: UserRegex;
        try {
          regex = new UserRegex(source);
        } catch (problem) {
          assert.ok(problem instanceof InvalidRegex);
          return;
        }
        for (const { start, end } of regex.match(text)) assert.ok(start >= 0 && start < end && end <= text.length);
      },
    ),
    { numRuns: 300 },
  );
});
