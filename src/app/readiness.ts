/** What this process needs to serve. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Config } from '../config.ts';
import { NotReady, Readiness } from '../http/pages/readiness.ts';
import type { Blobs } from '../kernel/ports/blobs.ts';
import type { Store } from '../kernel/ports/store.ts';
import { StorageUnavailable } from '../kernel/storage-unavailable.ts';

/** Starting a thread and a process costs some time, and rarely stops working. */
const WORKERS_TTL_MS = 60_000;

/** Whether the database of many machines answers; one that is embedded does not go away. */
export function createHealth(store: Store, { databaseUrl }: Config): Readiness {
  return new Readiness(databaseUrl === undefined ? {} : { database: { run: () => answers(store) } });
}

/** A database that answers but cannot write, because its disk is full for example, still serves reading calls. */
async function answers(store: Store): Promise<void> {
  await store.probe().catch((error: unknown) => {
    if (!(error instanceof StorageUnavailable) || error.problem === 'unreachable') throw error;
  });
}

export function createReadiness(store: Store, blobs: Blobs): Readiness {
  return new Readiness({
    store: { run: () => store.probe() },
    blobs: { run: () => blobs.probe() },
    workers: { run: startWorkers, ttlMs: WORKERS_TTL_MS },
  });
}

async function startWorkers(): Promise<void> {
  try {
    await Promise.all([startThread(), startProcess()]);
  } catch (error) {
    throw new NotReady('Worker threads or processes cannot be started.', { cause: error });
  }
}

async function startThread(): Promise<void> {
  const thread = new Worker('', { eval: true, resourceLimits: { maxOldGenerationSizeMb: 16 } });
  await once(thread, 'exit');
}

async function startProcess(): Promise<void> {
  const child = spawn(process.execPath, ['--version'], { stdio: 'ignore', env: {} });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`The process ended with ${code}.`);
}
