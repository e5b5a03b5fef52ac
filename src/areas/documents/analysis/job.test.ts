import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DocumentServices, Reading } from '../services.ts';
import type { Job, JobOutcome } from '../../../kernel/job.ts';
import { ProcessEnded } from '../../../kernel/ports/workers.ts';
import type { ProcessTask } from '../../../kernel/ports/workers.ts';
import { MemoryBlobs } from '../../../storage/memory/blobs.ts';
import type { Analysis, RecordedError } from '../model.ts';
import { ANALYZE_JOB, analysisJobs } from './job.ts';
import { analyses } from '../store.ts';

/** What becomes of an analysis whose process does as told. */
async function outcomeOf(run: (task: ProcessTask) => Promise<unknown>, { attempt = 1, pageMs = 60_000 }: { attempt?: number; pageMs?: number } = {}): Promise<{ outcome: JobOutcome; kept?: Analysis; progress: number[] }> {
  const blobs = new MemoryBlobs(() => 0);
  const value: Analysis = { version: '2024-11-30', modelId: 'prebuilt-read', options: { stringIndexType: 'textElements', format: 'text', features: [] }, createdAt: 0, expiresAt: 1e9, document: await blobs.put('a', Buffer.from('%PDF')) };
  const reading = { processes: { run }, mostBytes: 1, timeMs: 60_000, pageMs, tesseract: 'none' } as unknown as Reading;
  const services = { records: { get: () => Promise.resolve({ key: 'id', version: 1, value }) }, blobs, clock: { now: () => 1000 }, reading } as unknown as DocumentServices;
  const progress: number[] = [];
  const outcome = await analysisJobs[ANALYZE_JOB]!({ id: 'id', account: 'a', attempt } as Job, { services, signal: new AbortController().signal, progress: (done) => Promise.resolve(void progress.push(done)) });
  const put = (outcome.state === 'failed' ? outcome.ifFailed : outcome.change)?.puts[0];
  return { outcome, kept: put && JSON.parse(put.value) as Analysis, progress };
}

const errorOf = async (run: (task: ProcessTask) => Promise<unknown>, attempt?: number): Promise<RecordedError | undefined> => (await outcomeOf(run, { attempt })).kept?.ended?.error;

test('a result is kept in place of its document, for a day from its end', async () => {
  const { outcome, kept, progress } = await outcomeOf(({ onProgress }) => {
    onProgress!(0.5);
    return Promise.resolve({ result: Buffer.from('{}') });
  });
  assert.equal(outcome.state, 'succeeded');
  assert.deepEqual([kept!.document, kept!.ended, kept!.expiresAt, progress], [undefined, { at: 1000 }, 1000 + 24 * 3600_000, [0.5]]);
  assert.ok(kept!.result);
});

test('what is made beside the result is kept with it', async () => {
  const { kept } = await outcomeOf(() => Promise.resolve({ result: Buffer.from('{}'), pdf: Buffer.from('%PDF'), figures: [{ id: '1.1', png: Buffer.from('png') }] }));
  assert.deepEqual([typeof kept!.pdf, Object.keys(kept!.figures!)], ['string', ['1.1']]);
  assert.deepEqual(analyses.blobs!(kept!), [kept!.result, kept!.pdf, kept!.figures!['1.1']]);
  assert.equal((await errorOf(() => Promise.resolve({ problem: 'output', message: 'it is so' })))?.innererror?.code, 'UnsupportedContent');
});

test('what the reader says of a document is its error, in the words of the interface', async () => {
  const inner = async (problem: string): Promise<unknown> => (await errorOf(() => Promise.resolve({ problem, message: 'it is so' })))?.innererror;
  for (const reason of ['corrupt', 'unsupported']) assert.equal((await inner(reason) as { code: string }).code, 'InvalidContent');
  assert.equal((await inner('dimensions') as { code: string }).code, 'InvalidContentDimensions');
  assert.equal((await inner('tooLarge') as { code: string }).code, 'InvalidContentLength');
  for (const reason of ['encrypted', 'tooManyPages']) assert.deepEqual(await inner(reason), { code: 'UnsupportedContent', message: 'Content is not supported: it is so.' });
  assert.deepEqual(await inner('pages'), { code: 'InvalidParameter', message: 'The parameter pages is invalid: it is so.' });
});

test('a process that ends is tried once more, and then it was the document; one without memory is not', async () => {
  const ends = (signal: NodeJS.Signals) => () => Promise.reject(new ProcessEnded(signal, { isOutOfMemory: signal === 'SIGUSR2' }));
  await assert.rejects(outcomeOf(ends('SIGSEGV')), ProcessEnded);
  assert.equal((await errorOf(ends('SIGSEGV'), 2))?.innererror?.code, 'InvalidContent');
  assert.deepEqual((await errorOf(ends('SIGUSR2')))?.innererror, { code: 'UnsupportedContent', message: 'Content is not supported: reading it takes more memory than this server allows.' });
});

test('a page that takes too long ends the analysis; each page has its own time', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const pages = outcomeOf(async ({ signal, onProgress }) => {
    onProgress!(0);
    for (let page = 0; page < 5; page++) {
      t.mock.timers.tick(900);
      signal!.throwIfAborted();
      onProgress!(page / 5);
    }
    t.mock.timers.tick(1000);
    signal!.throwIfAborted();
    return await Promise.resolve({ result: Buffer.from('{}') });
  }, { pageMs: 1000 });
  const { kept, progress } = await pages;
  assert.deepEqual([progress.length, kept!.ended!.error?.innererror?.message], [6, 'Content is not supported: reading it takes longer than this server allows.']);
});

test('an unexpected error is not the document\'s, and is tried again', async () => {
  await assert.rejects(outcomeOf(() => Promise.reject(new TypeError('a slip'))), TypeError);
});
