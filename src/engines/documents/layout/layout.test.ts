import assert from 'node:assert/strict';
import { test } from 'node:test';
import { across, down, createPaper, createSketchPage } from '../../../../test/support/page-sketch.ts';
import type { Sketch, SketchedText } from '../../../../test/support/page-sketch.ts';
import { elementContent } from './output/content.ts';
import { layoutDocument } from './layout-document.ts';
import { layoutFlow } from './layout-flow.ts';
import { layoutPage } from './layout-page.ts';
import type { DocumentLayout, LayoutOptions } from './model/structure.ts';

const ALL: LayoutOptions = { tables: true, marks: true, figures: true, keyValuePairs: true };
const TEXT = { format: 'text', selectionMarks: true, tables: 'html' } as const;

const layoutSketches = (...sketches: Sketch[]): DocumentLayout =>
  layoutDocument(sketches.map((sketch, i) => layoutPage(createSketchPage({ number: i + 1, ...sketch }), ALL)));
const texts = (document: DocumentLayout): string[] => document.paragraphs.map(({ items }) => elementContent(document, items, TEXT));
const grid = (document: DocumentLayout, table = 0): string[] =>
  document.tables[table]!.cells.map((cell) =>
    `${cell.rowIndex},${cell.columnIndex} ${cell.rowSpan}x${cell.columnSpan} ${elementContent(document, cell.items, TEXT)}`.trim(),
  );
const pairs = (document: DocumentLayout): string[] =>
  document.keyValuePairs.map(
    ({ key, value }) => `${elementContent(document, key.items, TEXT)} = ${elementContent(document, value?.items ?? [], TEXT)}`,
  );

const PROSE = [
  'the quick brown fox jumps over',
  'a lazy dog and runs away from',
  'all the others that had been',
  'waiting there since the early',
  'morning of that day in spring',
];
const stack = (lines: readonly string[], x: number, y: number, pitch = 13): SketchedText[] =>
  lines.map((text, i) => ({ text, x, y: y + i * pitch }));

test('reads two columns below a spanning heading one after the other', () => {
  const document = layoutSketches({
    texts: [
      { text: 'A heading that runs across both of the columns of this page', x: 50, y: 40, size: 14, bold: true },
      ...stack(PROSE, 50, 80),
      ...stack(
        PROSE.map((line) => line.toUpperCase()),
        320,
        86,
      ),
    ],
  });
  const all = texts(document).join(' ');
  assert.equal(
    all,
    ['A heading that runs across both of the columns of this page', ...PROSE, ...PROSE.map((line) => line.toUpperCase())].join(' '),
  );
});

test('reads a price at the far right with its row', () => {
  const document = layoutSketches({
    texts: [
      { text: 'Coffee beans', x: 50, y: 50 },
      { text: '4.50', x: 400, y: 50 },
      { text: 'Bread', x: 50, y: 65 },
      { text: '2.10', x: 400, y: 65 },
    ],
  });
  assert.deepEqual(texts(document), ['Coffee beans', '4.50', 'Bread', '2.10']);
});

test('joins lines into paragraphs; space, a bullet or an indent starts a new one', () => {
  const document = layoutSketches({
    texts: [
      ...stack(PROSE, 50, 50),
      ...stack(PROSE.slice(0, 2), 50, 130),
      { text: '• one entry of a list', x: 50, y: 156 },
      { text: '• and another of the same', x: 50, y: 169 },
    ],
  });
  assert.deepEqual(texts(document), [PROSE.join(' '), PROSE.slice(0, 2).join(' '), '• one entry of a list', '• and another of the same']);
  const indented = [
    ...PROSE.map((text, i) => ({ text, x: i === 0 ? 68 : 50, y: 50 + 13 * i })),
    ...PROSE.map((text, i) => ({ text, x: i === 0 ? 68 : 50, y: 115 + 13 * i })),
  ];
  assert.deepEqual(texts(layoutSketches({ texts: indented })), [PROSE.join(' '), PROSE.join(' ')]);
});

