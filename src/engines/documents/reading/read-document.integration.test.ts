import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { PDFDocument, PDFName, PDFOperator, PDFOperatorNames, StandardFonts, rgb } from 'pdf-lib';
import type { PDFFont, PDFImage, PDFPage } from 'pdf-lib';
import sharp from 'sharp';
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer';
import { applyToBox, inverse } from './model/affine.ts';
import { LIMITS } from './model/limits.ts';
import type { OcrResult, ReadOptions, Reader } from './ocr/reader.ts';
import type { Box, GrayImage, PageWithImage } from './model/page.ts';
import { PageRangeError } from './model/page-ranges.ts';
import { PdfDocument } from './pdf/document.ts';
import { readDocument } from './read-document.ts';

/** A fake OCR reader: records its inputs and returns all ink as one word. */
class InkReader implements Reader {
  readonly shown: { image: GrayImage; options: ReadOptions | undefined }[] = [];
  read(image: GrayImage, options?: ReadOptions): Promise<OcrResult> {
    this.shown.push({ image, options });
    const box = inkOf(image);
    const lines = box === undefined ? [] : [{ words: [{ text: 'INK', box, confidence: 0.9 }], box, turn: 0 as const }];
    return Promise.resolve({ lines, angle: 0, upright: image, toOriginal: { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 } });
  }
  close(): Promise<void> {
    return Promise.resolve();
  }
}

function inkOf({ width, height, data }: GrayImage): Box | undefined {
  const box = { left: width, top: height, right: 0, bottom: 0 };
  for (let at = 0; at < data.length; at += 1) {
    if (data[at]! > 100) continue;
    const [x, y] = [at % width, Math.floor(at / width)];
    Object.assign(box, {
      left: Math.min(box.left, x),
      top: Math.min(box.top, y),
      right: Math.max(box.right, x + 1),
      bottom: Math.max(box.bottom, y + 1),
    });
  }
  return box.right === 0 ? undefined : box;
}

type Draw = (page: PDFPage, font: PDFFont, scan: PDFImage) => void;

/** A document whose pages may contain an image of the words "scanned words". */
async function made(...draws: readonly Draw[]): Promise<Uint8Array> {
  const source = await PDFDocument.create();
  source.addPage([300, 100]).drawText('scanned words', { x: 30, y: 40, size: 24, font: await source.embedFont(StandardFonts.Helvetica) });
  const pdf = await PdfDocument.open(await source.save(), LIMITS);
  const { width, height, data } = pdf.withPage(1, (page) => page.render(200, 0));
  pdf.close();
  const document = await PDFDocument.create();
  const scan = await document.embedPng(
    await sharp(data, { raw: { width, height, channels: 1 } })
      .png()
      .toBuffer(),
  );
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (const draw of draws) draw(document.addPage([612, 792]), font, scan);
  return await document.save();
}

/** Unmapped letters. */
const PRIVATE = '<00> <FF> <E000>';

/** Lines of text, and below them one in a font with the given ToUnicode map. */
async function withOddFont(lines: readonly string[], key: string, odd: string): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const page = document.addPage([612, 792]);
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (const [index, line] of lines.entries()) page.drawText(line, { x: 72, y: 700 - 40 * index, size: 12, font });
  const map =
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap 1 begincodespacerange <00> <FF> endcodespacerange 1 beginbfrange PUT endbfrange endcmap end end'.replace(
      'PUT',
      key,
    );
  const oddFont = document.context.obj({
    Type: 'Font',
    Subtype: 'Type1',
    BaseFont: 'Courier',
    ToUnicode: document.context.register(document.context.stream(map)),
  });
  page.node.setFontDictionary(PDFName.of('Odd'), document.context.register(oddFont) as never);
  page.pushOperators(
    PDFOperator.of(PDFOperatorNames.BeginText),
    PDFOperator.of(PDFOperatorNames.SetFontAndSize, ['/Odd', odd.length > 40 ? '4' : '12']),
    PDFOperator.of(PDFOperatorNames.MoveText, ['72', '500']),
    PDFOperator.of(PDFOperatorNames.ShowText, [`(${odd})`]),
    PDFOperator.of(PDFOperatorNames.EndText),
  );
  return await document.save();
}

async function seenOf(bytes: Uint8Array, ocr?: Reader): Promise<PageWithImage[]> {
  const seen: PageWithImage[] = [];
  await readDocument(bytes, {
    ...(ocr === undefined ? {} : { ocr }),
    onPage: (page) => {
      seen.push(page);
    },
  });
  return seen;
}

const wordsOf = ({ page }: PageWithImage): string[] => page.lines.flatMap(({ words }) => words.map(({ text }) => text));

test('neither renders nor OCRs a page of text', async () => {
  const ocr = new InkReader();
  const [seen] = await seenOf(
    await made((page, font) => {
      page.drawText('digital words', { x: 72, y: 700, size: 12, font });
    }),
    ocr,
  );
  assert.deepEqual([wordsOf(seen!), ocr.shown.length, seen!.image], [['digital', 'words'], 0, undefined]);
});

