import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { across, down, createSketchPage } from '../../../../../test/support/page-sketch.ts';
import type { Sketch } from '../../../../../test/support/page-sketch.ts';
import { elementContent, writeContent } from './content.ts';
import { layoutDocument } from '../layout-document.ts';
import { layoutFlow } from '../layout-flow.ts';
import { layoutPage } from '../layout-page.ts';
import type { Content, ContentOptions, DocumentLayout, LayoutOptions, Span } from '../model/structure.ts';

const ALL: LayoutOptions = { tables: true, marks: true, figures: true, keyValuePairs: true };
const layoutSketches = (...sketches: Sketch[]): DocumentLayout =>
  layoutDocument(sketches.map((sketch, i) => layoutPage(createSketchPage({ number: i + 1, ...sketch }), ALL)));

const FORMATS: ContentOptions[] = [
  { format: 'text', selectionMarks: true, tables: 'html' },
  { format: 'text', selectionMarks: false, tables: 'html' },
  { format: 'markdown', selectionMarks: true, tables: 'html' },
  { format: 'markdown', selectionMarks: false, tables: 'pipes' },
];

const words = fc.oneof(
  fc.constantFrom(
    'Total:',
    '12.50',
    '#',
    '<b>',
    'a|b',
    '*x*',
    '-->',
    '--',
    '&amp;',
    '1.',
    'a<script',
    '>',
    '[a](b)',
    '👍🏽',
    'é',
    '☐',
    '`',
    '~',
    '=',
    'word',
    'Another',
  ),
  // Single characters over a ☐ are its tick.
  fc
    .string({ minLength: 1, maxLength: 6 })
    .map((text) => text.replace(/\s/g, 'x'))
    .filter((text) => !/^[[(]?.?[\])]?$/u.test(text)),
);
const text = fc.record({
  text: fc.array(words, { minLength: 1, maxLength: 6 }).map((all) => all.join(' ')),
  x: fc.integer({ min: 0, max: 40 }).map((k) => k * 15),
  y: fc.integer({ min: 0, max: 60 }).map((k) => k * 13),
  size: fc.constantFrom(7, 10, 10, 10, 18),
  bold: fc.boolean(),
});
const rule = fc.oneof(
  fc.tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 5 })).map(([y, x]) => across(y * 40, x * 80, x * 80 + 320)),
  fc.tuple(fc.integer({ min: 0, max: 8 }), fc.integer({ min: 0, max: 9 })).map(([x, y]) => down(x * 80, y * 80, y * 80 + 160)),
);
const mark = fc
  .record({ left: fc.integer({ min: 0, max: 590 }), top: fc.integer({ min: 0, max: 780 }), selected: fc.boolean() })
  .map(({ left, top, selected }) => ({
    box: { left, top, right: left + 10, bottom: top + 10 },
    state: selected ? ('selected' as const) : ('unselected' as const),
    confidence: 1,
  }));
const image = fc
  .record({ left: fc.integer({ min: 0, max: 500 }), top: fc.integer({ min: 0, max: 600 }) })
  .map(({ left, top }) => ({ left, top, right: left + 100, bottom: top + 90 }));
const sketches = fc.array(
  fc.record({
    texts: fc.array(text, { maxLength: 40 }),
    rules: fc.array(rule, { maxLength: 12 }),
    marks: fc.array(mark, { maxLength: 5 }),
    imageBoxes: fc.array(image, { maxLength: 2 }),
    fonts: fc.boolean(),
  }),
  { minLength: 1, maxLength: 3 },
);

const cut = ({ content }: Content, { offset, length }: Span): string => content.slice(offset, offset + length);
/** Undoes what markdown and HTML need inside of words. */
const plain = (written: string): string =>
  written.replace(/\\</g, '<').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
const squeezed = (spans: readonly Span[], content: Content): string =>
  spans
    .map((span) => cut(content, span))
    .join(' ')
    .replace(/(^|\s)\\(?=\S)/g, '$1')
    .replace(/\s+/g, ' ');

test('never loses or duplicates a word or mark', () => {
  fc.assert(
    fc.property(sketches, (pages) => {
      const document = layoutSketches(...pages.map((page) => ({ ...page, marks: [] })));
      const read = pages.flatMap(({ texts }) => texts.flatMap((one) => one.text.split(' ')));
      assert.deepEqual(document.items.map((item) => (item.kind === 'word' ? item.text : '☐')).sort(), read.sort());
      const numbered = document.lines.flatMap(({ items }) => items);
      assert.deepEqual(
        numbered,
        document.items.map((_, i) => i),
      );
      const inParagraphs = document.paragraphs.flatMap(({ items }) => items).sort((one, other) => one - other);
      assert.deepEqual(inParagraphs, numbered);
    }),
    { numRuns: 150 },
  );
});

test('fills the grid of a table with cells that do not overlap', () => {
  fc.assert(
    fc.property(sketches, (pages) => {
      for (const { rowCount, columnCount, cells } of layoutSketches(...pages).tables) {
        const taken = new Set<number>();
        for (const { rowIndex, columnIndex, rowSpan, columnSpan } of cells) {
          assert.ok(rowIndex + rowSpan <= rowCount && columnIndex + columnSpan <= columnCount && rowSpan > 0 && columnSpan > 0);
          for (let row = rowIndex; row < rowIndex + rowSpan; row++) {
            for (let column = columnIndex; column < columnIndex + columnSpan; column++) {
              assert.ok(!taken.has(row * columnCount + column));
              taken.add(row * columnCount + column);
            }
          }
        }
      }
    }),
    { numRuns: 150 },
  );
});

