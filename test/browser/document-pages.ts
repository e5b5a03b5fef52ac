/** What tests of documents do with the page that is shown. */
import type { Page } from 'playwright-core';

const [WIDTH, HEIGHT] = [612, 792];

interface Upload {
  name: string;
  mimeType: string;
  buffer: Buffer;
}
export const pdf = (name: string, buffer: Buffer): Upload => ({ name, mimeType: 'application/pdf', buffer });

/** The window position of a point of the page, given in points from its upper left corner. */
export async function pointAt(page: Page, x: number, y: number): Promise<[number, number]> {
  const { x: left, y: top, width, height } = (await page.locator('.boxed-image canvas').boundingBox())!;
  const scale = Math.min(width / WIDTH, height / HEIGHT);
  return [left + (width - WIDTH * scale) / 2 + x * scale, top + Math.max(0, (height - HEIGHT * scale) / 2) + y * scale];
}
