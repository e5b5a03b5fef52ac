/** A loop with 100,000 events in the console: time until its curve and events are shown, scrolling and searching. */
import type { Browser, Page } from 'playwright-core';
import { createRankEntry } from '../../src/areas/ranking/model.ts';
import { LOG } from '../../src/areas/ranking/store.ts';
import { Change } from '../../src/kernel/change.ts';
import { openSqlite } from '../../src/storage/sqlite/store.ts';
import { openVisit } from '../../test/browser/browser.ts';
import { ManagementClient, startServer, temporaryFolder } from '../../test/support/server.ts';
import { median } from '../http/statistics.ts';

const EVENTS = 100_000;
const BATCH_SIZE = 1000;
const EVENT_INTERVAL_MS = 500;
const STEPS = 20;
/** Resolves after the next frame is on screen. */
const PAINTED = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';
const DISHES = ['soup', 'salad', 'curry'];

export async function benchManyEvents(browser: Browser): Promise<void> {
  const folder = temporaryFolder();
  try {
    // Only the first start reports the secret.
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

/** Written directly into the store without a learner, so that only the console and its requests are measured. */
async function fill(data: string): Promise<string> {
  const server = await startServer({ data });
  const {
    body: {
      properties: { accountId },
    },
  } = await (
    await ManagementClient.connect(server)
  ).call<{ properties: { accountId: string } }>('GET /subscriptions/default/resourceGroups/default/accounts/default');
  await server.stop();
  let at = Date.now() - EVENTS * EVENT_INTERVAL_MS;
  const store = await openSqlite({ folder: data, now: () => at });
  for (let i = 0; i < EVENTS;) {
    const change = new Change();
    for (const end = i + BATCH_SIZE; i < end; i++) {
      const chosen = i % DISHES.length;
      change.append(
        accountId,
        LOG,
        createRankEntry({
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
    at += BATCH_SIZE * EVENT_INTERVAL_MS;
  }
  await store.close();
  return server.adminSecret;
}

async function measure(page: Page, address: string): Promise<void> {
  const until = async (what: string, path: string, seen: string): Promise<void> => {
    const startedAt = performance.now();
    await page.goto(`${address}/console${path}`);
    await page.locator(seen).first().waitFor();
    console.log(`  ${what.padEnd(56)} ${(performance.now() - startedAt).toFixed(0).padStart(6)} ms`);
  };
  await until('overview, until the curve of the last 1,000 is shown', '/ranking', '.ranking-figures');
  await until('events, until the first 1,000 are shown', '/ranking?tab=events', '.grid-body [role="row"]');
  const grid = page.getByRole('grid', { name: 'Events' });
  const startedAt = performance.now();
  await grid.focus();
  // Includes the header row.
  while (Number(await grid.getAttribute('aria-rowcount')) <= EVENTS) await page.keyboard.press('End');
  console.log(
    `  ${'all events loaded by pressing End repeatedly'.padEnd(56)} ${(performance.now() - startedAt).toFixed(0).padStart(6)} ms`,
  );
  const times: number[] = [];
  for (let i = 0; i < STEPS; i++) {
    const pressed = performance.now();
    await page.keyboard.press('PageUp');
    await page.evaluate(PAINTED);
    times.push(performance.now() - pressed);
  }
  console.log(
    `  ${'Page Up with all events loaded'.padEnd(56)} ` +
      `${median(times).toFixed(0).padStart(6)} ms until painted, ${await page.locator('main *').count()} elements`,
  );
  await until('the oldest event found by id', '/ranking?tab=events&id=visit-0', '.grid-body [role="row"]');
}
