/**
 * Visits every view of the console: the pages of its table, their tabs, whatever they link to, what the first row of a table opens, and
 * the dialogs that its buttons open. Buttons are really pressed and fields changed, but what they send is held back and only compared
 * with the roles.
 */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { allows, ROLES } from '../../src/accounts/roles.ts';
import type { Role } from '../../src/accounts/roles.ts';
import { COLOR_RULES, useTheme } from './browser.ts';
import type { Visit } from './browser.ts';

/** A page of the console's own table: one that is added there is visited, or the test fails. */
export interface ConsolePage {
  path: string;
  /** Path segments that are not names given by users. */
  words?: Readonly<Record<string, string>>;
}

export async function consolePages(): Promise<readonly ConsolePage[]> {
  const { pages } = (await import(new URL('../../console/pages.ts', import.meta.url).href)) as { pages: readonly ConsolePage[] };
  return pages;
}

/** Loaded by name, so that the types of all operations are checked once, without those of a browser. */
async function roleForRequest(request: string): Promise<Role> {
  const { href } = new URL('../support/route-roles.ts', import.meta.url);
  return ((await import(href)) as { roleForRequest(sent: string): Role }).roleForRequest(request);
}

const WIDE = { width: 1280, height: 800 };
/** The rules whose result depends on the width: checked in a narrow window only, where there is less room. */
const WIDTH_RULES = ['target-size', 'scrollable-region-focusable'];
const NARROW = { width: 400, height: 800 };
const LARGE = { width: 1920, height: 1080 };
/** How long no request may be open after a button was pressed. */
const PRESSED_QUIET_MS = 20;

/** What the script below leaves in the window. */
interface Held {
  heldRequests?: string[];
}

/** From now on, requests that change something are listed and never sent. */
async function holdChanges(page: Page): Promise<void> {
  await page.evaluate(() => {
    const held = globalThis as Held;
    if (held.heldRequests) return;
    const requests: string[] = (held.heldRequests = []);
    const send = fetch;
    globalThis.fetch = (input, init) => {
      const method = init?.method ?? 'GET';
      if (method === 'GET') return send(input, init);
      requests.push(`${method} ${String(input as string)}`);
      return new Promise(() => undefined);
    };
  });
}

/** Marks the enabled buttons of the page that name the role, in one row of each table, and returns their names. */
async function markButtons(page: Page, role: Role): Promise<string[]> {
  return await page.evaluate((role) => {
    for (const marked of document.querySelectorAll<HTMLElement>('[data-walk]')) delete marked.dataset.walk;
    const isFirst = (button: Element): boolean => {
      const row = button.closest('[role="row"], tr, li');
      return !row || row === [...row.parentElement!.children].find((one) => one.querySelector('button'));
    };
    return [...document.querySelectorAll<HTMLButtonElement>('main button:not([role="tab"])')]
      .filter(
        ({ dataset: { needs = 'view' }, ariaLabel }) => (needs === 'server' ? 'manage' : needs) === role && !ariaLabel?.startsWith('Copy '),
      )
      .filter((button) => !button.disabled && button.checkVisibility() && isFirst(button))
      .map((button, i) => {
        button.dataset.walk = String(i);
        return button.ariaLabel ?? button.innerText.trim();
      });
  }, role);
}

/** Presses a marked button, if it is still there. */
async function press(page: Page, at: number): Promise<boolean> {
  return await page.evaluate(async (at) => {
    const button = document.querySelector<HTMLButtonElement>(`[data-walk="${at}"]:enabled`);
    button?.click();
    // Dialogs open after the next frame, which takes a while on a busy machine.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    return button !== null;
  }, at);
}

async function closeDialogs(page: Page): Promise<void> {
  for (let open = 3; open > 0 && (await page.locator('dialog[open]').count()); open--) await page.keyboard.press('Escape');
}

/** Runs in the page. What the open dialog consists of: most of those that confirm something or ask for a name are alike. */
function dialogShape(): string {
  const parts = [...document.querySelectorAll('dialog[open] *')].map(
    ({ tagName, className, role, parentElement }) => `${parentElement!.tagName} ${tagName} ${String(className)} ${role}`,
  );
  return [...new Set(parts)].sort().join();
}

