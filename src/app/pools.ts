/** Pools of threads and processes that report their tasks. */
import { epochMs } from '../kernel/ports/telemetry.ts';
import type { Report } from '../kernel/ports/telemetry.ts';
import type { Pool, PoolOptions } from '../kernel/ports/workers.ts';
import { WorkerPool } from '../workers/pool.ts';
import { startProcess } from '../workers/process.ts';
import { startThread } from '../workers/thread.ts';

export function startPool(kind: 'thread' | 'process', options: PoolOptions, report: Report): Pool {
  return new WorkerPool(kind === 'thread' ? startThread : startProcess, options, (task, startedAt, error) =>
    report({ work: 'task', pool: kind, task, outcome: error === undefined ? 'done' : 'failed' }, startedAt, epochMs()),
  );
}
