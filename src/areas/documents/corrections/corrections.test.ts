import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFieldsFile } from '../../../engines/documents/forms/files/fields-file.ts';
import { labelFields } from './labels-from-result.ts';
import type { StoredResult } from './labels-from-result.ts';
import { mergeFields } from './merge-fields.ts';

const at = (x: number, y: number): number[] => [x, y, x + 1, y, x + 1, y + 1, x, y + 1];
const word = (offset: number, x: number, y: number) => ({ polygon: at(x, y), span: { offset, length: 1 } });
const field = (content: string, offset: number, type = 'string') => ({ type, content, spans: [{ offset, length: 1 }] });
const row = (name: string, amount: string, offset: number) => ({
  type: 'object',
  valueObject: { Description: field(name, offset), Amount: field(amount, offset + 2, 'currency') },
});

/** A page of ten by ten with the words a to h in two columns. */
const RESULT: StoredResult = {
  pages: [
    {
      pageNumber: 1,
      width: 10,
      height: 10,
      words: [0, 2, 4, 6, 8, 10, 12, 14].map((offset, i) => word(offset, 1 + 4 * (i % 2), 1 + Math.floor(i / 2))),
      selectionMarks: [{ polygon: at(8, 8), span: { offset: 16, length: 1 } }],
    },
  ],
  documents: [
    {
      fields: {
        Name: field('a', 0),
        Paid: field(':selected:', 16, 'selectionMark'),
        Sites: { type: 'array', valueArray: [field('b', 2), field('c', 4)] },
        Items: { type: 'array', valueArray: [row('c', 'd', 4), row('e', 'f', 8)] },
        Accounts: {
          type: 'array',
          valueArray: [
            { type: 'object', valueObject: { Sign: field('a', 0, 'signature'), Moves: { type: 'array', valueArray: [row('a', 'b', 0)] } } },
          ],
        },
        Employer: { type: 'object', valueObject: { Name: field('g', 12), 'Zip/Code': field('h', 14) } },
      },
    },
  ],
};
const named = (labels: ReturnType<typeof labelFields>['labels']): [string, string, number][] =>
  labels.map(({ label, value }) => [label, value[0]!.text, value[0]!.boundingBoxes[0]![1]!]);
const correction = (content: string, y: number) => ({ content, boundingRegions: [{ pageNumber: 1, polygon: at(5, y) }] });

test('labels lists, rows, parts of objects and marks as they were found, no lists inside rows', () => {
  const { labels, types, right } = labelFields(RESULT);
  assert.deepEqual(named(labels), [
    ['Name', 'a', 0.1],
    ['Paid', ':selected:', 0.8],
    ['Sites/0', 'b', 0.1],
    ['Sites/1', 'c', 0.2],
    ['Items/0/Description', 'c', 0.2],
    ['Items/0/Amount', 'd', 0.2],
    ['Items/1/Description', 'e', 0.3],
    ['Items/1/Amount', 'f', 0.3],
    ['Employer/Name', 'g', 0.4],
    ['Employer/Zip~1Code', 'h', 0.4],
  ]);
  assert.deepEqual(right, ['Name', 'Paid', 'Sites', 'Items', 'Employer']);
  assert.deepEqual(types['Sites'], { type: 'array', items: { type: 'string' } });
  assert.deepEqual(types['Items'], {
    type: 'array',
    items: { type: 'object', properties: { Description: { type: 'string' }, Amount: { type: 'currency' } } },
  });
});

test('replaces a list by its correction, keeps the types that were found, and adds lists that were not', () => {
  const { labels, types, right, corrected } = labelFields(RESULT, {
    Items: { valueArray: [{ valueObject: { Amount: correction('d', 2), Unit: correction('kg', 3) } }] },
    Employer: { valueObject: { Name: correction('x', 6) } },
    Extras: { valueArray: [{ valueObject: { Code: { ...correction('y', 7), type: 'integer' } } }] },
    Sites: null,
  });
  assert.deepEqual(named(labels), [
    ['Name', 'a', 0.1],
    ['Paid', ':selected:', 0.8],
    ['Items/0/Amount', 'd', 0.2],
    ['Items/0/Unit', 'kg', 0.3],
    ['Employer/Name', 'x', 0.6],
    ['Extras/0/Code', 'y', 0.7],
  ]);
  assert.deepEqual(
    [right, corrected],
    [
      ['Name', 'Paid'],
      ['Items', 'Employer', 'Extras', 'Sites'],
    ],
  );
  assert.deepEqual(types['Items'], {
    type: 'array',
    items: { type: 'object', properties: { Description: { type: 'string' }, Amount: { type: 'currency' }, Unit: { type: 'string' } } },
  });
  assert.deepEqual(types['Extras'], { type: 'array', items: { type: 'object', properties: { Code: { type: 'integer' } } } });
});

test('adds lists and their columns to the fields of a set', () => {
  const { types } = labelFields(RESULT);
  const file = mergeFields({ fields: [] }, types);
  const all = {
    Name: { type: 'string' },
    Paid: { type: 'selectionMark' },
    Sites: { type: 'array', items: { type: 'string' } },
    Items: types['Items'],
    Employer: { type: 'object', properties: { Name: { type: 'string' }, 'Zip/Code': { type: 'string' } } },
  };
  const read = (from: object): unknown => JSON.parse(JSON.stringify(readFieldsFile(from)));
  assert.deepEqual(read(file), all);
  assert.deepEqual(mergeFields(file, types), file, 'nothing is added twice');
  const plain = { fields: [{ fieldKey: 'Items', fieldType: 'array', itemType: 'string' }], definitions: {} };
  assert.deepEqual(mergeFields(plain, { Items: types['Items']! }), plain, 'a list of texts stays one');
  const more = mergeFields(file, { Items: { type: 'array', items: { type: 'object', properties: { Unit: { type: 'string' } } } } });
  assert.deepEqual(Object.keys((read(more) as typeof all).Items!.items!.properties!), ['Description', 'Amount', 'Unit']);
  const other = { fields: [{ fieldKey: 'Items', fieldType: 'string' }] };
  assert.deepEqual(mergeFields(other, { Items: types['Items']! }), { ...other, definitions: {} }, 'a field keeps its type');
});
