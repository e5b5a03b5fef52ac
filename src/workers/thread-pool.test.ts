import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { PoolWorker } from '../kernel/ports/workers.ts';
import { WorkerPool } from './pool.ts';
import { startThread } from './thread.ts';

const MODULE = `
import { readlinkSync } from 'node:fs';
import { getPriority } from 'node:os';
import { isMainThread } from 'node:worker_threads';
export const double = (n) => ({ doubled: 2 * n, isMainThread });
export const broken = () => { throw new RangeError('out of the thread'); };
export const priority = () => getPriority(Number(readlinkSync('/proc/thread-self').split('/').pop()));
export const priorities = async (input) => {
  const { pool, thread, module } = JSON.parse(input);
  const { WorkerPool } = await import(pool);
  const { startThread } = await import(thread);
  const started = new WorkerPool(startThread, { count: 1, memoryMb: 32 });
  const found = [priority(), await started.run({ module: new URL(module), function: 'priority', input: 0 })];
  await started.close();
  return found;
};
export const load = (key) => { loaded = key; };
export const loadedKey = () => loaded;
let loaded;
export const uncloneable = () => () => undefined;
export const endless = () => { for (;;); };
export const greedy = () => { const kept = []; for (;;) kept.push(new Array(1e5).fill(kept.length)); };
`;

let folder: string;
let module: URL;
let threads: WorkerPool;
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'perennial-threads-'));
  writeFileSync(join(folder, 'work.mjs'), MODULE);
  module = pathToFileURL(join(folder, 'work.mjs'));
  threads = new WorkerPool(startThread, { count: 1, memoryMb: 32 });
});
after(async () => {
  await threads.close();
  rmSync(folder, { recursive: true });
});

const double = (): Promise<unknown> => threads.run({ module, function: 'double', input: 21 });

test('runs a function of a module in a thread', async () => {
  assert.deepEqual(await double(), { doubled: 42, isMainThread: false });
});

test('runs threads below the priority of the process', { skip: process.platform !== 'linux' }, async () => {
  assert.equal(await threads.run({ module, function: 'priority', input: 0 }), Math.min(19, getPriority() + 10));
});

test(
  'runs threads that calls wait for little below it, and those that they start alike',
  { skip: process.platform !== 'linux' },
  async () => {
    const awaited = new WorkerPool(startThread, { count: 1, memoryMb: 64, isAwaited: true });
    const input = { pool: new URL('./pool.ts', import.meta.url).href, thread: new URL('./thread.ts', import.meta.url).href, module };
    const expected = Math.min(19, getPriority() + 2);
    assert.deepEqual(await awaited.run({ module, function: 'priorities', input: JSON.stringify(input) }), [expected, expected]);
    await awaited.close();
  },
);

test('rethrows task errors', async () => {
  await assert.rejects(threads.run({ module, function: 'broken', input: 0 }), { name: 'RangeError', message: 'out of the thread' });
});

test('terminates a task over its time limit and runs the next', async () => {
  await assert.rejects(threads.run({ module, function: 'endless', input: 0, timeMs: 50 }), { name: 'WorkerEnded', isOutOfTime: true });
  assert.deepEqual(await double(), { doubled: 42, isMainThread: false });
});

test('terminates an aborted task and runs the next', async () => {
  const stop = new AbortController();
  const running = threads.run({ module, function: 'endless', input: 0, signal: stop.signal });
  setImmediate(() => stop.abort());
  await assert.rejects(running, { name: 'AbortError' });
  assert.deepEqual(await double(), { doubled: 42, isMainThread: false });
});

test('terminates a task over its memory limit and runs the next', async () => {
  await assert.rejects(threads.run({ module, function: 'greedy', input: 0 }), { name: 'WorkerEnded', isOutOfMemory: true });
  assert.deepEqual(await double(), { doubled: 42, isMainThread: false });
});

test('rejects a task whose result cannot be sent, and runs the next', async () => {
  await assert.rejects(threads.run({ module, function: 'uncloneable', input: 0 }), { name: 'DataCloneError' });
  assert.deepEqual(await double(), { doubled: 42, isMainThread: false });
});

test('reports each task with its outcome', async () => {
  const seen: unknown[] = [];
  const pool = new WorkerPool(startThread, { count: 1, memoryMb: 32 }, (task, _startedAt, error) => seen.push([task, error === undefined]));
  await pool.run({ module, function: 'double', input: 1 });
  await assert.rejects(pool.run({ module, function: 'broken', input: 0 }));
  await pool.close();
  assert.deepEqual(seen, [
    ['double', true],
    ['broken', false],
  ]);
});

test('lends the thread that suits best for several tasks', async () => {
  const pool = new WorkerPool(startThread, { count: 2, memoryMb: 32 });
  const workers = new Map<string, PoolWorker>();
  const load = (key: string): Promise<void> =>
    pool.use({}, async (worker) => {
      workers.set(key, worker);
      await worker.run({ module, function: 'load', input: key });
    });
  await Promise.all([load('a'), load('b')]);
  for (const key of ['a', 'b', 'a']) {
    const prefer = (worker: PoolWorker): boolean => worker === workers.get(key);
    assert.equal(await pool.use({ prefer }, (worker) => worker.run({ module, function: 'loadedKey', input: 0 })), key);
  }
  await pool.close();
});
