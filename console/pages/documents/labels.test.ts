import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readLabelsFile } from '../../../src/engines/documents/forms/files/labels-file.ts';
import { readFieldsFile } from '../../../src/engines/documents/forms/files/fields-file.ts';
import { labelsFromTable, layoutTables } from './label-tables.ts';
import {
  assignLabel,
  assignRegion,
  countLabels,
  deleteRow,
  findWords,
  missingFields,
  describeSelection,
  formPages,
  labeledRows,
  NO_SELECTION,
  ownerOf,
  removeLabel,
  removeTokens,
  renameLabels,
  textOf,
  toSuggestions,
} from './labels.ts';
import type { Label, Labels, Layout, Token } from './labels.ts';
import { isReadableAs } from './readable.ts';
import { cellName, isChangedSince, readFields, replacedFiles, sortDropped, toStoredField, writeFields } from './training-files.ts';
import type { LabelField } from './training-files.ts';

const word = (content: string, left: number): { content: string; polygon: number[]; confidence: number } => ({
  content,
  polygon: [left, 1, left + 1, 1, left + 1, 2, left, 2],
  confidence: 1,
});
const LAYOUT = {
  analyzeResult: {
    pages: [
      {
        pageNumber: 2,
        width: 10,
        height: 20,
        words: [word('Ada', 1), word('Moss', 2), word('Oslo', 4)],
        selectionMarks: [{ state: 'selected', polygon: [8, 1, 9, 1, 9, 2, 8, 2], confidence: 1 }],
      },
    ],
  },
};
const [page] = formPages(LAYOUT);
const { tokens } = page!;
const [ada, moss, oslo, mark] = tokens as [(typeof tokens)[0], (typeof tokens)[0], (typeof tokens)[0], (typeof tokens)[0]];

describe('labels', () => {
  test('assigns words to a label, removes them when assigned again, moves them to another label, and keeps page order', () => {
    let labels: Labels = assignLabel([], 'Name', [moss], tokens);
    labels = assignLabel(labels, 'Name', [ada], tokens);
    assert.deepEqual([textOf(labels, 'Name'), ownerOf(labels, ada), ownerOf(labels, oslo)], ['Ada Moss', 'Name', undefined]);
    assert.deepEqual(labels[0]!.value[0], { page: 2, text: 'Ada', boundingBoxes: [[0.1, 0.05, 0.2, 0.05, 0.2, 0.1, 0.1, 0.1]] });
    labels = assignLabel(labels, 'City', [moss, oslo], tokens);
    assert.deepEqual([textOf(labels, 'Name'), textOf(labels, 'City')], ['Ada', 'Moss Oslo']);
    assert.equal(textOf(assignLabel(labels, 'City', [moss, oslo], tokens), 'City'), undefined);
    assert.deepEqual(removeTokens(labels, tokens), []);
  });

  test('regions and words of a field replace each other; selection marks are shown by their state', () => {
    const region = assignRegion(assignLabel([], 'Sign', [ada], tokens), 'Sign', { page: 2, corners: [0, 0, 1, 0, 1, 1, 0, 1] });
    assert.deepEqual([region.length, textOf(region, 'Sign'), ownerOf(region, ada)], [1, 'region', undefined]);
    assert.equal(textOf(assignLabel(region, 'Sign', [mark], tokens), 'Sign'), 'selected');
    assert.deepEqual(removeLabel(region, 'Sign'), []);
  });

  test('deleting a table row moves the rows below it up', () => {
    const items = { name: 'a/b' };
    let labels: Labels = [];
    for (const [row, token] of [ada, moss, oslo].entries()) labels = assignLabel(labels, cellName(items, row, 'Text'), [token], tokens);
    assert.equal(labeledRows(labels, 'a/b'), 3);
    labels = deleteRow(labels, 'a/b', 1);
    assert.deepEqual([labeledRows(labels, 'a/b'), textOf(labels, 'a~1b/1/Text')], [2, 'Oslo']);
  });

  test('any sequence of steps leaves at most one label per word, in a file that the engine can read', () => {
    const names = ['Name', 'City', 'Items/0/Text'];
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom('label', 'drop', 'region', 'clear'), fc.constantFrom(...names), fc.subarray([...tokens]))),
        (steps) => {
          let labels: Labels = [];
          for (const [step, name, some] of steps) {
            if (step === 'label') labels = assignLabel(labels, name, some, tokens);
            else if (step === 'drop') labels = removeTokens(labels, some);
            else if (step === 'region') labels = assignRegion(labels, name, { page: 2, corners: [0, 0, 0.5, 0, 0.5, 0.5, 0, 0.5] });
            else labels = removeLabel(labels, name);
          }
          assert.equal(new Set(labels.map(({ label }) => label)).size, labels.length);
          for (const token of tokens)
            assert.ok(
              labels.filter(
                ({ labelType, value }) =>
                  labelType === undefined && value.some(({ boundingBoxes }) => boundingBoxes[0]!.join() === token.corners.join()),
              ).length <= 1,
            );
          assert.equal(readLabelsFile({ document: 'x.pdf', labels: labels as object }).length, labels.length);
        },
      ),
    );
  });

  test('reads a layout of version 2.x', () => {
    const [old] = formPages({
      analyzeResult: {
        readResults: [{ page: 1, width: 10, height: 20, lines: [{ words: [{ text: 'Ada', boundingBox: [1, 1, 2, 1, 2, 2, 1, 2] }] }] }],
      },
    });
    assert.deepEqual([old!.number, old!.tokens[0]!.text, old!.tokens[0]!.corners[0]], [1, 'Ada', 0.1]);
  });

  test('turns model results into labels on the words at their position', () => {
    const region = (left: number, right: number) => [{ pageNumber: 2, polygon: [left, 1, right, 1, right, 2, left, 2] }];
    const found = toSuggestions(
      {
        docType: 'x',
        confidence: 1,
        fields: {
          Name: { type: 'string', boundingRegions: region(0.9, 3.1) },
          Ticked: { type: 'selectionMark', boundingRegions: region(7.9, 9.1) },
          Gone: { type: 'string' },
          Items: {
            type: 'array',
            valueArray: [{ type: 'object', valueObject: { Text: { type: 'string', boundingRegions: region(3.9, 5.1) } } }],
          },
        },
      },
      [page!],
    );
    assert.deepEqual(
      found.map(({ label, value }) => [label, value.map(({ text }) => text).join(' ')]),
      [
        ['Name', 'Ada Moss'],
        ['Ticked', 'selected'],
        ['Items/0/Text', 'Oslo'],
      ],
    );
  });
});

