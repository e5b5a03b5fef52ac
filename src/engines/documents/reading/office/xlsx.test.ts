import assert from 'node:assert/strict';
import { test } from 'node:test';
import { strToU8, zipSync } from 'fflate';
import type { Block } from '../model/page.ts';
import { readDocument } from '../read-document.ts';
import { formatNumber } from './xlsx-formats.ts';

const REL = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

async function sheetsOf(
  sheets: readonly { name: string; rows: string; state?: string; merges?: string }[],
  shared = '',
  styles = '',
): Promise<readonly (readonly Block[])[]> {
  const bytes = zipSync({
    '[Content_Types].xml': strToU8('<Types/>'),
    'xl/workbook.xml': strToU8(
      `<workbook xmlns:r="${REL}"><sheets>${sheets.map(({ name, state }, index) => `<sheet name="${name}" sheetId="${index + 5}" ${state === undefined ? '' : `state="${state}"`} r:id="s${index}"/>`).join('')}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels':
      strToU8(`<Relationships>${sheets.map((_, index) => `<Relationship Id="s${index}" Type="${REL}/worksheet" Target="worksheets/sheet${index}.xml"/>`).join('')}
      <Relationship Id="x" Type="${REL}/sharedStrings" Target="/xl/sharedStrings.xml"/><Relationship Id="y" Type="${REL}/styles" Target="styles.xml"/></Relationships>`),
    'xl/sharedStrings.xml': strToU8(`<sst>${shared}</sst>`),
    'xl/styles.xml': strToU8(`<styleSheet>${styles}</styleSheet>`),
    ...Object.fromEntries(
      sheets.map(({ rows, merges = '' }, index) => [
        `xl/worksheets/sheet${index}.xml`,
        strToU8(`<worksheet><sheetData>${rows}</sheetData>${merges}</worksheet>`),
      ]),
    ),
  });
  const { kind, flow } = await readDocument(bytes);
  assert.equal(kind, 'xlsx');
  return flow!.pages;
}

const texts = (blocks: readonly Block[] | undefined): string[][] =>
  (blocks ?? []).flatMap((block) =>
    block.kind === 'table'
      ? Array.from({ length: block.rows }, (_, row) => block.cells.filter((cell) => cell.row === row).map(({ text }) => text))
      : [],
  );

test('reads visible worksheets as pages with their used range as a table', async () => {
  const pages = await sheetsOf(
    [
      {
        name: 'Sales',
        rows: '<row r="3"><c r="B3" t="s"><v>0</v></c><c r="C3" t="inlineStr"><is><t>Price</t></is></c></row><row r="4"><c r="B4" t="str"><v>Pen</v></c><c r="C4" s="1"><v>1234.5</v></c></row><row r="5"><c r="C5"><v>2</v></c></row>',
      },
      { name: 'Secret', rows: '<row><c><v>1</v></c></row>', state: 'veryHidden' },
      { name: 'Empty', rows: '' },
    ],
    '<si><r><t>It</t></r><r><t>em</t></r><rPh><t>no</t></rPh></si>',
    '<numFmts><numFmt numFmtId="170" formatCode="&quot;€&quot;#,##0.00"/></numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/></cellXfs>',
  );
  assert.equal(pages.length, 2);
  assert.deepEqual(pages[0]![0], { kind: 'heading', level: 1, text: 'Sales' });
  assert.deepEqual(texts(pages[0]), [
    ['Item', 'Price'],
    ['Pen', '€1,234.50'],
    ['', '2'],
  ]);
  const [, table] = pages[0]!;
  assert.ok(table?.kind === 'table' && table.cells.every(({ row, header }) => header === (row === 0)));
  assert.deepEqual(pages[1], [{ kind: 'heading', level: 1, text: 'Empty' }]);
});

test('gives merged cells their spans and omits the cells they cover', async () => {
  const [page] = await sheetsOf([
    {
      name: 'M',
      rows: '<row r="1"><c r="A1" t="str"><v>wide</v></c><c r="B1" t="str"><v>under</v></c><c r="C1" t="str"><v>c</v></c></row><row r="2"><c r="A2"><v>1</v></c><c r="B2"><v>2</v></c><c r="C2"><v>3</v></c></row>',
      merges: '<mergeCells><mergeCell ref="A1:B1"/></mergeCells>',
    },
  ]);
  assert.deepEqual(texts(page), [
    ['wide', 'c'],
    ['1', '2', '3'],
  ]);
  assert.ok(page![1]!.kind === 'table' && page![1]!.cells[0]!.columnSpan === 2);
});

test('does not create a huge table for two distant cells', async () => {
  const [page] = await sheetsOf([
    {
      name: 'Far',
      rows: '<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>2</v></c></row>',
      merges: '<mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>',
    },
  ]);
  assert.ok(page![1]!.kind === 'table' && page![1]!.rows === 2 && page![1]!.columns === 2);
});

test('formats numbers by their format codes', () => {
  const cases: readonly (readonly [number, string, string])[] = [
    [1234.567, 'General', '1234.567'],
    [0.1 + 0.2, 'General', '0.3'],
    [1e21, 'General', '1E+21'],
    [5, '0', '5'],
    [1234.5, '#,##0.00', '1,234.50'],
    [0.256, '0%', '26%'],
    [0.256, '0.0%', '25.6%'],
    [-1234.5, '$#,##0.00;($#,##0.00)', '($1,234.50)'],
    [-3, '0.0', '-3.0'],
    [0, '0;-0;"none"', 'none'],
    [12, '[$€-407] #,##0', '€ 12'],
    [12, '#,##0\\ "kg"', '12 kg'],
    [1234567, '#,##0.0,', '1,234.6'],
    [0.5, '#.##', '.5'],
    [7, '000', '007'],
    [12345, '0.00E+00', '1.23E+04'],
    [1.5, '0.###', '1.5'],
    [43831, 'yyyy-mm-dd', '2020-01-01'],
    [43831.75, 'm/d/yyyy h:mm', '1/1/2020 18:00'],
    [43831.5, 'h:mm AM/PM', '12:00 PM'],
    [43831, 'd mmmm yyyy', '1 January 2020'],
    [43831, 'dddd', 'Wednesday'],
    [1.5, '[h]:mm', '36:00'],
    [0.5, 'mm:ss', '00:00'],
    [1, 'yyyy-mm-dd', '1900-01-01'],
    [61, 'yyyy-mm-dd', '1900-03-01'],
    [43831, '[$-409]d-mmm-yy;@', '1-Jan-20'],
    [-1, 'yyyy', '-1'],
  ];
  for (const [value, format, expected] of cases) assert.equal(formatNumber(value, format, false), expected, `${value} as ${format}`);
  assert.equal(formatNumber(0, 'yyyy-mm-dd', true), '1904-01-01');
});
