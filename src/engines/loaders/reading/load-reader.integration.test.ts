/** Pages rendered by PDFium, read with the shipped weights. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import type { PDFFont, PDFPage } from 'pdf-lib';
import { apply } from '../../documents/reading/model/affine.ts';
import type { GrayImage } from '../../documents/reading/model/page.ts';
import { rotateImage } from '../../documents/reading/images/rotate.ts';
import { loadReader } from './load-reader.ts';
import type { OcrResult, Reader } from '../../documents/reading/ocr/reader.ts';
import { sharp } from '../../bindings/sharp.ts';
import { findDetector, findRecognizer } from './ocr-weights.ts';

const LINES = ['Please send the second parcel', 'to the office in Birmingham', 'before the end of the month', 'Total amount 1,284.50'];

let reader: Reader;
let page: GrayImage;
before(async () => {
  reader = await loadReader();
  page = await drawn(LINES);
});
after(async () => {
  await reader.close();
});

async function drawn(lines: readonly string[], size = 14): Promise<GrayImage> {
  return await rendered([300, 160], 200, (sheet, font) => {
    lines.forEach((line, i) => {
      sheet.drawText(line, { x: 30, y: 120 - i * 28, size, font });
    });
  });
}

async function rendered(size: [number, number], dpi: number, draw: (sheet: PDFPage, font: PDFFont) => void): Promise<GrayImage> {
  const document = await PDFDocument.create();
  draw(document.addPage(size), await document.embedFont(StandardFonts.Helvetica));
  const library = await PDFiumLibrary.init();
  const opened = await library.loadDocument(await document.save());
  const { width, height, data } = await opened.getPage(0).render({ scale: dpi / 72, colorSpace: 'BGRA', render: 'bitmap' });
  opened.destroy();
  library.destroy();
  return { width, height, data: Uint8Array.from({ length: width * height }, (_, i) => data[i * 4]!) };
}

const textsOf = ({ lines }: OcrResult): string[] => lines.map(({ words }) => words.map(({ text }) => text).join(' '));

test('reads a clean page line by line with word boxes', async () => {
  const read = await reader.read(page);
  assert.deepEqual(textsOf(read), LINES);
  assert.equal(read.angle, 0);
  assert.deepEqual([read.upright.width, read.upright.height], [page.width, page.height]);
  const [first] = read.lines[0]!.words;
  const point = 200 / 72;
  assert.ok(
    Math.abs(first!.box.left - 30 * point) < 6 && first!.box.top < 36 * point && first!.box.bottom > 36 * point,
    JSON.stringify(first!.box),
  );
  for (const { words } of read.lines) for (const { confidence } of words) assert.ok(confidence > 0.5 && confidence <= 1);
});

test('reads letters with several marks, which the recognizer of most pages does not know', async () => {
  const file = readFileSync(new URL('../../../../test/support/vietnamese-page.png', import.meta.url));
  const { data, info } = await sharp(file).grayscale().raw().toBuffer({ resolveWithObject: true });
  const read = await reader.read({ width: info.width, height: info.height, data });
  assert.deepEqual(textsOf(read), [
    'Hóa đơn giá trị gia tăng',
    'Người mua hàng: Trần Thị Thu Hương',
    'Tổng cộng tiền thanh toán: 45.000',
    'Xin cảm ơn quý khách',
  ]);
});

for (const degrees of [90, 180, -90, 4, -12]) {
  test(`straightens a page rotated by ${degrees}° and maps its boxes back`, async () => {
    const { image, map } = rotateImage(page, degrees);
    const read = await reader.read(image);
    assert.ok(Math.abs(read.angle - degrees) < 0.4, `angle ${read.angle}`);
    assert.deepEqual(textsOf(read), LINES);
    const { box } = read.lines[0]!.words[0]!;
    const middle = apply(read.toOriginal, (box.left + box.right) / 2, (box.top + box.bottom) / 2);
    const wanted = apply(map, (30 * 200) / 72 + 55, (36 * 200) / 72);
    assert.ok(Math.hypot(middle.x - wanted.x, middle.y - wanted.y) < 20, JSON.stringify({ middle, wanted }));
  });
}

test('does not take print for handwriting, and reports it only on request', async () => {
  for (const { handwritten } of (await reader.read(page, { upright: true, handwriting: true })).lines)
    assert.ok(handwritten! < 0.5, String(handwritten));
  for (const line of (await reader.read(page, { upright: true })).lines) assert.equal(line.handwritten, undefined);
});

test('finds smaller print among larger print in high resolution', async () => {
  const image = await rendered([420, 320], 100, (sheet, font) => {
    for (let i = 0; i < 9; i++) sheet.drawText(`The second parcel went to the office ${i}`, { x: 30, y: 290 - i * 24, size: 11, font });
    sheet.drawText('Returned goods are accepted within thirty days.', { x: 30, y: 40, size: 4, font });
  });
  const [plain, high] = [await reader.read(image), await reader.read(image, { highResolution: true })];
  assert.equal(plain.lines.length, 9);
  assert.ok(high.lines.length > 9, String(high.lines.length));
});

test('reads a faint page', async () => {
  assert.deepEqual(textsOf(await reader.read({ ...page, data: page.data.map((value) => 150 + value * 0.2) })), LINES);
});

test('returns no lines for an image without text, and survives tiny images', async () => {
  assert.deepEqual((await reader.read({ width: 300, height: 200, data: new Uint8Array(60_000).fill(255) })).lines, []);
  assert.deepEqual((await reader.read({ width: 1, height: 1, data: Uint8Array.of(0) })).lines, []);
  assert.ok((await reader.read({ width: 3000, height: 12, data: new Uint8Array(36_000).map((_, i) => (i % 7) * 36) })).lines.length < 50);
});

test('is deterministic', async () => {
  assert.deepEqual((await reader.read(page, { upright: true })).lines, (await reader.read(page, { upright: true })).lines);
});

test('reads the settings of a weights folder and reports errors', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'perennial-weights-'));
  t.after(() => {
    rmSync(folder, { recursive: true });
  });
  assert.equal(findDetector(folder), undefined);
  assert.equal(await findRecognizer(folder), undefined);
  writeFileSync(join(folder, 'recogniser.onnx'), '');
  await assert.rejects(findRecognizer(folder), /no recogniser\.json/);
  writeFileSync(join(folder, 'recogniser.json'), '{"kind":"ctc"}');
  await assert.rejects(findRecognizer(folder), /characters/);
  writeFileSync(join(folder, 'recogniser.json'), '{"kind":"other","characters":"ab"}');
  await assert.rejects(findRecognizer(folder), /kind/);
  writeFileSync(join(folder, 'recogniser.json'), '{nonsense');
  await assert.rejects(findRecognizer(folder), /not JSON/);
  writeFileSync(join(folder, 'letters.txt'), 'a\r\nb\r\n');
  writeFileSync(
    join(folder, 'recogniser.json'),
    '{"height":48,"channels":3,"mean":0.5,"deviation":0.5,"probabilities":true,"charactersFile":"letters.txt"}',
  );
  assert.deepEqual((await findRecognizer(folder))!.settings, {
    height: 48,
    channels: 3,
    mean: 0.5,
    deviation: 0.5,
    probabilities: true,
    characters: ['a', 'b', ' '],
  });
  writeFileSync(join(folder, 'detector.onnx'), '');
  assert.equal(findDetector(folder), join(folder, 'detector.onnx'));
});
