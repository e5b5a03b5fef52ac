/** A loop with 100,000 events in the console: time until its curve and events are shown, scrolling and searching. */
import type { Browser, Page } from 'playwright-core';
import { openVisit } from '../../../test/browser/browser.ts';
import { startWithEvents } from '../../../test/support/many-events.ts';
import { temporaryFolder } from '../../../test/support/server.ts';
import { BARS, line, repeat, report, timeKeys } from './bars.ts';

const EVENTS = 100_000;
/** Beyond the first thousand, which are loaded with the page. */
const STEPS = 120;
const LOADED_STEPS = 20;

export async function benchManyEvents(browser: Browser): Promise<void> {
  const folder = temporaryFolder();
  try {
    const server = await startWithEvents(folder.path, EVENTS);
    try {
      const {
        visit: { page, context },
      } = await openVisit({ browser, server }, {});
      console.log(`\nA loop with ${EVENTS} events in its log`);
      await measure(page, server.address);
      await context.close();
    } finally {
      await server.stop();
    }
  } finally {
    folder.remove();
  }
}

async function measure(page: Page, address: string): Promise<void> {
  const until = async (what: string, path: string, seen: string): Promise<void> => {
    const startedAt = performance.now();
    await page.goto(`${address}/console${path}`);
    await page.locator(seen).first().waitFor();
    line(what, `${(performance.now() - startedAt).toFixed(0)} ms`);
  };
  await until('overview, until the curve of the last 1,000 is shown', '/ranking', 'main .figures');
  await until('events, until the first 1,000 are shown', '/ranking?tab=events', '.grid-body [role="row"]');
  const grid = page.getByRole('grid', { name: 'Events' });
  await grid.focus();
  report('next page of events', await timeKeys(page, repeat('PageDown', STEPS)), BARS.nextPageMs);
  const startedAt = performance.now();
  // Includes the header row.
  while (Number(await grid.getAttribute('aria-rowcount')) <= EVENTS) await page.keyboard.press('End');
  line('all events loaded by pressing End', `${(performance.now() - startedAt).toFixed(0)} ms`);
  report('next page with all events loaded', await timeKeys(page, repeat('PageUp', LOADED_STEPS)), BARS.nextPageMs);
  line('elements with all events loaded', String(await page.locator('main *').count()));
  await until('the oldest event found by id', '/ranking?tab=events&id=visit-0', '.grid-body [role="row"]');
}
