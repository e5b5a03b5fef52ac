/**
 * Runs a task on an untrusted file in a child process, with limits on memory, on the total time and on the time between progress reports.
 */
import type { Failure } from '../../kernel/failures.ts';
import { ProcessEnded } from '../../kernel/ports/workers.ts';
import type { ProcessTask } from '../../kernel/ports/workers.ts';
import type { DocumentJobContext } from './services.ts';

export interface FileTask extends Pick<ProcessTask, 'module' | 'function' | 'input'> {
  attempt: number;
  /** The time until the next progress report; omitted for tasks that do not report each step. */
  stepMs?: number;
  onProgress?: (done: number) => void;
  /** The failures of the file itself. */
  onTimeout: () => Failure;
  onOutOfMemory: () => Failure;
  onCrash: () => Failure;
}

/** A process may be killed from outside; one that exits on a second attempt is crashed by the file. */
const CRASH_ATTEMPTS = 2;
/** The start of a process does not count as the file's time. */
const PROCESS_START_MS = 30_000;

export async function runFileTask<T>(
  { attempt, stepMs, onProgress, onTimeout, onOutOfMemory, onCrash, ...task }: FileTask,
  { services: { reading }, signal }: DocumentJobContext,
): Promise<T> {
  const timeout = new AbortController();
  const abort = (): void => timeout.abort(new Error('The file takes too long.'));
  const totalTimer = setTimeout(abort, reading.timeMs);
  let stepTimer = stepMs === undefined ? undefined : setTimeout(abort, PROCESS_START_MS + stepMs);
  const reportProgress = (done: number): void => {
    clearTimeout(stepTimer);
    if (stepMs !== undefined) stepTimer = setTimeout(abort, stepMs);
    onProgress?.(done);
  };
  try {
    return await reading.processes.run<T>({ ...task, signal: AbortSignal.any([signal, timeout.signal]), onProgress: reportProgress });
  } catch (problem) {
    if (timeout.signal.aborted && !signal.aborted) throw onTimeout();
    if (problem instanceof ProcessEnded && problem.isOutOfMemory) throw onOutOfMemory();
    if (problem instanceof ProcessEnded && attempt >= CRASH_ATTEMPTS) throw onCrash();
    throw problem;
  } finally {
    clearTimeout(totalTimer);
    clearTimeout(stepTimer);
  }
}
