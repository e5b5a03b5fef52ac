import assert from 'node:assert/strict';
import { test } from 'node:test';
import { strToU8, zipSync } from 'fflate';
import { readDocument } from '../read-document.ts';

const REL = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const shape = (type: string, ...texts: readonly string[]): string =>
  `<p:sp><p:nvSpPr><p:nvPr>${type === '' ? '' : `<p:ph type="${type}"/>`}</p:nvPr></p:nvSpPr><p:txBody>${texts.map((text) => `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`).join('')}</p:txBody></p:sp>`;
const slide = (inner: string, attributes = ''): Uint8Array =>
  strToU8(`<p:sld ${attributes}><p:cSld><p:spTree>${inner}</p:spTree></p:cSld></p:sld>`);

test('reads slides as pages in order: title first, tables with spans, without notes and hidden slides', async () => {
  const cell = (text: string, attributes = ''): string =>
    `<a:tc ${attributes}><a:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></a:txBody></a:tc>`;
  const table = `<p:graphicFrame><a:tbl><a:tblPr firstRow="1"/><a:tr>${cell('wide', 'gridSpan="2"')}${cell('', 'hMerge="1"')}</a:tr><a:tr>${cell('a')}${cell('b')}</a:tr></a:tbl></p:graphicFrame>`;
  const bytes = zipSync({
    '[Content_Types].xml': strToU8('<Types/>'),
    'ppt/presentation.xml': strToU8(
      `<p:presentation xmlns:r="${REL}"><p:sldIdLst><p:sldId id="256" r:id="b"/><p:sldId id="257" r:id="a"/><p:sldId id="258" r:id="c"/></p:sldIdLst></p:presentation>`,
    ),
    'ppt/_rels/presentation.xml.rels': strToU8(
      `<Relationships>${['a', 'b', 'c'].map((id) => `<Relationship Id="${id}" Type="${REL}/slide" Target="slides/${id}.xml"/>`).join('')}</Relationships>`,
    ),
    'ppt/slides/a.xml': slide(shape('', 'one', 'two') + shape('sldNum', '2') + table + shape('title', 'Figures')),
    'ppt/slides/b.xml': slide(shape('ctrTitle', 'The year') + shape('subTitle', 'in short')),
    'ppt/slides/c.xml': slide(shape('', 'hidden'), 'show="0"'),
    'ppt/notesSlides/a.xml': slide(shape('', 'a note')),
  });
  const { kind, flow } = await readDocument(bytes);
  assert.equal(kind, 'pptx');
  assert.deepEqual(flow!.pages, [
    [
      { kind: 'paragraph', text: 'The year', role: 'title' },
      { kind: 'paragraph', text: 'in short' },
    ],
    [
      { kind: 'heading', level: 1, text: 'Figures' },
      { kind: 'paragraph', text: 'one' },
      { kind: 'paragraph', text: 'two' },
      {
        kind: 'table',
        rows: 2,
        columns: 2,
        cells: [
          { row: 0, column: 0, rowSpan: 1, columnSpan: 2, header: true, text: 'wide' },
          { row: 1, column: 0, rowSpan: 1, columnSpan: 1, header: false, text: 'a' },
          { row: 1, column: 1, rowSpan: 1, columnSpan: 1, header: false, text: 'b' },
        ],
      },
      { kind: 'paragraph', text: '2', role: 'pageFooter' },
    ],
  ]);
});
