/** A document of 200 pages in the console: how soon its answer is there, and how quickly one goes through its pages. */
import type { Page } from 'playwright-core';
import { DocumentCaller, pdfOf } from '../../test/support/documents.ts';
import type { Server } from '../../test/support/server.ts';
import { median } from '../http/statistics.ts';

const PAGES = 200;
const LINES = 28;
const STEPS = 20;
const WORDS = ['order', 'maple', 'rowan', 'delivery', 'invoice', 'garden', 'total', 'number'];

export async function documentOfManyPages(page: Page, server: Server): Promise<void> {
  const bytes = await pdfOf(
    Array.from({ length: PAGES }, (_, n) =>
      Array.from({ length: LINES }, (_one, line) => WORDS.map((word, i) => `${word}${n}${(line * i) % 97}`).join(' ')),
    ),
  );
  const caller = new DocumentCaller(server, server.key1, { prefix: '/documentanalysis', version: '2024-11-30' });
  const begun = performance.now();
  const { headers } = await caller.start(
    'prebuilt-layout',
    bytes,
    'keepDocument=true&stringIndexType=utf16CodeUnit',
    'application/pdf',
  );
  const location = String(headers['operation-location']);
  const { analyzeResult } = await caller.waitFor(location, 600_000);
  console.log(
    `\nA document of ${PAGES} pages, ` +
      `${analyzeResult!.pages.reduce((sum, { words }) => sum + words.length, 0)} words (read in ` +
      `${((performance.now() - begun) / 1000).toFixed(1)} s, answer of ${(JSON.stringify(analyzeResult).length / 1e6).toFixed(1)} MB)`,
  );

  const opened = performance.now();
  await page.goto(
    `${server.address}/console/documents/results/prebuilt-layout/${/analyzeResults\/([^?]+)/.exec(location)![1]}?kept=1`,
  );
  await page.locator('.picture canvas').waitFor();
  console.log(
    '  opened by its address, until its first page is there   ' +
      `${(performance.now() - opened).toFixed(0).padStart(5)} ms, ${await page.locator('main *').count()} elements`,
  );
  console.log(
    `  a step to the next page, until its boxes are painted    ${median(await steps(page))
      .toFixed(0)
      .padStart(4)} ms`,
  );
  console.log(
    `  a turn of the wheel over the list of pages, until drawn ${median(await turns(page))
      .toFixed(0)
      .padStart(4)} ms`,
  );
  console.log(
    `  the picture of a page, asked for from the browser       ${median(await pictures(page))
      .toFixed(0)
      .padStart(4)} ms`,
  );
}

/** As text: this file is checked without the browser's types. */
const STEP = `(async () => {
  const begun = performance.now();
  document.querySelector('[aria-label="Next page"]').click();
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  return performance.now() - begun;
})()`;

const TURN = `(async () => {
  const list = document.querySelector('[aria-label="Pages"][role]');
  const begun = performance.now();
  list.scrollBy(0, 300);
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  return performance.now() - begun;
})()`;

async function turns(page: Page): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < STEPS; i++) times.push(await page.evaluate<number>(TURN));
  return times;
}

async function steps(page: Page): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < STEPS; i++) times.push(await page.evaluate<number>(STEP));
  return times;
}

/** Each is of a page that was not looked at before. */
async function pictures(page: Page): Promise<number[]> {
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
