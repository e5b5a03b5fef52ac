import assert from 'node:assert/strict';
import { test } from 'node:test';
import { strToU8, zipSync } from 'fflate';
import type { Block } from '../model/page.ts';
import { readDocument } from '../read-document.ts';

const TYPES = '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>';
const W =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
const REL = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

async function pagesOf(body: string, parts: Record<string, string> = {}): Promise<readonly (readonly Block[])[]> {
  const relations = Object.keys(parts)
    .map((name, index) => `<Relationship Id="r${index + 1}" Type="${REL}/${name.replace(/\d*\.xml$/, '')}" Target="${name}"/>`)
    .join('');
  const bytes = zipSync({
    '[Content_Types].xml': strToU8(TYPES),
    'word/document.xml': strToU8(`<?xml version="1.0"?><w:document ${W}><w:body>${body}</w:body></w:document>`),
    'word/_rels/document.xml.rels': strToU8(`<Relationships>${relations}</Relationships>`),
    ...Object.fromEntries(Object.entries(parts).map(([name, xml]) => [`word/${name}`, strToU8(xml)])),
  });
  const { kind, flow } = await readDocument(bytes);
  assert.equal(kind, 'docx');
  return flow!.pages;
}

const p = (text: string, properties = ''): string =>
  `<w:p>${properties === '' ? '' : `<w:pPr>${properties}</w:pPr>`}<w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
const styled = (style: string): string => `<w:pStyle w:val="${style}"/>`;

const STYLES = `<w:styles ${W}><w:style w:styleId="Titel"><w:name w:val="Title"/></w:style><w:style w:styleId="berschrift2"><w:name w:val="heading 2"/></w:style>
  <w:style w:styleId="Mine"><w:name w:val="My own"/><w:basedOn w:val="berschrift2"/></w:style><w:style w:styleId="Cap"><w:name w:val="caption"/></w:style>
  <w:style w:styleId="Loop"><w:name w:val="loop"/><w:basedOn w:val="Loop"/></w:style></w:styles>`;

test('finds titles and headings by style names, also inherited ones', async () => {
  const pages = await pagesOf(
    p('Annual report', styled('Titel')) +
      p('Costs', styled('berschrift2')) +
      p('More costs', styled('Mine')) +
      p('Deep', '<w:outlineLvl w:val="2"/>') +
      p('Text', styled('Loop')),
    { 'styles.xml': STYLES },
  );
  assert.deepEqual(pages, [
    [
      { kind: 'paragraph', text: 'Annual report', role: 'title' },
      { kind: 'heading', level: 2, text: 'Costs' },
      { kind: 'heading', level: 2, text: 'More costs' },
      { kind: 'heading', level: 3, text: 'Deep' },
      { kind: 'paragraph', text: 'Text' },
    ],
  ]);
});

test('numbers list items and adds bullets', async () => {
  const numbering = `<w:numbering ${W}><w:abstractNum w:abstractNumId="4"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl>
    <w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="lowerRoman"/><w:lvlText w:val="%1.%2)"/></w:lvl></w:abstractNum>
    <w:abstractNum w:abstractNumId="5"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val="x"/></w:lvl></w:abstractNum>
    <w:num w:numId="1"><w:abstractNumId w:val="4"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="5"/></w:num></w:numbering>`;
  const item = (text: string, list: number, level: number): string =>
    p(text, `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${list}"/></w:numPr>`);
  const [blocks] = await pagesOf(
    item('one', 1, 0) +
      item('two', 1, 0) +
      item('inner', 1, 1) +
      item('inner too', 1, 1) +
      item('three', 1, 0) +
      item('again', 1, 1) +
      item('dot', 2, 0),
    { 'numbering.xml': numbering },
  );
  assert.deepEqual(
    blocks!.map((block) => (block.kind === 'table' ? '' : block.text)),
    ['1. one', '2. two', '2.i) inner', '2.ii) inner too', '3. three', '3.i) again', '• dot'],
  );
});

test('reads tables with merged cells, captions and nested tables', async () => {
  const tc = (inner: string, properties = ''): string => `<w:tc><w:tcPr>${properties}</w:tcPr>${inner}</w:tc>`;
  const table = `<w:tbl><w:tr><w:trPr><w:tblHeader/></w:trPr>${tc(p('wide'), '<w:gridSpan w:val="2"/>')}${tc(p('c'))}</w:tr>
    <w:tr>${tc(p('tall'), '<w:vMerge w:val="restart"/>')}${tc(p('x') + p('y'))}${tc(p('z'))}</w:tr>
    <w:tr>${tc('<w:p/>', '<w:vMerge/>')}${tc(`<w:tbl><w:tr>${tc(p('in'))}${tc(p('side'))}</w:tr></w:tbl><w:p/>`)}${tc('<w:p/>')}</w:tr></w:tbl>`;
  const [blocks] = await pagesOf(p('Table 1: sums', styled('Cap')) + table + p('after'), { 'styles.xml': STYLES });
  assert.deepEqual(blocks, [
    {
      kind: 'table',
      rows: 3,
      columns: 3,
      caption: 'Table 1: sums',
      cells: [
        { row: 0, column: 0, rowSpan: 1, columnSpan: 2, header: true, text: 'wide' },
        { row: 0, column: 2, rowSpan: 1, columnSpan: 1, header: true, text: 'c' },
        { row: 1, column: 0, rowSpan: 2, columnSpan: 1, header: false, text: 'tall' },
        { row: 1, column: 1, rowSpan: 1, columnSpan: 1, header: false, text: 'x\ny' },
        { row: 1, column: 2, rowSpan: 1, columnSpan: 1, header: false, text: 'z' },
        { row: 2, column: 1, rowSpan: 1, columnSpan: 1, header: false, text: 'in side' },
        { row: 2, column: 2, rowSpan: 1, columnSpan: 1, header: false, text: '' },
      ],
    },
    { kind: 'paragraph', text: 'after' },
  ]);
});

