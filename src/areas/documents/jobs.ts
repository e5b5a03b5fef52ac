/**
 * The analysis of a document. It runs in a process of its own, under caps on memory, on the time of the whole and on the time of each
 * page. The document goes when it is analysed, whatever came of that; what cannot be read ends as a failed analysis with its reason.
 */
import { Failure, fail } from '../../contract/failures.ts';
import type { JobContext, JobHandlers, JobOutcome } from '../../jobs/model.ts';
import { ProcessEnded } from '../../jobs/processes.ts';
import { Change } from '../../storage/change.ts';
import type { Stored } from '../../storage/change.ts';
import type { Analysed, AnalysisInput } from './analysis.ts';
import { documentFailure, recorded } from './failures.ts';
import { KEPT_MS } from './model.ts';
import type { Analysis } from './model.ts';
import { unreadable } from './source.ts';
import { analyses } from './store.ts';

export const ANALYSE = 'documents.analyse';

const MODULE = new URL('./analysis.ts', import.meta.url);
/** A process may be ended from outside; one that ends twice was ended by the document. */
const ENDS = 2;
/** For a process to start, which is not the document's time. */
const START_MS = 30_000;

export const analysisJobs: JobHandlers = {
  async [ANALYSE]({ id, account, attempt }, context): Promise<JobOutcome> {
    const { services: { records, blobs } } = context;
    const read = await records.get(analyses, account, id);
    const bytes = read?.value.document === undefined ? undefined : await blobs.get(account, read.value.document);
    if (!read || !bytes) return { state: 'failed', errors: [{ code: 'notFound', message: 'The document does not exist any more.' }] };
    try {
      const result = await analysed(read.value, bytes, attempt, context);
      const stored = await blobs.put(account, result);
      return { state: 'succeeded', change: ended(account, read, context, { result: stored }) };
    } catch (problem) {
      if (!(problem instanceof Failure) || problem.status >= 500) throw problem;
      return { state: 'failed', errors: [{ code: problem.kind, message: problem.message }], ifFailed: ended(account, read, context, {}, problem) };
    }
  },
};

function ended(account: string, read: Stored<Analysis>, { services: { clock } }: JobContext, more: Partial<Analysis>, problem?: Failure): Change {
  const at = clock.now();
  return new Change().replace(analyses, account, read, { ...read.value, document: undefined, ...more, ended: { at, ...problem && { error: recorded(problem) } }, expiresAt: at + KEPT_MS });
}

/** The result as JSON text; a Failure where the document is to blame that there is none. */
async function analysed({ modelId, version, options }: Analysis, bytes: Uint8Array, attempt: number, { services: { reading }, signal, progress }: JobContext): Promise<Uint8Array> {
  const overdue = new AbortController();
  const late = (): void => overdue.abort(new Error('The document takes too long.'));
  const whole = setTimeout(late, reading.timeMs);
  let page = setTimeout(late, START_MS + reading.pageMs);
  const onProgress = (done: number): void => {
    clearTimeout(page);
    page = setTimeout(late, reading.pageMs);
    // A job that is no longer held is stopped by its signal; nobody is told twice.
    progress(done).catch(() => undefined);
  };
  const { processes, weights, tesseract } = reading;
  const input: AnalysisInput = { bytes, modelId, version, options, tesseract, ...weights !== undefined && { weights } };
  try {
    const answer = await processes.run<Analysed>({ module: MODULE, function: 'analyse', input, signal: AbortSignal.any([signal, overdue.signal]), onProgress });
    if ('result' in answer) return answer.result;
    if (answer.problem === 'pages') throw fail('ParameterInvalid', { parameter: 'pages', details: `${answer.message}.` });
    throw unreadable(answer.problem, answer.message);
  } catch (problem) {
    if (overdue.signal.aborted && !signal.aborted) throw documentFailure('UnsupportedContent', { details: 'reading it takes longer than this server allows.' });
    if (problem instanceof ProcessEnded && problem.isOutOfMemory) throw documentFailure('UnsupportedContent', { details: 'reading it takes more memory than this server allows.' });
    if (problem instanceof ProcessEnded && attempt >= ENDS) throw documentFailure('InvalidContent');
    throw problem;
  } finally {
    clearTimeout(whole);
    clearTimeout(page);
  }
}
