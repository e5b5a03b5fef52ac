/** A 200-page document in the console: time until its result is shown, and time per page. */
import type { Page } from 'playwright-core';
import { DocumentCaller, pdfOf } from '../../test/support/documents.ts';
import type { Server } from '../../test/support/server.ts';
import { median } from '../http/statistics.ts';

const PAGES = 200;
const LINES = 28;
const STEPS = 20;
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
  await page.locator('.picture canvas').waitFor();
  console.log(
    '  opened by URL, until its first page is shown           ' +
      `${(performance.now() - opened).toFixed(0).padStart(5)} ms, ${await page.locator('main *').count()} elements`,
  );
  console.log(
    `  next page, until its boxes are painted                  ${median(await steps(page))
      .toFixed(0)
      .padStart(4)} ms`,
  );
  console.log(
    `  a scroll of the page list, until painted                ${median(await scrolls(page))
      .toFixed(0)
      .padStart(4)} ms`,
  );
  console.log(
    `  a page image, requested by the browser                  ${median(await images(page))
      .toFixed(0)
      .padStart(4)} ms`,
  );
}

/** A string, because this file is checked without the browser's types. */
const STEP = `(async () => {
  const startedAt = performance.now();
  document.querySelector('[aria-label="Next page"]').click();
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  return performance.now() - startedAt;
})()`;

const SCROLL = `(async () => {
  const list = document.querySelector('[aria-label="Pages"][role]');
  const startedAt = performance.now();
  list.scrollBy(0, 300);
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  return performance.now() - startedAt;
})()`;

async function scrolls(page: Page): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < STEPS; i++) times.push(await page.evaluate<number>(SCROLL));
  return times;
}

async function steps(page: Page): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < STEPS; i++) times.push(await page.evaluate<number>(STEP));
  return times;
}

/** Each page was not viewed before. */
async function images(page: Page): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < STEPS; i++) {
    const answered = page.waitForResponse((response) => response.url().includes('/image'));
    await page.getByRole('button', { name: 'Next page' }).click();
    const response = await answered;
    await response.finished();
    times.push(response.request().timing().responseEnd);
  }
  return times;
}