test('omits deleted, hidden and fallback text; a text box follows its paragraph', async () => {
  const [blocks] =
    await pagesOf(`<w:p><w:r><w:t>kept</w:t></w:r><w:del><w:r><w:delText>gone</w:delText></w:r></w:del><w:ins><w:r><w:t> new</w:t></w:r></w:ins>
    <w:r><w:rPr><w:vanish/></w:rPr><w:t>secret</w:t></w:r><w:r><w:instrText>PAGE</w:instrText><w:tab/><w:t>end</w:t></w:r>
    <w:r><AlternateContent><Choice><txbxContent>${p('boxed')}</txbxContent></Choice><Fallback><txbxContent>${p('boxed')}</txbxContent></Fallback></AlternateContent></w:r></w:p>`);
  assert.deepEqual(blocks, [
    { kind: 'paragraph', text: 'kept new\tend' },
    { kind: 'paragraph', text: 'boxed' },
  ]);
});

test('splits pages at explicit breaks; headers, footers and notes have their roles', async () => {
  const section = '<w:sectPr><w:headerReference w:type="default" r:id="r1"/><w:footerReference w:type="default" r:id="r2"/></w:sectPr>';
  const pages = await pagesOf(
    `<w:p><w:r><w:t>first</w:t><w:footnoteReference w:id="7"/><w:br w:type="page"/><w:t>second</w:t></w:r></w:p>${p('third', '<w:pageBreakBefore/>')}${section}`,
    {
      'header1.xml': `<w:hdr ${W}>${p('Head')}</w:hdr>`,
      'footer1.xml': `<w:ftr ${W}>${p('Foot')}</w:ftr>`,
      'footnotes.xml': `<w:footnotes ${W}><w:footnote w:type="separator" w:id="0">${p('---')}</w:footnote><w:footnote w:id="7">${p('A note')}</w:footnote></w:footnotes>`,
    },
  );
  assert.deepEqual(pages, [
    [
      { kind: 'paragraph', role: 'pageHeader', text: 'Head' },
      { kind: 'paragraph', text: 'first' },
      { kind: 'paragraph', role: 'footnote', text: 'A note' },
      { kind: 'paragraph', role: 'pageFooter', text: 'Foot' },
    ],
    [{ kind: 'paragraph', text: 'second' }],
    [{ kind: 'paragraph', text: 'third' }],
  ]);
});

test('reads a different first-page header', async () => {
  const section =
    '<w:sectPr><w:headerReference w:type="first" r:id="r1"/><w:headerReference w:type="default" r:id="r2"/><w:headerReference w:type="even" r:id="r2"/><w:titlePg/></w:sectPr>';
  const pages = await pagesOf(p('one') + p('two', '<w:pageBreakBefore/>') + section, {
    'header1.xml': `<w:hdr ${W}>${p('Cover')}</w:hdr>`,
    'header2.xml': `<w:hdr ${W}>${p('Inside')}</w:hdr>`,
  });
  assert.deepEqual(
    pages.map((blocks) => blocks.map((block) => (block.kind === 'table' ? '' : block.text))),
    [
      ['Cover', 'one'],
      ['Inside', 'two'],
    ],
  );
});

test('starts a page for each section unless continuous, and inherits headers', async () => {
  const ends = (type: string, header = ''): string => `<w:sectPr>${header}<w:type w:val="${type}"/></w:sectPr>`;
  const pages = await pagesOf(
    p('a', ends('nextPage', '<w:headerReference w:type="default" r:id="r1"/>')) + p('b', ends('continuous')) + p('c') + '<w:sectPr/>',
    { 'header1.xml': `<w:hdr ${W}>${p('Head')}</w:hdr>` },
  );
  assert.deepEqual(
    pages.map((blocks) => blocks.map((block) => (block.kind === 'table' ? '' : block.text))),
    [
      ['Head', 'a'],
      ['b', 'c'],
    ],
  );
});

test('returns only the requested pages', async () => {
  const bytes = zipSync({
    '[Content_Types].xml': strToU8(TYPES),
    'word/document.xml': strToU8(`<w:document ${W}><w:body>${p('one')}${p('two', '<w:pageBreakBefore/>')}</w:body></w:document>`),
  });
  const { pageCount, pages, flow } = await readDocument(bytes, { pages: '2' });
  assert.deepEqual([pageCount, pages, flow!.pages], [2, [2], [[{ kind: 'paragraph', text: 'two' }]]]);
});
