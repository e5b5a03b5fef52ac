import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expressionLines, expressionsOf, listLines, sublistsOf } from './entity-parts.ts';

test('lists are written as lines and read back, with synonyms of other languages kept', () => {
  const before = [{ listKey: 'Rome', synonyms: [{ language: 'en', values: ['rome', 'eternal city'] }, { language: 'de', values: ['rom'] }] }];
  assert.equal(listLines(before, 'en'), 'Rome: rome, eternal city');
  assert.deepEqual(sublistsOf('Rome: rome\nOslo', 'en', before), [
    { listKey: 'Rome', synonyms: [{ language: 'en', values: ['rome'] }, { language: 'de', values: ['rom'] }] }, { listKey: 'Oslo', synonyms: [{ language: 'en', values: ['Oslo'] }] },
  ]);
});

test('expressions may hold colons, and have keys of their own where none is written', () => {
  const expressions = expressionsOf('time: \\d{1,2}:\\d{2}\n[A-Z]{2}-\\d+', [{ regexKey: 'time', language: 'en', regexPattern: 'x' }]);
  assert.deepEqual(expressions, [{ regexKey: 'time', language: 'en', regexPattern: '\\d{1,2}:\\d{2}' }, { regexKey: 'expression-2', regexPattern: '[A-Z]{2}-\\d+' }]);
  assert.deepEqual(expressionsOf(expressionLines(expressions), expressions), expressions);
});
