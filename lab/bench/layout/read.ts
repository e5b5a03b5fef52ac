/** Reads a drawn PDF for layout in two sources: from the file's own content, and as an image with known words. */
import type { Canvas } from './canvas.ts';
import { LIMITS } from '../../../src/engines/documents/reading/model/limits.ts';
import { PdfDocument } from '../../../src/engines/documents/reading/pdf/document.ts';
import { readPageContent } from '../../../src/engines/documents/reading/pdf/page-content.ts';
import type { Box, PageWithImage } from '../../../src/engines/documents/reading/model/page.ts';

const DPI = 200;

export type Source = 'digital' | 'image';

export async function readPages(canvas: Canvas, source: Source): Promise<PageWithImage[]> {
  const pdf = await PdfDocument.open(await canvas.bytes(), LIMITS);
  try {
    return Array.from({ length: pdf.pageCount }, (_, i) => {
      const content = pdf.withPage(i + 1, (page) =>
        readPageContent(page, i + 1, { ocr: false, renderDpi: source === 'image' ? DPI : undefined }),
      );
      return source === 'image' ? asImage(content) : { page: content.page, scale: 1 };
    });
  } finally {
    pdf.close();
  }
}

/** In pixels, without what only the file knows: strokes, font weight, marks. */
function asImage({ page, image, scale }: PageWithImage): PageWithImage {
  const box = ({ left, top, right, bottom }: Box): Box => ({
    left: left * scale,
    top: top * scale,
    right: right * scale,
    bottom: bottom * scale,
  });
  return {
    image,
    scale: 1,
    page: {
      ...page,
      unit: 'pixel',
      width: page.width * scale,
      height: page.height * scale,
      upright: { width: page.upright.width * scale, height: page.upright.height * scale },
      rules: [],
      marks: [],
      imageBoxes: [],
      barcodes: [],
      lines: page.lines.map((line) => ({
        words: line.words.map((word) => ({ ...word, box: box(word.box) })),
        box: box(line.box),
        turn: line.turn,
      })),
    },
  };
}
