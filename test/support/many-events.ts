/** A data folder whose ranking loop has many events, written directly into the store: no request is ranked and nothing is learned. */
import { createRankEntry } from '../../src/areas/ranking/model.ts';
import { LOG } from '../../src/areas/ranking/store.ts';
import { Change } from '../../src/kernel/change.ts';
import { openSqlite } from '../../src/storage/records/sqlite/store.ts';
import { ManagementClient, startServer } from './server.ts';
import type { Server } from './server.ts';

const BATCH_SIZE = 1000;
const INTERVAL_MS = 500;
const DISHES = ['soup', 'salad', 'curry'];

/** Starts a server whose account `default` has events named `visit-0`, `visit-1` and so on, the last one just now. */
export async function startWithEvents(data: string, count: number): Promise<Server> {
  const first = await startServer({ data });
  const { body } = await (
    await ManagementClient.connect(first)
  ).call<{ properties: { accountId: string } }>('GET /subscriptions/default/resourceGroups/default/accounts/default');
  await first.stop();
  await writeEvents(data, body.properties.accountId, count);
  // Only the first start reports secrets.
  const { adminSecret, key1, key2 } = first;
  return { ...(await startServer({ data })), adminSecret, key1, key2 };
}

async function writeEvents(data: string, account: string, count: number): Promise<void> {
  let at = Date.now() - count * INTERVAL_MS;
  const store = await openSqlite({ folder: data, now: () => at });
  for (let from = 0; from < count; from += BATCH_SIZE) {
    const change = new Change();
    for (let i = from; i < Math.min(count, from + BATCH_SIZE); i++) {
      const chosen = i % DISHES.length;
      change.append(
        account,
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
      change.append(account, LOG, { kind: 'reward', eventId: `visit-${i}`, rewards: [{ value: i % 4 === 0 ? 0 : 1 }] });
    }
    await store.commit(change);
    at += BATCH_SIZE * INTERVAL_MS;
  }
  await store.close();
}
