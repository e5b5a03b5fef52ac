import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boxPath, Elements, toBoxes } from './elements.ts';
import { resultTables, tableCsv, tableTexts, tableTsv } from './result-tables.ts';
import { compareFields, compareResults, fieldsCsv, flatFields, valueText } from './result.ts';
import type { AnalyzeResult, Field } from './result.ts';

const SQUARE = [1, 1, 2, 1, 2, 2, 1, 2];
const RESULT: AnalyzeResult = {
  modelId: 'prebuilt-invoice',
  content: 'Total 5',
  pages: [
    {
      pageNumber: 3,
      width: 8,
      height: 11,
      words: [
        { content: 'Total', polygon: SQUARE, confidence: 1 },
        { content: 'hidden', confidence: 1 },
      ],
      selectionMarks: [{ state: 'selected', polygon: SQUARE, confidence: 0.9 }],
    },
    { pageNumber: 4, width: 8, height: 11, words: [{ content: '5', polygon: SQUARE, confidence: 0.5 }] },
  ],
  tables: [
    {
      rowCount: 1,
      columnCount: 1,
      boundingRegions: [
        { pageNumber: 3, polygon: SQUARE },
        { pageNumber: 4, polygon: SQUARE },
      ],
      cells: [{ rowIndex: 0, columnIndex: 0, content: '5', boundingRegions: [{ pageNumber: 4, polygon: SQUARE }] }],
    },
  ],
  documents: [
    {
      docType: 'invoice',
      confidence: 0.8,
      fields: {
        'a/b': {
          type: 'currency',
          valueCurrency: { amount: 5, currencyCode: 'EUR' },
          content: '5',
          confidence: 0.7,
          boundingRegions: [{ pageNumber: 4, polygon: SQUARE }],
        },
        Items: {
          type: 'array',
          valueArray: [
            {
              type: 'object',
              valueObject: { Price: { type: 'number', valueNumber: 5, boundingRegions: [{ pageNumber: 4, polygon: SQUARE }] } },
            },
          ],
        },
      },
    },
  ],
};

test('finds elements by page and layer, by the page numbers of the file', () => {
  const elements = new Elements(RESULT);
  assert.deepEqual([...elements.present].sort(), ['fields', 'marks', 'tables', 'words']);
  assert.deepEqual(
    elements.on(3, new Set(['words', 'marks', 'tables'])).map(({ path }) => path),
    ['/pages/0/words/0', '/pages/0/selectionMarks/0', '/tables/0'],
  );
  assert.deepEqual(
    elements.on(4, new Set(['fields'])).map(({ path, text, confidence }) => [path, text, confidence]),
    [
      ['/documents/0/fields/a~1b', 'a/b: EUR 5.00', 0.7],
      ['/documents/0/fields/Items/valueArray/0/valueObject/Price', 'Items, Row 1, Price: 5', undefined],
    ],
  );
});

test('maps a JSON path to its element or the element around it', () => {
  const elements = new Elements(RESULT);
  assert.equal(elements.at('/pages/1/words/0/span/offset')?.text, '5');
  assert.equal(elements.at('/tables/0/cells/0/content')?.path, '/tables/0/cells/0');
  assert.deepEqual([elements.at('/tables/0/rowCount')?.path, elements.at('/tables/0')?.page], ['/tables/0', 3]);
  assert.deepEqual([elements.at('/pages/0/words/1'), elements.at('/content'), elements.at('')], [undefined, undefined, undefined]);
});

test('boxes of an element with several regions are distinct and map back to it', () => {
  const boxes = toBoxes([...new Elements(RESULT).on(3, new Set(['tables'])), ...new Elements(RESULT).on(4, new Set(['tables']))]);
  assert.equal(new Set(boxes.map(({ id }) => id)).size, 3);
  assert.deepEqual(boxes.map(boxPath), ['/tables/0', '/tables/0', '/tables/0/cells/0']);
});

test('low confidence is dashed', () => {
  assert.deepEqual(
    toBoxes(new Elements(RESULT).on(4, new Set(['words', 'fields']))).map(({ dashed }) => dashed),
    [true, true, undefined],
  );
});

test('values as text', () => {
  assert.deepEqual(
    flatFields(RESULT.documents![0]!, 0).map(({ name, titles, field }) => [name, titles.join(', '), valueText(field)]),
    [
      ['a~1b', 'a/b', 'EUR 5.00'],
      ['Items', 'Items', '1 row'],
      ['Items/0', 'Items, Row 1', 'Price: 5'],
      ['Items/0/Price', 'Items, Row 1, Price', '5'],
    ],
  );
  assert.equal(valueText({ type: 'date', content: 'some day' }), 'some day');
});