test('merges cells of a ruled table where walls are missing', () => {
  const rules = [
    across(50, 50, 350),
    across(70, 150, 350),
    across(90, 50, 350),
    across(110, 50, 350),
    down(50, 50, 110),
    down(150, 50, 110),
    down(250, 70, 110),
    down(350, 50, 110),
  ];
  const document = layoutSketches({
    rules,
    texts: [
      { text: 'Name', x: 60, y: 64 },
      { text: 'Scores', x: 220, y: 55 },
      { text: 'first', x: 160, y: 75 },
      { text: 'last', x: 260, y: 75 },
      { text: 'Ann Lee', x: 60, y: 95 },
      { text: '17', x: 160, y: 95 },
      { text: '21', x: 260, y: 95 },
    ],
  });
  assert.deepEqual(grid(document), [
    '0,0 2x1 Name',
    '0,1 1x2 Scores',
    '1,1 1x1 first',
    '1,2 1x1 last',
    '2,0 1x1 Ann Lee',
    '2,1 1x1 17',
    '2,2 1x1 21',
  ]);
  assert.deepEqual(document.tables[0]!.cells.map(({ kind }) => kind).slice(0, 4), [
    'columnHeader',
    'columnHeader',
    'columnHeader',
    'columnHeader',
  ]);
});

test('finds the same table from strokes in an image as from strokes drawn by the file', () => {
  const image = createPaper(612, 792);
  for (const y of [50, 90, 130]) image.draw(50, y, 352, y + 2);
  for (const x of [50, 200, 350]) image.draw(x, 50, x + 2, 132);
  // A gap, as a bad scan has it.
  for (let y = 50; y < 52; y++) image.data.fill(255, y * 612 + 120, y * 612 + 122);
  const words = [
    { text: 'Item', x: 60, y: 60, size: 20 },
    { text: 'Price', x: 210, y: 60, size: 20 },
    { text: 'Tea', x: 60, y: 100, size: 20 },
    { text: '3.20', x: 210, y: 100, size: 20 },
  ];
  assert.deepEqual(grid(layoutSketches({ texts: words, image, fonts: false })), [
    '0,0 1x1 Item',
    '0,1 1x1 Price',
    '1,0 1x1 Tea',
    '1,1 1x1 3.20',
  ]);
});

const LIST: [string, string, string][] = [
  ['Tea', '2', '6.40'],
  ['Coffee with milk', '1', '3.10'],
  ['Cake', '4', '12.80'],
  ['Water', '2', '4.00'],
];
const listed = (rows: readonly (readonly string[])[], y: number): SketchedText[] =>
  rows.flatMap((row, i) => row.map((text, k) => ({ text, x: [50, 250, 350][k]!, y: y + 20 * i }))).filter(({ text }) => text !== '');

test('finds a table without strokes from aligned words; wrapped words stay in their cell', () => {
  const rows = [['Item', 'Count', 'Amount'], ...LIST];
  const document = layoutSketches({ texts: [...listed(rows, 60), { text: 'and some more words', x: 50, y: 60 + 20 * 4 + 11 }] });
  assert.equal(document.tables.length, 1);
  assert.deepEqual(grid(document).slice(-3), ['4,0 1x1 Water and some more words', '4,1 1x1 2', '4,2 1x1 4.00']);
});

test('keeps paragraphs out of a table and columns of text from becoming one', () => {
  const around = layoutSketches({
    texts: [
      { text: PROSE.join(' '), x: 30, y: 20, size: 7 },
      ...listed([['Item', 'Count', 'Amount'], ...LIST], 60),
      { text: PROSE.join(' '), x: 30, y: 190, size: 7 },
    ],
  });
  assert.deepEqual(
    [around.tables[0]!.rowCount, around.tables[0]!.columnCount, around.blocks.map(({ kind }) => kind)],
    [5, 3, ['paragraph', 'table', 'paragraph']],
  );
  assert.equal(layoutSketches({ texts: [...stack(PROSE, 50, 80), ...stack(PROSE, 320, 80)] }).tables.length, 0);
});

test('makes one table a page and assigns roles to repeated margin text', () => {
  const page = (n: number, rows: readonly (readonly string[])[]): Sketch => ({
    texts: [
      { text: 'Annual report of the club', x: 50, y: 20, size: 8 },
      ...listed(rows, 80),
      { text: `Page ${n} of 2`, x: 280, y: 770, size: 8 },
    ],
  });
  const many = Array.from({ length: 32 }, (_, i) => [`Entry ${i}`, String(i), `${i}.50`]);
  const document = layoutSketches(page(1, [['Item', 'Count', 'Amount'], ...many]), page(2, LIST));
  assert.deepEqual(
    document.tables.map(({ rowCount, regions }) => [rowCount, regions.map(({ page: at }) => at)]),
    [
      [33, [0]],
      [4, [1]],
    ],
  );
  assert.deepEqual(
    document.paragraphs.filter(({ role }) => role !== undefined).map(({ role }) => role),
    ['pageHeader', 'pageNumber', 'pageHeader', 'pageNumber'],
  );
});

