import { fail } from '../../../kernel/failures.ts';
import type { Call } from '../../../kernel/operation.ts';
import { TooManyTasks, WorkerEnded } from '../../../kernel/ports/workers.ts';
import { documentFailure, unreadableFileFailure } from '../failures.ts';
import { RETRY_SECONDS } from '../replies.ts';
import type { RenderOutput } from './render.ts';
import type { DocumentServices } from '../services.ts';

const RENDER_MODULE = new URL('./render.ts', import.meta.url);
const RENDER_CPU_MS = 20_000;
/** The caller waits: includes the wait for a process, since analyses may occupy all. */
const RENDER_MS = 30_000;
const RETRY_AFTER_SECONDS = 2;
/** Calls of one account that may wait for a process. */
const MAX_WAITING = 32;
/** A process may be killed from outside; one that exits twice is crashed by the file. */
const MAX_ATTEMPTS = 2;

/** A page as PNG, rendered in the processes that read documents. */
export async function pageImage(
  bytes: Uint8Array,
  page: number,
  width: number,
  { account, signal }: Pick<Call, 'account' | 'signal'>,
  services: DocumentServices,
): Promise<Uint8Array> {
  const output = await renderInProcess(account.id, { bytes, page, width }, services, signal);
  if ('problem' in output) throw unreadableFileFailure(output.problem, output.message);
  if (!('png' in output)) throw documentFailure('PageNotFound', { pages: output.pageCount });
  return output.png;
}

async function renderInProcess(
  account: string,
  input: object,
  { reading: { processes } }: DocumentServices,
  signal: AbortSignal,
): Promise<RenderOutput> {
  for (let attempt = 1; ; attempt++) {
    const timeout = AbortSignal.timeout(RENDER_MS);
    try {
      return await processes.run<RenderOutput>({
        account,
        maxWaiting: MAX_WAITING,
        module: RENDER_MODULE,
        function: 'renderFile',
        input,
        cpu: { totalMs: RENDER_CPU_MS },
        signal: AbortSignal.any([signal, timeout]),
      });
    } catch (problem) {
      if (problem instanceof TooManyTasks) throw fail('RateExceeded', { retryAfter: RETRY_AFTER_SECONDS });
      const isOutOfTime = problem instanceof WorkerEnded && problem.isOutOfTime;
      if (isOutOfTime || (timeout.aborted && !signal.aborted)) throw fail('TookTooLong', { retryAfter: RETRY_SECONDS });
      if (!(problem instanceof WorkerEnded)) throw problem;
      if (problem.isOutOfMemory) {
        throw documentFailure('UnsupportedContent', { details: 'rendering the page takes more memory than this server allows.' });
      }
      if (attempt === MAX_ATTEMPTS) throw documentFailure('InvalidContent');
    }
  }
}
