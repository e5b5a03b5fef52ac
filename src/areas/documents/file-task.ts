/** A task on a stranger's file, in a process of its own: under caps on memory, on the time of the whole and on the time between two words of progress. */
import type { Failure } from '../../kernel/failures.ts';
import type { JobContext } from '../../kernel/job.ts';
import { ProcessEnded } from '../../kernel/ports/workers.ts';
import type { ProcessTask } from '../../kernel/ports/workers.ts';

export interface FileTask extends Pick<ProcessTask, 'module' | 'function' | 'input'> {
  attempt: number;
  /** Left out where a task does not tell how far it is step by step. */
  stepMs?: number;
  onProgress?: (done: number) => void;
  /** What the file is to blame for. */
  takesTooLong: () => Failure;
  takesTooMuch: () => Failure;
  endsProcess: () => Failure;
}

/** A process may be ended from outside; one that ends twice was ended by the file. */
const ENDS = 2;
/** For a process to start, which is not the file's time. */
const START_MS = 30_000;

export async function runFileTask<T>({ attempt, stepMs, onProgress, takesTooLong, takesTooMuch, endsProcess, ...task }: FileTask, { services: { reading }, signal }: JobContext): Promise<T> {
  const overdue = new AbortController();
  const late = (): void => overdue.abort(new Error('The file takes too long.'));
  const whole = setTimeout(late, reading.timeMs);
  let step = stepMs === undefined ? undefined : setTimeout(late, START_MS + stepMs);
  const heard = (done: number): void => {
    clearTimeout(step);
    if (stepMs !== undefined) step = setTimeout(late, stepMs);
    onProgress?.(done);
  };
  try {
    return await reading.processes.run<T>({ ...task, signal: AbortSignal.any([signal, overdue.signal]), onProgress: heard });
  } catch (problem) {
    if (overdue.signal.aborted && !signal.aborted) throw takesTooLong();
    if (problem instanceof ProcessEnded && problem.isOutOfMemory) throw takesTooMuch();
    if (problem instanceof ProcessEnded && attempt >= ENDS) throw endsProcess();
    throw problem;
  } finally {
    clearTimeout(whole);
    clearTimeout(step);
  }
}
