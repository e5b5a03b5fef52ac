/** The console in a real browser: size of the first load, time to first paint, and components with realistic amounts of data. */
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { buildConsole } from '../../../scripts/build-console.ts';
import { launchBrowser, openVisit, skip } from '../../../test/browser/browser.ts';
import { startServer, temporaryFolder } from '../../../test/support/server.ts';
import type { Server } from '../../../test/support/server.ts';
import { median, verdict } from '../http/statistics.ts';
import { BARS } from './bars.ts';
import { benchLargeDocument } from './documents.ts';
import { benchHome } from './home.ts';
import { benchManyPersons } from './persons.ts';
import { benchManyEvents } from './ranking.ts';
import { benchManyUtterances } from './understanding.ts';

const ROUNDS = 5;
const LARGEST = 5;

type Part = (page: Page, server: Server, browser: Browser) => Promise<void>;

const PARTS: Readonly<Record<string, Part>> = {
  home: (page, { address }) => benchHome(page, address),
  parts: (page, { address }) => benchParts(page, address),
  documents: benchLargeDocument,
  understanding: benchManyUtterances,
  persons: benchManyPersons,
  ranking: (_page, _server, browser) => benchManyEvents(browser),
};

/** All parts, or those named. */
export async function run(names: string[]): Promise<void> {
  await sizes();
  if (skip !== false) return console.log(`\nNot measured: ${skip}.`);
  const browser = await launchBrowser();
  const folder = temporaryFolder();
  const server = await startServer({ data: folder.path });
  try {
    const {
      visit: { page },
    } = await openVisit({ browser, server }, {});
    for (const [name, part] of Object.entries(PARTS)) if (names.length === 0 || names.includes(name)) await part(page, server, browser);
  } finally {
    await browser.close();
    await server.stop();
    folder.remove();
  }
}

async function sizes(): Promise<void> {
  const startedAt = performance.now();
  const cpu = process.cpuUsage();
  const { html, files, first } = await buildConsole();
  const used = process.cpuUsage(cpu);
  const assets = files.map(({ name, contents }) => ({ name, bytes: gzipSync(contents, { level: 9 }).length }));
  const total = assets.reduce((sum, { name, bytes }) => sum + (first.includes(name) ? bytes : 0), gzipSync(html).length);
  verdict(`first load, gzip, in ${first.length + 1} files`, total / 1000, BARS.firstLoadKb, 'at most', ' KB');
  const later = assets.filter(({ name }) => !first.includes(name)).sort((a, b) => b.bytes - a.bytes);
  console.log(
    `The largest loaded later: ${later
      .slice(0, LARGEST)
      .map(({ name, bytes }) => `${name} ${(bytes / 1000).toFixed(1)} KB`)
      .join(', ')}`,
  );
  console.log(
    `Bundled in ${(performance.now() - startedAt).toFixed(0)} ms ` +
      `(${((used.user + used.system) / 1000).toFixed(0)} ms of CPU in this process, esbuild's own not included)`,
  );
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

/** The functions called in the page are in kit.tsx. */
async function benchParts(page: Page, address: string): Promise<void> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('./kit.tsx', import.meta.url))],
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
