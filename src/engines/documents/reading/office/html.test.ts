import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Block } from '../model/page.ts';
import { UnreadableFile } from '../model/unreadable-file.ts';
import { readDocument } from '../read-document.ts';

async function blocksOf(body: string | Uint8Array): Promise<readonly Block[]> {
  const { kind, flow } = await readDocument(
    typeof body === 'string' ? Buffer.from(`<!DOCTYPE html><html><head><title>T</title></head><body>${body}</body></html>`) : body,
  );
  assert.equal(kind, 'html');
  return flow!.pages[0]!;
}

const paragraph = (text: string): Block => ({ kind: 'paragraph', text });

test('reads headings, paragraphs and lists as displayed', async () => {
  assert.deepEqual(
    await blocksOf(
      '<h1>Big</h1>loose <b>text</b>\n here<p>a<br>b</p><script>no()</script><style>no</style><div hidden>no</div><p style="display: none">no</p><ul><li>x<ul><li>y</li></ul></li></ul><ol start="3"><li><p>z</p></li></ol><pre>k  l\n m</pre><input type="checkbox" checked> done',
    ),
    [
      { kind: 'heading', level: 1, text: 'Big' },
      paragraph('loose text here'),
      paragraph('a\nb'),
      paragraph('• x'),
      paragraph('• y'),
      paragraph('3. z'),
      paragraph('k  l\nm'),
      paragraph('☑ done'),
    ],
  );
});

test('reads tables with spans, headers, captions and nested tables', async () => {
  assert.deepEqual(
    await blocksOf(
      '<table><caption>Sums</caption><thead><tr><td colspan=2>wide<td>c</thead><tr><th rowspan=9>tall<td><p>x</p><p>y</p><td>z<tr><td><table><tr><td>in</td><td>side</td></tr></table><td></table>',
    ),
    [
      {
        kind: 'table',
        rows: 3,
        columns: 3,
        caption: 'Sums',
        cells: [
          { row: 0, column: 0, rowSpan: 1, columnSpan: 2, header: true, text: 'wide' },
          { row: 0, column: 2, rowSpan: 1, columnSpan: 1, header: true, text: 'c' },
          { row: 1, column: 0, rowSpan: 2, columnSpan: 1, header: true, text: 'tall' },
          { row: 1, column: 1, rowSpan: 1, columnSpan: 1, header: false, text: 'x\ny' },
          { row: 1, column: 2, rowSpan: 1, columnSpan: 1, header: false, text: 'z' },
          { row: 2, column: 1, rowSpan: 1, columnSpan: 1, header: false, text: 'in side' },
          { row: 2, column: 2, rowSpan: 1, columnSpan: 1, header: false, text: '' },
        ],
      },
    ],
  );
});

test('decodes character encodings', async () => {
  assert.deepEqual(await blocksOf(Buffer.from('<html><meta charset="iso-8859-1"><p>caf\xe9', 'latin1')), [paragraph('café')]);
  assert.deepEqual(await blocksOf(Buffer.from('<html><p>caf\xe9', 'latin1')), [paragraph('café')]);
  assert.deepEqual(await blocksOf(Buffer.from('\ufeff<html><p>café', 'utf16le')), [paragraph('café')]);
  assert.deepEqual(await blocksOf(Buffer.from('<html><meta charset="no-such"><p>café')), [paragraph('café')]);
});

test('rejects pages that grow while the tree is built', async () => {
  for (const bomb of ['<div>'.repeat(100_000), Array.from({ length: 3000 }, (_, index) => `<p><b id=${index}>`).join('')]) {
    await assert.rejects(blocksOf(bomb), (problem) => problem instanceof UnreadableFile && problem.reason === 'tooLarge');
  }
  const wide = await blocksOf(`<table>${'<tr><td rowspan=65534 colspan=1000>x'.repeat(10)}</table>`);
  const [table] = wide;
  assert.ok(table?.kind === 'table' && table.rows === 10 && table.columns === 10_000);
});

test('reads or rejects any tags in any order', async () => {
  const piece = fc.constantFrom(
    '<table>',
    '<tr>',
    '<td colspan=0>',
    '<td rowspan=-1>',
    '</table>',
    '<p>',
    '</p>',
    '<li>',
    '<ol>',
    '</ol>',
    '<b>',
    '</b>',
    'x',
    '&amp;',
    '<h2>',
    '</h2>',
    '<br>',
    '<caption>',
    '<select>',
    '<svg>',
    '\0',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 40 }), async (pieces) => {
      for (const block of await blocksOf(pieces.join('')))
        if (block.kind === 'table')
          assert.ok(
            block.cells.every(
              ({ row, column, rowSpan, columnSpan }) => row + rowSpan <= block.rows && column + columnSpan <= block.columns,
            ),
          );
    }),
  );
});
