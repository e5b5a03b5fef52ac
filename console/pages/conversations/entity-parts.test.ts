import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatExpressions, parseExpressions, formatList, parseList } from './entity-parts.ts';

test('formats lists as lines and parses them back, keeping synonyms of other languages', () => {
  const before = [{ listKey: 'Rome', synonyms: [{ language: 'en', values: ['rome', 'eternal city'] }, { language: 'de', values: ['rom'] }] }];
  assert.equal(formatList(before, 'en'), 'Rome: rome, eternal city');
  assert.deepEqual(parseList('Rome: rome\nOslo', 'en', before), [
    { listKey: 'Rome', synonyms: [{ language: 'en', values: ['rome'] }, { language: 'de', values: ['rom'] }] }, { listKey: 'Oslo', synonyms: [{ language: 'en', values: ['Oslo'] }] },
  ]);
});

test('expressions may contain colons, and get a key if there is none', () => {
  const expressions = parseExpressions('time: \\d{1,2}:\\d{2}\n[A-Z]{2}-\\d+', [{ regexKey: 'time', language: 'en', regexPattern: 'x' }]);
  assert.deepEqual(expressions, [{ regexKey: 'time', language: 'en', regexPattern: '\\d{1,2}:\\d{2}' }, { regexKey: 'expression-2', regexPattern: '[A-Z]{2}-\\d+' }]);
  assert.deepEqual(parseExpressions(formatExpressions(expressions), expressions), expressions);
});
