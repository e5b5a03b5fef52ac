import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { JobQueue } from '../../../jobs/queue.ts';
import type { BlobContainer } from '../../../kernel/ports/blobs.ts';
import { Change } from '../../../kernel/change.ts';
import type { JobRun } from '../../../kernel/job.ts';
import { WorkerEnded } from '../../../kernel/ports/workers.ts';
import type { ReportProgress } from '../../../kernel/ports/workers.ts';
import { MemoryBlobs } from '../../../storage/blobs/memory/blobs.ts';
import { openSqlite } from '../../../storage/records/sqlite/store.ts';
import { documentFailure } from '../failures.ts';
import { MAX_BATCH_MS } from '../model.ts';
import type { Batch } from '../model.ts';
import { batchFiles, batches } from '../store.ts';
import { BATCH_JOB, batchJobs } from './job.ts';
import { batchStatus } from './status.ts';
import type { DocumentServices } from '../services.ts';

const ACCOUNT = 'a';
const LETTER = Buffer.from('%PDF-1.4');

interface BatchResult {
  succeededCount: number;
  failedCount: number;
  skippedCount: number;
  details: { status: string; sourceUrl: string; resultUrl?: string; error?: { code: string; innererror?: { code: string } } }[];
}

describe('a batch', () => {
  const time = { now: 1_000_000 };
  let ids = 0;
  let store: Awaited<ReturnType<typeof openSqlite>>;
  before(async () => {
    store = await openSqlite({ now: () => time.now });
  });
  after(() => store.close());

  /** Services whose documents each take the given time to read, and whose containers are maps of names. */
  function fixture(files: Record<string, Record<string, Buffer>>, seconds: number): { services: DocumentServices; puts: string[] } {
    const puts: string[] = [];
    const container = (name: string): BlobContainer => ({
      list: (prefix) =>
        Promise.resolve(
          Object.keys(files[name]!)
            .filter((blob) => blob.startsWith(prefix))
            .sort()
            .map((blob) => ({ name: blob, bytes: 1 })),
        ),
      get: (blob) => Promise.resolve(files[name]![blob]),
      put: (blob, content) => {
        if (name === 'closed') return Promise.reject(documentFailure('InvalidSasToken', { details: 'it has no write permission.' }));
        puts.push(blob);
        files[name]![blob] = Buffer.from(content);
        return Promise.resolve();
      },
    });
    const clock = { now: () => time.now };
    const idSource = { uuid: () => `00000000-0000-0000-0000-${String(++ids).padStart(12, '0')}`, secret: () => '' };
    const processes = {
      run: ({ input, onProgress }: { input: { bytes: Uint8Array }; onProgress: ReportProgress }) => {
        time.now += 1000 * seconds;
        onProgress(0.5, { count: 1, of: 2, unit: 'pages' });
        if (Buffer.from(input.bytes).includes('slow')) return Promise.reject(new WorkerEnded('SIGVTALRM', { isOutOfTime: true }));
        return Promise.resolve(
          Buffer.from(input.bytes).includes('bad')
            ? { problem: 'corrupt', message: 'it is so' }
            : { result: Buffer.from('{"content":"read"}') },
        );
      },
    };
    const services = {
      records: store,
      blobs: new MemoryBlobs(() => 0),
      clock,
      ids: idSource,
      jobs: new JobQueue(store, clock, idSource),
      keyring: { seal: (text: string) => text, open: (text: string) => text },
      linkedContainer: (_account: string, name: string) => Promise.resolve(files[name] && container(name)),
      reading: { processes, maxBytes: 1000, documentCpuMs: 60_000, pageCpuMs: 60_000 },
    };
    return { services: services as unknown as DocumentServices, puts };
  }

  async function startBatch({ jobs }: DocumentServices, resultId: string, more: Pick<Batch, 'source' | 'target'>): Promise<void> {
    const change = new Change();
    const { id: jobId } = jobs.enqueue(change, { account: ACCOUNT, kind: BATCH_JOB, input: { resultId } });
    change.create(batches, ACCOUNT, resultId, {
      resultId,
      modelId: 'prebuilt-read',
      version: '2024-11-30',
      options: { stringIndexType: 'textElements', format: 'text', features: [] },
      createdAt: time.now,
      expiresAt: time.now + MAX_BATCH_MS,
      jobId,
      done: 0,
      ...more,
    });
    await store.commit(change);
  }

  /** Runs the chain of jobs; the work of jobs whose number is in `killed` is lost once. */
  async function runBatch(
    services: DocumentServices,
    resultId: string,
    killed: number[] = [],
    progress: JobRun['progress'] = () => Promise.resolve(),
  ): Promise<{ batch: Batch; jobs: number; result?: BatchResult }> {
    for (let jobs = 0; ;) {
      const { value: batch } = (await store.get(batches, ACCOUNT, resultId))!;
      if (batch.ended) {
        return {
          batch,
          jobs,
          ...(batch.result !== undefined && {
            result: JSON.parse(Buffer.from((await services.blobs.get(ACCOUNT, batch.result))!).toString()) as BatchResult,
          }),
        };
      }
      const job = (await services.jobs.get(ACCOUNT, batch.jobId))!.value;
      const outcome = await batchJobs[BATCH_JOB]!({ ...job, attempt: 1 }, { services, signal: new AbortController().signal, progress });
      if (killed[0] === jobs) {
        killed.shift();
        continue;
      }
      jobs++;
      await store.commit((outcome.state === 'failed' ? outcome.ifFailed : outcome.change)!);
    }
  }

  const target = (prefix: string, overwrite = false, container = 'out'): Batch['target'] => ({
    sealedUrl: `https://storage.test/account/${container}`,
    prefix,
    overwrite,
  });

  test('analyzes the documents below a prefix, skips existing results, and repeats killed jobs', async () => {
    const files = {
      in: {
        'in/a.pdf': LETTER,
        'in/b.pdf': LETTER,
        'in/d/bad ä.pdf': Buffer.from('%PDF bad'),
        'in/old.pdf.ocr.json': LETTER,
        'elsewhere.pdf': LETTER,
      },
      out: { 'read/b.pdf.ocr.json': Buffer.from('before') } as Record<string, Buffer>,
    };
    const { services, puts } = fixture(files, 61);
    await startBatch(services, 'first', {
      source: { sealedUrl: 'https://storage.test/account/in', prefix: 'in/' },
      target: target('read/'),
    });
    const { batch, jobs, result } = await runBatch(services, 'first', [0, 1]);
    assert.equal(jobs, 3, 'one to list them, one for each slow document');
    assert.deepEqual(result, {
      succeededCount: 1,
      failedCount: 1,
      skippedCount: 1,
      details: [
        {
          status: 'succeeded',
          sourceUrl: 'https://storage.test/account/in/in/a.pdf',
          resultUrl: 'https://storage.test/account/out/read/a.pdf.ocr.json',
        },
        {
          status: 'skipped',
          sourceUrl: 'https://storage.test/account/in/in/b.pdf',
          error: {
            code: 'OutputExists',
            message: 'Analysis skipped because result file https://storage.test/account/out/read/b.pdf.ocr.json already exists.',
          },
        },
        {
          status: 'failed',
          sourceUrl: 'https://storage.test/account/in/in/d/bad%20%C3%A4.pdf',
          error: { code: 'InvalidRequest', message: 'Invalid request.', innererror: result!.details[2]!.error!.innererror },
        },
      ],
    });
    assert.equal(result!.details[2]!.error!.innererror!.code, 'InvalidContent');
    assert.deepEqual(puts, ['read/a.pdf.ocr.json', 'read/a.pdf.ocr.json'], 'written again by the repeated job');
    assert.deepEqual(JSON.parse(files.out['read/a.pdf.ocr.json']!.toString()).analyzeResult, { content: 'read' });
    assert.equal(files.out['read/b.pdf.ocr.json']!.toString(), 'before');
    assert.deepEqual(
      [batch.source, batch.target, (await store.page(batchFiles, ACCOUNT, { limit: 10 })).length],
      [undefined, undefined, 0],
      'URLs and files are deleted',
    );
  });

  test('analyzes a file list and overwrites results; fails each document when the target is not writable', async () => {
    const files = {
      in: { 'x/a.pdf': LETTER, 'list.jsonl': Buffer.from('{"file":"x/a.pdf"}\n{"file":"x/a.pdf"}\n{"file":"gone.pdf"}\n') },
      out: { 'x/a.pdf.ocr.json': Buffer.from('before') },
      closed: {},
    };
    const { services } = fixture(files, 1);
    const source = { sealedUrl: 'https://storage.test/account/in', fileList: 'list.jsonl' };
    await startBatch(services, 'listed', { source, target: target('', true) });
    const { jobs, result } = await runBatch(services, 'listed');
    assert.deepEqual(
      [jobs, result!.details.map(({ status, error }) => error?.innererror?.code ?? status)],
      [2, ['succeeded', 'ContentSourceNotAccessible']],
    );
    assert.notEqual(files.out['x/a.pdf.ocr.json'].toString(), 'before');
    await startBatch(services, 'closed', { source, target: target('', true, 'closed') });
    assert.deepEqual(
      (await runBatch(services, 'closed')).result!.details.map(({ error }) => error!.innererror!.code),
      ['InvalidSasToken', 'ContentSourceNotAccessible'],
    );
  });

  test('fails a batch without documents, without its file list, or with too many documents', async () => {
    const many = Object.fromEntries(Array.from({ length: 10_001 }, (_, n) => [`${n}.pdf`, LETTER]));
    const { services } = fixture({ none: {}, many, out: {} }, 1);
    for (const [container, more, code] of [
      ['none', {}, 'InvalidContentSourceFormat'],
      ['none', { fileList: 'gone' }, 'ContentSourceNotAccessible'],
      ['many', {}, 'InvalidContentSourceFormat'],
    ] as const) {
      const id = `${container}${Object.keys(more).length}`;
      await startBatch(services, id, { source: { sealedUrl: `https://storage.test/account/${container}`, ...more }, target: target('') });
      const { batch } = await runBatch(services, id);
      assert.equal(batch.ended!.error!.innererror!.code, code);
      assert.equal((await batchStatus(ACCOUNT, (await store.get(batches, ACCOUNT, id))!, services))!.status.status, 'failed');
    }
  });

  test('goes on after a document that takes too long, and reports progress by document and page', async () => {
    const { services } = fixture({ in: { 'a.pdf': Buffer.from('%PDF-1.4 slow'), 'b.pdf': LETTER }, out: {} }, 1);
    await startBatch(services, 'slow', { source: { sealedUrl: 'https://storage.test/account/in' }, target: target('') });
    const progress: unknown[] = [];
    const { batch, result } = await runBatch(services, 'slow', [], (share, _doing, completed) => {
      if (share > 0.02) progress.push([Math.round(100 * share), completed?.count]);
      return Promise.resolve();
    });
    assert.equal(batch.ended!.error, undefined);
    assert.deepEqual(
      result!.details.map(({ status, error }) => [status, error?.code]),
      [
        ['failed', 'ServiceUnavailable'],
        ['succeeded', undefined],
      ],
    );
    assert.deepEqual(progress, [
      [26, undefined],
      [51, 1],
      [75, undefined],
      [100, 2],
    ]);
  });

  test('is running between two jobs, and failed when its job is gone', async () => {
    const { services } = fixture({ in: { 'a.pdf': LETTER, 'b.pdf': LETTER }, out: {} }, 61);
    await startBatch(services, 'seen', { source: { sealedUrl: 'https://storage.test/account/in' }, target: target('') });
    const status = async (): Promise<unknown[]> => {
      const {
        status: { status, percentCompleted },
      } = (await batchStatus(ACCOUNT, (await store.get(batches, ACCOUNT, 'seen'))!, services))!;
      return [status, percentCompleted];
    };
    assert.deepEqual(await status(), ['notStarted', 0]);
    const seen: unknown[] = [];
    for (let job = 0; job < 2; job++) {
      const { jobId } = (await store.get(batches, ACCOUNT, 'seen'))!.value;
      const { change } = await batchJobs[BATCH_JOB]!((await services.jobs.get(ACCOUNT, jobId))!.value, {
        services,
        signal: new AbortController().signal,
        progress: () => Promise.resolve(),
      });
      await store.commit(change!);
      seen.push(await status());
    }
    assert.deepEqual(seen, [
      ['running', 0],
      ['running', 50],
    ]);
    const { value, key, version } = (await store.get(batches, ACCOUNT, 'seen'))!;
    await store.commit(new Change().replace(batches, ACCOUNT, { key, value, version }, { ...value, jobId: 'gone' }));
    assert.equal((await status())[0], 'failed');
  });
});
