/** A loop with 100,000 events in the console: how soon its curve and its events are there, and how they bear scrolling and searching. */
import type { Browser, Page } from 'playwright-core';
import { rankEntry } from '../../src/areas/ranking/model.ts';
import { LOG } from '../../src/areas/ranking/store.ts';
import { Change } from '../../src/kernel/change.ts';
import { openSqlite } from '../../src/storage/sqlite/store.ts';
import { openVisit } from '../../test/browser/browser.ts';
import { Manager, startServer, temporaryFolder } from '../../test/support/server.ts';
import { median } from '../http/statistics.ts';

const EVENTS = 100_000;
const AT_ONCE = 1000;
const EVERY_MS = 500;
const STEPS = 20;
/** After the next frame is on the screen. */
const PAINTED = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';
const DISHES = ['soup', 'salad', 'curry'];

export async function eventsOfALoop(browser: Browser): Promise<void> {
  const folder = temporaryFolder();
  try {
    // The first start alone tells the secret.
    const adminSecret = await fill(folder.path);
    const server = await startServer({ data: folder.path });
    try {
      const {
        visit: { page, context },
      } = await openVisit({ browser, server: { ...server, adminSecret } }, {});
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
async function fill(data: string): Promise<string> {
  const server = await startServer({ data });
  const {
    body: {
      properties: { accountId },
    },
  } = await (
    await Manager.of(server)
  ).call<{ properties: { accountId: string } }>('GET /subscriptions/default/resourceGroups/default/accounts/default');
  await server.stop();
  let at = Date.now() - EVENTS * EVERY_MS;
  const store = await openSqlite({ folder: data, now: () => at });
  for (let i = 0; i < EVENTS;) {
    const change = new Change();
    for (const end = i + AT_ONCE; i < end; i++) {
      const chosen = i % DISHES.length;
      change.append(
        accountId,
        LOG,
        rankEntry({
          eventId: `visit-${i}`,
          mode: 'Online',
          model: 0,
          decisions: [{ chosen, probabilities: DISHES.map((_, k) => (k === chosen ? 0.8 : 0.1)) }],
          request: {
            contextFeatures: [{ weather: { kind: i % 2 === 0 ? 'cold' : 'hot' } }, { visitor: { hungry: i % 5 === 0 } }],
            actions: DISHES.map((id, k) => ({ id, features: [{ price: 4 + 2 * k, warm: k !== 1 }] })),
          },
        }),
      );
      change.append(accountId, LOG, { kind: 'reward', eventId: `visit-${i}`, rewards: [{ value: i % 4 === 0 ? 0 : 1 }] });
    }
    await store.commit(change);
    at += AT_ONCE * EVERY_MS;
  }
  await store.close();
  return server.adminSecret;
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
  const grid = page.getByRole('grid', { name: 'Events' });
  const begun = performance.now();
  await grid.focus();
  // The row of titles is one of them.
  while (Number(await grid.getAttribute('aria-rowcount')) <= EVENTS) await page.keyboard.press('End');
  console.log(
    `  ${'all of them loaded, by going to the end again and again'.padEnd(56)} ${(performance.now() - begun).toFixed(0).padStart(6)} ms`,
  );
  const times: number[] = [];
  for (let i = 0; i < STEPS; i++) {
    const pressed = performance.now();
    await page.keyboard.press('PageUp');
    await page.evaluate(PAINTED);
    times.push(performance.now() - pressed);
  }
  console.log(
    `  ${'a page up among all of them'.padEnd(56)} ` +
      `${median(times).toFixed(0).padStart(6)} ms until painted, ${await page.locator('main *').count()} elements`,
  );
  await until('the oldest one found by its id', '/ranking?tab=events&id=visit-0', '.grid-body [role="row"]');
}
