/**
 * A child process that runs tasks for the server, one at a time (processes.ts). A thread watches it, since a task may block the
 * process for long: it is killed when the server is gone or when it exceeds its memory limit.
 */
import { Worker, isMainThread, workerData } from 'node:worker_threads';
import { OUT_OF_MEMORY } from './processes.ts';

export interface TaskMessage {
  module: string;
  name: string;
  input: unknown;
}
/** `isLast`: the process uses so much memory that the next task should run in another. */
export type WorkerMessage =
  { progress: number } | ({ isLast: boolean } & ({ result: unknown } | { error: { name: string; message: string; stack?: string } }));

type Task = (input: unknown, progress: (done: number) => void) => unknown;

const WATCH_MS = 250;
/** The share of the memory limit above which a process is not reused. */
const REUSE_SHARE = 0.6;

function watch({ server, memoryMb }: { server: number; memoryMb: number }): void {
  setInterval(() => {
    if (process.ppid !== server) process.kill(process.pid, 'SIGKILL');
    if (process.memoryUsage.rss() > memoryMb * 2 ** 20) process.kill(process.pid, OUT_OF_MEMORY);
  }, WATCH_MS);
}

async function work({ module, name, input }: TaskMessage, memoryMb: number): Promise<WorkerMessage> {
  const isLast = (): boolean => process.memoryUsage.rss() > REUSE_SHARE * memoryMb * 2 ** 20;
  try {
    const task = ((await import(module)) as Record<string, Task>)[name]!;
    const result = await task(input, (progress) => process.send!({ progress } satisfies WorkerMessage));
    return { result, isLast: isLast() };
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    return { error: { name: error.name, message: error.message, stack: error.stack }, isLast: isLast() };
  }
}

if (!isMainThread) watch(workerData as { server: number; memoryMb: number });
else {
  const [server, memoryMb] = process.argv.slice(2).map(Number) as [number, number];
  new Worker(new URL(import.meta.url), { workerData: { server, memoryMb }, execArgv: [] }).unref();
  // The server stops this process when it stops itself.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
  process.on('disconnect', () => process.exit());
  process.on('message', (task: TaskMessage) => void work(task, memoryMb).then((message) => process.send!(message)));
}
