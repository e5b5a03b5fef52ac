/** Renders a page of a file as PNG, for people and as the background of result boxes. */
import { sharp } from '../../../bindings/sharp.ts';
import type { Limits } from '../model/limits.ts';
import { LIMITS } from '../model/limits.ts';
import { openFile } from '../files/open-file.ts';
import { UnreadableFile } from '../model/unreadable-file.ts';

export interface RenderedPage {
  png: Uint8Array;
  pageCount: number;
}

/** The maximum height, also for very narrow pages. */
const MAX_HEIGHT = 4000;

/** Images are not enlarged. Without `png` if the file has no such page. Throws `UnreadableFile`. */
export async function renderPage(
  bytes: Uint8Array,
  number: number,
  width: number,
  limits: Limits = LIMITS,
): Promise<RenderedPage | { pageCount: number }> {
  const file = await openFile(bytes, limits);
  try {
    const { pageCount } = file;
    if (file.flow !== undefined) throw new UnreadableFile('unsupported', 'office files and HTML have no pages to render');
    if (number > pageCount) return { pageCount };
    if (file.image !== undefined) return { pageCount, png: await file.image.renderPng(number, { width, height: MAX_HEIGHT }) };
    const painted = file.pdf.withPage(number, (page) => {
      const scale = Math.min(width / page.width, MAX_HEIGHT / page.height);
      const size = { width: Math.max(1, Math.round(page.width * scale)), height: Math.max(1, Math.round(page.height * scale)) };
      return { ...size, data: page.renderColor(size.width, size.height) };
    });
    const image = sharp(painted.data, { raw: { width: painted.width, height: painted.height, channels: 4 } });
    return { pageCount, png: await image.removeAlpha().png({ compressionLevel: 6 }).toBuffer() };
  } finally {
    file.close();
  }
}