test('reads a scan as a whole with boxes in inches', async () => {
  const ocr = new InkReader();
  const [seen] = await seenOf(
    await made((page, _font, scan) => {
      page.drawImage(scan, { x: 0, y: 588, width: 612, height: 204 });
    }),
    ocr,
  );
  assert.deepEqual(wordsOf(seen!), ['INK']);
  assert.equal(ocr.shown[0]!.options?.upright, false);
  const { left, right } = seen!.page.lines[0]!.box;
  assert.ok(Math.abs(left - (30 * 2.04) / 72) < 0.1 && right < 8.5, `${left}`);
  assert.deepEqual([seen!.image!.width, seen!.scale], [Math.round(8.5 * seen!.scale), seen!.scale]);
});

test('reads only images with text on a mixed page, without the words over them', async () => {
  const ocr = new InkReader();
  const [seen] = await seenOf(
    await made((page, font, scan) => {
      page.drawText('digital words above', { x: 72, y: 700, size: 12, font });
      page.drawImage(scan, { x: 200, y: 300, width: 300, height: 100 });
      page.drawText('over', { x: 450, y: 380, size: 12, font });
    }),
    ocr,
  );
  assert.deepEqual(wordsOf(seen!), ['digital', 'words', 'above', 'over', 'INK']);
  assert.equal(ocr.shown.length, 1);
  assert.ok(ocr.shown[0]!.image.width < 0.6 * seen!.image!.width);
  const ink = seen!.page.lines.at(-1)!.box;
  assert.ok(ink.left > 230 / 72 - 0.05 && ink.right < 430 / 72, JSON.stringify(ink));
  const plain = new InkReader();
  await seenOf(
    await made((page, font) => {
      page.drawText('digital', { x: 72, y: 700, size: 12, font });
      page.drawRectangle({ x: 100, y: 100, width: 200, height: 200, color: rgb(0.3, 0.3, 0.9) });
    }),
    plain,
  );
  assert.equal(plain.shown.length, 0);
});

test('treats an image in strips as one', async () => {
  const ocr = new InkReader();
  const [seen] = await seenOf(
    await made((page, font, scan) => {
      page.drawText('digital words above', { x: 72, y: 700, size: 12, font });
      for (let y = 300; y < 400; y += 5) page.drawImage(scan, { x: 200, y, width: 300, height: 5 });
    }),
    ocr,
  );
  assert.deepEqual(
    seen!.page.imageBoxes.map((box) => [box.left, box.top, box.right, box.bottom].map((side) => Math.round(side * 72))),
    [[200, 392, 500, 492]],
  );
});

test('replaces invisible text by OCR of the scan', async () => {
  const [seen] = await seenOf(
    await made((page, font, scan) => {
      page.drawImage(scan, { x: 0, y: 588, width: 612, height: 204 });
      page.pushOperators(PDFOperator.of(PDFOperatorNames.SetTextRenderingMode, [page.doc.context.obj(3)]));
      page.drawText('scamed vvords', { x: 60, y: 660, size: 40, font });
    }),
    new InkReader(),
  );
  assert.deepEqual(wordsOf(seen!), ['INK']);
});

test('replaces text behind a scan but not text over it', async () => {
  const [seen] = await seenOf(
    await made((page, font, scan) => {
      page.drawText('behind', { x: 60, y: 660, size: 40, font });
      page.drawImage(scan, { x: 0, y: 0, width: 612, height: 792 });
      page.drawText('over it', { x: 60, y: 60, size: 20, font });
    }),
    new InkReader(),
  );
  assert.deepEqual(wordsOf(seen!), ['over', 'it', 'INK']);
  assert.deepEqual(seen!.page.imageBoxes, []);
});

test('reads unmapped letters by OCR: one line, or the page if there are many', async () => {
  for (const [others, expected] of [
    [
      ['a page with', 'many known words', 'on it'],
      ['a', 'page', 'with', 'many', 'known', 'words', 'on', 'it', 'INK'],
    ],
    [['few'], ['INK']],
  ] as const) {
    const ocr = new InkReader();
    const [seen] = await seenOf(await withOddFont(others, PRIVATE, 'odd'), ocr);
    assert.deepEqual([wordsOf(seen!), ocr.shown.length], [expected, 1]);
  }
});

test('reads a line of tall unmapped letters by OCR', async () => {
  const known = ['a page with many', 'more known words than', 'unmapped letters', 'of one font on it'];
  const [seen] = await seenOf(await withOddFont(known, PRIVATE, 'TOTAL'), new InkReader());
  assert.deepEqual(wordsOf(seen!).slice(-2), ['it', 'INK']);
});

test('distrusts a gibberish text layer', async () => {
  const text =
    'please remit payment within thirty days after receipt of this statement to the address below thank you very much for your business and your patience with these delays during this winter season';
  const wrong = await seenOf(await withOddFont([], '<61> <7A> <0044>', text), new InkReader());
  assert.deepEqual(wordsOf(wrong[0]!), ['INK']);
  const right = await seenOf(await withOddFont([], '<20> <7A> <0020>', text), new InkReader());
  assert.deepEqual(wordsOf(right[0]!).slice(0, 3), ['please', 'remit', 'payment']);
});

