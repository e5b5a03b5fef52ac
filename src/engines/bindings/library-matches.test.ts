import assert from 'node:assert/strict';
import { test } from 'node:test';
import { replaceMatching } from './library-matches.ts';
import type { MatchFinder } from './library-matches.ts';
import { recognizersPackage } from './recognizers-library.ts';

class Match {
  readonly found: readonly unknown[];
  constructor(...found: readonly unknown[]) {
    this.found = found;
  }
}

function finderOf(normalize = (text: string): string => text): (expression: RegExp, names: (string | null)[], text: string) => unknown[] {
  const finder: MatchFinder = { getMatchesSimple: () => [] };
  replaceMatching(finder, Match, normalize);
  return (expression, captureNames, text) =>
    finder
      .getMatchesSimple(Object.assign(expression, { xregexp: { captureNames } }), text)
      .map((match) => [...(match as unknown as Match).found]);
}

test('finds every match with its groups by name', () => {
  const find = finderOf();
  const [first, second, ...others] = find(/(\d+)(?:-(\d+))?( x)?/, ['part__0', 'part__1', null], '4-5 and 6 x');
  assert.deepEqual(first, [0, 3, '4-5', { part: { value: '5', index: 2, length: 1, captures: ['4', '5'] } }]);
  assert.deepEqual(second, [8, 3, '6 x', { part: { value: '6', index: 8, length: 1, captures: ['6'] } }]);
  assert.deepEqual(others, []);
  assert.equal(find(/x*/, [], 'ab').length, 3);
  assert.deepEqual(find(/y/g, [], 'ab'), []);
});

test('matches without accents, and answers with them', () => {
  const find = finderOf((text) => text.replaceAll('é', 'e'));
  assert.deepEqual(find(/caf(e)/, ['end__0'], 'un café'), [[3, 4, 'café', { end: { value: 'é', index: 6, length: 1, captures: ['é'] } }]]);
});

test('serves every package of the library', () => {
  for (const name of ['choice', 'date-time', 'number', 'number-with-unit', 'sequence'] as const) recognizersPackage(name);
  const { RegExpUtility } = recognizersPackage('number');
  assert.ok(!/removeDiacritics/.test(String(RegExpUtility.getMatchesSimple)), 'the package has its own way to match');
});
