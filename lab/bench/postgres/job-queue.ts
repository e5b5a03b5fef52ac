/** 200,000 jobs that pass through the queue: whether looking for the next one gets slower with the rows that they leave behind. */
import pg from 'pg';
import { JobQueue } from '../../../src/jobs/queue.ts';
import { Change } from '../../../src/kernel/change.ts';
import { SYSTEM } from '../../../src/kernel/collection.ts';
import { DUE, dueTerm, jobs } from '../../../src/kernel/job.ts';
import type { StoredJob } from '../../../src/kernel/job.ts';
import type { Store } from '../../../src/kernel/ports/store.ts';
import type { ServerCpu } from './cpu.ts';
import { ACCOUNTS, accountOf } from './fill.ts';

const BATCH = 200;
const LOOKS = 50;
/** As the runner, which looks ten seconds further back than the oldest due job. */
const bound = (): string => dueTerm(Date.now() - 10_000);

export interface QueueStep {
  jobs: number;
  findMicros: number;
  /** Without a lower bound, which the runner does every ten seconds. */
  fullMicros: number;
  jobMicros: number;
}

/** With `isHeld` a transaction stays open meanwhile, as that of a backup, which keeps PostgreSQL from removing anything. */
export async function passJobs(
  store: Store,
  url: string,
  cpu: ServerCpu,
  { total, isHeld }: { total: number; isHeld: boolean },
): Promise<QueueStep[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  if (isHeld) await client.query('begin isolation level repeatable read; select count(*) from store_facts');
  let id = 0;
  const run = Date.now();
  const queue = new JobQueue(store, { now: Date.now } as never, { uuid: () => `pass-${run}-${id++}` } as never);
  const steps: QueueStep[] = [];
  for (let passed = 0; passed < total;) {
    cpu.takeMicros();
    const goal = passed + total / 10;
    while (passed < goal) {
      await Promise.all(
        Array.from({ length: BATCH }, (_, n) => {
          const change = new Change();
          queue.enqueue(change, { account: accountOf(n % ACCOUNTS), kind: 'bench.job', input: {} });
          return store.commit(change);
        }),
      );
      for (let left = BATCH; left > 0;) {
        const due = await store.find(jobs, SYSTEM, DUE, { from: bound(), to: dueTerm(Date.now()), limit: 64 });
        await Promise.all(due.map((read) => runJob(store, read)));
        left -= due.length;
      }
      passed += BATCH;
    }
    const jobMicros = cpu.takeMicros() / (total / 10);
    const look = async (): Promise<number> => {
      for (let n = 0; n < LOOKS; n++) await store.find(jobs, SYSTEM, DUE, { from: bound(), to: dueTerm(Date.now()), limit: 64 });
      return cpu.takeMicros() / LOOKS;
    };
    const findMicros = await look();
    for (let n = 0; n < LOOKS; n++) await store.find(jobs, SYSTEM, DUE, { to: dueTerm(Date.now()), limit: 64 });
    steps.push({ jobs: passed, findMicros, fullMicros: cpu.takeMicros() / LOOKS, jobMicros });
  }
  await client.end();
  return steps;
}

async function runJob(store: Store, read: StoredJob): Promise<void> {
  const claim = new Change().replace(jobs, SYSTEM, read, { ...read.value, state: 'running', attempt: 1, dueAt: Date.now() + 60_000 });
  await store.commit(claim);
  const held = { ...read, version: claim.puts[0]!.version };
  await store.commit(new Change().replace(jobs, SYSTEM, held, { ...read.value, state: 'succeeded' }));
}