test('fields as CSV', () => {
  assert.deepEqual(fieldsCsv(RESULT.documents!).split('\r\n').slice(1, 3), [
    `1,${RESULT.documents![0]!.docType},a/b,EUR 5,5,0.7`,
    `1,${RESULT.documents![0]!.docType},"Items, Row 1, Price",5,,`,
  ]);
});

const answer = (...documents: Record<string, Field>[]): AnalyzeResult => ({
  modelId: 'x',
  content: '',
  pages: [],
  documents: documents.map((fields) => ({ docType: 'x', confidence: 1, fields })),
});
const text = (valueString: string): Field => ({ type: 'string', valueString });
const summary = (one: AnalyzeResult, other: AnalyzeResult): unknown[] =>
  compareFields(one, other).map(({ name, differs }) => [name, differs]);

test('reports equal fields, differing ones, and those only one side has', () => {
  assert.deepEqual(
    summary(
      answer({ Same: text('a'), Other: text('b'), Mine: text('c'), None: { type: 'date' } }),
      answer({ Same: text('a'), Other: text('x'), Yours: text('d') }),
    ),
    [
      ['Same', false],
      ['Other', true],
      ['Mine', true],
      ['Yours', true],
    ],
  );
  assert.deepEqual(summary({ modelId: 'x', content: '', pages: [] }, answer({ A: text('a') })), [['A', true]]);
});

test('compares tables cell by cell, and several documents one by one', () => {
  const table = (value: string): Record<string, Field> => ({
    Items: { type: 'array', valueArray: [{ type: 'object', valueObject: { Price: text(value) } }] },
  });
  assert.deepEqual(summary(answer(table('1')), answer(table('2'))), [['Items, Row 1, Price', true]]);
  assert.deepEqual(summary(answer({ A: text('a') }, { A: text('b') }), answer({ A: text('a') }, { A: text('b') })), [
    ['Document 1, A', false],
    ['Document 2, A', false],
  ]);
});

test('shows tables of the layout and fields with rows as tables', () => {
  const [items, table] = resultTables(RESULT);
  assert.deepEqual(tableTexts(items!), [['Price'], ['5']]);
  assert.equal(items!.cells[1]!.path, '/documents/0/fields/Items/valueArray/0/valueObject/Price');
  assert.equal(table!.page, 3);
  const spanning = resultTables({
    ...RESULT,
    documents: [],
    tables: [
      {
        rowCount: 2,
        columnCount: 2,
        cells: [
          { rowIndex: 0, columnIndex: 0, columnSpan: 2, kind: 'columnHeader', content: 'Sum, total' },
          { rowIndex: 1, columnIndex: 0, content: 'two\nlines' },
          { rowIndex: 1, columnIndex: 1, content: '=1' },
        ],
      },
    ],
  })[0]!;
  assert.equal(tableCsv(spanning), '"Sum, total",\r\n"two\nlines",\'=1\r\n');
  assert.equal(tableTsv(spanning), 'Sum, total\t\ntwo lines\t=1');
});

test('finds the parts of a field with rows, and gives each field a color', () => {
  const elements = new Elements(RESULT);
  assert.deepEqual(
    elements.below('/documents/0/fields/Items').map(({ path }) => path),
    ['/documents/0/fields/Items/valueArray/0/valueObject/Price'],
  );
  assert.deepEqual(
    toBoxes(elements.on(4, new Set(['fields']))).map(({ color }) => color),
    [1, 2],
  );
});

test('compares lines where there are no fields: equal, changed, and on one side only', () => {
  const read = (...lines: string[]): AnalyzeResult => ({
    modelId: 'prebuilt-read',
    content: '',
    pages: [{ pageNumber: 1, lines: lines.map((content) => ({ content, polygon: SQUARE })) }],
  });
  const rows = compareResults(read('a', 'b', 'c', 'd'), read('a', 'x', 'c', 'new', 'd'));
  assert.deepEqual(
    rows.map(({ one, other, differs }) => [one?.content, other?.content, differs]),
    [
      ['a', 'a', false],
      ['b', 'x', true],
      ['c', 'c', false],
      [undefined, 'new', true],
      ['d', 'd', false],
    ],
  );
});
