/** What reading a page costs beside Tesseract in the same run: CPU time of our reader divided by that of the peer. */
import { fileURLToPath } from 'node:url';
import { loadReader } from '../../../src/engines/loaders/reading/load-reader.ts';
import type { GrayImage } from '../../../src/engines/documents/reading/model/page.ts';
import { measureCpu } from './cpu-time.ts';
import { renderPdf } from './degrade.ts';
import { KINDS, createInstructionsPage, createPage } from './pages.ts';
import { readReceipts } from './receipts.ts';
import { mean } from './table.ts';
import { loadTesseract } from './tesseract.ts';

const DATA = fileURLToPath(new URL('../../../../shared/data', import.meta.url));
const SEED = 3000;
const RECEIPTS = 6;

/** Ratios by round: a clean page at 150 dpi, 8-point print at 100 dpi, and a receipt where receipts are at hand. */
export async function readingTimeRatios(rounds: number): Promise<Record<'clean' | 'dense' | 'receipt', number[]>> {
  const clean = await Promise.all(KINDS.map(async (kind) => (await renderPdf((await createPage(kind, SEED)).pdf, 150)).image));
  const dense = [(await renderPdf((await createInstructionsPage(SEED)).pdf, 100)).image];
  const receipt = (await readReceipts(DATA)).slice(0, RECEIPTS).map(({ image }) => image);
  const [reader, peer] = [await loadReader({ threads: 1 }), await loadTesseract()];
  const secondsOf = async (images: readonly GrayImage[], read: (image: GrayImage) => Promise<unknown>): Promise<number> => {
    const seconds = [];
    for (const image of images) seconds.push((await measureCpu(async () => await read(image))).seconds);
    return mean(seconds);
  };
  const ratios = { clean: [] as number[], dense: [] as number[], receipt: [] as number[] };
  const pages = { clean, dense, receipt };
  await reader.read(clean[0]!);
  for (let round = 0; round < rounds; round++) {
    for (const kind of ['clean', 'dense', 'receipt'] as const) {
      if (pages[kind].length === 0) continue;
      const own = await secondsOf(pages[kind], async (image) => await reader.read(image));
      ratios[kind].push(own / (await secondsOf(pages[kind], async (image) => await peer.read(image, 3))));
    }
  }
  await reader.close();
  await peer.close();
  return ratios;
}
