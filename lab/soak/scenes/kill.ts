/** kill -9 during traffic of all areas, on both stores: nothing acknowledged is lost, nothing is half there, every job ends once. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readConfig } from '../../../src/config.ts';
import type { Config } from '../../../src/config.ts';
import type { Store } from '../../../src/kernel/ports/store.ts';
import { openPostgres } from '../../../src/storage/records/postgres/store.ts';
import { openSqlite } from '../../../src/storage/records/sqlite/store.ts';
import { checkLoop } from '../../../test/faults/ranking-check.ts';
import { ManagementClient, run, startServer, temporaryFolder } from '../../../test/support/server.ts';
import type { Server } from '../../../test/support/server.ts';
import { Random } from '../../../test/support/simulated-time.ts';
import { whyNoPostgres, newDatabase, stopPostgres } from '../../../test/support/postgres.ts';
import { RankingLoop } from '../ranking-loop.ts';
import { pairs, registers, send } from '../registers.ts';
import type { Target } from '../registers.ts';
import { atLeast, atMost, depth, none } from '../scene.ts';
import type { Figure, Scene, SceneContext } from '../scene.ts';
import { Ledger, writeUntil } from '../traffic.ts';

const SERVER = fileURLToPath(new URL('../../../test/faults/server.ts', import.meta.url));
const LEASE_MS = 400;
const JOB_MS = 60;
const WRITERS = 4;
/** A ranking loop is replayed from the start of its log, so each has only a part of the cycles. */
const CYCLES_OF_A_LOOP = 20;
const JOB_DEADLINE_MS = 30_000;
const MAX_READY_MS = 3000;
/** Below these a run has not looked. */
const MIN_CYCLES = 20;
const MIN_ACKNOWLEDGED = 200;

export const scene: Scene = {
  summary: 'kill -9 on both stores under mixed traffic: nothing lost, half there or stuck; the learner equals a replay; ready in 3 s',
  share: 10,
  async run(context) {
    const sqlite = await killLoop('SQLite', context, [], (folder) => openSqlite({ folder, now: Date.now }));
    const reason = await whyNoPostgres();
    if (reason !== undefined) return [...sqlite, depth('PostgreSQL', `not run: ${reason}`)];
    try {
      const url = await newDatabase();
      const open = (): Promise<Store> => openPostgres({ url, now: Date.now, onError: () => {} });
      return [...sqlite, ...(await killLoop('PostgreSQL', context, ['--database-url', url], open))];
    } finally {
      await stopPostgres();
    }
  },
};

/** What the loop has seen so far. */
export class Tally {
  cycles = 0;
  readonly lost: string[] = [];
  readonly half: string[] = [];
  readonly stuck: string[] = [];
  readonly replays: string[] = [];
  acknowledged = 0;
  readonly refusals: string[] = [];
  readonly readyMs: number[] = [];
  /** First starts of an empty folder, in between: how busy the machine is. */
  readonly firstStartMs: number[] = [];
}

async function killLoop(
  name: string,
  context: SceneContext,
  flags: readonly string[],
  open: (folder: string) => Promise<Store>,
): Promise<Figure[]> {
  return figuresOf(name, await killUntil(name, { ...context, minutes: context.minutes / 2 }, flags, open), context.log);
}

/** Kills until the time is over, or until `isEnough`; with `env` for the server. */
export async function killUntil(
  name: string,
  { minutes, seed, log }: SceneContext,
  flags: readonly string[],
  open: (folder: string) => Promise<Store>,
  { env = {}, isEnough = () => false }: { env?: Record<string, string>; isEnough?: (tally: Tally) => boolean } = {},
): Promise<Tally> {
  const data = mkdtempSync(join(tmpdir(), 'perennial-soak-'));
  const args = [...flags, '--log-level', 'error', '--job-lease-ms', String(LEASE_MS), '--job-attempts', '1000'];
  const endsAt = Date.now() + minutes * 60_000;
  const tally = new Tally();
  const ledger = new Ledger();
  const jobs = new Set<string>();
  let loop: RankingLoop | undefined;
  let target: Target | undefined;
  let server: Server | undefined;
  const restart = async (): Promise<void> => {
    const startedAt = performance.now();
    server = await startServer({ data, args, env, program: SERVER });
    tally.readyMs.push(performance.now() - startedAt);
    target = target
      ? { ...target, address: server.address }
      : { address: server.address, key: server.key1, token: (await ManagementClient.connect(server)).token };
  };
  const check = async (): Promise<void> => {
    for (const register of [...registers, pairs])
      for (const problem of await ledger.check(register, target!)) (/half|counts/.test(problem) ? tally.half : tally.lost).push(problem);
    await checkJobs(target!, jobs, tally);
    tally.acknowledged = ledger.acknowledged;
  };
  try {
    while (Date.now() < endsAt) {
      await restart();
      await check();
      if (isEnough(tally)) {
        await server!.stop();
        break;
      }
      if (tally.cycles % CYCLES_OF_A_LOOP === 0) {
        try {
          loop = await RankingLoop.create(target!, `loop-${tally.cycles}`);
        } catch (error) {
          tally.lost.push(`the account of a ranking loop, or its keys: ${(error as Error).message.slice(0, 200)}`);
          await server!.stop();
          break;
        }
        tally.firstStartMs.push(await measureFirstStart());
      }
      await writeUntilKilled(server!, target!, ledger, jobs, loop!.at(target!), seed + tally.cycles);
      tally.cycles++;
      if (tally.cycles % CYCLES_OF_A_LOOP === 0)
        await checkReplay(loop!, readConfig({ argv: [...flags, '--data', data] }).config, open, tally);
      if (tally.cycles % 50 === 0) log(`${name}: ${tally.cycles} cycles, ${ledger.acknowledged} acknowledged`);
    }
    await restart();
    await check();
    await server!.stop();
    if (loop) await checkReplay(loop, readConfig({ argv: [...flags, '--data', data] }).config, open, tally);
    const verified = await run(['verify', '--json', '--data', data, ...flags]);
    if (verified.code !== 0) tally.half.push(`verify: ${verified.stdout.slice(0, 500)}`);
    const { withoutChecksum } = JSON.parse(verified.stdout) as { withoutChecksum: number };
    if (withoutChecksum > 0) tally.half.push(`${withoutChecksum} rows were written without a checksum`);
  } finally {
    server?.signal('SIGKILL');
    await server?.exited;
    rmSync(data, { recursive: true, force: true });
  }
  tally.refusals.push(...ledger.refusals);
  return tally;
}

