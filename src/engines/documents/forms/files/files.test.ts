import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { formFromLayout } from '../form/form.ts';
import { labelForm, tagsFromSchema } from '../labels/labeled-form.ts';
import { readLabelsFile } from './labels-file.ts';
import { readOcrFile } from './ocr-file.ts';
import { FormsError } from '../problem.ts';
import { readFieldsFile } from './fields-file.ts';
import { createPage } from '../generated-forms.test.ts';

const fieldEntry = (fieldKey: string, fieldType: string): object => ({ fieldKey, fieldType, fieldFormat: 'not-specified' });
const corners = (left: number, top: number, right: number, bottom: number): number[] => [
  left,
  top,
  right,
  top,
  right,
  bottom,
  left,
  bottom,
];

test('reads plain fields, dynamic and fixed tables, and formats', () => {
  const schema = readFieldsFile({
    $schema: 'anything',
    fields: [
      fieldEntry('Name', 'string'),
      { ...fieldEntry('Born', 'date'), fieldFormat: 'dmy' },
      { ...fieldEntry('Items', 'array'), itemType: 'Items_object', fields: null },
      {
        ...fieldEntry('Sums', 'object'),
        itemType: null,
        fields: [{ ...fieldEntry('Net', 'object'), itemType: 'Sums_row' }, fieldEntry('Note', 'string')],
      },
      fieldEntry('Ok', 'SelectionMark'),
    ],
    definitions: {
      Items_object: { ...fieldEntry('Items_object', 'object'), fields: [fieldEntry('Amount', 'number')] },
      Sums_row: { ...fieldEntry('Sums_row', 'object'), fields: [fieldEntry('Tax', 'currency')] },
    },
  });
  assert.deepEqual(JSON.parse(JSON.stringify(schema)), {
    Name: { type: 'string' },
    Born: { type: 'date', format: 'dmy' },
    Items: { type: 'array', items: { type: 'object', properties: { Amount: { type: 'number' } } } },
    Sums: { type: 'object', properties: { Net: { type: 'object', properties: { Tax: { type: 'currency' } } }, Note: { type: 'string' } } },
    Ok: { type: 'selectionMark' },
  });
  assert.deepEqual(
    tagsFromSchema(schema).map(({ path, isColumn }) => `${path.join('/')}${isColumn ? ' column' : ''}`),
    ['Name', 'Born', 'Items/Amount column', 'Sums/Net/Tax', 'Sums/Note', 'Ok'],
  );
});

test('rejects recursive definitions, duplicate fields and unknown types', () => {
  const loop = {
    fields: [{ ...fieldEntry('A', 'array'), itemType: 'X' }],
    definitions: { X: { ...fieldEntry('X', 'array'), itemType: 'X' } },
  };
  assert.throws(
    () => readFieldsFile(loop),
    (error) => error instanceof FormsError && error.kind === 'tooLarge',
  );
  assert.throws(
    () => readFieldsFile({ fields: [fieldEntry('A', 'string'), fieldEntry('A', 'string')] }),
    (error) => error instanceof FormsError && error.path === 'fields[1].fieldKey',
  );
  assert.throws(
    () => readFieldsFile({ fields: [fieldEntry('A', 'color')] }),
    (error) => error instanceof FormsError && error.path === 'fields[0].fieldType',
  );
});

test('reads labels of words and regions, several boxes, pageNumber and empty values', () => {
  const labels = readLabelsFile({
    labels: [
      {
        label: 'Name',
        key: null,
        value: [
          { page: 1, text: 'Ada', boundingBoxes: [corners(0.1, 0.1, 0.2, 0.12)] },
          { pageNumber: 2, text: 'Abel', boundingBoxes: [corners(0.1, 0.1, 0.2, 0.12), [0.3, 0.1, 0.4, 0.12]] },
        ],
      },
      { label: 'Sign', labelType: 'Region', value: [{ page: 1, text: '', boundingBoxes: [corners(0, 0, 1, 1)] }] },
      { label: 'None', value: [] },
    ],
  });
  assert.deepEqual(
    labels.map(({ name, kind, text, boxes }) => [name, kind, text, boxes.map((box) => box.page)]),
    [
      ['Name', 'words', 'Ada Abel', [1, 2, 2]],
      ['Sign', 'region', '', [1]],
      ['None', 'words', '', []],
    ],
  );
  assert.throws(
    () => readLabelsFile({ labels: [{ label: 'A', value: [{ page: 1, text: 'x', boundingBoxes: [[1, 2, 300, 4, 5, 6, 7, 8]] }] }] }),
    (error) => error instanceof FormsError && error.path === 'labels[0].value[0].boundingBoxes[0][1]',
  );
});

test('reads layout results of 2.x and 3.x as the same form', () => {
  const box = [1, 1, 2, 1, 2, 1.2, 1, 1.2];
  const version2 = readOcrFile({
    status: 'succeeded',
    analyzeResult: {
      version: '2.1.0',
      readResults: [
        {
          page: 1,
          angle: 0,
          width: 8,
          height: 10,
          unit: 'inch',
          lines: [{ text: 'Hello', boundingBox: box, words: [{ text: 'Hello', boundingBox: box, confidence: 0.5 }] }],
          selectionMarks: [{ boundingBox: box, state: 'selected', confidence: 1 }],
        },
      ],
    },
  });
  const version3 = readOcrFile(
    JSON.stringify({
      status: 'succeeded',
      analyzeResult: {
        apiVersion: '2022-08-31',
        pages: [
          {
            pageNumber: 1,
            width: 8,
            height: 10,
            unit: 'inch',
            words: [{ content: 'Hello', polygon: box, confidence: 0.5 }],
            selectionMarks: [{ polygon: box, state: 'selected', confidence: 1 }],
          },
        ],
      },
    }),
  );
  assert.deepEqual(version3, version2);
  assert.deepEqual(version2.tokens[0]!.box, { left: 0.1, top: 0.1, right: 0.2, bottom: 0.12 });
});

