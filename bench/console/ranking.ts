/** A loop with 100,000 events in the console: how soon its curve and its events are there, and how they bear scrolling and searching. */
import type { Browser, Page } from 'playwright-core';
import { rankEntry } from '../../src/areas/ranking/model.ts';
import { LOG } from '../../src/areas/ranking/store.ts';
import { Change } from '../../src/storage/change.ts';
import { openSqlite } from '../../src/storage/sqlite/store.ts';
import { openVisit } from '../../test/browser/browser.ts';
import { Manager, startServer, temporaryFolder } from '../../test/support/server.ts';
import { median } from '../http/statistics.ts';

const EVENTS = 100_000;
const AT_ONCE = 1000;
const EVERY_MS = 500;
const STEPS = 20;
const DISHES = ['soup', 'salad', 'curry'];

export async function eventsOfALoop(browser: Browser): Promise<void> {
  const folder = temporaryFolder();
  try {
    await fill(folder.path);
    const server = await startServer({ data: folder.path });
    try {
      const { visit: { page, context } } = await openVisit({ browser, server }, {});
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

/** Written straight into the store: no learner follows it, so that only the console and what it asks for are measured. */
async function fill(data: string): Promise<void> {
  const server = await startServer({ data });
  const { body: { properties: { accountId } } } = await (await Manager.of(server)).call<{ properties: { accountId: string } }>('GET /subscriptions/default/resourceGroups/default/accounts/default');
  await server.stop();
  let at = Date.now() - EVENTS * EVERY_MS;
  const store = await openSqlite({ folder: data, now: () => at });
  for (let i = 0; i < EVENTS;) {
    const change = new Change();
    for (const end = i + AT_ONCE; i < end; i++) {
      const chosen = i % DISHES.length;
      change.append(accountId, LOG, rankEntry({
        eventId: `visit-${i}`, mode: 'Online', model: 0, decisions: [{ chosen, probabilities: DISHES.map((_, k) => k === chosen ? 0.8 : 0.1) }],
        request: { contextFeatures: [{ weather: { kind: i % 2 === 0 ? 'cold' : 'hot' } }, { visitor: { hungry: i % 5 === 0 } }], actions: DISHES.map((id, k) => ({ id, features: [{ price: 4 + 2 * k, warm: k !== 1 }] })) },
      }));
      change.append(accountId, LOG, { kind: 'reward', eventId: `visit-${i}`, rewards: [{ value: i % 4 === 0 ? 0 : 1 }] });
    }
    await store.commit(change);
    at += AT_ONCE * EVERY_MS;
  }
  await store.close();
}

async function measure(page: Page, address: string): Promise<void> {
  const until = async (what: string, path: string, seen: string): Promise<void> => {
    const begun = performance.now();
    await page.goto(`${address}/console${path}`);
    await page.locator(seen).first().waitFor();
    console.log(`  ${what.padEnd(56)} ${(performance.now() - begun).toFixed(0).padStart(6)} ms`);
  };
  await until('overview, until the curve of the last 1,000 is there', '/ranking', '.ranking-figures');
  await until('events, until the first 1,000 are there', '/ranking?tab=events', '.grid-body [role="row"]');
  const begun = performance.now();
  const loaded = await page.evaluate(loadAll, EVENTS);
  console.log(`  ${`all of them loaded by scrolling on (${loaded} rows)`.padEnd(56)} ${(performance.now() - begun).toFixed(0).padStart(6)} ms`);
  console.log(`  ${'a step of scrolling among all of them'.padEnd(56)} ${median(await page.evaluate(scrolled, STEPS)).toFixed(0).padStart(6)} ms until painted, ${await page.evaluate(() => document.querySelectorAll('main *').length)} elements`);
  await until('the oldest one found by its id', '/ranking?tab=events&id=visit-0', '.grid-body [role="row"]');
}

/** Goes to the end of the table as often as there is more. */
async function loadAll(wanted: number): Promise<number> {
  const scroller = document.querySelector('.grid-scroll')!;
  const rows = (): number => Number(scroller.getAttribute('aria-rowcount')) - 1;
  while (rows() < wanted) {
    scroller.scrollTop = scroller.scrollHeight;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return rows();
}

async function scrolled(steps: number): Promise<number[]> {
  const scroller = document.querySelector('.grid-scroll')!;
  const times: number[] = [];
  for (let i = 1; i <= steps; i++) {
    const begun = performance.now();
    scroller.scrollTop = i * 150_000;
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    times.push(performance.now() - begun);
  }
  return times;
}
