import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import type { Limits } from '../model/limits.ts';
import { UnreadableFile } from '../model/unreadable-file.ts';
import { readDocument } from '../read-document.ts';

/** A PDF of the given objects, numbered from 1; the first is the catalog. */
function pdf(objects: readonly (string | Buffer)[]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const offsets: number[] = [];
  let at = parts[0]!.length;
  for (const [index, object] of objects.entries()) {
    const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')]);
    offsets.push(at);
    parts.push(part);
    at += part.length;
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  return Buffer.concat([
    ...parts,
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`,
    ),
  ]);
}

const stream = (dictionary: string, data: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`<< ${dictionary} /Length ${data.length} >>\nstream\n`), data, Buffer.from('\nendstream')]);
const onePage = (page: string, ...more: readonly (string | Buffer)[]): Buffer =>
  pdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R ${page} >>`,
    ...more,
  ]);

async function outcome(bytes: Uint8Array, limits: Partial<Limits> = {}): Promise<string> {
  try {
    const { pageCount } = await readDocument(bytes, { limits });
    return `${pageCount} pages`;
  } catch (problem) {
    if (problem instanceof UnreadableFile) return problem.reason;
    throw problem;
  }
}

async function good(): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document
    .addPage([612, 792])
    .drawText('a good page', { x: 72, y: 700, size: 12, font: await document.embedFont(StandardFonts.Helvetica) });
  return await document.save({ useObjectStreams: false });
}

async function stillReads(): Promise<void> {
  const words: string[] = [];
  await readDocument(await good(), {
    onPage: ({ page }) => {
      words.push(...page.lines.flatMap((line) => line.words.map(({ text }) => text)));
    },
  });
  assert.deepEqual(words, ['a', 'good', 'page']);
}

test('rejects a cyclic page tree', async () => {
  const loop = pdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R 2 0 R] /Count 2 >>',
    '<< /Type /Pages /Parent 2 0 R /Kids [2 0 R 3 0 R] /Count 2 >>',
  ]);
  assert.equal(await outcome(loop), 'corrupt');
  await stillReads();
});

test('rejects too many pages, declared or actual', async () => {
  assert.equal(
    await outcome(
      pdf([
        '<< /Type /Catalog /Pages 2 0 R >>',
        '<< /Type /Pages /Kids [3 0 R] /Count 100000 >>',
        '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >>',
      ]),
    ),
    'tooManyPages',
  );
  const kids = Array.from({ length: 100_000 }, () => '3 0 R').join(' ');
  assert.equal(
    await outcome(
      pdf([
        '<< /Type /Catalog /Pages 2 0 R >>',
        `<< /Type /Pages /Kids [${kids}] /Count 100000 >>`,
        '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >>',
      ]),
    ),
    'tooManyPages',
  );
});

test('rejects impossible page sizes', async () => {
  for (const box of ['0 0 99999999 99999999', '0 0 1300 1300', '-999999 -999999 999999 999999'])
    assert.equal(await outcome(onePage(`/MediaBox [${box}]`)), 'dimensions', box);
  assert.equal(await outcome(onePage('/MediaBox [0 0 1224 1224]')), '1 pages');
});

test('rejects encrypted files', async () => {
  const locked = pdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [] /Count 0 >>',
    `<< /Filter /Standard /V 1 /R 2 /O <${'41'.repeat(32)}> /U <${'42'.repeat(32)}> /P -4 >>`,
  ])
    .toString('latin1')
    .replace('/Root 1 0 R', `/Root 1 0 R /Encrypt 3 0 R /ID [<${'43'.repeat(16)}> <${'43'.repeat(16)}>]`);
  assert.equal(await outcome(Buffer.from(locked, 'latin1')), 'encrypted');
});

test('rejects a file that exceeds the memory limit', async () => {
  await readDocument(await good());
  assert.equal(
    await outcome(Buffer.concat([Buffer.from('%PDF-'), Buffer.alloc(40 * 2 ** 20)]), { pdfMemoryBytes: -(30 * 2 ** 20) }),
    'tooLarge',
  );
  await stillReads();
});

test('survives a decompression bomb in a content stream', async () => {
  const bomb = deflateSync(Buffer.alloc(100 * 2 ** 20, ' '));
  assert.match(
    await outcome(onePage('/MediaBox [0 0 612 792] /Contents 4 0 R', stream('/Filter /FlateDecode', bomb)), {
      pdfMemoryBytes: 64 * 2 ** 20,
    }),
    /^(?:1 pages|corrupt|tooLarge)$/,
  );
  await stillReads();
});

test('survives an image that declares too many pixels', async () => {
  const image = stream(
    '/Type /XObject /Subtype /Image /Width 60000 /Height 60000 /BitsPerComponent 8 /ColorSpace /DeviceRGB /Filter /FlateDecode',
    deflateSync(Buffer.alloc(1000)),
  );
  const page = '/MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /XObject << /I 5 0 R >> >>';
  assert.match(
    await outcome(onePage(page, stream('', Buffer.from('q 612 0 0 792 0 0 cm /I Do Q')), image)),
    /^(?:1 pages|corrupt|tooLarge)$/,
  );
  await stillReads();
});

test('survives recursive forms and unbounded brackets', async () => {
  const page = '/MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /XObject << /F 5 0 R >> >>';
  const form = stream(
    '/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << /XObject << /F 5 0 R >> >>',
    Buffer.from('/F Do /F Do'),
  );
  assert.match(
    await outcome(onePage(page, stream('', Buffer.from('/F Do')), form), { pdfMemoryBytes: 64 * 2 ** 20 }),
    /^(?:1 pages|corrupt)$/,
  );
  assert.match(
    await outcome(onePage('/MediaBox [0 0 612 792] /Contents 4 0 R', stream('', Buffer.from('['.repeat(200_000))))),
    /^(?:1 pages|corrupt)$/,
  );
  assert.match(await outcome(onePage(`/MediaBox [0 0 612 792] /X ${'['.repeat(100_000)}`)), /^(?:1 pages|corrupt)$/);
  await stillReads();
});

test('reads or rejects any modification of a valid file, and reads the next file', async () => {
  const bytes = await good();
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 20 }),
      fc.nat(bytes.length),
      async (changes, cut) => {
        const changed = Uint8Array.from(bytes);
        for (const [at, value] of changes) changed[at] = value;
        await outcome(cut % 3 === 0 ? changed.subarray(0, cut) : changed);
      },
    ),
    { numRuns: 150 },
  );
  await stillReads();
});

test('reads or rejects any bytes after a header', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 500 }), async (noise) => {
      assert.match(await outcome(Buffer.concat([Buffer.from('%PDF-1.7\n'), noise])), /corrupt|encrypted|pages/);
    }),
    { numRuns: 100 },
  );
});
