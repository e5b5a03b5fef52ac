/** Kills the server repeatedly during rank and reward traffic; the loop is checked after every kill. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../src/config.ts';
import type { Store } from '../../src/kernel/ports/store.ts';
import { KILLS } from '../support/kills.ts';
import { RankingClient, actions } from '../support/ranking.ts';
import { ManagementClient, eventually, startServer } from '../support/server.ts';
import type { Server } from '../support/server.ts';
import { Random } from '../support/simulated-time.ts';
import { CallLedger, checkLoop } from './ranking-check.ts';
import type { CheckedLoop } from './ranking-check.ts';

const LEASE_MS = 300;
const WRITERS = 5;

export interface KillResult {
  cycles: number;
  acknowledged: number;
  checkpoints: number;
  last: CheckedLoop;
}

export async function killAndReplay(flags: readonly string[], open: (data: string) => Promise<Store>): Promise<KillResult> {
  const data = mkdtempSync(join(tmpdir(), 'perennial-ranking-'));
  const args = [...flags, '--log-level', 'error', '--job-lease-ms', String(LEASE_MS)];
  const ledger = new CallLedger();
  const positions = new Set<number>();
  let server: Server | undefined;
  let client: RankingClient | undefined;
  let account = '';
  let killedAt = 0;
  const check = async (): Promise<CheckedLoop> => {
    const store = await open(data);
    try {
      return await checkLoop(store, readConfig({ argv: [...flags, '--data', data] }).config, account, ledger);
    } finally {
      await store.close();
    }
  };
  try {
    for (let cycle = 0; cycle < KILLS; cycle++) {
      server = await startServer({ data, args });
      if (client) client = client.at(server);
      else {
        const manager = await ManagementClient.connect(server);
        account = (await manager.putAccount('loop', { kind: 'Ranking' })).body.properties.accountId;
        client = new RankingClient(server, (await manager.listKeys('loop')).key1);
        await client.configure({ modelExportFrequency: 'PT0.05S', rewardWaitTime: 'PT5S' });
      }
      await trafficUntilKilled(server, client, ledger, cycle);
      const { position, entries } = await check();
      positions.add(position);
      killedAt = entries;
    }
    server = await startServer({ data, args });
    await waitForExport(client!.at(server));
    assert.equal((await server.stop()).code, 0, 'it stops on request');
    const last = await check();
    assert.ok(last.position >= killedAt, 'a stopping server writes a checkpoint of the whole log');
    return { cycles: KILLS, acknowledged: ledger.acknowledged, checkpoints: positions.size, last };
  } finally {
    server?.signal('SIGKILL');
    rmSync(data, { recursive: true, force: true });
  }
}

/** Waits until the learner exports a new model. */
async function waitForExport(client: RankingClient): Promise<void> {
  const readExportTime = async (): Promise<string> =>
    (await client.ok<{ lastModifiedTime: string }>('GET /model/properties')).lastModifiedTime;
  const before = await readExportTime();
  await eventually(readExportTime, (at) => at > before);
}

async function trafficUntilKilled(server: Server, client: RankingClient, ledger: CallLedger, cycle: number): Promise<void> {
  let isKilled = false;
  const kinds = ['a', 'b', 'c'];
  const write = async (writer: number): Promise<void> => {
    const random = new Random(cycle * 100 + writer);
    for (let n = 0; !isKilled; n++) {
      const id = `c${cycle}-w${writer}-${n}`;
      const kind = random.pick(kinds);
      try {
        const deferActivation = random.chance(0.2);
        const chosen = await ledger.rank(
          id,
          async () =>
            (await client.rank({ eventId: id, contextFeatures: [{ user: { kind } }], actions: actions(...kinds), deferActivation }))
              .rewardActionId,
        );
        if (deferActivation && random.chance(0.7)) await ledger.send('activations', id, () => client.ok(`POST /events/${id}/activate`));
        if (random.chance(0.95)) {
          const value = chosen === kind ? 1 : n % 2 ? 0 : -0.5;
          await ledger.send('rewards', `${id} ${value}`, () => client.reward(id, value));
        }
        if (writer === 0 && n === 12) await client.configure({ defaultReward: (cycle % 5) / 10 });
        if (writer === 1 && n === 17 && cycle % 4 === 3) await client.ok('DELETE /model');
      } catch (error) {
        // A failure reply is an error; a broken connection is the kill.
        if (!isKilled || error instanceof assert.AssertionError) throw error;
      }
    }
  };
  const writers = Array.from({ length: WRITERS }, (_, writer) => write(writer));
  const waitForCalls = async (more: number): Promise<void> => {
    const from = ledger.acknowledged;
    await Promise.race([
      eventually(
        async () => ledger.acknowledged,
        (now) => now >= from + more,
      ),
      Promise.all(writers),
    ]);
  };
  // Kill sometimes before the learner resumes, sometimes while it works.
  await waitForCalls(60 + ((cycle * 37) % 100));
  if (cycle % 2) await Promise.race([waitForExport(client), Promise.all(writers)]);
  await waitForCalls((cycle * 7) % 30);
  isKilled = true;
  server.signal('SIGKILL');
  await server.exited;
  await Promise.all(writers);
}
