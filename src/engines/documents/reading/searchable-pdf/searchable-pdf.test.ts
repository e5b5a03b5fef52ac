import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { PDFDocument, StandardFonts, TextRenderingMode, degrees, rgb, setTextRenderingMode } from 'pdf-lib';
import sharp from 'sharp';
import { apply } from '../model/affine.ts';
import type { Box } from '../model/page.ts';
import { UnreadableFile } from '../model/unreadable-file.ts';
import { readDocument } from '../read-document.ts';
import { renderPage } from '../render/render-page.ts';
import type { RenderedPage } from '../render/render-page.ts';
import { createSearchablePdf } from './searchable-pdf.ts';
import type { PageWords, OverlayWord } from './searchable-pdf.ts';
import { toVisualOrder, splitLetters } from './visual-order.ts';

const OPTIONS = { maxBytes: 2 ** 24, onPage: () => undefined };
const at = (text: string, left: number, top: number, right: number, bottom: number, spaced = false): OverlayWord => ({
  text,
  corners: [left, top, right, top, right, bottom, left, bottom],
  spaced,
});

/** The words a search finds, with their boxes on the displayed page in inches. */
async function found(pdf: Uint8Array): Promise<{ text: string; box: Box; page: number }[]> {
  const words: { text: string; box: Box; page: number }[] = [];
  await readDocument(pdf, {
    onPage: ({ page }) => {
      for (const { text, box } of page.lines.flatMap((line) => line.words)) {
        const [one, other] = [apply(page.toPage, box.left, box.top), apply(page.toPage, box.right, box.bottom)];
        words.push({
          text,
          page: page.number,
          box: {
            left: Math.min(one.x, other.x),
            top: Math.min(one.y, other.y),
            right: Math.max(one.x, other.x),
            bottom: Math.max(one.y, other.y),
          },
        });
      }
    },
  });
  return words;
}

function assertThere(words: Awaited<ReturnType<typeof found>>, sheets: readonly PageWords[], perInch = 1): void {
  for (const { number, words: wanted } of sheets)
    for (const { text, corners } of wanted) {
      const [xs, ys] = [corners.filter((_, n) => n % 2 === 0), corners.filter((_, n) => n % 2 === 1)].map((values) =>
        values.map((value) => value / perInch),
      ) as [number[], number[]];
      const box = { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
      const match = words.find((word) => word.text === text && word.page === number && Math.abs(word.box.left - box.left) < 0.05);
      assert.ok(match, `${text} is not found: ${words.map((word) => word.text).join(' ')}`);
      for (const side of ['left', 'top', 'right', 'bottom'] as const)
        assert.ok(Math.abs(match.box[side] - box[side]) < 0.02, `${text}: ${side} is ${match.box[side]}, not ${box[side]}`);
    }
}

async function pdf({ hidden = false, turn = 0, pages = 1 } = {}): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (let n = 1; n <= pages; n += 1) {
    const page = document.addPage([432, 288]);
    page.setCropBox(36, 36, 360, 216);
    page.drawRectangle({ x: 100, y: 100, width: 50, height: 50, color: rgb(1, 0, 0) });
    if (hidden) page.pushOperators(setTextRenderingMode(TextRenderingMode.Invisible));
    page.drawText(`Seen${n}`, { x: 72, y: 200, size: 20, font });
    page.setRotation(degrees(turn));
  }
  return await document.save();
}

test('makes words over an image searchable at their position, in many scripts', async () => {
  const words = [
    at('Dear', 100, 100, 190, 140, true),
    at('Größe', 210, 100, 340, 140, true),
    at('№42,', 360, 100, 460, 140),
    at('Дорогой', 100, 200, 300, 240),
    at('Αθήνα', 100, 300, 240, 340),
    at('日', 100, 400, 140, 440),
    at('本', 142, 400, 182, 440),
    at('שלום', 100, 500, 220, 540),
    at('12.50€', 600, 500, 740, 540),
    at('e\u0301tude', 100, 600, 240, 640),
    at('😀', 100, 700, 140, 740),
    at('ไทย', 600, 700, 700, 740),
  ];
  const image = await sharp({ create: { width: 1000, height: 800, channels: 3, background: '#ffffff' } })
    .withMetadata({ density: 100 })
    .png()
    .toBuffer();
  const made = await createSearchablePdf(image, [{ number: 1, words }], OPTIONS);
  assertThere(await found(made!), [{ number: 1, words }], 100);
  assert.equal((await PDFDocument.load(made!)).getPageCount(), 1, 'another program opens it');
});

