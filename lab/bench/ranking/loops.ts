/** Many loops on one server: how much memory and CPU idle and active ones take. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MasterKeyring } from '../../../src/accounts/keys/keyring.ts';
import { newAccount } from '../../../src/accounts/store.ts';
import { newLoop } from '../../../src/areas/ranking/model.ts';
import { LEARNER_TASK, LOOP_KEY, appendRetraining, loops } from '../../../src/areas/ranking/store.ts';
import { DEFAULT_ARGUMENTS } from '../../../src/engines/ranking/policy.ts';
import { Change } from '../../../src/kernel/change.ts';
import { assignSingletonTask } from '../../../src/kernel/singleton-task.ts';
import { openSqlite } from '../../../src/storage/records/sqlite/store.ts';
import { load } from '../http/load.ts';
import { MAIN, cpuSeconds, startServer, stopServer } from '../http/servers.ts';
import type { RunningServer } from '../http/servers.ts';

const MASTER_KEY = '07'.repeat(32);
const BASE = '/ranking/v1.1-preview.3';
const PER_COMMIT = 100;
const CONNECTIONS = 64;
const IDLE_MS = 20_000;

export type LoopCosts = {
  readonly idleMb: number;
  readonly idleCpu: number;
  readonly activeMb: number;
  readonly perSecond: number;
};

/**
 * Registers loops, starts a server that writes their first checkpoints, starts it again, and ranks and rewards in some of them for a while.
 * Memory is the process's resident set.
 */
export async function measureLoops(count: number, active: number, seconds: number): Promise<LoopCosts> {
  const folder = mkdtempSync(join(tmpdir(), 'perennial-bench-'));
  await registerLoops(folder, count);
  process.env['PERENNIAL_MASTER_KEY'] = MASTER_KEY;
  const args = [MAIN, 'serve', '--port', '0', '--data', folder, '--json', '--log-level', 'warn'];
  const first = await startServer(args);
  await settled(first.child.pid!);
  await stopServer(first);
  const server = await startServer(args);
  try {
    const pid = server.child.pid!;
    await settled(pid);
    const before = cpuSeconds(pid);
    await sleep(IDLE_MS);
    const idleCpu = ((cpuSeconds(pid) - before) / IDLE_MS) * 1000;
    const idleMb = residentMb(pid);
    const { perSecond } = await rankAndReward(server, active, seconds);
    const activeMb = residentMb(pid);
    await stopServer(server);
    return { idleMb, idleCpu, activeMb, perSecond };
  } finally {
    server.child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

const accountName = (n: number): string => `loop-${n}`;
const keyOf = (n: number): string => `key-${n}`.padEnd(64, 'k');

async function registerLoops(folder: string, count: number): Promise<void> {
  const keyring = new MasterKeyring(Buffer.from(MASTER_KEY, 'hex'));
  const store = await openSqlite({ folder, now: Date.now });
  const parts = { subscription: 's', resourceGroup: 'g', location: 'local', kind: 'Ranking' as const, collaborators: [], blocked: false };
  const limits = { callsPerSecond: 1_000_000, callsPerMonth: 1_000_000_000 };
  for (let first = 0; first < count; first += PER_COMMIT) {
    const change = new Change();
    for (let n = first; n < Math.min(count, first + PER_COMMIT); n++) {
      const account = { ...parts, id: accountName(n), name: accountName(n), createdAt: 0, limits };
      newAccount(change, account, { key1: keyOf(n), key2: `${keyOf(n)}2` }, keyring);
      const loop = newLoop(DEFAULT_ARGUMENTS, Date.now());
      assignSingletonTask(change.create(loops, account.id, LOOP_KEY, loop), account.id, LEARNER_TASK);
      appendRetraining(change, account.id, loop);
    }
    await store.commit(change);
  }
  await store.close();
}

/** Waits until the server has taken its tasks: its CPU is no longer busy. */
async function settled(pid: number): Promise<void> {
  for (let quiet = 0; quiet < 5;) {
    const before = cpuSeconds(pid);
    await sleep(1000);
    quiet = cpuSeconds(pid) - before < 0.5 ? quiet + 1 : 0;
  }
}

async function rankAndReward({ port }: RunningServer, active: number, seconds: number): Promise<{ perSecond: number }> {
  const request = (call: number): Buffer => {
    const loop = (call >> 1) % active;
    const eventId = `event-${Math.floor(call / (2 * active))}`;
    return call % 2 === 0
      ? post(`${BASE}/rank`, keyOf(loop), rankBody(eventId, call))
      : post(`${BASE}/events/${eventId}/reward`, keyOf(loop), { value: call % 10 === 1 ? 1 : 0 });
  };
  const { perSecond, failures } = await load({
    port,
    request,
    connections: CONNECTIONS,
    ms: seconds * 1000,
    status: (status) => status === 201 || status === 204,
  });
  if (failures > 0) throw new Error(`${failures} calls failed.`);
  return { perSecond };
}

function rankBody(eventId: string, call: number): unknown {
  return {
    eventId,
    contextFeatures: [{ user: { device: `d${call % 3}`, age: `g${call % 7}`, member: call % 4 === 0 } }, { time: { hour: call % 24 } }],
    actions: Array.from({ length: 10 }, (_, k) => ({
      id: `a${k}`,
      features: [{ topic: `t${k % 4}`, item: `i${k}`, length: 100 + 17 * k }],
    })),
  };
}

function post(path: string, key: string, body: unknown): Buffer {
  const text = JSON.stringify(body);
  return Buffer.from(
    [
      `POST ${path} HTTP/1.1`,
      'Host: 127.0.0.1',
      'Content-Type: application/json',
      `Ocp-Apim-Subscription-Key: ${key}`,
      `Content-Length: ${Buffer.byteLength(text)}`,
      '',
      text,
    ].join('\r\n'),
  );
}

function residentMb(pid: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
}
