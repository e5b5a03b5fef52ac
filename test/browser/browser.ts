/**
 * A real server and a real browser. Each test has its own window; it fails on errors in the browser's console,
 * on exceptions, on failed requests and, at its end, on violations of WCAG A and AA found by axe. Without a browser
 * (scripts/browser.mjs) these tests are skipped.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium } from 'playwright-core';
import type { Browser, BrowserContext, LaunchOptions, Page, Request } from 'playwright-core';
import { LAUNCH_FLAGS, browser } from '../../scripts/browser.mjs';
import { slowness, WAIT_MS } from '../support/slowness.ts';
import type { Server } from '../support/server.ts';

const { path: browserPath, reason } = browser();
/** For `describe`: why the tests of a file cannot run, or false. */
export const skip = browserPath === undefined ? reason! : false;

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const LEVELS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** The rules whose result depends on the theme. */
export const COLOR_RULES = ['color-contrast', 'link-in-text-block'];
/** How long to wait until the page is idle before axe runs, how long idle is, and how often to check. */
const SETTLE_MS = 3000 * slowness;
const QUIET_MS = 60;
const STEP_MS = 20;

export interface VisitOptions {
  /** Starts signed out. */
  signedOut?: boolean;
  width?: number;
  theme?: 'light' | 'dark';
  /** Error statuses that the test expects. */
  refusals?: readonly number[];
}

export interface Visit {
  page: Page;
  context: BrowserContext;
  server: Server;
  /** Opens a path of the console, such as `/ranking`. */
  open(path: string): Promise<void>;
  /** From now on, requests may fail: the test takes the network away. */
  expectFailures(): void;
  /** Fails on violations found by axe, a page that scrolls sideways, or a scrollbar without need. Runs at the end of each test too. */
  checkAccess(options?: AccessOptions): Promise<void>;
  /** Resolves when the page has no open requests for a moment, or after a while for pages that poll. */
  settled(quietMs?: number): Promise<void>;
}

export interface AccessOptions {
  /** Checks only what is in the element with this selector. */
  within?: string;
  /** Checks the colors of the other theme too. */
  bothThemes?: boolean;
  /** Checks these rules of axe only. */
  rules?: readonly string[];
  /** Leaves these rules out. */
  except?: readonly string[];
}

/** After a change of the console the server shows it. */
export async function launchBrowser(options: Pick<LaunchOptions, 'ignoreDefaultArgs'> = {}): Promise<Browser> {
  // By name: the types of what it builds are not those of a browser.
  const { href } = new URL('../../scripts/build-pages.ts', import.meta.url);
  await ((await import(href)) as { buildPages(): Promise<unknown> }).buildPages();
  return await chromium.launch({ executablePath: browserPath!, args: LAUNCH_FLAGS, ...options });
}

export interface Opened {
  visit: Visit;
  problems: string[];
  check(): void;
}

export async function openVisit(
  { server, browser }: { server: Server; browser: Browser },
  { signedOut = false, width = 1280, theme = 'light', refusals = [] }: VisitOptions,
): Promise<Opened> {
  const context = await browser.newContext({
    viewport: { width, height: 800 },
    colorScheme: theme,
    reducedMotion: 'reduce',
    locale: 'en-US',
    timezoneId: 'UTC',
  });
  context.setDefaultTimeout(WAIT_MS);
  if (!signedOut) {
    assert.equal(
      (await context.request.post(`${server.address}/sessions`, { data: { secret: server.adminSecret } })).status(),
      201,
      'sign-in',
    );
    await context.addInitScript("localStorage.setItem('perennial-signed-in', '1')");
  }
  const page = await context.newPage();
  const network = { mayFail: false };
  const problems = watch(page, refusals, network);
  const settled = inFlight(page);
  const check = async (rules: AxeRules, within: string | undefined): Promise<void> => {
    let violations = await axe(page, rules, within);
    if (violations.length > 0) {
      // A page that was rendered while axe ran is inconsistent; real violations are found again.
      await settled();
      violations = await axe(page, rules, within);
    }
    assert.equal(violations.length, 0, `axe: ${page.url()} ${JSON.stringify(violations, null, 1)}`);
  };
  const checkAccess = async ({ within, bothThemes = false, rules, except = [] }: AccessOptions = {}): Promise<void> => {
    await settled();
    // Where the last click has scrolled to is accidental: the sticky header may cover half of a button.
    await page.evaluate('scrollTo(0, 0)');
    const faults = await page.evaluate<string[]>(LAYOUT_FAULTS);
    assert.equal(faults.length, 0, `layout: ${page.url()} ${faults.join('; ')}`);
    await check(rules ? { type: 'rule', values: rules } : { type: 'tag', values: LEVELS, except }, within);
    if (!bothThemes) return;
    await useTheme(page, theme === 'light' ? 'dark' : 'light');
    await check({ type: 'rule', values: COLOR_RULES }, within);
    await useTheme(page, theme);
  };
  const open = async (path: string): Promise<void> => {
    await page.goto(`${server.address}/console${path}`);
    if (!signedOut) await page.locator('.shell').waitFor();
  };
  return {
    visit: { page, context, server, open, checkAccess, settled, expectFailures: () => void (network.mayFail = true) },
    problems,
    check: () => assert.deepEqual(problems, [], 'The page has problems.'),
  };
}

