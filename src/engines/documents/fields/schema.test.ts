import assert from 'node:assert/strict';
import { test } from 'node:test';
import { docTypesOf, extractDocuments, isFieldModel } from './extract.ts';
import { buildSchema } from './schema.ts';

test('builds a schema tree from field paths', () => {
  assert.deepEqual(buildSchema({ A: ['array', 'a'], 'A.*': ['object', 'b'], 'A.*.C': ['date', 'c'], D: ['string', 'd'] }), {
    A: {
      type: 'array',
      description: 'a',
      items: { type: 'object', description: 'b', properties: { C: { type: 'date', description: 'c' } } },
    },
    D: { type: 'string', description: 'd' },
  });
  assert.throws(() => buildSchema({ 'A.B': ['string', 'x'] }), /A\.B/);
});

test('looks up models by id with document types and fields', () => {
  assert.ok(isFieldModel('prebuilt-invoice') && isFieldModel('prebuilt-receipt') && !isFieldModel('prebuilt-layout'));
  assert.equal(docTypesOf('prebuilt-invoice').invoice?.fieldSchema.Items?.items?.properties?.Amount?.type, 'currency');
  assert.deepEqual(Object.keys(docTypesOf('prebuilt-receipt')), [
    'receipt',
    'receipt.retailMeal',
    'receipt.creditCard',
    'receipt.gas',
    'receipt.parking',
    'receipt.hotel',
  ]);
  assert.throws(
    () =>
      extractDocuments('prebuilt-nothing', {
        pages: [],
        items: [],
        lines: [],
        paragraphs: [],
        tables: [],
        figures: [],
        sections: [],
        keyValuePairs: [],
        blocks: [],
      }),
    /prebuilt-nothing/,
  );
});