test('writes fields that the engine can read, and reads them back', () => {
  const fields: LabelField[] = [
    toStoredField('Name', 'string'),
    { ...toStoredField('Items', 'array'), columns: [toStoredField('Text', 'string'), toStoredField('Price', 'currency')] },
    { ...toStoredField('Sums', 'object'), rows: ['Net', 'Gross'], columns: [toStoredField('EUR', 'number')] },
  ];
  assert.deepEqual(readFields(writeFields(fields)), fields);
  const plain = [
    { fieldKey: 'Sites', fieldType: 'array', itemType: 'string' },
    { fieldKey: 'Employer', fieldType: 'object', fields: [{ fieldKey: 'Name', fieldType: 'string' }] },
  ];
  const [sites, employer] = readFields({ fields: plain });
  assert.deepEqual([cellName(sites!, 1, ''), cellName(employer!, employer!.rows![0]!, '')], ['Sites/1', 'Employer/Name']);
  assert.deepEqual(writeFields([sites!, employer!]).fields, plain, 'lists and objects of plain values stay as they are');
  const site = (row: number): Label => ({ label: `Sites/${row}`, key: null, value: [] });
  assert.deepEqual(deleteRow([site(0), site(1)], 'Sites', 0), [site(0)]);
  const schema = readFieldsFile(writeFields(fields));
  assert.deepEqual(
    [
      schema.Name!.type,
      Object.keys(schema.Items!.items!.properties!),
      Object.keys(schema.Sums!.properties!),
      schema.Sums!.properties!.Net!.properties!.EUR!.type,
    ],
    ['string', ['Text', 'Price'], ['Net', 'Gross'], 'number'],
  );

  test('renames a field with its labels and removes leftovers under the new name', () => {
    const label = (name: string, text = name): Labels[number] => ({
      label: name,
      key: null,
      value: [{ page: 1, text, boundingBoxes: [] }],
    });
    const summary = (labels: Labels): string[] => labels.map(({ label: name, value }) => `${name}=${value[0]!.text}`);
    const labels = [label('a/b'), label('Total', 'old'), label('a~1b/0/Price'), label('a~1b/1/Price')];
    assert.deepEqual(summary(renameLabels(labels, { name: 'a/b' }, 'Total')), [
      'Total=a/b',
      'a~1b/0/Price=a~1b/0/Price',
      'a~1b/1/Price=a~1b/1/Price',
    ]);
    assert.deepEqual(summary(renameLabels(labels, { name: 'a/b', columns: [] }, 'c/d')), [
      'a/b=a/b',
      'Total=old',
      'c~1d/0/Price=a~1b/0/Price',
      'c~1d/1/Price=a~1b/1/Price',
    ]);
    assert.equal(renameLabels(labels, { name: 'None' }, 'Total'), labels);
  });
});

