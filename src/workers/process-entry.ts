/**
 * Runs in each process of a pool. A thread watches it, since a task may block the process for long: it is killed when the server is gone
 * or when it exceeds its limits on memory and CPU time, and gets a lower priority when its task takes long. That is CPU time too: on a busy
 * machine every task takes long by the clock.
 */
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads';
import type { CpuLimits } from '../kernel/ports/workers.ts';
import { CpuWatch } from './cpu-watch.ts';
import { OUT_OF_MEMORY, OUT_OF_TIME, slowDown } from './process.ts';
import { runTask } from './task.ts';
import type { TaskMessage } from './task.ts';

/** What the watching thread needs to know about the task. */
type WatchMessage = { started: CpuLimits | undefined } | 'progress' | 'ended';

const WATCH_MS = 250;
/** The share of the memory limit above which a process is not reused. */
const REUSE_SHARE = 0.6;

interface Limits {
  server: number;
  memoryMb: number;
  longTaskMs: number;
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function watch({ server, memoryMb, longTaskMs }: Limits): void {
  const cpu = new CpuWatch(cpuMs);
  let longFrom = Infinity;
  parentPort!.on('message', (message: WatchMessage) => {
    if (message === 'progress') cpu.step();
    else if (message === 'ended') {
      cpu.end();
      longFrom = Infinity;
    } else {
      cpu.start(message.started);
      longFrom = cpuMs() + longTaskMs;
    }
  });
  setInterval(() => {
    if (process.ppid !== server) process.kill(process.pid, 'SIGKILL');
    if (process.memoryUsage.rss() > memoryMb * 2 ** 20) endBy(OUT_OF_MEMORY);
    if (cpu.isExceeded()) endBy(OUT_OF_TIME);
    if (cpuMs() < longFrom) return;
    slowDown();
    longFrom = Infinity;
  }, WATCH_MS);
}

/** The signal says why; Windows has no such signals. */
function endBy(signal: NodeJS.Signals): void {
  process.kill(process.pid, process.platform === 'win32' ? 'SIGKILL' : signal);
}

function serve(limits: Limits): void {
  const watcher = new Worker(new URL(import.meta.url), { workerData: limits, execArgv: [] });
  watcher.unref();
  const tell = (message: WatchMessage): void => watcher.postMessage(message);
  // The server stops this process when it stops itself.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
  process.on('disconnect', () => process.exit());
  let longFrom = Infinity;
  const isLast = (): boolean => cpuMs() >= longFrom || process.memoryUsage.rss() > REUSE_SHARE * limits.memoryMb * 2 ** 20;
  process.on('message', (message: TaskMessage) => {
    if (message.isWarmUp !== true) {
      longFrom = cpuMs() + limits.longTaskMs;
      tell({ started: message.cpu });
    }
    const post = (reply: object): void => {
      tell('progress' in reply ? 'progress' : 'ended');
      process.send!(reply);
    };
    void runTask(message, post, isLast);
  });
}

if (!isMainThread) watch(workerData as Limits);
else {
  const [server, memoryMb, longTaskMs] = process.argv.slice(2).map(Number) as [number, number, number];
  serve({ server, memoryMb, longTaskMs });
}
