/** kill -9 in the middle of rank and reward traffic, over and over; the loop is looked at after every kill. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Store } from '../../src/kernel/ports/store.ts';
import { RankingClient, actions } from '../support/ranking.ts';
import { ManagementClient, eventually, startServer } from '../support/server.ts';
import type { Server } from '../support/server.ts';
import { Random } from '../support/simulated-time.ts';
import { Ledger, checkLoop } from './ranking.ts';
import type { Checked } from './ranking.ts';

const CYCLES = Number(process.env.RANKING_KILL_CYCLES ?? 5);
const LEASE_MS = 300;
const WRITERS = 5;
const ANSWER_MS = 30_000;

export interface KillResult { cycles: number; acknowledged: number; checkpoints: number; last: Checked }

export async function killAndReplay(flags: readonly string[], open: (data: string) => Promise<Store>): Promise<KillResult> {
  const data = mkdtempSync(join(tmpdir(), 'perennial-ranking-'));
  const args = [...flags, '--log-level', 'error', '--job-lease-ms', String(LEASE_MS)];
  const ledger = new Ledger();
  const positions = new Set<number>();
  let server: Server | undefined;
  let caller: RankingClient | undefined;
  let account = '';
  let killedAt = 0;
  const look = async (): Promise<Checked> => {
    const store = await open(data);
    try {
      return await checkLoop(store, data, account, ledger);
    } finally {
      await store.close();
    }
  };
  try {
    for (let cycle = 0; cycle < CYCLES; cycle++) {
      server = await startServer({ data, args });
      if (caller) caller = caller.at(server);
      else {
        const manager = await ManagementClient.connect(server);
        account = (await manager.putAccount('loop', { kind: 'Ranking' })).body.properties.accountId;
        caller = new RankingClient(server, (await manager.listKeys('loop')).key1);
        await caller.configure({ modelExportFrequency: 'PT0.05S', rewardWaitTime: 'PT5S' });
      }
      await trafficUntilKilled(server, caller, ledger, cycle);
      const { position, entries } = await look();
      positions.add(position);
      killedAt = entries;
    }
    server = await startServer({ data, args });
    await learnerIsBack(caller!.at(server));
    assert.equal((await server.stop()).code, 0, 'it stops when asked');
    const last = await look();
    assert.ok(last.position >= killedAt, 'what stops leaves a checkpoint of all that was there');
    return { cycles: CYCLES, acknowledged: ledger.acknowledged, checkpoints: positions.size, last };
  } finally {
    server?.signal('SIGKILL');
    rmSync(data, { recursive: true, force: true });
  }
}

/** The learner is there again once it exports what the last events have taught it. */
async function learnerIsBack(caller: RankingClient): Promise<void> {
  const exported = async (): Promise<string> => (await caller.ok<{ lastModifiedTime: string }>('GET /model/properties')).lastModifiedTime;
  const before = await exported();
  await eventually(exported, (at) => at > before, ANSWER_MS);
}

async function trafficUntilKilled(server: Server, caller: RankingClient, ledger: Ledger, cycle: number): Promise<void> {
  let gone = false;
  const kinds = ['a', 'b', 'c'];
  const write = async (writer: number): Promise<void> => {
    const random = new Random(cycle * 100 + writer);
    for (let n = 0; !gone; n++) {
      const id = `c${cycle}-w${writer}-${n}`;
      const kind = random.pick(kinds);
      try {
        const deferActivation = random.chance(0.2);
        const chosen = await ledger.rank(id, async () => (await caller.rank({ eventId: id, contextFeatures: [{ user: { kind } }], actions: actions(...kinds), deferActivation })).rewardActionId);
        if (deferActivation && random.chance(0.7)) await ledger.send('activations', id, () => caller.ok(`POST /events/${id}/activate`));
        if (random.chance(0.95)) {
          const value = chosen === kind ? 1 : n % 2 ? 0 : -0.5;
          await ledger.send('rewards', `${id} ${value}`, () => caller.reward(id, value));
        }
        if (writer === 0 && n === 12) await caller.configure({ defaultReward: (cycle % 5) / 10 });
        if (writer === 1 && n === 17 && cycle % 4 === 3) await caller.ok('DELETE /model');
      } catch (error) {
        // A refusal is an answer; a connection that breaks is the kill.
        if (!gone || error instanceof assert.AssertionError) throw error;
      }
    }
  };
  const writers = Array.from({ length: WRITERS }, (_, writer) => write(writer));
  const calls = async (more: number): Promise<void> => {
    const from = ledger.acknowledged;
    await Promise.race([eventually(async () => ledger.acknowledged, (now) => now >= from + more, ANSWER_MS), Promise.all(writers)]);
  };
  // Sometimes before the learner is back, sometimes while it works.
  await calls(60 + (cycle * 37) % 100);
  if (cycle % 2) await Promise.race([learnerIsBack(caller), Promise.all(writers)]);
  await calls((cycle * 7) % 30);
  gone = true;
  server.signal('SIGKILL');
  await server.exited;
  await Promise.all(writers);
}
