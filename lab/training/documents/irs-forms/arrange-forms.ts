/** Places parts of PDF pages on new pages: several forms below each other, instructions above or below a form. */
import { PDFDocument } from 'pdf-lib';
import type { Rect } from './fill-form.ts';

export interface PagePart {
  pdf: Uint8Array;
  /** From 1. */
  page: number;
  /** Part of the page that is taken; all of it if absent. */
  rect?: Rect;
  /** Lower left corner on the new page, in points. */
  x: number;
  y: number;
  scale?: number;
}

/** Letter pages, each with the given parts. */
export async function arrangeParts(pages: readonly (readonly PagePart[])[], size: [number, number] = [612, 792]): Promise<Uint8Array> {
  const out = await PDFDocument.create();
  for (const parts of pages) {
    const page = out.addPage(size);
    for (const { pdf, page: number, rect, x, y, scale = 1 } of parts) {
      const source = await PDFDocument.load(pdf);
      const own = source.getPage(number - 1);
      const { width, height } = own.getSize();
      const [left, bottom, right, top] = rect ?? [0, 0, width, height];
      const embedded = await out.embedPage(own, { left, bottom, right, top });
      page.drawPage(embedded, { x, y, xScale: scale, yScale: scale });
    }
  }
  return out.save();
}
