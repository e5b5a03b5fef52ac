import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { eventually } from '../../test/support/server.ts';
import { TooManyTasks, WorkerEnded } from '../kernel/ports/workers.ts';
import type { PoolOptions, PoolTask } from '../kernel/ports/workers.ts';
import { WorkerPool } from './pool.ts';
import { startProcess } from './process.ts';
import type { WorkerLimits } from './worker.ts';

const MODULE = `
import { writeFileSync } from 'node:fs';
export const whoAmI = () => ({ pid: process.pid, secret: process.env.PERENNIAL_TEST_SECRET });
export const half = (bytes, progress) => { progress(0.5); return bytes.subarray(0, bytes.length / 2); };
export const broken = () => { throw new RangeError('out of the process'); };
export const endless = (file) => { if (file) writeFileSync(file, String(process.pid)); for (;;); };
export const crash = () => process.abort();
export const waits = (ms) => new Promise((resolve) => setTimeout(resolve, ms, process.pid));
export const sleepy = () => new Promise(() => setInterval(() => undefined, 1000));
const cpuMs = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1000; };
export const busy = (ms) => { for (const end = cpuMs() + ms; cpuMs() < end;) for (let n = 0; n < 1e5; n++); };
export const inSteps = (steps, progress) => { for (let n = 1; n <= steps; n++) { busy(100); progress(n / steps, { count: n, of: steps, unit: 'pages' }); } };
let isWarm = false;
export const warmUp = (file) => { isWarm = true; writeFileSync(file, String(process.pid)); };
export const crashWhenWarm = (file) => { writeFileSync(file, String(process.pid)); process.abort(); };
export const warmth = () => ({ pid: process.pid, isWarm });
let kept;
export const large = () => { kept = Buffer.alloc(2 ** 28, 1); return process.pid; };
export const greedy = () => { const kept = []; for (;;) { kept.push(Buffer.alloc(2 ** 22, 1)); Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2); } };
`;

function startPool(options: Partial<PoolOptions & WorkerLimits> = {}): WorkerPool {
  return new WorkerPool(startProcess, { count: 1, memoryMb: 400, ...options });
}

let folder: string;
let module: URL;
let processes: WorkerPool;
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'perennial-processes-'));
  writeFileSync(join(folder, 'work.mjs'), MODULE);
  module = pathToFileURL(join(folder, 'work.mjs'));
  processes = startPool();
});
after(async () => {
  await processes.close();
  rmSync(folder, { recursive: true });
});

const run = <T = unknown>(name: string, input?: unknown, more: Pick<PoolTask, 'signal' | 'onProgress' | 'cpu'> = {}): Promise<T> =>
  processes.run<T>({ account: 'a', module, function: name, input, ...more });
