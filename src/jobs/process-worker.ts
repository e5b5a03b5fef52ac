/**
 * A child process that runs tasks for the server, one at a time (processes.ts). A thread watches it, since a task may block the
 * process for long: it is killed when the server is gone or when it exceeds its limits on memory and CPU time.
 */
import { enableCompileCache, flushCompileCache } from 'node:module';
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads';
import type { Completed, CpuLimits, ReportProgress } from '../kernel/ports/workers.ts';
import { CpuWatch } from './cpu-watch.ts';
import { OUT_OF_MEMORY, OUT_OF_TIME } from './processes.ts';

export interface TaskMessage {
  module: string;
  name: string;
  input: unknown;
  cpu?: CpuLimits;
  /** Nobody waits for it: it has no reply, and another task may run meanwhile. */
  isWarmUp?: boolean;
}
/** `isLast`: the process uses so much memory that the next task should run in another. */
export type WorkerMessage =
  | { progress: number; completed?: Completed }
  | ({ isLast: boolean } & ({ result: unknown } | { error: { name: string; message: string; stack?: string } }));

type Task = (input: unknown, progress: ReportProgress) => unknown;
/** What the watching thread needs to know about the task. */
type WatchMessage = { started: CpuLimits | undefined } | 'progress' | 'ended';

const WATCH_MS = 250;
/** The share of the memory limit above which a process is not reused. */
const REUSE_SHARE = 0.6;

function watch({ server, memoryMb }: { server: number; memoryMb: number }): void {
  const cpu = new CpuWatch(() => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  });
  parentPort!.on('message', (message: WatchMessage) => {
    if (message === 'progress') cpu.step();
    else if (message === 'ended') cpu.end();
    else cpu.start(message.started);
  });
  setInterval(() => {
    if (process.ppid !== server) process.kill(process.pid, 'SIGKILL');
    if (process.memoryUsage.rss() > memoryMb * 2 ** 20) endBy(OUT_OF_MEMORY);
    if (cpu.isExceeded()) endBy(OUT_OF_TIME);
  }, WATCH_MS);
}

/** The signal says why; Windows has no such signals. */
function endBy(signal: NodeJS.Signals): void {
  process.kill(process.pid, process.platform === 'win32' ? 'SIGKILL' : signal);
}

async function load({ module, name }: TaskMessage): Promise<Task> {
  const loaded = (await import(module)) as Record<string, Task>;
  // At its exit, which is a kill, it would be too late.
  flushCompileCache();
  return loaded[name]!;
}

async function work(message: TaskMessage, memoryMb: number, tell: (watched: WatchMessage) => void): Promise<WorkerMessage> {
  const isLast = (): boolean => process.memoryUsage.rss() > REUSE_SHARE * memoryMb * 2 ** 20;
  tell({ started: message.cpu });
  try {
    const task = await load(message);
    const result = await task(message.input, (progress, completed) => {
      tell('progress');
      process.send!({ progress, ...(completed && { completed }) } satisfies WorkerMessage);
    });
    return { result, isLast: isLast() };
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    return { error: { name: error.name, message: error.message, stack: error.stack }, isLast: isLast() };
  } finally {
    tell('ended');
  }
}

let hasTask = false;

/** Gives way to the first task. What cannot be loaded is the problem of the tasks that need it. */
async function warmUp(message: TaskMessage): Promise<void> {
  const task = await load(message);
  await task(message.input, () => {
    if (hasTask) throw new Error('A task has come.');
  });
}

if (!isMainThread) watch(workerData as { server: number; memoryMb: number });
else {
  enableCompileCache();
  const [server, memoryMb] = process.argv.slice(2).map(Number) as [number, number];
  const watcher = new Worker(new URL(import.meta.url), { workerData: { server, memoryMb }, execArgv: [] });
  watcher.unref();
  // The server stops this process when it stops itself.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
  process.on('disconnect', () => process.exit());
  process.on('message', (message: TaskMessage) => {
    if (message.isWarmUp === true) return void warmUp(message).catch(() => undefined);
    hasTask = true;
    void work(message, memoryMb, (watched) => watcher.postMessage(watched)).then((reply) => process.send!(reply));
  });
}