test('reads the 3.0 previews, which have pages with boundingBox', () => {
  const form = readOcrFile({
    status: 'succeeded',
    analyzeResult: {
      apiVersion: '2022-01-30-preview',
      pages: [
        {
          pageNumber: 1,
          angle: 0,
          width: 8,
          height: 10,
          unit: 'inch',
          words: [{ content: 'Hello', boundingBox: [1, 1, 2, 1, 2, 1.2, 1, 1.2], confidence: 0.5, span: { offset: 0, length: 5 } }],
          selectionMarks: [{ boundingBox: [4, 1, 5, 1, 5, 1.2, 4, 1.2], state: 'selected', confidence: 1 }],
          lines: [{ content: 'Hello', boundingBox: [1, 1, 2, 1, 2, 1.2, 1, 1.2], spans: [{ offset: 0, length: 5 }] }],
        },
      ],
    },
  });
  assert.deepEqual(
    form.tokens.map(({ text, state, box }) => [text, state, box]),
    [
      ['Hello', undefined, { left: 0.1, top: 0.1, right: 0.2, bottom: 0.12 }],
      ['', 'selected', { left: 0.4, top: 0.1, right: 0.5, bottom: 0.12 }],
    ],
  );
});

test('rotates the words of a stored layout upright', () => {
  // The page is 8 by 10 and rotated by 90 degrees: text runs down its right side.
  const form = readOcrFile({
    analyzeResult: {
      readResults: [
        { page: 1, angle: 90, width: 8, height: 10, lines: [{ words: [{ text: 'Hi', boundingBox: [7, 1, 7, 2, 6.8, 2, 6.8, 1] }] }] },
      ],
    },
  });
  const { box } = form.tokens[0]!;
  assert.ok(Math.abs(form.pages[0]!.aspect - 10 / 8) < 1e-9);
  assert.ok(box.right - box.left > 4 * (box.bottom - box.top) && box.top >= 0 && box.left >= 0);
});

test('matches labels to tokens of another OCR result, and reports unknown names', () => {
  const schema = readFieldsFile({
    fields: [
      fieldEntry('Name', 'string'),
      fieldEntry('Ok', 'selectionMark'),
      { ...fieldEntry('Items', 'array'), itemType: 'R' },
      fieldEntry('a/b', 'string'),
    ],
    definitions: { R: { ...fieldEntry('R', 'object'), fields: [fieldEntry('Amount', 'number')] } },
  });
  const form = formFromLayout(
    createPage([
      ['Ada', 1, 1],
      ['Abel', 1.5, 1],
      ['12.50', 4, 3],
      ['selected', 6, 1, 'selected'],
    ]),
  );
  const at = (x: number, y: number, width: number): number[] => corners(x / 8.5, y / 11, (x + width) / 8.5, (y + 0.16) / 11);
  const labeled = labelForm(
    form,
    readLabelsFile({
      labels: [
        { label: 'Name', value: [{ page: 1, text: 'AdaAbel', boundingBoxes: [at(1, 1, 1)] }] },
        { label: 'Ok', value: [{ page: 1, text: 'selected', boundingBoxes: [at(6.02, 1.02, 0.16)] }] },
        { label: 'Items/0/Amount', value: [{ page: 1, text: '12.50', boundingBoxes: [at(4, 3, 0.5)] }] },
        { label: 'a/b', value: [] },
        { label: 'Other', value: [] },
        { label: 'Items/x/Amount', value: [] },
      ],
    }),
    schema,
  );
  assert.deepEqual(
    labeled.labels.map(({ tokens }) => tokens),
    [[0, 1], [3], [2], []],
  );
  assert.deepEqual(labeled.unknown, ['Other', 'Items/x/Amount']);
});

test('throws only FormsError for arbitrary file contents', () => {
  const keys = fc.constantFrom(
    'fields',
    'fieldKey',
    'fieldType',
    'definitions',
    'itemType',
    'labels',
    'label',
    'value',
    'page',
    'boundingBoxes',
    'analyzeResult',
    'readResults',
    'pages',
    'lines',
    'words',
    'width',
    'height',
    'polygon',
    'status',
    'angle',
  );
  const { node } = fc.letrec((tie) => ({
    node: fc.oneof(
      { maxDepth: 6 },
      fc.constantFrom<unknown>(null, 'succeeded', 'array', 'A', 0, 1, -1, 1e300, 0.5, true),
      fc.array(tie('node'), { maxLength: 4 }),
      fc.dictionary(keys, tie('node'), { maxKeys: 6 }),
    ),
  }));
  fc.assert(
    fc.property(node, (value) => {
      for (const read of [readFieldsFile, readLabelsFile, readOcrFile]) {
        try {
          read(JSON.stringify(value));
        } catch (error) {
          assert.ok(error instanceof FormsError, String(error));
        }
      }
    }),
    { numRuns: 500 },
  );
  for (const bytes of [new Uint8Array([0xff, 0xfe]), new TextEncoder().encode('{')]) assert.throws(() => readFieldsFile(bytes), FormsError);
});