const isRunning = (pid: number): boolean => {
  try {
    // A zombie counts as exited.
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
};
const waitForExit = (pid: number): Promise<boolean> =>
  eventually(
    () => isRunning(pid),
    (running) => !running,
  );
/** The content of a file, once it has some and it is not the given one. */
const waitForFile = (file: string, before = ''): Promise<string> =>
  eventually(
    () => (existsSync(file) ? readFileSync(file, 'utf8') : ''),
    (text) => text !== '' && text !== before,
  );

test('runs a function in a reused process that sees no secrets of the server', async () => {
  process.env.PERENNIAL_TEST_SECRET = 'secret';
  const first = await run<{ pid: number; secret?: string }>('whoAmI');
  assert.notEqual(first.pid, process.pid);
  assert.equal(first.secret, undefined);
  assert.deepEqual(await run('whoAmI'), first);
});

test('passes bytes both ways and reports progress', async () => {
  const reported: number[] = [];
  assert.deepEqual(await run('half', Uint8Array.of(1, 2, 3, 4), { onProgress: (done) => reported.push(done) }), Uint8Array.of(1, 2));
  assert.deepEqual(reported, [0.5]);
});

test('an account leaves a process to others, and has a limit of waiting tasks', async () => {
  const pool = startPool({ count: 2, perAccount: 1 });
  const stop = new AbortController();
  const file = join(folder, 'hostile');
  const endless = { account: 'hostile', module, function: 'endless', signal: stop.signal, maxWaiting: 1 };
  const hostile = [pool.run({ ...endless, input: file }), pool.run({ ...endless, input: join(folder, 'waiting') })];
  const stopped = Promise.allSettled(hostile);
  await assert.rejects(pool.run({ ...endless, input: undefined }), TooManyTasks);
  await waitForFile(file);
  assert.ok(await pool.run({ account: 'other', module, function: 'whoAmI', input: 0 }));
  assert.ok(!existsSync(join(folder, 'waiting')));
  stop.abort(new Error('enough'));
  await stopped;
  await pool.close();
});

test('leaves the process of an account to it while others start their own', async (context) => {
  const pool = startPool({ count: 3, perAccount: 2, reserveMs: 1e6 });
  context.after(() => pool.close());
  const whoAmI = (account: string): Promise<{ pid: number }> => pool.run({ account, module, function: 'whoAmI', input: 0 });
  const { pid } = await whoAmI('other');
  const files = ['first', 'second'].map((name) => join(folder, `beside-${name}`));
  for (const input of files) pool.run({ account: 'hostile', module, function: 'endless', input }).catch(() => undefined);
  for (const file of files) assert.notEqual(Number(await waitForFile(file)), pid);
  assert.equal((await whoAmI('other')).pid, pid);
});

test('gives an account that is at work, or has ended a process, no process of others', async (context) => {
  const pool = startPool({ count: 4, perAccount: 3, reserveMs: Number.MIN_VALUE, keepMs: 1e6 });
  context.after(() => pool.close());
  const whoAmI = (account: string): Promise<{ pid: number }> => pool.run({ account, module, function: 'whoAmI', input: 0 });
  await assert.rejects(pool.run({ account: 'ended', module, function: 'crash', input: 0 }), WorkerEnded);
  const file = join(folder, 'at-work');
  pool.run({ account: 'at work', module, function: 'endless', input: file }).catch(() => undefined);
  const working = Number(await waitForFile(file));
  const { pid } = await whoAmI('other');
  assert.equal(new Set([working, pid, (await whoAmI('ended')).pid, (await whoAmI('at work')).pid]).size, 4);
  assert.equal((await whoAmI('other')).pid, pid);
});

test('gives the process of another account when no more can be started', async () => {
  const pool = startPool({ reserveMs: 1e6 });
  const whoAmI = (account: string): Promise<{ pid: number }> => pool.run({ account, module, function: 'whoAmI', input: 0 });
  assert.deepEqual(await whoAmI('a'), await whoAmI('b'));
  await pool.close();
});

test('starts a process for the next task while one takes long', async () => {
  const file = join(folder, 'spare');
  const pool = startPool({ spareAfterMs: 1, reserveMs: 1e6, keepMs: 1e6, warmUp: { module, function: 'warmUp', input: file } });
  pool.keepWarm(1);
  const pid = await waitForFile(file);
  const stop = new AbortController();
  const long = pool.run({ account: 'a', module, function: 'endless', input: undefined, signal: stop.signal });
  const stopped = assert.rejects(long, /enough/);
  // The spare is warm while the task still runs.
  const spare = Number(await waitForFile(file, pid));
  assert.ok(isRunning(Number(pid)));
  stop.abort(new Error('enough'));
  await stopped;
  assert.deepEqual(await pool.run({ account: 'a', module, function: 'warmth', input: 0 }), { pid: spare, isWarm: true });
  await pool.close();
});

test('starts one for other accounts even while the machine has no room', async (context) => {
  const file = join(folder, 'for-others');
  const maySpare = (): boolean => false;
  const warmUp = { module, function: 'warmUp', input: file };
  const pool = startPool({ count: 2, spareAfterMs: 1, maySpare, reserveMs: Number.MIN_VALUE, keepMs: 1e6, warmUp });
  context.after(() => pool.close());
  const { pid } = await pool.run<{ pid: number }>({ account: 'other', module, function: 'whoAmI', input: 0 });
  pool.run({ account: 'hostile', module, function: 'endless', input: undefined }).catch(() => undefined);
  const spare = Number(await waitForFile(file));
  assert.notEqual(spare, pid);
  assert.equal((await pool.run<{ pid: number }>({ account: 'other', module, function: 'whoAmI', input: 0 })).pid, spare);
});

test('starts none for the next task while the machine has no room', async () => {
  let started = 0;
  const asked = Promise.withResolvers<void>();
  const maySpare = (): boolean => {
    setImmediate(asked.resolve);
    return false;
  };
  const count: typeof startProcess = (...args) => {
    started++;
    return startProcess(...args);
  };
  const pool = new WorkerPool(count, { count: 2, memoryMb: 400, spareAfterMs: 1, maySpare });
  const stop = new AbortController();
  const long = pool.run({ account: 'a', module, function: 'endless', input: undefined, signal: stop.signal });
  const stopped = assert.rejects(long, /enough/);
  await asked.promise;
  assert.equal(started, 1);
  stop.abort(new Error('enough'));
  await stopped;
  await pool.close();
});

test('lowers the priority of a process whose task takes long', async () => {
  const pool = startPool({ longTaskMs: 100 });
  const stop = new AbortController();
  const file = join(folder, 'long');
  const long = pool.run({ account: 'a', module, function: 'endless', input: file, signal: stop.signal });
  const stopped = assert.rejects(long, /enough/);
  const pid = Number(await waitForFile(file));
  await eventually(
    () => getPriority(pid),
    (priority) => priority === Math.min(19, getPriority() + 15),
  );
  stop.abort(new Error('enough'));
  await stopped;
  await waitForExit(pid);
  await pool.close();
});

test('reuses a process that has waited long, and none that was busy for long', async () => {
  const pool = startPool({ longTaskMs: 500 });
  const task = { account: 'a', module, input: undefined };
  const pid = await pool.run({ ...task, function: 'waits', input: 700 });
  assert.equal((await pool.run<{ pid: number }>({ ...task, function: 'whoAmI' })).pid, pid);
  await pool.run({ ...task, function: 'busy', input: 600 });
  assert.notEqual((await pool.run<{ pid: number }>({ ...task, function: 'whoAmI' })).pid, pid);
  await pool.close();
});

test('rethrows task errors and runs the next task', async () => {
  await assert.rejects(run('broken'), { name: 'RangeError', message: 'out of the process' });
  assert.ok(await run('whoAmI'));
});

test('kills an aborted task and does not start aborted waiting ones', async () => {
  const { pid } = await run<{ pid: number }>('whoAmI');
  const stop = new AbortController();
  const file = join(folder, 'started');
  const [busy, waiting] = [run('endless', file, { signal: stop.signal }), run('endless', join(folder, 'never'), { signal: stop.signal })];
  await waitForFile(file);
  stop.abort(new Error('enough'));
  await assert.rejects(busy, /enough/);
  await assert.rejects(waiting, /enough/);
  await waitForExit(pid);
  assert.notEqual((await run<{ pid: number }>('whoAmI')).pid, pid);
  assert.ok(!existsSync(join(folder, 'never')));
});

test('contains a crash and an out-of-memory exit', async () => {
  await assert.rejects(run('crash'), (problem) => problem instanceof WorkerEnded && !problem.isOutOfMemory);
  await assert.rejects(run('greedy'), (problem) => problem instanceof WorkerEnded && problem.isOutOfMemory);
  assert.ok(await run('whoAmI'));
});

const isOutOfTime = (problem: unknown): boolean => problem instanceof WorkerEnded && problem.isOutOfTime && !problem.isOutOfMemory;

test('ends a task that exceeds its CPU time, in total or in one step, and runs the next', async () => {
  await assert.rejects(run('endless', undefined, { cpu: { totalMs: 300 } }), isOutOfTime);
  await assert.rejects(run('endless', undefined, { cpu: { totalMs: 1e6, stepMs: 300 } }), isOutOfTime);
  assert.ok(await run('whoAmI', undefined, { cpu: { totalMs: 1e6, stepMs: 1e6 } }));
});

test('counts the CPU time of each step alone, and adds to the total with each', async () => {
  const seen: unknown[] = [];
  const onProgress: PoolTask['onProgress'] = (_done, completed) => seen.push(completed?.count);
  // Each step has less than its limit, all together more; the total grows with the steps.
  await run('inSteps', 5, { cpu: { totalMs: 400, stepMs: 400, addedPerStepMs: 200 }, onProgress });
  assert.deepEqual(seen, [1, 2, 3, 4, 5]);
  await assert.rejects(run('inSteps', 40, { cpu: { totalMs: 400, stepMs: 1e5 } }), isOutOfTime);
});

test('does not count the time of other processes or of waiting', async () => {
  // Waits for the only process, and for the processor, longer than its limit.
  const [, second] = await Promise.all([run('busy', 800), run('warmth', undefined, { cpu: { totalMs: 400, stepMs: 400 } })]);
  assert.ok(second);
});

test('ends a task that neither progresses nor computes', async () => {
  const impatient = startPool({ stallFactor: 0.001 });
  const task = { account: 'a', module, function: 'sleepy', input: undefined, cpu: { totalMs: 1e6, stepMs: 1e5 } };
  await assert.rejects(impatient.run(task), isOutOfTime);
  await impatient.close();
});

test('keeps one warm process, which runs the first task and stays when it is idle', async () => {
  const file = join(folder, 'warm');
  const pool = startPool({ count: 3, idleMs: 1, warmUp: { module, function: 'warmUp', input: file } });
  pool.keepWarm(1);
  const pid = Number(await waitForFile(file));
  const warmth = (): Promise<{ pid: number; isWarm: boolean }> => pool.run({ account: 'a', module, function: 'warmth', input: 0 });
  assert.deepEqual(await warmth(), { pid, isWarm: true });
  const both = await Promise.all([warmth(), warmth()]);
  const other = both.find((one) => one.pid !== pid)!;
  assert.equal(other.isWarm, false);
  await Promise.race([waitForExit(pid), waitForExit(other.pid)]);
  assert.equal([pid, other.pid].filter(isRunning).length, 1);
  await pool.close();
  assert.deepEqual([pid, other.pid].filter(isRunning), []);
});

test('starts no process before the first task, and keeps its process for a while', async () => {
  const file = join(folder, 'lazy');
  const pool = startPool({ count: 2, idleMs: 1, keepMs: 1e6, warmUp: { module, function: 'warmUp', input: file } });
  pool.keepWarm(0);
  const whoAmI = (): Promise<{ pid: number }> => pool.run({ account: 'a', module, function: 'whoAmI', input: 0 });
  const pids = (await Promise.all([whoAmI(), whoAmI()])).map(({ pid }) => pid);
  assert.ok(!existsSync(file), 'nothing was warmed up ahead of a task');
  await Promise.race(pids.map(waitForExit));
  assert.ok(pids.includes((await whoAmI()).pid));
  await pool.close();
});

test('replaces a warm process that a task has ended, but not one that cannot start', async () => {
  const file = join(folder, 'replaced');
  const pool = startPool({ warmUp: { module, function: 'warmUp', input: file } });
  pool.keepWarm(1);
  const pid = await waitForFile(file);
  await assert.rejects(pool.run({ account: 'a', module, function: 'crash', input: 0 }), WorkerEnded);
  await waitForFile(file, pid);
  await pool.close();

  const crashed = join(folder, 'crashed');
  const broken = startPool({ warmUp: { module, function: 'crashWhenWarm', input: crashed } });
  broken.keepWarm(1);
  const first = await waitForFile(crashed);
  // Until the pool has seen the exit, and not only until the process is a zombie.
  await eventually(
    () => existsSync(`/proc/${first}`),
    (exists) => !exists,
  );
  assert.ok(await broken.run({ account: 'a', module, function: 'whoAmI', input: 0 }));
  assert.equal(readFileSync(crashed, 'utf8'), first);
  await broken.close();
});

test('does not reuse a process that holds much memory', async () => {
  const pid = await run<number>('large');
  await waitForExit(pid);
  assert.notEqual((await run<{ pid: number }>('whoAmI')).pid, pid);
});

test('stops an idle process', async () => {
  const brief = startPool({ idleMs: 1 });
  const { pid } = await brief.run<{ pid: number }>({ account: 'a', module, function: 'whoAmI', input: 0 });
  await waitForExit(pid);
  await brief.close();
});

test('children exit when the server is killed', async () => {
  const file = join(folder, 'pid');
  const program = `import { WorkerPool } from ${JSON.stringify(new URL('./pool.ts', import.meta.url).href)};
    import { startProcess } from ${JSON.stringify(new URL('./process.ts', import.meta.url).href)};
    await new WorkerPool(startProcess, { count: 1, memoryMb: 400 }).run({ account: 'a', module: new URL(${JSON.stringify(module.href)}), function: 'endless', input: ${JSON.stringify(file)} });`;
  const server = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'ignore' });
  await waitForFile(file);
  server.kill('SIGKILL');
  await once(server, 'exit');
  await waitForExit(Number(readFileSync(file, 'utf8')));
});
