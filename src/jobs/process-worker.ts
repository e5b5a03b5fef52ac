/**
 * A process that does tasks for the server, one at a time (processes.ts). A thread of its own watches over it, since a task may keep
 * the process busy for long: when the server is gone the process ends, and when it takes more memory than it may, too.
 */
import { Worker, isMainThread, workerData } from 'node:worker_threads';
import { OUT_OF_MEMORY } from './processes.ts';

export interface ToProcess { module: string; name: string; input: unknown }
/** `isLast`: the process holds so much memory that the next task should have another. */
export type FromProcess = { progress: number } | ({ isLast: boolean } & ({ answer: unknown } | { problem: { name: string; message: string; stack?: string } }));

type Task = (input: unknown, progress: (done: number) => void) => unknown;

const WATCH_MS = 250;
/** A share of the memory that a process may take. */
const MUCH = 0.6;

function watch({ server, memoryMb }: { server: number; memoryMb: number }): void {
  setInterval(() => {
    if (process.ppid !== server) process.kill(process.pid, 'SIGKILL');
    if (process.memoryUsage.rss() > memoryMb * 2 ** 20) process.kill(process.pid, OUT_OF_MEMORY);
  }, WATCH_MS);
}

async function work({ module, name, input }: ToProcess, memoryMb: number): Promise<FromProcess> {
  const isLast = (): boolean => process.memoryUsage.rss() > MUCH * memoryMb * 2 ** 20;
  try {
    const task = (await import(module) as Record<string, Task>)[name]!;
    const answer = await task(input, (progress) => process.send!({ progress } satisfies FromProcess));
    return { answer, isLast: isLast() };
  } catch (thrown) {
    const problem = thrown instanceof Error ? thrown : new Error(String(thrown));
    return { problem: { name: problem.name, message: problem.message, stack: problem.stack }, isLast: isLast() };
  }
}

if (!isMainThread) watch(workerData as { server: number; memoryMb: number });
else {
  const [server, memoryMb] = process.argv.slice(2).map(Number) as [number, number];
  new Worker(new URL(import.meta.url), { workerData: { server, memoryMb }, execArgv: [] }).unref();
  // Who stops the server stops this process through it.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
  process.on('disconnect', () => process.exit());
  process.on('message', (task: ToProcess) => void work(task, memoryMb).then((said) => process.send!(said)));
}
