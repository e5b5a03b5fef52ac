/** What this process needs to serve. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { NotReady, Readiness } from '../http/readiness.ts';
import type { Blobs } from '../kernel/ports/blobs.ts';
import type { Store } from '../kernel/ports/store.ts';

/** Starting a thread and a process costs some time, and rarely stops working. */
const WORKERS_KEPT_MS = 60_000;

export function createReadiness(store: Store, blobs: Blobs): Readiness {
  return new Readiness({
    store: { run: () => store.probe() },
    blobs: { run: () => blobs.probe() },
    workers: { run: startWorkers, keptMs: WORKERS_KEPT_MS },
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