function figuresOf(name: string, tally: Tally, log: (line: string) => void): Figure[] {
  for (const list of [tally.lost, tally.half, tally.stuck, tally.replays, tally.refusals])
    for (const problem of list.slice(0, 5)) log(problem);
  tally.readyMs.sort((a, b) => a - b);
  const slowestFirstStart = Math.max(...tally.firstStartMs);
  return [
    atLeast(`${name}: kill -9 cycles`, tally.cycles, MIN_CYCLES),
    atLeast(`${name}: changes acknowledged`, tally.acknowledged, MIN_ACKNOWLEDGED),
    none(`${name}: acknowledged changes lost`, tally.lost.length),
    none(`${name}: half-changes`, tally.half.length),
    none(`${name}: jobs lost, stuck or repeated`, tally.stuck.length),
    none(`${name}: learner states that differ from a replay`, tally.replays.length),
    none(`${name}: calls refused without a reason`, tally.refusals.length),
    depth(`${name}: ready again, median`, `${tally.readyMs[tally.readyMs.length >> 1]!.toFixed(0)} ms`),
    depth(`${name}: first start in between, slowest`, `${slowestFirstStart.toFixed(0)} ms`),
    atMost(`${name}: ready again, slowest`, tally.readyMs.at(-1)!, MAX_READY_MS, 'ms'),
  ];
}

async function measureFirstStart(): Promise<number> {
  const folder = temporaryFolder();
  const startedAt = performance.now();
  const server = await startServer({ data: folder.path, args: ['--log-level', 'error'] });
  const ms = performance.now() - startedAt;
  server.signal('SIGKILL');
  await server.exited;
  folder.remove();
  return ms;
}

/** Traffic for a part of a second, then SIGKILL at a random moment. */
async function writeUntilKilled(
  server: Server,
  target: Target,
  ledger: Ledger,
  jobs: Set<string>,
  loop: RankingLoop,
  seed: number,
): Promise<void> {
  const stop = new AbortController();
  const writing = writeUntil(stop.signal, {
    ledger,
    registers: [...registers, pairs],
    writers: WRITERS,
    seed,
    prefix: `c${seed}`,
    target: () => target,
    async also(random, writer, n) {
      try {
        if (random.chance(0.3)) await loop.playOne(`${seed}-${writer}-${n}`, random);
        if (random.chance(0.05)) {
          const { status, text } = await send(target, 'POST /faults/jobs', { n: JOB_MS });
          if (status === 202) jobs.add((JSON.parse(text) as { id: string }).id);
        }
      } catch (error) {
        // A failure reply is an error; a broken connection is the kill.
        if (error instanceof assert.AssertionError) ledger.refusals.push(error.message);
      }
    },
  });
  await new Promise((resolve) => setTimeout(resolve, new Random(seed).integer(30, 400)));
  server.signal('SIGKILL');
  stop.abort();
  await server.exited;
  await writing;
}

/** Every job ends within a deadline, and its effect is there once. */
async function checkJobs(target: Target, jobs: Set<string>, tally: Tally): Promise<void> {
  const deadline = Date.now() + JOB_DEADLINE_MS;
  for (const id of jobs) {
    for (;;) {
      const { text } = await send(target, `GET /faults/jobs/${id}`);
      const { state, effects } = JSON.parse(text) as { state: string; effects: number };
      const isOpen = state === 'notStarted' || state === 'running';
      if (isOpen && Date.now() < deadline) {
        await new Promise((resolve) => setTimeout(resolve, 30));
        continue;
      }
      if (state !== 'succeeded' || effects !== 1) tally.stuck.push(`job ${id} is ${state} with ${effects} effects`);
      break;
    }
  }
  jobs.clear();
}

async function checkReplay(loop: RankingLoop, config: Config, open: (folder: string) => Promise<Store>, tally: Tally): Promise<void> {
  const store = await open(config.data);
  try {
    await checkLoop(store, config, loop.account, loop.ledger);
  } catch (error) {
    tally.replays.push(`ranking: ${(error as Error).message.slice(0, 500)}`);
  } finally {
    await store.close();
  }
}