test('adds words to rotated and cropped PDF pages without changing their appearance', async () => {
  for (const turn of [0, 90, 180, 270]) {
    const bytes = await pdf({ turn });
    const [width, height] = turn % 180 === 0 ? [5, 3] : [3, 5];
    const upwards = [0.2, height - 0.2, 0.2, height - 1.2, 0.45, height - 1.2, 0.45, height - 0.2];
    const sheet: PageWords = {
      number: 1,
      words: [at('lower', width - 1, height - 0.5, width - 0.4, height - 0.3), { text: 'upwards', corners: upwards, spaced: false }],
    };
    const made = await createSearchablePdf(bytes, [sheet], OPTIONS);
    const words = await found(made!);
    assertThere(words, [sheet]);
    assert.ok(words.some(({ text }) => text === 'Seen1'));
    assert.deepEqual(
      ((await renderPage(made!, 1, 400)) as RenderedPage).png,
      ((await renderPage(bytes, 1, 400)) as RenderedPage).png,
      `turned by ${turn}`,
    );
  }
});

test('replaces invisible text, omits pages that were not read, and returns a complete file unchanged', async () => {
  const sheet: PageWords = { number: 2, words: [at('Ours', 0.5, 0.5, 1.5, 0.8)] };
  const made = await createSearchablePdf(await pdf({ hidden: true, pages: 3 }), [sheet, { number: 3, words: [] }], OPTIONS);
  assert.deepEqual(
    (await found(made!)).map(({ text, page }) => [text, page]),
    [
      ['Ours', 1],
      ['Seen3', 2],
    ],
  );
  const whole = await pdf({ pages: 2 });
  assert.equal(
    await createSearchablePdf(
      whole,
      [1, 2].map((number) => ({ number, words: [] })),
      OPTIONS,
    ),
    whole,
  );
});

test('is deterministic, respects the size limit, and rejects files without pages', async () => {
  const bytes = await pdf();
  const make = async (maxBytes: number): Promise<Uint8Array | undefined> =>
    await createSearchablePdf(bytes, [{ number: 1, words: [at('Ours', 0.5, 0.5, 1.5, 0.8)] }], { ...OPTIONS, maxBytes });
  const made = await make(2 ** 24);
  assert.deepEqual(await make(2 ** 24), made);
  assert.equal(await make(made!.length - 1), undefined);
  await assert.rejects(createSearchablePdf(Buffer.from('<html><p>Hello'), [], OPTIONS), { name: 'UnreadableFile', reason: 'unsupported' });
});

test('edits or rejects a corrupted file without affecting the next one', async () => {
  const bytes = await pdf({ hidden: true });
  const words = [at('Ours', 0.5, 0.5, 1.5, 0.8)];
  const spoiled = fc.array(fc.tuple(fc.nat({ max: bytes.length - 1 }), fc.nat({ max: 255 })), { minLength: 1, maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(spoiled, async (changes) => {
      const other = bytes.slice();
      for (const [place, value] of changes) other[place] = value;
      await createSearchablePdf(other, [{ number: 1, words }], OPTIONS).catch((problem: unknown) =>
        assert.ok(problem instanceof UnreadableFile, String(problem)),
      );
    }),
    { numRuns: 60 },
  );
  assertThere(await found((await createSearchablePdf(bytes, [{ number: 1, words }], OPTIONS))!), [{ number: 1, words }]);
});

test('reverses right-to-left letters but not embedded numbers', () => {
  const turned = (text: string): string => toVisualOrder(splitLetters(text)).join('');
  assert.equal(turned('abc12'), 'abc12');
  assert.equal(turned('שלום'), 'םולש');
  assert.equal(turned('ב12א'), 'א12ב');
});
