/** Replicas under traffic of all areas while faults happen to them; then everything that was acknowledged is checked. */
import { setTimeout as sleep } from 'node:timers/promises';
import { jobs } from '../../../src/kernel/job.ts';
import type { Job } from '../../../src/kernel/job.ts';
import { SYSTEM } from '../../../src/kernel/collection.ts';
import { readAll } from '../../../src/shared/read-all.ts';
import { readConfig } from '../../../src/config.ts';
import { openPostgres } from '../../../src/storage/records/postgres/store.ts';
import { checkLoop } from '../../../test/faults/ranking-check.ts';
import { eventually, run } from '../../../test/support/server.ts';
import { Random } from '../../../test/support/simulated-time.ts';
import { RankingLoop } from '../ranking-loop.ts';
import { pairs, registers } from '../registers.ts';
import { Ledger, writeUntil } from '../traffic.ts';
import { Checks } from './checks.ts';
import { planFaults } from './fault-plan.ts';
import type { FaultKind } from './fault-plan.ts';
import { Fleet } from './fleet.ts';
import { measureLimit } from './limits.ts';
import type { LimitResult } from './limits.ts';
import { Caller } from './workflow.ts';
import { workflows } from './workflows.ts';

const WRITERS = 4;
const JOBS_MS = 60_000;

export interface RunOptions {
  databaseUrl: string;
  replicas: number;
  blobs: 'files' | 'postgres';
  faults: number;
  /** Faults that have not happened by then are left out. */
  endsAt: number;
  leaseMs: number;
  seed: number;
  /** Names of workflows; all when omitted. */
  only?: readonly string[];
  withLimits?: boolean;
  log(line: string): void;
}

export interface RunResult {
  faults: Partial<Record<FaultKind, number>>;
  acknowledged: number;
  ranked: number;
  lost: string[];
  refused: string[];
  races: number;
  walks: number;
  jobs: number;
  /** Jobs of all areas that were run more than once, because their worker was lost. */
  resumedJobs: number;
  takenUp: number;
  /** What was done more than once, not at all, or in part. */
  wrong: string[];
  /** Replies 500, with their errors. */
  unexpected: string[];
  rounds: Record<string, number>;
  limit?: LimitResult;
}

export async function runReplicas(options: RunOptions): Promise<RunResult> {
  const { databaseUrl, replicas, blobs, faults, endsAt, leaseMs, seed, only, withLimits = true, log } = options;
  const fleet = await Fleet.start(databaseUrl, { replicas, blobs, leaseMs, log });
  try {
    const stop = new AbortController();
    const ledger = new Ledger();
    const checks = new Checks(fleet);
    const loop = await RankingLoop.create(fleet.targets[0]!, 'loop');
    const wrong: string[] = [];
    const rounds: Record<string, number> = {};
    await checks.createStableItems();
    const traffic = [
      writeUntil(stop.signal, {
        ledger,
        registers: [...registers, pairs],
        writers: WRITERS,
        seed,
        prefix: `c${seed}`,
        target: (random) => fleet.pick(random),
        also: () => sleep(20),
      }),
      checks.raceUntil(stop.signal, new Random(seed + 1)),
      checks.pageUntil(stop.signal, new Random(seed + 2)),
      checks.startJobsUntil(stop.signal, new Random(seed + 3)),
      rankUntil(stop.signal, fleet, loop, new Random(seed + 4), wrong),
      workUntil(stop.signal, fleet, new Random(seed + 5), { only, wrong, rounds }),
    ];
    const without: FaultKind[] = blobs === 'postgres' ? ['loseBlobs'] : [];
    const lanes = planFaults(new Random(seed), { faults, replicas, leaseMs, without });
    await Promise.all(lanes.map((lane) => fleet.inject(lane, endsAt)));
    await fleet.recover();
    stop.abort();
    await Promise.all(traffic);
    const lost: string[] = [];
    for (const register of [...registers, pairs]) lost.push(...(await ledger.check(register, fleet.targets[0]!)));
    await checks.finish();
    const limit = withLimits ? await measureLimit(fleet.targets, 'limited') : undefined;
    const { resumed, problems } = await checkStore(databaseUrl, fleet, loop);
    return {
      faults: fleet.counts,
      acknowledged: ledger.acknowledged,
      ranked: loop.ledger.acknowledged,
      lost,
      refused: ledger.refusals,
      races: checks.races,
      walks: checks.walks,
      jobs: checks.jobs.size,
      resumedJobs: resumed,
      takenUp: fleet.takenUp.length,
      wrong: [...wrong, ...checks.problems, ...fleet.problems, ...problems],
      unexpected: fleet.unexpectedErrors(),
      rounds,
      limit,
    };
  } finally {
    await fleet.stop();
  }
}

