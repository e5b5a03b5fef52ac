/**
 * Runs a task on an untrusted file in a child process, with limits on memory and on CPU time, in total and between progress reports. Time
 * is an error of the server, since it depends on the machine and its settings; memory and crashes are errors of the file.
 */
import type { Failure } from '../../kernel/failures.ts';
import { WorkerEnded } from '../../kernel/ports/workers.ts';
import type { PoolTask } from '../../kernel/ports/workers.ts';
import { documentFailure } from './failures.ts';
import { RETRY_SECONDS } from './replies.ts';
import type { DocumentJobContext } from './services.ts';

export interface FileTask extends Pick<PoolTask, 'account' | 'module' | 'function' | 'input' | 'onProgress'> {
  attempt: number;
  /** Whether it reports progress after each page. */
  byPage?: boolean;
  /** The failures of the file itself. */
  onOutOfMemory: () => Failure;
  onCrash: () => Failure;
}

/** A process may be killed from outside; one that exits on a second attempt is crashed by the file. */
const CRASH_ATTEMPTS = 2;
/** What a page adds to the time of its document, as a share of the limit of a page: a long document is not a slow one. */
const PAGE_SHARE = 1 / 6;

export async function runFileTask<T>(
  { attempt, byPage = false, onOutOfMemory, onCrash, ...task }: FileTask,
  { services: { reading }, signal }: DocumentJobContext,
): Promise<T> {
  const { documentCpuMs, pageCpuMs } = reading;
  const cpu = { totalMs: documentCpuMs, ...(byPage && { stepMs: pageCpuMs, addedPerStepMs: PAGE_SHARE * pageCpuMs }) };
  try {
    return await reading.processes.run<T>({ ...task, cpu, signal });
  } catch (problem) {
    if (!(problem instanceof WorkerEnded)) throw problem;
    if (problem.isOutOfTime) throw documentFailure('ProcessingTimeout', { retryAfter: RETRY_SECONDS });
    if (problem.isOutOfMemory) throw onOutOfMemory();
    if (attempt >= CRASH_ATTEMPTS) throw onCrash();
    throw problem;
  }
}