/** Changes the theme of the system, and waits until the page has it. */
export async function useTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await page.locator(`html[data-theme="${theme}"]`).waitFor();
}

/** Collects errors of the page. */
function watch(page: Page, refusals: readonly number[], network: { mayFail: boolean }): string[] {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(`exception: ${error.message}`));
  page.on('console', (message) => {
    const meant = /status of (\d+)/.exec(message.text())?.[1];
    if (network.mayFail && /net::ERR_/.test(message.text())) return;
    if (message.type() === 'error' && !(meant !== undefined && refusals.includes(Number(meant))))
      problems.push(`console: ${message.text()}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400 && !refusals.includes(response.status()))
      problems.push(`${response.status()} ${response.request().method()} ${response.url()}`);
  });
  page.on('requestfailed', (request) => {
    // Leaving a page aborts its requests.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED' && !network.mayFail)
      problems.push(`failed: ${request.url()} ${request.failure()?.errorText}`);
  });
  return problems;
}

/** Resolves when the page has no open requests for a moment, or after a while for pages that poll. */
function inFlight(page: Page): (quietMs?: number) => Promise<void> {
  const asked = new Set<Request>();
  // The request of a shared worker's script is reported, but never its end.
  page.on('request', (request) => request.url().includes('/live-worker-') || asked.add(request));
  page.on('requestfinished', (request) => asked.delete(request));
  page.on('requestfailed', (request) => asked.delete(request));
  return async (quietMs = QUIET_MS) => {
    let quiet = 0;
    for (let waited = 0; waited < SETTLE_MS && quiet < quietMs; waited += STEP_MS) {
      await page.waitForTimeout(STEP_MS);
      quiet = asked.size === 0 ? quiet + STEP_MS : 0;
    }
  };
}

/** Runs in the page: what makes it scroll sideways, and scrollbars for the sake of a pixel or two. */
const LAYOUT_FAULTS = `(() => {
  const faults = [...document.querySelectorAll('body *')].flatMap((one) => {
    const hidden = one.scrollHeight - one.clientHeight;
    if (hidden !== 1 && hidden !== 2 || one.clientHeight === 0 || !/auto|scroll/.test(getComputedStyle(one).overflowY)) return [];
    return ['<' + one.localName + ' class="' + one.className + '"> scrolls by ' + hidden + ' px'];
  });
  const { scrollWidth, clientWidth } = document.documentElement;
  return scrollWidth > clientWidth ? [...faults, 'The page is ' + scrollWidth + ' px wide in ' + clientWidth + ' px.'] : faults;
})()`;

interface Violation {
  rule: string;
  help: string;
  at: string[];
}

interface AxeRules {
  type: 'tag' | 'rule';
  values: readonly string[];
  except?: readonly string[];
}

/** Injected by the debugger, past the content security policy, once for each load of the page. */
async function axe(page: Page, { except = [], ...runOnly }: AxeRules, within: string | undefined): Promise<Violation[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
  return await page.evaluate(
    async ([runOnly, within, except]) => {
      const { axe } = globalThis as unknown as {
        axe: {
          run(
            context: string,
            options: object,
          ): Promise<{ violations: { id: string; help: string; nodes: { html: string; failureSummary: string }[] }[] }>;
        };
      };
      const rules = Object.fromEntries(except.map((rule) => [rule, { enabled: false }]));
      // The pages have no frames, and no rule that is checked needs the style sheets.
      const { violations } = await axe.run(within, { runOnly, rules, resultTypes: ['violations'], iframes: false, preload: false });
      return violations.map(({ id, help, nodes }) => ({
        rule: id,
        help,
        at: nodes.slice(0, 3).map(({ html, failureSummary }) => `${html.slice(0, 200)} ${failureSummary}`),
      }));
    },
    [runOnly, within ?? 'html', except] as const,
  );
}
