/** A 200-page document in the console. */
import type { Page } from 'playwright-core';
import { DocumentCaller, pdfOf } from '../../../test/support/documents.ts';
import type { Server } from '../../../test/support/server.ts';
import { BARS, line, repeat, report, timed, timeKeys } from './bars.ts';

const PAGES = 200;
const LINES = 28;
const STEPS = 20;
/** Nobody sees a page in less time. */
const GLANCE_MS = 250;
const WORDS = ['order', 'maple', 'rowan', 'delivery', 'invoice', 'garden', 'total', 'number'];

export async function benchLargeDocument(page: Page, server: Server): Promise<void> {
  const bytes = await pdfOf(
    Array.from({ length: PAGES }, (_, n) =>
      Array.from({ length: LINES }, (_one, line) => WORDS.map((word, i) => `${word}${n}${(line * i) % 97}`).join(' ')),
    ),
  );
  const caller = new DocumentCaller(server, server.key1, { prefix: '/documentanalysis', version: '2024-11-30' });
  const startedAt = performance.now();
  const { headers } = await caller.start('prebuilt-layout', bytes, 'keepDocument=true&stringIndexType=utf16CodeUnit', 'application/pdf');
  const location = String(headers['operation-location']);
  const { analyzeResult } = await caller.waitFor(location, 600_000);
  console.log(
    `\nA document of ${PAGES} pages, ` +
      `${analyzeResult!.pages.reduce((sum, { words }) => sum + words.length, 0)} words (analyzed in ` +
      `${((performance.now() - startedAt) / 1000).toFixed(1)} s, result of ${(JSON.stringify(analyzeResult).length / 1e6).toFixed(1)} MB)`,
  );

  const opened = performance.now();
  await page.goto(`${server.address}/console/documents/results/prebuilt-layout/${/analyzeResults\/([^?]+)/.exec(location)![1]}?kept=1`);
  await page.locator('.boxed-image canvas').waitFor();
  line('opened by URL', `${(performance.now() - opened).toFixed(0)} ms, ${await page.locator('main *').count()} elements`);
  const next = page.getByRole('button', { name: 'Next page' });
  const times: number[] = [];
  for (let i = 0; i < STEPS; i++) {
    await page.waitForTimeout(GLANCE_MS);
    times.push(await timed(page, () => next.click()));
  }
  report('next page of a document, with its image', times, BARS.nextPageMs);
  await page.getByRole('listbox', { name: 'Pages' }).focus();
  report('next pages in the list of pages', await timeKeys(page, repeat('PageDown', STEPS)), BARS.nextPageMs);
}
