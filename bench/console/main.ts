/** The console in a real browser: size of the first load, time to first paint, and components with realistic amounts of data. */
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { loadBundle } from '../../src/http/console-bundle.ts';
import { launchBrowser, openVisit, skip } from '../../test/browser/browser.ts';
import { startServer } from '../../test/support/server.ts';
import { median } from '../http/statistics.ts';
import { benchLargeDocument } from './documents.ts';
import { benchManyEvents } from './ranking.ts';
import { benchManyUtterances } from './understanding.ts';

const ROUNDS = 5;

export async function run(): Promise<void> {
  await sizes();
  if (skip !== false) return console.log(`\nNot measured: ${skip}.`);
  const browser = await launchBrowser();
  const server = await startServer({ args: ['--dev'] });
  try {
    const {
      visit: { page },
    } = await openVisit({ browser, server }, {});
    await firstPaint(page, server.address);
    await keysAndPages(page, server.address);
    await parts(page, server.address);
    await benchLargeDocument(page, server);
    await benchManyUtterances(page, server);
    await benchManyEvents(browser);
  } finally {
    await browser.close();
    await server.stop();
  }
}

async function sizes(): Promise<void> {
  const startedAt = performance.now();
  const cpu = process.cpuUsage();
  const { html, assets, first } = await loadBundle();
  const used = process.cpuUsage(cpu);
  const total = gzipSync(html).length + first.reduce((sum, name) => sum + assets.get(name)!.gzip.length, 0);
  console.log(
    `First load: ${(total / 1000).toFixed(1)} KB gzip, at most ${LIMITS.firstLoadKb} (page ${gzipSync(html).length} bytes, ` +
      `${first.map((name) => `${name} ${(assets.get(name)!.gzip.length / 1000).toFixed(1)} KB`).join(', ')})`,
  );
  for (const [name, { gzip }] of [...assets].filter(([one]) => !first.includes(one)).sort(([, a], [, b]) => b.gzip.length - a.gzip.length))
    console.log(`  later: ${name} ${(gzip.length / 1000).toFixed(1)} KB`);
  console.log(
    `Bundled in ${(performance.now() - startedAt).toFixed(0)} ms ` +
      `(${((used.user + used.system) / 1000).toFixed(0)} ms of CPU in this process, esbuild's own not included)`,
  );
}

/** What the console must keep to: see docs/console.md. */
const LIMITS = { firstLoadKb: 60, homeMs: 150, keystrokeMs: 50, nextPageMs: 60 } as const;

/** From the request to the home page with its tasks, with an empty and then a full cache. */
async function firstPaint(page: Page, address: string): Promise<void> {
  const times: number[] = [];
  const painted: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const startedAt = performance.now();
    await page.goto(`${address}/console`);
    await page.locator('.home-task').first().waitFor();
    times.push(performance.now() - startedAt);
    painted.push(await page.evaluate<number>("performance.getEntriesByName('first-contentful-paint')[0].startTime"));
  }
  console.log(
    `\nHome: first paint after ${painted[0]!.toFixed(0)} ms, its tasks after ${times[0]!.toFixed(0)} ` +
      `ms; from the cache ${median(painted.slice(1)).toFixed(0)} (at most ${LIMITS.homeMs}) and ${median(times.slice(1)).toFixed(0)} ms ` +
      `(median of ${ROUNDS - 1})`,
  );
}

/** A string, because this file is checked without the browser's types. */
const PAINTED = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';

/** A keystroke in the search over everything, and going to another page that was loaded before: each until painted. */
async function keysAndPages(page: Page, address: string): Promise<void> {
  await page.goto(`${address}/console`);
  await page.locator('.home-task').first().waitFor();
  await page.keyboard.press('Control+k');
  await page.locator('.palette input').waitFor();
  const keys: number[] = [];
  for (const letter of 'personalizer') {
    await page.evaluate(PAINTED);
    keys.push(
      await page.evaluate<number>(`(async () => {
        const input = document.querySelector('.palette input');
        const startedAt = performance.now();
        input.value += '${letter}';
        input.dispatchEvent(new InputEvent('input', { bubbles: true }));
        await ${PAINTED};
        return performance.now() - startedAt;
      })()`),
    );
  }
  await page.keyboard.press('Escape');
  const moves: number[] = [];
  for (let round = 0; round <= ROUNDS; round++)
    for (const path of ['accounts', 'ranking', 'understanding', 'documents'])
      moves.push(
        await page.evaluate<number>(`(async () => {
          const startedAt = performance.now();
          document.querySelector('.side a[href^="/console/${path}"]').click();
          do await new Promise((done) => requestAnimationFrame(done));
          while (!document.querySelector('main h1') || !document.querySelector('.side a[href^="/console/${path}"][aria-current]'));
          await ${PAINTED};
          return performance.now() - startedAt;
        })()`),
      );
  console.log(`A keystroke in the search over everything ${median(keys).toFixed(0)} ms (at most ${LIMITS.keystrokeMs})`);
  console.log(`The next page, loaded before ${median(moves.slice(4)).toFixed(0)} ms (at most ${LIMITS.nextPageMs})`);
}

const LOADS: Readonly<Record<string, string>> = {
  utterances: '10,000 utterances in a table',
  events: '100,000 events in a table',
  answer: 'JSON of 200 pages',
  boxes: '10,000 boxes over a page',
  curve: '5,000 points with a band',
};
const STEPS: Readonly<Record<string, string>> = {
  typing: 'a keystroke in the search of 10,000',
  scrolling: 'a step of scrolling 100,000',
  zooming: 'a step of zooming 10,000 boxes',
};

/** The functions called in the page are in console/kit/kit.bench.tsx. */
async function parts(page: Page, address: string): Promise<void> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('../../console/kit/kit.bench.tsx', import.meta.url))],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    tsconfigRaw: {},
  });
  await page.goto(`${address}/console`);
  await page.evaluate(outputFiles[0]!.text);
  console.log('\nUntil painted (median of rounds, the first left out):');
  for (const [name, what] of Object.entries(LOADS)) {
    const times: number[] = [];
    for (let round = 0; round <= ROUNDS; round++) times.push(await page.evaluate<number>(`show('${name}')`));
    console.log(
      `  ${what.padEnd(34)} ${median(times.slice(1)).toFixed(0).padStart(4)} ms, ${await page.evaluate<number>('elements()')} elements`,
    );
  }
  for (const [name, what] of Object.entries(STEPS))
    console.log(
      `  ${what.padEnd(34)} ${median(await page.evaluate<number[]>(`${name}()`))
        .toFixed(0)
        .padStart(4)} ms`,
    );
}
