import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DocumentServices, Reading } from '../services.ts';
import type { Job, JobOutcome } from '../../../kernel/job.ts';
import { WorkerEnded } from '../../../kernel/ports/workers.ts';
import type { PoolTask } from '../../../kernel/ports/workers.ts';
import { MemoryBlobs } from '../../../storage/blobs/memory/blobs.ts';
import type { Analysis, RecordedError } from '../model.ts';
import { ANALYZE_JOB, analysisJobs } from './job.ts';
import { analyses } from '../store.ts';

/** Runs the analysis job with a fake child process. */
async function runJob(
  run: (task: PoolTask) => Promise<unknown>,
  { attempt = 1, pageCpuMs = 60_000 }: { attempt?: number; pageCpuMs?: number } = {},
): Promise<{ outcome: JobOutcome; stored?: Analysis; progress: unknown[] }> {
  const blobs = new MemoryBlobs(() => 0);
  const value: Analysis = {
    version: '2024-11-30',
    modelId: 'prebuilt-read',
    options: { stringIndexType: 'textElements', format: 'text', features: [] },
    createdAt: 0,
    expiresAt: 1e9,
    document: await blobs.put('a', Buffer.from('%PDF')),
  };
  const reading = { processes: { run }, maxBytes: 1, documentCpuMs: 3600_000, pageCpuMs } as unknown as Reading;
  const services = {
    records: { get: () => Promise.resolve({ key: 'id', version: 1, value }) },
    blobs,
    clock: { now: () => 1000 },
    reading,
  } as unknown as DocumentServices;
  const progress: unknown[] = [];
  const outcome = await analysisJobs[ANALYZE_JOB]!({ id: 'id', account: 'a', attempt } as Job, {
    services,
    signal: new AbortController().signal,
    progress: (done, _doing, completed) => Promise.resolve(void progress.push(completed ? [done, completed.count, completed.of] : done)),
  });
  const put = (outcome.state === 'failed' ? outcome.ifFailed : outcome.change)?.puts[0];
  return { outcome, stored: put && (JSON.parse(put.value) as Analysis), progress };
}

const errorOf = async (run: (task: PoolTask) => Promise<unknown>, attempt?: number): Promise<RecordedError | undefined> =>
  (await runJob(run, { attempt })).stored?.ended?.error;

test('replaces the document with the result and retains it for a day', async () => {
  const { outcome, stored, progress } = await runJob(({ onProgress }) => {
    onProgress!(0);
    onProgress!(0.5, { count: 1, of: 2, unit: 'pages' });
    return Promise.resolve({ result: Buffer.from('{}') });
  });
  assert.equal(outcome.state, 'succeeded');
  assert.deepEqual([stored!.document, stored!.ended, stored!.expiresAt], [undefined, { at: 1000 }, 1000 + 24 * 3600_000]);
  assert.deepEqual(progress, [0, [0.5, 1, 2]]);
  assert.ok(stored!.result);
});

test('stores outputs with the result', async () => {
  const { stored } = await runJob(() =>
    Promise.resolve({
      result: Buffer.from('{}'),
      pdf: Buffer.from('%PDF'),
      figures: [{ id: '1.1', png: Buffer.from('png') }],
    }),
  );
  assert.deepEqual([typeof stored!.pdf, Object.keys(stored!.figures!)], ['string', ['1.1']]);
  assert.deepEqual(analyses.blobs!(stored!), [stored!.result, stored!.pdf, stored!.figures!['1.1']]);
  assert.equal((await errorOf(() => Promise.resolve({ problem: 'output', message: 'it is so' })))?.innererror?.code, 'UnsupportedContent');
});

test('maps problems of the reader to errors of the interface', async () => {
  const inner = async (problem: string): Promise<unknown> =>
    (
      await errorOf(() =>
        Promise.resolve({
          problem,
          message: 'it is so',
        }),
      )
    )?.innererror;
  for (const reason of ['corrupt', 'unsupported']) assert.equal(((await inner(reason)) as { code: string }).code, 'InvalidContent');
  assert.equal(((await inner('dimensions')) as { code: string }).code, 'InvalidContentDimensions');
  assert.equal(((await inner('tooLarge')) as { code: string }).code, 'InvalidContentLength');
  for (const reason of ['encrypted', 'tooManyPages']) {
    assert.deepEqual(await inner(reason), { code: 'UnsupportedContent', message: 'Content is not supported: it is so.' });
  }
  assert.deepEqual(await inner('pages'), { code: 'InvalidParameter', message: 'The parameter pages is invalid: it is so.' });
});

test('retries once after a crash, but not when out of memory', async () => {
  const crash = (signal: NodeJS.Signals) => () => Promise.reject(new WorkerEnded(signal, { isOutOfMemory: signal === 'SIGUSR2' }));
  await assert.rejects(runJob(crash('SIGSEGV')), WorkerEnded);
  assert.equal((await errorOf(crash('SIGSEGV'), 2))?.innererror?.code, 'InvalidContent');
  assert.deepEqual((await errorOf(crash('SIGUSR2')))?.innererror, {
    code: 'UnsupportedContent',
    message: 'Content is not supported: reading it takes more memory than this server allows.',
  });
});

test('limits the CPU time of the document and of each page', async () => {
  let limits: PoolTask['cpu'];
  await runJob(
    ({ cpu }) => {
      limits = cpu;
      return Promise.resolve({ result: Buffer.from('{}') });
    },
    { pageCpuMs: 6000 },
  );
  assert.deepEqual(limits, { totalMs: 3600_000, stepMs: 6000, addedPerStepMs: 1000 });
});

test('fails an analysis that takes too long immediately, as a server error, without a retry', async () => {
  const transient = 'A transient error has occurred. Please try again.';
  for (const attempt of [1, 2]) {
    const { outcome, stored } = await runJob(() => Promise.reject(new WorkerEnded('SIGVTALRM', { isOutOfTime: true })), { attempt });
    assert.deepEqual([outcome.state, outcome.errors![0]!.code], ['failed', 'ProcessingTimeout']);
    assert.deepEqual(stored!.ended!.error, {
      code: 'ServiceUnavailable',
      message: transient,
      innererror: { code: 'ServiceUnavailable', message: transient },
    });
    assert.equal(stored!.document, undefined);
  }
});

test('rethrows unexpected errors so that the job is retried', async () => {
  await assert.rejects(
    runJob(() => Promise.reject(new TypeError('unexpected'))),
    TypeError,
  );
});
