/** Kinds of tables of real documents, each as a small page. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { across, createSketchPage, down } from '../../../../../test/support/page-sketch.ts';
import type { Sketch, SketchedText } from '../../../../../test/support/page-sketch.ts';
import { layoutDocument } from '../layout-document.ts';
import { layoutPage } from '../layout-page.ts';
import type { DocumentLayout } from '../model/structure.ts';

const ALL = { tables: true, marks: true, figures: true, keyValuePairs: true };
const layout = (sketch: Sketch): DocumentLayout => layoutDocument([layoutPage(createSketchPage(sketch), ALL)]);
const textOf = (document: DocumentLayout, items: readonly number[]): string =>
  items
    .map((i) => document.items[i]!)
    .map((item) => (item.kind === 'word' ? item.text : ''))
    .join(' ');
const cells = (document: DocumentLayout, table = 0): string[] =>
  document.tables[table]!.cells.filter(({ items }) => items.length > 0).map(
    (cell) => `${cell.rowIndex},${cell.columnIndex} ${cell.rowSpan}x${cell.columnSpan} ${textOf(document, cell.items)}`,
  );
const row = (y: number, xs: readonly number[], texts: readonly string[]): SketchedText[] =>
  texts.map((text, i) => ({ text, x: xs[i]!, y })).filter(({ text }) => text !== '');

const XS = [50, 200, 300, 400];

test('joins header lines of one column, and spans columns above a stroke', () => {
  const document = layout({
    rules: [across(45, 50, 440), across(60, 295, 440), across(88, 50, 440), across(150, 50, 440)],
    texts: [
      ...row(48, XS, ['', 'Share', 'Amount borrowed']),
      ...row(62, XS, ['', 'who', 'below', 'above']),
      ...row(74, XS, ['Kind of school', 'borrowed', '100', '100']),
      ...row(95, XS, ['Public', '44.8', '23.2', '10.3']),
      ...row(110, XS, ['Private', '31.0', '12.4', '19.4']),
      ...row(125, XS, ['Other', '27.5', '13.5', '20.1']),
    ],
  });
  assert.deepEqual(cells(document).slice(0, 6), [
    '0,0 2x1 Kind of school',
    '0,1 2x1 Share who borrowed',
    '0,2 1x2 Amount borrowed',
    '1,2 1x1 below 100',
    '1,3 1x1 above 100',
    '2,0 1x1 Public',
  ]);
  assert.deepEqual(
    document.tables[0]!.cells.filter(({ rowIndex }) => rowIndex < 2).map(({ kind }) => kind),
    Array.from({ length: 5 }, () => 'columnHeader'),
  );
});

test('keeps groups of rows with a gap and a name between them in one table', () => {
  const years = (from: number, y: number): SketchedText[] =>
    [0, 1, 2, 3].flatMap((i) => row(y + 14 * i, XS, [`${from + i}`, `${4 + i}5,611`, `37${i}.9`, `8,24${i}`]));
  const document = layout({
    texts: [
      ...row(50, XS, ['Year', 'Pupils', 'Total', 'Each']),
      ...row(64, XS, ['Actual']),
      ...years(1996, 78),
      ...row(150, XS, ['Projected']),
      ...years(2000, 164),
    ],
  });
  assert.deepEqual(
    document.tables.map(({ rowCount, columnCount }) => [rowCount, columnCount]),
    [[11, 4]],
  );
});

test('separates tight columns of numbers, and numbers from the dots before them', () => {
  const document = layout({
    texts: [
      ...row(50, [50, 120, 200, 240, 280], ['0.99', '........', '800', '960', '1,040']),
      ...row(64, [50, 120, 200, 240, 278], ['0.95', '........', '1,600', '1,720', '1,920']),
      ...row(78, [50, 120, 205, 245, 285], ['0.90', '........', '80', '96', '104']),
      ...row(92, [50, 120, 205, 245, 285], ['0.85', '........', '53', '64', '69']),
    ],
  });
  assert.deepEqual(cells(document).slice(4, 8), ['1,0 1x1 0.95 ........', '1,1 1x1 1,600', '1,2 1x1 1,720', '1,3 1x1 1,920']);
});

const frame = (ys: readonly number[], xs: readonly number[]): Sketch['rules'] => [
  ...ys.map((y) => across(y, xs[0]!, xs.at(-1)!)),
  ...xs.map((x) => down(x, ys[0]!, ys.at(-1)!)),
];

test('splits a ruled row where numbers repeat, but not wrapped text', () => {
  const numbers = layout({
    rules: frame([45, 62, 140], [45, 190, 290, 390]),
    texts: [
      ...row(48, [50, 200, 300], ['Group', 'Some', 'None']),
      ...row(66, [50], ['All assigned:']),
      ...row(80, [50, 200, 300], ['Head start', '85.1%', '14.9%']),
      ...row(94, [50, 200, 300], ['Control', '17.3%', '82.7%']),
      ...row(108, [50, 200, 300], ['Others', '79.8%', '20.2%']),
    ],
  });
  assert.deepEqual([numbers.tables[0]!.rowCount, cells(numbers)[4]], [5, '2,0 1x1 Head start']);
  const wrapped = layout({
    rules: frame([45, 62, 110], [45, 150, 250]),
    texts: [
      ...row(48, [50, 155], ['Source', 'Definition']),
      ...row(66, [50, 155], ['emissions of many', 'utilities and many']),
      ...row(78, [50, 155], ['kinds from several', 'refineries in other']),
      ...row(90, [50, 155], ['tall chimneys only', 'countries nearby']),
    ],
  });
  assert.equal(wrapped.tables[0]!.rowCount, 2);
});

test('keeps a caption and notes that are drawn in rows of the grid out of the table', () => {
  const document = layout({
    rules: [
      ...[40, 56, 72, 88, 104, 120].map((y) => across(y, 45, 390)),
      down(45, 40, 120),
      down(390, 40, 120),
      down(190, 56, 104),
      down(290, 56, 104),
    ],
    texts: [
      { text: 'Exhibit 4 Schools by state', x: 50, y: 43 },
      ...row(59, [50, 200, 300], ['State', 'Tested', 'Above']),
      ...row(75, [50, 200, 300], ['Ohio', '17', '21']),
      ...row(91, [50, 200, 300], ['Utah', '12', '14']),
      { text: 'Note: NA means not available', x: 50, y: 107 },
    ],
  });
  const [table] = document.tables;
  assert.equal(table!.rowCount, 3);
  assert.equal(textOf(document, table!.caption!.items), 'Exhibit 4 Schools by state');
  assert.deepEqual(
    table!.footnotes.map(({ items }) => textOf(document, items)),
    ['Note: NA means not available'],
  );
});

test('does not make a table of labels with values beside an address', () => {
  const document = layout({
    texts: [
      ...row(50, [50, 250, 400], ['Pat Sample', 'Date:', 'May 12, 2021']),
      ...row(64, [50, 250, 400], ['2400 Lakeside', 'Due Date:', 'May 26, 2021']),
      ...row(78, [50, 250, 400], ['Salem', 'Terms:', 'Net 30']),
      ...row(92, [50, 250, 400], ['USA', 'Balance:', '$3,185.40']),
    ],
  });
  assert.equal(document.tables.length, 0);
});

test('takes further lines of a description into its row', () => {
  const item = (y: number, n: string): SketchedText[] => [
    ...row(y, [50, 100, 350, 450], [n, 'Small business mail', '3,89', '3,89']),
    ...row(y + 13, [100], ['Grundgebühr pro Einheit']),
    ...row(y + 26, [100], ['Dienst: alpha']),
  ];
  const document = layout({
    texts: [
      ...row(50, [50, 100, 350, 450], ['Pos.', 'Beschreibung', 'Preis', 'Betrag']),
      ...['1', '2', '3'].flatMap((n, i) => item(63 + 39 * i, n)),
    ],
  });
  assert.deepEqual(cells(document).slice(4, 6), ['1,0 1x1 1', '1,1 1x1 Small business mail Grundgebühr pro Einheit Dienst: alpha']);
});