test('transforms strokes into the frame of a skewed scan', async () => {
  const bytes = await made((page, font, scan) => {
    page.drawImage(scan, { x: 0, y: 0, width: 612, height: 792 });
    page.drawText('stamp', { x: 100, y: 700, size: 12, font });
    page.drawLine({ start: { x: 72, y: 72 }, end: { x: 540, y: 72 } });
  });
  // As if the page had been fed upside down.
  const upsideDown: Reader = {
    read: ({ width, height, data }) =>
      Promise.resolve({
        lines: [],
        angle: 180,
        upright: { width, height, data: data.slice().reverse() },
        toOriginal: { a: -1, b: 0, c: 0, d: -1, e: width, f: height },
      }),
    close: () => Promise.resolve(),
  };
  const [seen] = await seenOf(bytes, upsideDown);
  const { page } = seen!;
  assert.deepEqual([page.angle, page.lines[0]!.turn, wordsOf(seen!)], [180, 180, ['stamp']]);
  assert.ok(Math.abs(page.rules[0]!.from.y - 1) < 0.01, JSON.stringify(page.rules[0]));
  const given = applyToBox(page.toPage, page.lines[0]!.box);
  assert.ok(Math.abs(given.left - 100 / 72) < 0.03, JSON.stringify(given));
  assert.ok(Math.abs(applyToBox(inverse(page.toPage), given).left - page.lines[0]!.box.left) < 1e-9);
});

test('passes the selected pages in order with progress', async () => {
  const bytes = await made(
    ...['one', 'two', 'three'].map((text): Draw => (page, font) => {
      page.drawText(text, { x: 72, y: 700, size: 12, font });
    }),
  );
  const reported: unknown[] = [];
  const { pageCount, pages } = await readDocument(bytes, {
    pages: '3,2-',
    onPage: (seen, { done, of }) => {
      reported.push([seen.page.number, wordsOf(seen)[0], done, of]);
    },
  });
  assert.deepEqual(
    [pageCount, pages, reported],
    [
      3,
      [2, 3],
      [
        [2, 'two', 1, 2],
        [3, 'three', 2, 2],
      ],
    ],
  );
  await assert.rejects(readDocument(bytes, { pages: '4' }), (problem) => problem instanceof PageRangeError && problem.kind === 'outside');
});

test('detects barcodes only on request, in inches on a PDF', async () => {
  const wasm = readFileSync(fileURLToPath(import.meta.resolve('zxing-wasm/writer/zxing_writer.wasm')));
  prepareZXingModule({ overrides: { wasmBinary: wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.length) as ArrayBuffer } });
  const { symbol } = await writeBarcode('on a page', { format: 'QRCode' });
  const bytes = await made((page) => {
    for (const [at, shade] of symbol!.data.entries())
      if (shade === 0)
        page.drawRectangle({
          x: 144 + 4 * (at % symbol!.width),
          y: 644 - 4 * Math.floor(at / symbol!.width),
          width: 4,
          height: 4,
          color: rgb(0, 0, 0),
        });
  });
  const codes: unknown[] = [];
  await readDocument(bytes, {
    features: { barcodes: true },
    onPage: ({ page }) => {
      codes.push(...page.barcodes.map(({ kind, value, box }) => [kind, value, Math.round(box.left), Math.round(box.top)]));
    },
  });
  assert.deepEqual(codes, [['QRCode', 'on a page', 2, 2]]);
  assert.deepEqual((await seenOf(bytes))[0]!.page.barcodes, []);
});

test('reads an image as a page in pixels', async () => {
  const bytes = await sharp({ create: { width: 120, height: 90, channels: 3, background: '#ffffff' } })
    .png()
    .toBuffer();
  const [seen] = await seenOf(bytes);
  assert.deepEqual(
    [seen!.page.width, seen!.page.height, seen!.page.unit, seen!.scale, seen!.image!.data.length],
    [120, 90, 'pixel', 1, 10_800],
  );
});

test('is deterministic', async () => {
  const bytes = await made((page, font, scan) => {
    page.drawText('digital words above', { x: 72, y: 700, size: 12, font });
    page.drawImage(scan, { x: 200, y: 300, width: 300, height: 100 });
  });
  assert.deepEqual(await seenOf(bytes, new InkReader()), await seenOf(bytes, new InkReader()));
});

test('renders a digital page only on request, without OCR', async () => {
  const bytes = await made((page, font) => {
    page.drawText('Sign here', { x: 72, y: 700, size: 12, font });
    page.drawLine({ start: { x: 72, y: 300 }, end: { x: 200, y: 340 } });
  });
  for (const images of [false, true]) {
    const ocr = new InkReader();
    const seen: PageWithImage[] = [];
    await readDocument(bytes, { ocr, features: { images }, onPage: (one) => void seen.push(one) });
    assert.deepEqual([seen[0]!.image !== undefined, seen[0]!.page.lines.length, ocr.shown.length], [images, 1, 0]);
  }
});
