/**
 * On Linux, where a thread has a priority of its own, worker threads run below the thread that answers calls, so that it is served first
 * where all processors are busy: far below it where nobody waits for their tasks, a little where a call does.
 */
import { readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';
import { isMainThread } from 'node:worker_threads';

const LOWER_BY = 10;
const LOWER_AWAITED_BY = 2;
/** What V8 calls the threads that collect garbage and compile for all threads of the process. */
const ENGINE_THREAD = 'V8Worker';
/** Less, since the thread that answers calls waits for them when its own garbage is collected. */
const LOWER_ENGINE_BY = 5;

/** By how much a thread that is started here is lowered; those that a worker thread starts have its own priority. */
export function lowerThreadBy(isAwaited: boolean): number {
  if (!isMainThread) return 0;
  return isAwaited ? LOWER_AWAITED_BY : LOWER_BY;
}

/** Lowers this thread. */
export function lowerThread(by: number): void {
  onLinux(() => lower(Number(readlinkSync('/proc/thread-self').split('/').pop()), by));
}

/** Lowers the engine's own threads too: they collect mostly the garbage of worker threads. */
export function lowerEngineThreads(): void {
  onLinux(() => {
    for (const thread of readdirSync('/proc/self/task'))
      if (readFileSync(`/proc/self/task/${thread}/comm`, 'utf8').trim() === ENGINE_THREAD) lower(Number(thread), LOWER_ENGINE_BY);
  });
}

function lower(thread: number, by: number): void {
  setPriority(thread, Math.min(constants.priority.PRIORITY_LOW, getPriority() + by));
}

function onLinux(work: () => void): void {
  try {
    work();
  } catch {
    // Other systems have no priority for a thread alone.
  }
}
