/** The home page, the search over everything, and going from page to page. */
import type { Page } from 'playwright-core';
import { median } from '../http/statistics.ts';
import { BARS, line, report, timed, timeKeys } from './bars.ts';

const ROUNDS = 9;
const REST_MS = 500;
const PAGES = ['Accounts', 'Ranking', 'Understanding', 'Documents', 'Conversations', 'Texts', 'Faces'];

/** Notes when the tasks of the home page are painted. A string, because this file is checked without the browser's types. */
const WATCH = `new MutationObserver((_all, observer) => {
  if (!document.querySelector('.home-task')) return;
  observer.disconnect();
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => { globalThis.homeAt = performance.now(); };
    port2.postMessage(0);
  });
}).observe(document, { subtree: true, childList: true })`;

const PAINTED_AT = `(async () => {
  while (!globalThis.homeAt) await new Promise((done) => setTimeout(done, 5));
  return homeAt;
})()`;

export async function benchHome(page: Page, address: string): Promise<void> {
  await page.addInitScript(WATCH);
  const times: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    await page.goto(`${address}/console`);
    // Asking makes the page run a script of the driver, which takes longer than ten milliseconds: not while the page is drawn.
    await page.waitForTimeout(REST_MS);
    times.push(await page.evaluate<number>(PAINTED_AT));
  }
  console.log('\nHome');
  line('painted on the first visit, bundled meanwhile', `${times[0]!.toFixed(0)} ms`);
  report('painted from the cache', times.slice(1), BARS.homeMs);
  await benchPalette(page, address);
  await benchMoves(page);
}

async function benchPalette(page: Page, address: string): Promise<void> {
  await page.goto(`${address}/console`);
  await page.locator('.home-task').first().waitFor();
  await page.keyboard.press('Control+k');
  await page.locator('.palette input:focus').waitFor();
  report('a keystroke in the search over everything', await timeKeys(page, 'personalizer'), BARS.keystrokeMs);
  await page.keyboard.press('Escape');
}

/** Each page was opened before, so that its script is loaded. */
async function benchMoves(page: Page): Promise<void> {
  const pages = page.getByRole('navigation', { name: 'Pages' });
  const times: number[] = [];
  for (let round = 0; round < 4; round++)
    for (const name of PAGES) {
      const link = pages.getByRole('link', { name: new RegExp(`^${name}`) });
      const ms = await timed(page, () => link.click());
      if (round > 0) times.push(ms);
    }
  line('another page of the console, with what it loads', `${median(times).toFixed(0)} ms`);
}
