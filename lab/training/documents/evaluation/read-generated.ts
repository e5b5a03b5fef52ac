/** Generated documents as the engine sees them: from the PDF's text, or as degraded scans read by OCR. */
import sharp from 'sharp';
import { layoutDocument } from '../../../../src/engines/documents/layout/layout-document.ts';
import { layoutPage } from '../../../../src/engines/documents/layout/layout-page.ts';
import type { PageLayout } from '../../../../src/engines/documents/layout/model/page-layout.ts';
import type { DocumentLayout } from '../../../../src/engines/documents/layout/model/structure.ts';
import { LIMITS } from '../../../../src/engines/documents/reading/model/limits.ts';
import type { Reader } from '../../../../src/engines/documents/reading/ocr/reader.ts';
import { PdfDocument } from '../../../../src/engines/documents/reading/pdf/document.ts';
import { readPageContent } from '../../../../src/engines/documents/reading/pdf/page-content.ts';
import { readDocument } from '../../../../src/engines/documents/reading/read-document.ts';
import type { GrayImage } from '../../../../src/engines/documents/reading/model/page.ts';
import { SeededRandom } from '../seeded-random.ts';

const ALL_FEATURES = { tables: true, marks: true, figures: true, keyValuePairs: true };

export async function layoutOf(bytes: Uint8Array, ocr?: Reader): Promise<DocumentLayout> {
  const pages: PageLayout[] = [];
  await readDocument(bytes, {
    ocr,
    onPage: (seen) => {
      pages.push(layoutPage(seen, ALL_FEATURES));
    },
  });
  return layoutDocument(pages);
}

/** Pages rendered at 150 to 200 dpi, blurred, noisy, rotated by up to one degree and saved as JPEG. */
export async function degradedPages(pdf: Uint8Array, seed: number): Promise<Uint8Array[]> {
  const random = new SeededRandom(seed + 77);
  const document = await PdfDocument.open(pdf, LIMITS);
  const dpi = random.integer(150, 200);
  try {
    const pages = Array.from({ length: document.pageCount }, (_, i) =>
      document.withPage(i + 1, (page) => readPageContent(page, i + 1, { ocr: false, renderDpi: dpi }).image!),
    );
    return await Promise.all(pages.map((image) => degrade(image, random)));
  } finally {
    document.close();
  }
}

async function degrade({ width, height, data }: GrayImage, random: SeededRandom): Promise<Uint8Array> {
  const noise = random.between(0, 14);
  const [low, high] = [random.between(0, 60), random.between(215, 255)];
  const raw = new Uint8Array(width * height);
  for (let i = 0; i < raw.length; i++)
    raw[i] = Math.max(0, Math.min(255, low + (data[i]! / 255) * (high - low) + (random.next() - 0.5) * 2 * noise));
  const blurred = sharp(raw, { raw: { width, height, channels: 1 } }).blur(random.between(0.4, 1));
  const rotated = await blurred
    .rotate(random.between(-1, 1), { background: { r: high, g: high, b: high } })
    .toColourspace('b-w')
    .jpeg({ quality: random.integer(45, 85) })
    .toBuffer();
  return new Uint8Array(rotated);
}

/** Reads all pages of a degraded document into one layout. */
export async function degradedLayout(pdf: Uint8Array, seed: number, ocr: Reader): Promise<DocumentLayout> {
  const pages: PageLayout[] = [];
  for (const page of await degradedPages(pdf, seed))
    await readDocument(page, {
      ocr,
      onPage: (seen) => {
        pages.push(layoutPage(seen, ALL_FEATURES));
      },
    });
  return layoutDocument(pages);
}
