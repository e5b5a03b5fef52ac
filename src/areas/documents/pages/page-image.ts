/** Pictures of pages, for those who look at a document beside its answer: painted in the processes that read documents, one at a time for an account. */
import type { Call } from '../../../kernel/operation.ts';
import { fail } from '../../../kernel/failures.ts';
import type { Services } from '../../../kernel/ports.ts';
import { ProcessEnded } from '../../../kernel/ports/workers.ts';
import { documentFailure } from '../failures.ts';
import type { RenderedPage } from './render.ts';
import { unreadableFileFailure } from '../analysis/document-source.ts';

const MODULE = new URL('./render.ts', import.meta.url);
/** With the wait for a process, which analyses may have taken. */
const RENDER_MS = 30_000;
const RETRY_AFTER_SECONDS = 2;
/** A process may be ended from outside; one that ends twice was ended by the file. */
const TRIES = 2;

export async function pageImage(bytes: Uint8Array, page: number, width: number, { account, signal }: Pick<Call, 'account' | 'signal'>, services: Services): Promise<Uint8Array> {
  const answer = await services.reading.pageTurns.run(account.id, {
    signal, refused: () => fail('RateExceeded', { retryAfter: RETRY_AFTER_SECONDS }), work: () => renderInProcess({ bytes, page, width }, services, signal),
  });
  if ('problem' in answer) throw unreadableFileFailure(answer.problem, answer.message);
  if (!('png' in answer)) throw documentFailure('PageNotFound', { pages: answer.pageCount });
  return answer.png;
}

async function renderInProcess(input: object, { reading: { processes } }: Services, signal: AbortSignal): Promise<RenderedPage> {
  for (let attempt = 1; ; attempt++) {
    const overdue = AbortSignal.timeout(RENDER_MS);
    try {
      return await processes.run<RenderedPage>({ module: MODULE, function: 'renderPage', input, signal: AbortSignal.any([signal, overdue]) });
    } catch (problem) {
      if (overdue.aborted && !signal.aborted) throw fail('TookTooLong');
      if (!(problem instanceof ProcessEnded)) throw problem;
      if (problem.isOutOfMemory) throw documentFailure('UnsupportedContent', { details: 'showing the page takes more memory than this server allows.' });
      if (attempt === TRIES) throw documentFailure('InvalidContent');
    }
  }
}
