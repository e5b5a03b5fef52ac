/**
 * A real server and a real browser. Each test has a window of its own; it fails on anything that the page writes into
 * the browser's console as an error, on exceptions, on requests that fail and, at its end, on what axe finds against
 * WCAG A and AA. Without a browser (scripts/browser.mjs) these tests are skipped.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { chromium } from 'playwright-core';
import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
import { LAUNCH_FLAGS, browser } from '../../scripts/browser.mjs';
import { startServer } from '../support/server.ts';
import type { Server } from '../support/server.ts';

const { path: browserPath, reason } = browser();
/** For `describe`: why the tests of a file cannot run, or false. */
export const skip = browserPath === undefined ? reason! : false;

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const LEVELS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** For a machine that is busy with other things. */
const WAIT_MS = 30_000;
/** How long a page is waited for to come to rest before axe looks, what counts as rest, and how often that is looked at. */
const SETTLE_MS = 3000;
const QUIET_MS = 60;
const STEP_MS = 20;

export interface VisitOptions {
  /** Not signed in to begin with. */
  stranger?: boolean;
  width?: number;
  theme?: 'light' | 'dark';
  /** Statuses from 400 on that the test means to get. */
  refusals?: readonly number[];
}

export interface Visit {
  page: Page;
  context: BrowserContext;
  server: Server;
  /** Opens an address of the console, such as `/ranking`. */
  open(path: string): Promise<void>;
  /** Fails when axe finds something on the page as it is now. The end of each test does so too. */
  checkAccess(): Promise<void>;
}

export interface House {
  server: Server;
  browser: Browser;
  /** A test in a new window. */
  visit(name: string, options: VisitOptions, steps: (visit: Visit) => Promise<void>): void;
}

/** One server (`--dev`) and one browser for the tests of a file. */
export function house({ args = ['--dev'] }: { args?: readonly string[] } = {}): House {
  const shared: House = { visit, server: undefined as unknown as Server, browser: undefined as unknown as Browser };
  before(async () => {
    // One after the other: `after` closes the browser when the server does not start.
    shared.browser = await launchBrowser();
    shared.server = await startServer({ args });
  });
  after(async () => {
    await shared.browser?.close();
    await shared.server?.stop();
  });
  function visit(name: string, options: VisitOptions, steps: (visit: Visit) => Promise<void>): void {
    test(name, async () => {
      const opened = await openVisit(shared, options);
      try {
        await steps(opened.visit);
        await opened.visit.checkAccess();
        opened.check();
      } catch (error) {
        // What went wrong in the page is usually why a step failed.
        if (opened.problems.length > 0 && error instanceof Error)
          error.message += `\nIn the page:\n  ${opened.problems.join('\n  ')}`;
        throw error;
      } finally {
        await opened.visit.context.close();
      }
    });
  }
  return shared;
}

export async function launchBrowser(): Promise<Browser> {
  return await chromium.launch({ executablePath: browserPath!, args: LAUNCH_FLAGS });
}

export interface Opened {
  visit: Visit;
  problems: string[];
  check(): void;
}

export async function openVisit(
  { server, browser }: Pick<House, 'server' | 'browser'>,
  { stranger = false, width = 1280, theme = 'light', refusals = [] }: VisitOptions,
): Promise<Opened> {
  const context = await browser.newContext({
    viewport: { width, height: 800 },
    colorScheme: theme,
    reducedMotion: 'reduce',
    locale: 'en-US',
    timezoneId: 'UTC',
  });
  context.setDefaultTimeout(WAIT_MS);
  if (!stranger) {
    assert.equal(
      (await context.request.post(`${server.address}/sessions`, { data: { secret: server.adminSecret } })).status(),
      201,
      'signing in',
    );
    await context.addInitScript("localStorage.setItem('perennial-signed-in', '1')");
  }
  const page = await context.newPage();
  const problems = watch(page, refusals);
  const settled = inFlight(page);
  const checkAccess = async (): Promise<void> => {
    await settled();
    let violations = await axe(page);
    if (violations.length > 0) {
      // A page that was drawn anew while axe looked is a mixture of two; what is wrong with it is found again.
      await settled();
      violations = await axe(page);
    }
    assert.equal(violations.length, 0, `axe: ${JSON.stringify(violations, null, 1)}`);
  };
  const open = async (path: string): Promise<void> => {
    await page.goto(`${server.address}/console${path}`);
    if (!stranger) await page.locator('.shell').waitFor();
  };
  return {
    visit: { page, context, server, open, checkAccess },
    problems,
    check: () => assert.equal(problems.length, 0, 'The page has problems.'),
  };
}

/** Everything that a page must not do, gathered as it does it. */
function watch(page: Page, refusals: readonly number[]): string[] {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(`exception: ${error.message}`));
  page.on('console', (message) => {
    const meant = /status of (\d+)/.exec(message.text())?.[1];
    if (message.type() === 'error' && !(meant !== undefined && refusals.includes(Number(meant))))
      problems.push(`console: ${message.text()}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400 && !refusals.includes(response.status()))
      problems.push(`${response.status()} ${response.request().method()} ${response.url()}`);
  });
  page.on('requestfailed', (request) => {
    // A page that is left takes its requests back.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED')
      problems.push(`failed: ${request.url()} ${request.failure()?.errorText}`);
  });
  return problems;
}

/** Resolves when the page has asked for nothing for a moment, or has gone on asking, as pages that poll do. */
function inFlight(page: Page): () => Promise<void> {
  const asked = new Set<Request>();
  page.on('request', (request) => asked.add(request));
  page.on('requestfinished', (request) => asked.delete(request));
  page.on('requestfailed', (request) => asked.delete(request));
  return async () => {
    let quiet = 0;
    for (let waited = 0; waited < SETTLE_MS && quiet < QUIET_MS; waited += STEP_MS) {
      await page.waitForTimeout(STEP_MS);
      quiet = asked.size === 0 ? quiet + STEP_MS : 0;
    }
  };
}

interface Violation {
  rule: string;
  help: string;
  at: string[];
}

/** Brought in by the debugger, past the content security policy, which would let no page load it. */
async function axe(page: Page): Promise<Violation[]> {
  await page.evaluate(AXE);
  return await page.evaluate(async (levels) => {
    const run = (
      globalThis as unknown as {
        axe: {
          run(
            options: object,
          ): Promise<{ violations: { id: string; help: string; nodes: { html: string; failureSummary: string }[] }[] }>;
        };
      }
    ).axe;
    const { violations } = await run.run({ runOnly: levels, resultTypes: ['violations'] });
    return violations.map(({ id, help, nodes }) => ({
      rule: id,
      help,
      at: nodes.slice(0, 3).map(({ html, failureSummary }) => `${html.slice(0, 200)} ${failureSummary}`),
    }));
  }, LEVELS);
}
