/**
 * Runs in each process of a pool. A thread watches it, since a task may block the process for long: it is killed when the server is gone
 * or when it exceeds its limits on memory and CPU time.
 */
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads';
import type { CpuLimits } from '../kernel/ports/workers.ts';
import { CpuWatch } from './cpu-watch.ts';
import { OUT_OF_MEMORY, OUT_OF_TIME } from './process.ts';
import { runTask } from './task.ts';
import type { TaskMessage } from './task.ts';

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

function serve(server: number, memoryMb: number): void {
  const watcher = new Worker(new URL(import.meta.url), { workerData: { server, memoryMb }, execArgv: [] });
  watcher.unref();
  const tell = (message: WatchMessage): void => watcher.postMessage(message);
  // The server stops this process when it stops itself.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
  process.on('disconnect', () => process.exit());
  const isLast = (): boolean => process.memoryUsage.rss() > REUSE_SHARE * memoryMb * 2 ** 20;
  process.on('message', (message: TaskMessage) => {
    if (message.isWarmUp !== true) tell({ started: message.cpu });
    const post = (reply: object): void => {
      tell('progress' in reply ? 'progress' : 'ended');
      process.send!(reply);
    };
    void runTask(message, post, isLast);
  });
}

if (!isMainThread) watch(workerData as { server: number; memoryMb: number });
else {
  const [server, memoryMb] = process.argv.slice(2).map(Number) as [number, number];
  serve(server, memoryMb);
}