test('makes the largest line the title, bold lines headings, and builds sections from them', () => {
  const document = layoutSketches({
    texts: [
      { text: 'A Book of Trees', x: 50, y: 40, size: 22, bold: true },
      { text: 'Oaks', x: 50, y: 90, size: 12, bold: true },
      ...stack(PROSE, 50, 110),
      { text: 'Elms', x: 50, y: 200, size: 12, bold: true },
      ...stack(PROSE, 50, 220),
      ...stack(PROSE, 50, 400),
      ...stack(PROSE, 50, 500),
    ],
  });
  assert.deepEqual(
    document.paragraphs.slice(0, 4).map(({ role, level }) => [role, level]),
    [
      ['title', 1],
      ['sectionHeading', 2],
      [undefined, undefined],
      ['sectionHeading', 2],
    ],
  );
  assert.deepEqual(
    document.sections.map(({ elements }) => elements.map(({ kind, index }) => `${kind}${index}`).join(' ')),
    ['section1', 'paragraph0 section2 section3', 'paragraph1 paragraph2', 'paragraph3 paragraph4 paragraph5 paragraph6'],
  );
});

test('finds values of labels after a colon, beside it, below it, in a box and at a mark', () => {
  const box = [across(300, 50, 450), across(340, 50, 450), down(50, 300, 340), down(250, 300, 340), down(450, 300, 340)];
  const document = layoutSketches({
    rules: box,
    marks: [{ box: { left: 50, top: 400, right: 60, bottom: 410 }, state: 'selected', confidence: 1 }],
    texts: [
      { text: 'Name: Ann Lee', x: 50, y: 50 },
      { text: 'Town:', x: 50, y: 70 },
      { text: 'Oslo', x: 150, y: 70 },
      { text: 'Street:', x: 50, y: 120 },
      { text: '12 Elm Road', x: 50, y: 133 },
      { text: 'Employer', x: 53, y: 302, size: 7 },
      { text: 'Birch and Sons', x: 60, y: 325 },
      { text: 'Wages', x: 253, y: 302, size: 7 },
      { text: '1,250.00', x: 260, y: 325 },
      { text: 'I agree', x: 66, y: 400 },
    ],
  });
  assert.deepEqual(pairs(document).sort(), [
    'Employer = Birch and Sons',
    'I agree = :selected:',
    'Name: = Ann Lee',
    'Street: = 12 Elm Road',
    'Town: = Oslo',
    'Wages = 1,250.00',
  ]);
  assert.equal(document.tables.length, 0);
});

test('makes images of the page figures with the caption below them', () => {
  const document = layoutSketches({
    imageBoxes: [{ left: 100, top: 100, right: 300, bottom: 250 }],
    texts: [...stack(PROSE, 50, 30), { text: 'Figure 3 A map of the town', x: 110, y: 258 }, ...stack(PROSE, 50, 300)],
  });
  assert.deepEqual(
    document.figures.map(({ caption }) => elementContent(document, caption!.items, TEXT)),
    ['Figure 3 A map of the town'],
  );
  assert.deepEqual(
    document.blocks.map(({ kind }) => kind),
    ['paragraph', 'figure', 'paragraph'],
  );
});

test('keeps the structure of an office file', () => {
  const document = layoutFlow({
    pages: [
      [
        { kind: 'paragraph', text: 'Minutes', role: 'title' },
        { kind: 'heading', level: 1, text: 'Present' },
        { kind: 'paragraph', text: 'Ann and\nBo' },
        {
          kind: 'table',
          rows: 2,
          columns: 2,
          caption: 'Costs',
          cells: [
            { row: 0, column: 0, rowSpan: 1, columnSpan: 2, header: true, text: 'All' },
            { row: 1, column: 0, rowSpan: 1, columnSpan: 1, header: false, text: 'a' },
            { row: 1, column: 1, rowSpan: 1, columnSpan: 1, header: false, text: '' },
          ],
        },
      ],
    ],
  });
  assert.deepEqual(texts(document), ['Minutes', 'Present', 'Ann and Bo', 'Costs', 'All', 'a']);
  assert.deepEqual(grid(document), ['0,0 1x2 All', '1,0 1x1 a', '1,1 1x1']);
  assert.deepEqual(
    document.sections.map(({ elements }) => elements.length),
    [1, 2, 3],
  );
});
