/**
 * Imported by worker threads when they start: on Linux, where a thread has a priority of its own, they run below the thread that answers
 * calls, so that it is served first where all processors are busy.
 */
import { readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';
import { isMainThread } from 'node:worker_threads';

const LOWER_BY = 10;
/** What V8 calls the threads that collect garbage and compile for all threads of the process. */
const ENGINE_THREAD = 'V8Worker';
/** Less, since the thread that answers calls waits for them when its own garbage is collected. */
const LOWER_ENGINE_BY = 5;

if (!isMainThread) onLinux(() => lower(Number(readlinkSync('/proc/thread-self').split('/').pop()), LOWER_BY));

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
