import fc from 'fast-check';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareTests } from '../../shared/language/evaluation.ts';
import { ENTITIES, MULTI, SINGLE } from './assets.ts';
import { readDocuments } from './batch-documents.ts';

test('reads classes and texts as a table, separated by tabs or commas, with quotes', () => {
  assert.deepEqual(readDocuments('Billing\tI paid, twice\nDelivery\tLate', SINGLE), [
    { text: 'I paid, twice', expected: ['Billing'], labels: [] },
    { text: 'Late', expected: ['Delivery'], labels: [] },
  ]);
  assert.deepEqual(
    readDocuments('Billing,"I ""paid"",\ntwice"\r\n\r\nDelivery,Late\r\n', SINGLE).map(({ text }) => text),
    ['I "paid",\ntwice', 'Late'],
  );
  assert.deepEqual(
    readDocuments('A; B\tboth\n\tneither', MULTI).map(({ expected }) => expected),
    [['A', 'B'], []],
  );
  for (const [content, why] of [
    ['Billing,I paid, twice', /3 columns/],
    ['alone', /one column/],
    ['A,"open', /Row 1 has an unclosed quote/],
    ['A,"shut" out', /Row 1/],
    [',text', /no class/],
    ['A,', /empty/],
    ['', /no documents/],
  ] as const)
    assert.throws(() => readDocuments(content, SINGLE), why, content);
});

test('reads back any table written by the rules', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\t', '\n', '\r\n', ' ', ';'), maxLength: 12 }).map((text) => `x${text}x`);
  const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 5 }), fc.constantFrom(',', '\t'), (rows, separator) => {
      const read = readDocuments(rows.map((cells) => cells.map(quoted).join(separator)).join('\r\n'), SINGLE);
      assert.deepEqual(
        read.map(({ expected: [name], text }) => [name, text]),
        rows,
      );
    }),
  );
});

test('reads inline entities, or those of an exported project, which count only in labeled spans', () => {
  assert.deepEqual(readDocuments('I am {Person=Ada}\n\nnobody', ENTITIES), [
    { text: 'I am Ada', expected: [], labels: [{ entity: 'Person', start: 5, end: 8 }] },
    { text: 'nobody', expected: [], labels: [] },
  ]);
  const documents = [
    {
      location: '1',
      text: 'Ada met Bob',
      entities: [{ regionOffset: 0, regionLength: 4, labels: [{ category: 'Person', offset: 0, length: 3 }] }],
    },
  ];
  const tests = readDocuments(JSON.stringify({ stringIndexType: 'Utf16CodeUnit', metadata: {}, assets: { documents } }), ENTITIES);
  assert.deepEqual(tests, [
    { text: 'Ada met Bob', expected: [], labels: [{ entity: 'Person', start: 0, end: 3 }], within: [{ start: 0, end: 4 }] },
  ]);
  const found = [
    { entity: 'Person', start: 0, end: 3 },
    { entity: 'Person', start: 8, end: 11 },
  ];
  assert.deepEqual(
    compareTests([{ ...tests[0]!, predicted: [], found }], []).rows.map(({ entitiesWrong }) => entitiesWrong),
    [false],
  );
  for (const [content, why] of [
    ['[{"text":"x","entities":[{"labels":[{"category":"A"}]}]}]', /labels of document 1/],
    ['[{"text":"x","class":"A"}]', /labels of document 1/],
    ['[{"text":"x","entities":3}]', /labels of document 1/],
    ['[{"location":"1"}]', /no text/],
    ['[{}]', /no text/],
    ['{"stringIndexType":"UnicodeCodePoint","documents":[]}', /Utf16/],
    ['{"a":1}', /list of documents/],
  ] as const)
    assert.throws(() => readDocuments(content, ENTITIES), why, content);
});

test('compares several classes as sets; a matrix needs one class each', () => {
  const { classes, rows, matrix, share } = compareTests(
    [
      { text: 'x', expected: ['A', 'B'], predicted: ['B', 'A'], labels: [], found: [] },
      { text: 'y', expected: ['A'], predicted: [], labels: [], found: [] },
    ],
    [],
  );
  assert.deepEqual([rows.map(({ classesWrong }) => classesWrong), matrix, share], [[false, true], undefined, 0.5]);
  assert.deepEqual(
    classes.map(({ name, precision, recall }) => [name, precision, recall]),
    [
      ['A', 1, 0.5],
      ['B', 1, 1],
    ],
  );
});