async function rankUntil(signal: AbortSignal, fleet: Fleet, loop: RankingLoop, random: Random, wrong: string[]): Promise<void> {
  for (let n = 0; !signal.aborted; n++) {
    try {
      await loop.at(fleet.pick(random)).playOne(`event-${n}`, random);
    } catch (error) {
      // Only a call that was refused is wrong: a process may be away.
      if (/: 4(?!29)\d\d /.test((error as Error).message)) wrong.push(`ranking: ${(error as Error).message}`);
    }
    await sleep(random.integer(5, 50));
  }
}

/** Runs one workflow after another; a started one is completed. */
async function workUntil(
  signal: AbortSignal,
  fleet: Fleet,
  random: Random,
  { only, wrong, rounds }: { only?: readonly string[]; wrong: string[]; rounds: Record<string, number> },
): Promise<void> {
  const chosen = workflows.filter(({ name }) => only?.includes(name) ?? true);
  const caller = new Caller(() => fleet.targets, random);
  for (let n = 0; !signal.aborted && chosen.length > 0; n++) {
    const { name, round } = chosen[n % chosen.length]!;
    try {
      await round(caller, `${name}-${n}`);
      rounds[name] = (rounds[name] ?? 0) + 1;
    } catch (error) {
      wrong.push(`${name}-${n}: ${(error as Error).message}`);
    }
  }
}

/** Every job ends; then the processes stop, the learner equals a replay of the log, and every row and blob is whole. */
async function checkStore(databaseUrl: string, fleet: Fleet, loop: RankingLoop): Promise<{ resumed: number; problems: string[] }> {
  const problems: string[] = [];
  let resumed = 0;
  const store = await openPostgres({ url: databaseUrl, now: Date.now, onError: () => {} });
  try {
    const ended = await eventually(
      () => readAll(store, jobs, SYSTEM, ''),
      (all) => all.every(({ value }) => value.endedAt !== undefined || isLater(value)),
      JOBS_MS,
    ).catch(() => readAll(store, jobs, SYSTEM, ''));
    for (const { value } of ended) {
      if (value.attempt > 1) resumed++;
      if (isLater(value)) continue;
      // A copy fails when the process that receives it is away.
      if (value.state !== 'succeeded' && value.kind !== 'documents.copy')
        problems.push(`job ${value.kind} is ${value.state}, attempt ${value.attempt}: ${JSON.stringify(value.errors)}`);
    }
    await fleet.stopAll();
    const { config } = readConfig({ argv: ['--data', fleet.data, '--database-url', databaseUrl] });
    await checkLoop(store, config, loop.account, loop.ledger);
  } catch (error) {
    problems.push((error as Error).message.slice(0, 500));
  } finally {
    await store.close();
  }
  const verified = await run(['verify', '--json', '--data', fleet.data, '--database-url', databaseUrl]);
  if (verified.code !== 0) problems.push(`verify: ${verified.stdout.slice(0, 500)}${verified.stderr.slice(0, 300)}`);
  return { resumed, problems };
}

/** A deleted account is erased again after two minutes. */
function isLater({ state, attempt, dueAt }: Job): boolean {
  return state === 'notStarted' && attempt === 0 && dueAt > Date.now();
}