function check(document: DocumentLayout, options: ContentOptions): void {
  const content = writeContent(document, options);
  const shown = (i: number): boolean => options.selectionMarks || document.items[i]!.kind === 'word';
  // Every span holds its word unchanged, except characters that would become a tag.
  document.items.forEach((item, i) => {
    if (!shown(i)) assert.equal(content.items[i]!.length, 0);
    else if (item.kind === 'mark')
      assert.equal(cut(content, content.items[i]!), options.format === 'text' ? `:${item.state}:` : item.state === 'selected' ? '☒' : '☐');
    else {
      const written = cut(content, content.items[i]!);
      if (options.format === 'text' || !/<[a-z/!?]|&[a-z#]|--!?>/i.test(item.text)) assert.equal(written, item.text);
      else assert.ok(written === item.text || plain(written) === item.text, written);
    }
  });
  // Items follow each other; as text in the order of the document.
  const order = content.items.map((span, i) => ({ ...span, i })).filter(({ i }) => shown(i));
  if (options.format === 'markdown') order.sort((one, other) => one.offset - other.offset);
  order.forEach(({ offset }, k) => assert.ok(k === 0 || offset > order[k - 1]!.offset + order[k - 1]!.length));
  // An element's spans hold its content, and nothing else.
  const holds = (items: readonly number[], spans: readonly Span[]): void => {
    const own = items.filter(shown);
    if (options.format === 'text') assert.equal(squeezedText(spans, content), elementContent(document, own, options));
    else if (
      own.every((i) => {
        const item = document.items[i]!;
        return item.kind === 'mark' || !/[\\<&>]/.test(item.text);
      })
    )
      assert.equal(squeezed(spans, content), elementContent(document, own, options));
  };
  document.lines.forEach(({ items }, i) => holds(items, content.lines[i]!));
  document.tables.forEach(({ cells }, i) => cells.forEach((cell, k) => holds(cell.items, content.tables[i]!.cells[k]!)));
  document.keyValuePairs.forEach(({ key, value }, i) => {
    holds(key.items, content.keyValuePairs[i]!.key);
    holds(value?.items ?? [], content.keyValuePairs[i]!.value);
  });
  if (options.format === 'text') document.paragraphs.forEach(({ items }, i) => holds(items, content.paragraphs[i]!));
  // Pages cover the content in order, but for the line ends between them, and hold their own items.
  const covered = content.pages
    .flat()
    .filter(({ length }) => length > 0)
    .sort((one, other) => one.offset - other.offset);
  let at = 0;
  for (const { offset, length } of covered) {
    assert.match(content.content.slice(at, offset), options.format === 'text' ? /^\n?$/ : /^$/);
    at = offset + length;
  }
  assert.equal(at, content.content.length);
  document.items.forEach(({ page }, i) => {
    const { offset, length } = content.items[i]!;
    if (shown(i)) assert.ok(content.pages[page]!.some((span) => offset >= span.offset && offset + length <= span.offset + span.length));
  });
}

const squeezedText = (spans: readonly Span[], content: Content): string =>
  spans
    .map((span) => cut(content, span))
    .join(' ')
    .replace(/[ \n]+/g, ' ');

for (const options of FORMATS) {
  test(`spans hold the text of their elements: ${options.format}, ${options.selectionMarks ? 'with' : 'without'} marks, tables as ${options.tables}`, () => {
    fc.assert(
      fc.property(sketches, (pages) => check(layoutSketches(...pages), options)),
      { numRuns: 100 },
    );
  });
}

test('writes markdown with headings, comments for margin text, and tables as pipes or HTML', () => {
  const document = layoutFlow({
    pages: [
      [
        { kind: 'paragraph', text: 'Acme', role: 'pageHeader' },
        { kind: 'paragraph', text: 'Plan', role: 'title' },
        { kind: 'heading', level: 1, text: 'First part' },
        { kind: 'paragraph', text: '# no heading' },
        {
          kind: 'table',
          rows: 2,
          columns: 2,
          cells: [
            ['A', 'B'],
            ['1', '2 < 3'],
          ].flatMap((row, r) => row.map((cell, c) => ({ row: r, column: c, rowSpan: 1, columnSpan: 1, header: r === 0, text: cell }))),
        },
      ],
      [{ kind: 'table', rows: 1, columns: 2, cells: [{ row: 0, column: 0, rowSpan: 1, columnSpan: 2, header: false, text: '<i>both' }] }],
    ],
  });
  const head = '<!-- PageHeader="Acme" -->\n\n# Plan\n\n## First part\n\n\\# no heading\n\n';
  const wide = '<!-- PageBreak -->\n\n<table>\n<tr>\n<td colspan="2">&lt;i>both</td>\n</tr>\n</table>';
  assert.equal(
    writeContent(document, { format: 'markdown', selectionMarks: true, tables: 'pipes' }).content,
    `${head}| A | B |\n| - | - |\n| 1 | 2 < 3 |\n\n${wide}`,
  );
  assert.equal(
    writeContent(document, { format: 'markdown', selectionMarks: true, tables: 'html' }).content,
    `${head}<table>\n<tr>\n<th>A</th>\n<th>B</th>\n</tr>\n<tr>\n<td>1</td>\n<td>2 < 3</td>\n</tr>\n</table>\n\n${wide}`,
  );
});