/** Fills the fields of the open dialog and presses what it offers; resolves to the highest role that its buttons say they need. */
async function answerDialog(page: Page): Promise<Role> {
  for (const field of await page.locator('dialog[open] :is(input:not([type]), input[type="text"], textarea):enabled').all()) {
    const typed = await field.evaluate(
      (one) => /^Type (.+) to confirm$/.exec((one as HTMLInputElement).labels?.[0]?.textContent ?? '')?.[1],
    );
    if ((await field.inputValue()) === '') await field.fill(typed ?? 'walk');
  }
  return await page.evaluate((roles) => {
    let highest = 0;
    for (const button of document.querySelectorAll<HTMLButtonElement>('dialog[open] .dialog-buttons button[data-needs]:enabled')) {
      highest = Math.max(highest, button.dataset.needs === 'server' ? roles.length - 1 : roles.indexOf(button.dataset.needs as Role));
      button.click();
    }
    return roles[highest]!;
  }, ROLES);
}

interface Pressing {
  /** The buttons pressed so far, by area and name; the dialogs seen so far, by shape. */
  pressed: Set<string>;
  area: string;
  /** The highest role that a pressed button has named since the page was loaded: what is sent now may be the edit of an earlier one. */
  highest: Role;
}

/**
 * Presses the buttons of the open view that name the role, if none of that name was pressed on another view of the area. Their dialogs
 * are accessible, and they send nothing that the role would be refused.
 */
async function pressButtons({ page, checkAccess, settled }: Visit, pressing: Pressing, role: Role): Promise<void> {
  const { pressed, area } = pressing;
  const raise = (named: Role): void => void (allows(pressing.highest, named) || (pressing.highest = named));
  const view = page.url();
  raise(role);
  await holdChanges(page);
  for (let marked = await markButtons(page, role), at = 0; at < marked.length; at++) {
    const name = `${area} ${marked[at]}`;
    if (pressed.has(name)) continue;
    pressed.add(name);
    if (!(await press(page, at))) continue;
    await settled(PRESSED_QUIET_MS);
    if (await page.locator('dialog[open]').count()) {
      const shape = await page.evaluate(dialogShape);
      if (!pressed.has(shape)) await checkAccess({ within: 'dialog[open]', bothThemes: true });
      pressed.add(shape);
      raise(await answerDialog(page));
      await settled(PRESSED_QUIET_MS);
      await closeDialogs(page);
    }
    for (const request of await page.evaluate(() => (globalThis as Held).heldRequests?.splice(0) ?? []))
      assert.ok(
        allows(pressing.highest, await roleForRequest(request)),
        `${view}: “${marked[at]}” is offered to ${pressing.highest}, but sends ${request}.`,
      );
    if (page.url() === view) continue;
    // It led to another view: back, and on with the buttons that are left.
    await page.goto(view);
    await page.locator('main h1').waitFor();
    await settled();
    await holdChanges(page);
    [marked, at] = [await markButtons(page, role), -1];
  }
}

/**
 * Changes the fields of the open view that name no role, and changes them back: none sends anything that a viewer would be refused.
 * Those of a name are tried once in each area, those of a list in its first row.
 */
async function changeFields({ page }: Visit, { pressed, area }: Pressing): Promise<void> {
  await holdChanges(page);
  const used = await page.evaluate(
    async (known) => {
      const requests = (globalThis as Held).heldRequests!;
      const seen = new Set(known);
      const found: { name: string; sent: string[] }[] = [];
      for (const field of document.querySelectorAll<HTMLSelectElement | HTMLInputElement>(
        'main :is(select, input[type="checkbox"]):enabled',
      )) {
        const row = field.closest('[role="row"], tr, li');
        const name = field.ariaLabel ?? field.labels?.[0]?.innerText ?? '';
        if ((field.dataset.needs ?? 'view') !== 'view' || seen.has(name) || row?.previousElementSibling) continue;
        seen.add(name);
        requests.splice(0);
        const before = field instanceof HTMLSelectElement ? field.selectedIndex : 0;
        for (const at of [before + 1, before]) {
          if (field instanceof HTMLSelectElement) {
            field.selectedIndex = at % field.options.length;
            field.dispatchEvent(new Event('input', { bubbles: true }));
          } else field.click();
          await new Promise(requestAnimationFrame);
          await new Promise(requestAnimationFrame);
        }
        found.push({ name, sent: requests.splice(0) });
      }
      return found;
    },
    [...pressed].filter((name) => name.startsWith(`${area} field `)).map((name) => name.slice(`${area} field `.length)),
  );
  for (const { name, sent } of used) {
    pressed.add(`${area} field ${name}`);
    for (const request of sent)
      assert.ok(allows('view', await roleForRequest(request)), `${page.url()}: “${name}” is offered to view, but sends ${request}.`);
  }
}

/** `documents/models/order-forms-1` and `documents/models/desk` are views of one kind; `texts/import` is one of its own. */
function kindOf(path: string): string {
  const parts = path.split('/').filter((part) => part !== '');
  return parts.length > 1 && parts.at(-1) !== 'import' ? [...parts.slice(0, -1), ''].join('/') : parts.join('/');
}