test('counts labeled forms per field, tables once per form', () => {
  const label = (name: string, values = 1): Label => ({
    label: name,
    key: null,
    value: Array.from({ length: values }, () => ({ page: 1, text: 'x', boundingBoxes: [] })),
  });
  const counts = countLabels([
    [label('Total'), label('Items/0/Price'), label('Items/1/Price'), label('a~1b')],
    [label('Total'), label('Name', 0)],
  ]);
  assert.deepEqual(
    ['Total', 'Items', 'Name', 'a/b'].map((name) => counts.get(name) ?? 0),
    [2, 1, 0, 1],
  );
});

const token = (text: string, isMark = false): Token => ({ id: text, page: 1, text, isMark, corners: [] });

test('describes the selection by kind, or how to select something', () => {
  assert.match(describeSelection(NO_SELECTION, false), /^Click or drag/);
  assert.match(describeSelection(NO_SELECTION, true), /^Drag over part/);
  assert.match(describeSelection({ tokens: [], region: { page: 1, corners: [] } }, true), /^Region selected/);
  assert.equal(describeSelection({ tokens: [token('Ada'), token('Moss')] }, false), '2 words selected: Ada Moss');
  assert.equal(describeSelection({ tokens: [token('selected', true)] }, false), '1 check box selected: selected');
  assert.equal(
    describeSelection({ tokens: [token('Ada'), token('selected', true), token('unselected', true)] }, false),
    '1 word, 2 check boxes selected: Ada selected unselected',
  );
});

const file = (name: string, size = 1): { name: string; size: number } => ({ name, size });
const names = (files: readonly { name: string }[]): string[] => files.map(({ name }) => name);

test('separates forms, labeling files and unusable files', () => {
  const { forms, beside, refused } = sortDropped(
    ['a.pdf', 'B.JPEG', 'a.pdf.labels.json', 'a.pdf.ocr.json', 'fields.json', 'notes.json', 'x.labels.json', 'letter.txt']
      .map((name) => file(name))
      .concat(file('none.pdf', 0)),
  );
  assert.deepEqual(
    [names(forms), names(beside)],
    [
      ['a.pdf', 'B.JPEG'],
      ['a.pdf.labels.json', 'a.pdf.ocr.json', 'fields.json'],
    ],
  );
  assert.deepEqual(
    refused.map((text) => text.split(' ')[0]),
    ['notes.json', 'x.labels.json', 'letter.txt', 'none.pdf'],
  );
});

test('replacing a form deletes its labels and layout, but not those dropped with it', () => {
  const existing = new Set(['a.pdf', 'a.pdf.labels.json', 'a.pdf.ocr.json', 'b.pdf', 'b.pdf.labels.json']);
  assert.deepEqual(replacedFiles([file('a.pdf')], existing, [file('a.pdf')]), ['a.pdf.labels.json', 'a.pdf.ocr.json']);
  assert.deepEqual(replacedFiles([file('a.pdf'), file('a.pdf.labels.json')], existing, [file('a.pdf'), file('a.pdf.labels.json')]), [
    'a.pdf.ocr.json',
  ]);
  assert.deepEqual(replacedFiles([], existing, []), []);
});

test('lists the fields of a form that have no label; a table has one if any cell has', () => {
  const value = [{ page: 1, text: 'x', boundingBoxes: [[0, 0, 1, 0, 1, 1, 0, 1]] }];
  const labels = [
    { label: 'Name', key: null, value },
    { label: 'Items/0/Price', key: null, value },
  ];
  assert.deepEqual(missingFields([{ name: 'Name' }, { name: 'Items' }, { name: 'Total' }], labels), ['Total']);
  assert.equal(missingFields([{ name: 'Name' }], undefined), undefined);
});

