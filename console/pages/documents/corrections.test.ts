import assert from 'node:assert/strict';
import { test } from 'node:test';
import { correctableFields, correctionsOf, findWords, freeName, rowFields, withRows } from './corrections.ts';
import type { AnalyzeResult } from './result.ts';

const at = (x: number, y: number): number[] => [x, y, x + 1, y, x + 1, y + 1, x, y + 1];
const word = (content: string, x: number, y: number) => ({ content, polygon: at(x, y), confidence: 1 });

const AT_TREE = { pageNumber: 1, polygon: at(1, 1) };
const RESULT: AnalyzeResult = {
  modelId: 'prebuilt-invoice',
  content: '',
  pages: [
    { pageNumber: 1, words: [word('Tree', 1, 1), word('House', 2, 1), word('4711', 5, 1), word('4711', 5, 9)] },
    { pageNumber: 2, words: [word('4711', 1, 1)] },
  ],
  documents: [
    {
      docType: 'invoice',
      confidence: 1,
      fields: {
        VendorName: { type: 'string', content: 'Tree', boundingRegions: [{ pageNumber: 1, polygon: at(1, 1) }] },
        InvoiceId: { type: 'string', content: '4712', boundingRegions: [{ pageNumber: 1, polygon: at(5, 8) }] },
        PurchaseOrder: { type: 'string', content: 'x' },
        Items: {
          type: 'array',
          valueArray: [
            {
              type: 'object',
              valueObject: {
                Code: { type: 'string', content: 'Tree', boundingRegions: [AT_TREE] },
                Count: { type: 'number', content: '7' },
              },
            },
            { type: 'object', valueObject: { Code: { type: 'string', content: 'x' } } },
          ],
        },
      },
    },
  ],
};

test('labels the words of a corrected value, nearest to where the field was found', () => {
  assert.deepEqual(correctionsOf(RESULT, { VendorName: 'tree house', InvoiceId: '4711', PurchaseOrder: '' }), {
    VendorName: {
      type: 'string',
      content: 'tree house',
      boundingRegions: [
        { pageNumber: 1, polygon: at(1, 1) },
        { pageNumber: 1, polygon: at(2, 1) },
      ],
    },
    InvoiceId: { type: 'string', content: '4711', boundingRegions: [{ pageNumber: 1, polygon: at(5, 9) }] },
    PurchaseOrder: null,
  });
});

test('adds rows that were not found, and leaves out those that stay empty', () => {
  assert.deepEqual(rowFields(RESULT), ['Items']);
  const longer = withRows(RESULT, { Items: 2 });
  const names = correctableFields(longer).map(({ name }) => name);
  assert.deepEqual(names.slice(-4), ['Items/2/Code', 'Items/2/Count', 'Items/3/Code', 'Items/3/Count']);
  assert.deepEqual(correctionsOf(longer, {}), {});
  const { Items } = correctionsOf(longer, { 'Items/2/Code': 'House' });
  assert.deepEqual(
    Items?.valueArray?.map(({ valueObject }) => valueObject?.['Code']?.content),
    ['Tree', 'x', 'House'],
  );
  assert.deepEqual(Items?.valueArray?.[2], {
    valueObject: { Code: { type: 'string', content: 'House', boundingRegions: [{ pageNumber: 1, polygon: at(2, 1) }] } },
  });
});

test('corrects a list as a whole, without the rows and cells that were emptied', () => {
  const texts = { 'Items/0/Code': 'House', 'Items/0/Count': '', 'Items/1/Code': '' };
  const Code = { type: 'string', content: 'House', boundingRegions: [{ pageNumber: 1, polygon: at(2, 1) }] };
  assert.deepEqual(correctionsOf(RESULT, texts), { Items: { valueArray: [{ valueObject: { Code } }] } });
  const { Items } = correctionsOf(RESULT, { 'Items/1/Code': '4711' });
  assert.deepEqual(Items!.valueArray![0]!.valueObject!['Code']!.boundingRegions, [AT_TREE], 'what is right stays where it is');
});

test('corrects nothing where the text is the same', () => {
  assert.deepEqual(correctionsOf(RESULT, { VendorName: ' Tree ' }), {});
});

test('finds no words for a text that is not on the pages', () => {
  assert.deepEqual(findWords(RESULT, 'Tree Top', {}), []);
});

test('names a file like no other of the set', () => {
  assert.equal(freeName('a.b.png', new Set(['a.b.png', 'a.b-2.png'])), 'a.b-3.png');
  assert.equal(freeName('scan', new Set()), 'scan.pdf');
});