/** Nothing is wider than the window, once it has its new width. */
async function checkWidth(page: Page): Promise<void> {
  await page
    .waitForFunction(() => document.documentElement.scrollWidth <= innerWidth)
    .catch(() => assert.fail(`${page.url()} is wider than the window.`));
}

/** Checks every view, from the given ones on, and uses its fields and buttons. */
export async function walkEveryView(visit: Visit, start: readonly string[]): Promise<void> {
  const { page, open, checkAccess } = visit;
  // Something runs in each account, which the header shows on all views.
  const at = new Date().toISOString();
  const job = { jobId: 'one', kind: 'faces.train', status: 'running', percentCompleted: 40, createdDateTime: at, lastUpdatedDateTime: at };
  await page.route('**/work?*', (route) => route.fulfill({ json: { at, value: [{ ...job, errors: [] }] } }));
  const ways = [...start];
  const queued = new Set<string>();
  const seen = new Set<string>();
  const pressed = new Set<string>();
  /** Views with several filled buttons, of which none is the main one. */
  const crowded: string[] = [];
  let isFrameChecked = false;
  let isDark = false;
  const check = async (): Promise<void> => {
    await page.locator('main h1').waitFor();
    await page.locator('main :is(.spinner, .skeleton)').first().waitFor({ state: 'detached' });
    const filled = await page.locator('main .button.primary:visible').allInnerTexts();
    if (filled.length > 1) crowded.push(`${page.url()}: ${filled.join(', ')}`);
    // The frame around it is the same on all views.
    const within = isFrameChecked ? { within: 'main' } : {};
    isFrameChecked = true;
    await checkAccess({ ...within, except: WIDTH_RULES });
    await page.setViewportSize(NARROW);
    // In the other theme, in which the next view is opened: changing it takes as long as most checks.
    isDark = !isDark;
    await useTheme(page, isDark ? 'dark' : 'light');
    await checkWidth(page);
    await checkAccess({ ...within, rules: [...COLOR_RULES, ...WIDTH_RULES] });
    await page.setViewportSize(LARGE);
    await checkWidth(page);
    await checkAccess({ ...within, rules: WIDTH_RULES });
    await page.setViewportSize(WIDE);
    for (const to of await page.locator('a[href^="/console/"]').evaluateAll((links) => links.map((link) => link.getAttribute('href')!))) {
      const [path = '', query] = to.slice('/console/'.length).split('?');
      const account = new URLSearchParams(query).get('account');
      if (!queued.has(kindOf(path))) ways.push(`/${path}${account === null ? '' : `?account=${encodeURIComponent(account)}`}`);
      queued.add(kindOf(path));
    }
  };
  for (let way = ways.shift(); way !== undefined; way = ways.shift()) {
    await open(way);
    await page.locator('main h1').waitFor();
    // Parent URLs redirect to a list that may have been checked already.
    const { pathname, search } = new URL(page.url());
    const place = pathname + search.replace(/[?&]account=[^&]*/, '');
    if (seen.has(place)) continue;
    seen.add(place);
    const tabs = page.getByRole('tablist').first().getByRole('tab');
    const count = await tabs.count();
    const openTab = async (tab: number): Promise<void> => {
      await closeDialogs(page);
      if (count > 0) await tabs.nth(tab).click();
    };
    const pressing: Pressing = { pressed, area: pathname.split('/')[2] ?? '', highest: 'view' };
    const isNew = (name: string): boolean => !pressed.has(`${pressing.area} ${name}`);
    const tabsFor: Record<Role, number[]> = { view: [], label: [], manage: [] };
    // Fields first: what a button has changed may be saved only while a later field is tried.
    for (let tab = 0; tab === 0 || tab < count; tab++) {
      await openTab(tab);
      await check();
      await changeFields(visit, pressing);
      for (const role of ROLES) if ((await markButtons(page, role)).some(isNew)) tabsFor[role].push(tab);
    }
    for (const role of ROLES)
      for (const tab of tabsFor[role]) {
        await openTab(tab);
        await pressButtons(visit, pressing, role);
      }
  }
  assert.deepEqual(crowded, [], 'A view has one filled button.');
  const views = [...seen].map((place) => place.slice('/console'.length).replace(/^\//, ''));
  for (const { path, words = {} } of await consolePages()) {
    assert.ok(views.includes(path), `/${path} was not visited.`);
    for (const word of Object.keys(words))
      assert.ok(
        views.some((view) => view.startsWith(`${path}/${word}/`)),
        `No view below /${path}/${word} was visited: ${views.join(' ')}`,
      );
  }
}