test('finds adjacent words by their text, one occurrence after the other', () => {
  const tokens = ['Ada', 'Moss', 'and', 'ada', 'Mossy'].map((text, i) => ({ id: String(i), page: 1, text, isMark: false, corners: [] }));
  const first = findWords(tokens, 'ada moss');
  assert.deepEqual(
    first.map(({ id }) => id),
    ['0', '1'],
  );
  const second = findWords(tokens, 'ada moss', first);
  assert.deepEqual(
    second.map(({ id }) => id),
    ['3', '4'],
  );
  assert.deepEqual(findWords(tokens, 'ada moss', second), first);
  assert.deepEqual(findWords(tokens, 'oak'), []);
});

test('fills a table from one of the layout: columns by heading, else in order, without the headings', () => {
  const box = (x: number, y: number, width: number, height: number): number[] => [x, y, x + width, y, x + width, y + height, x, y + height];
  const cell = (rowIndex: number, columnIndex: number, content: string): object => ({
    rowIndex,
    columnIndex,
    content,
    ...(rowIndex === 0 && { kind: 'columnHeader' }),
    boundingRegions: [{ pageNumber: 1, polygon: box(columnIndex * 50, rowIndex * 10, 49, 9) }],
  });
  const rows = [
    ['Price', 'Plant'],
    ['5.00', 'Maple'],
    ['7.00', 'Rowan'],
  ];
  const layout = {
    analyzeResult: {
      pages: [
        {
          pageNumber: 1,
          width: 100,
          height: 100,
          words: rows.flatMap((texts, row) =>
            texts.map((text, column) => ({ content: text, confidence: 1, polygon: box(column * 50 + 2, row * 10 + 1, 10, 5) })),
          ),
        },
      ],
      tables: [
        {
          rowCount: 3,
          columnCount: 2,
          cells: rows.flatMap((texts, row) => texts.map((text, column) => cell(row, column, text))),
        },
      ],
    },
  } as unknown as Layout;
  const pages = formPages(layout);
  const [table] = layoutTables(layout, pages);
  const field = { ...toStoredField('Items', 'array'), columns: [toStoredField('Plant', 'string'), toStoredField('Cost', 'number')] };
  const before: Labels = [
    { label: 'Total', key: null, value: [] },
    { label: 'Items/7/Plant', key: null, value: [] },
  ];
  const filled = labelsFromTable(before, field, table!, pages[0]!.tokens);
  assert.deepEqual(
    filled.map(({ label }) => [label, textOf(filled, label)]),
    [
      ['Total', ''],
      ['Items/0/Plant', 'Maple'],
      ['Items/0/Cost', '5.00'],
      ['Items/1/Plant', 'Rowan'],
      ['Items/1/Cost', '7.00'],
    ],
  );
});

test('finds labels that cannot be read as their type', () => {
  const readable: [string, string][] = [
    ['integer', '12'],
    ['integer', '1,200 pcs'],
    ['number', '3.5 kg'],
    ['currency', '$ 1,262.90'],
    ['currency', '1 262,90 EUR'],
    ['date', '7 Oct 2026'],
    ['date', '2026-10-07'],
    ['time', '10:30'],
    ['phoneNumber', '+1 555 0100'],
    ['string', '2026-10-07'],
  ];
  const unreadable: [string, string][] = [
    ['integer', '2026-10-07'],
    ['integer', '3.50'],
    ['number', 'Maple, three years'],
    ['currency', '07.10.2026'],
    ['date', 'tomorrow'],
    ['date', '12'],
    ['time', 'noon'],
    ['phoneNumber', '12'],
  ];
  assert.deepEqual(
    [readable, unreadable].map((pairs) => pairs.filter(([type, text]) => isReadableAs(type, text))),
    [readable, []],
  );
});

test('a set has changed since a build when fields or labels were saved after it', () => {
  const files = ['fields.json', 'a.pdf', 'a.pdf.ocr.json', 'a.pdf.labels.json'].map((name, i) => ({
    name,
    lastUpdatedDateTime: `2026-11-19T01:00:0${i}Z`,
  }));
  const isChanged = (createdDateTime: string, of = files): boolean => isChangedSince({ files: of }, { createdDateTime });
  assert.deepEqual([isChanged('2026-11-19T01:00:02Z'), isChanged('2026-11-19T01:00:03Z')], [true, false]);
  assert.equal(isChanged('2026-11-19T01:00:00Z', files.slice(0, 3)), false, 'a form without labels changes no model');
});
