import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { JobQueue } from '../../../jobs/queue.ts';
import type { BlobContainer } from '../../../kernel/ports/blobs.ts';
import { Change } from '../../../kernel/change.ts';
import { MemoryBlobs } from '../../../storage/memory/blobs.ts';
import { openSqlite } from '../../../storage/sqlite/store.ts';
import { documentFailure } from '../failures.ts';
import { MAX_BATCH_MS } from '../model.ts';
import type { Batch } from '../model.ts';
import { batchFiles, batches } from '../store.ts';
import { BATCH_JOB, batchJobs } from './job.ts';
import { batchStatus } from './status.ts';
import type { DocumentServices } from '../services.ts';

const ACCOUNT = 'a';
const LETTER = Buffer.from('%PDF-1.4');

interface Told { succeededCount: number; failedCount: number; skippedCount: number; details: { status: string; sourceUrl: string; resultUrl?: string; error?: { code: string; innererror?: { code: string } } }[] }

describe('a batch', () => {
  const time = { now: 1_000_000 };
  let ids = 0;
  let store: Awaited<ReturnType<typeof openSqlite>>;
  before(async () => {
    store = await openSqlite({ now: () => time.now });
  });
  after(() => store.close());

  /** A house whose documents are read in so many seconds each, and whose containers are lists of names. */
  function house(files: Record<string, Record<string, Buffer>>, seconds: number): { services: DocumentServices; puts: string[] } {
    const puts: string[] = [];
    const container = (name: string): BlobContainer => ({
      list: (prefix) => Promise.resolve(Object.keys(files[name]!).filter((one) => one.startsWith(prefix)).sort().map((one) => ({ name: one, bytes: 1 }))),
      get: (one) => Promise.resolve(files[name]![one]),
      put: (one, content) => {
        if (name === 'closed') return Promise.reject(documentFailure('InvalidSasToken', { details: 'it has no right to write.' }));
        puts.push(one);
        files[name]![one] = Buffer.from(content);
        return Promise.resolve();
      },
    });
    const clock = { now: () => time.now };
    const made = { uuid: () => `00000000-0000-0000-0000-${String(++ids).padStart(12, '0')}`, secret: () => '' };
    const processes = {
      run: ({ input }: { input: { bytes: Uint8Array } }) => {
        time.now += 1000 * seconds;
        return Promise.resolve(Buffer.from(input.bytes).includes('bad') ? { problem: 'corrupt', message: 'it is so' } : { result: Buffer.from('{"content":"read"}') });
      },
    };
    const services = {
      records: store, blobs: new MemoryBlobs(() => 0), clock, ids: made, jobs: new JobQueue(store, clock, made), keyring: { seal: (text: string) => text, open: (text: string) => text },
      linkedContainer: (_account: string, name: string) => Promise.resolve(files[name] && container(name)), reading: { processes, mostBytes: 1000, timeMs: 60_000, pageMs: 60_000, tesseract: 'none' },
    };
    return { services: services as unknown as DocumentServices, puts };
  }

  async function begun({ jobs }: DocumentServices, resultId: string, more: Pick<Batch, 'source' | 'target'>): Promise<void> {
    const change = new Change();
    const { id: jobId } = jobs.enqueue(change, { account: ACCOUNT, kind: BATCH_JOB, input: { resultId } });
    change.create(batches, ACCOUNT, resultId, { resultId, modelId: 'prebuilt-read', version: '2024-11-30', options: { stringIndexType: 'textElements', format: 'text', features: [] }, createdAt: time.now, expiresAt: time.now + MAX_BATCH_MS, jobId, done: 0, ...more });
    await store.commit(change);
  }

  /** Runs the chain to its end; what jobs whose number is in `killed` have done is lost once. */
  async function ran(services: DocumentServices, resultId: string, killed: number[] = []): Promise<{ batch: Batch; jobs: number; told?: Told }> {
    for (let jobs = 0; ;) {
      const { value: batch } = (await store.get(batches, ACCOUNT, resultId))!;
      if (batch.ended) return { batch, jobs, ...batch.result !== undefined && { told: JSON.parse(Buffer.from((await services.blobs.get(ACCOUNT, batch.result))!).toString()) as Told } };
      const job = (await services.jobs.get(ACCOUNT, batch.jobId))!.value;
      const outcome = await batchJobs[BATCH_JOB]!({ ...job, attempt: 1 }, { services, signal: new AbortController().signal, progress: () => Promise.resolve() });
      if (killed[0] === jobs) {
        killed.shift();
        continue;
      }
      jobs++;
      await store.commit((outcome.state === 'failed' ? outcome.ifFailed : outcome.change)!);
    }
  }

  const target = (prefix: string, overwrite = false, container = 'out'): Batch['target'] => ({ sealedUrl: `https://storage.test/account/${container}`, prefix, overwrite });

  test('documents below a prefix, each by itself: read, failed, or skipped where its result was there; killed jobs are done again', async () => {
    const files = { in: { 'in/a.pdf': LETTER, 'in/b.pdf': LETTER, 'in/d/bad ä.pdf': Buffer.from('%PDF bad'), 'in/old.pdf.ocr.json': LETTER, 'elsewhere.pdf': LETTER }, out: { 'read/b.pdf.ocr.json': Buffer.from('before') } as Record<string, Buffer> };
    const { services, puts } = house(files, 61);
    await begun(services, 'first', { source: { sealedUrl: 'https://storage.test/account/in', prefix: 'in/' }, target: target('read/') });
    const { batch, jobs, told } = await ran(services, 'first', [0, 1]);
    assert.equal(jobs, 3, 'one to find them, one for each that takes its time');
    assert.deepEqual(told, {
      succeededCount: 1, failedCount: 1, skippedCount: 1,
      details: [
        { status: 'succeeded', sourceUrl: 'https://storage.test/account/in/in/a.pdf', resultUrl: 'https://storage.test/account/out/read/a.pdf.ocr.json' },
        { status: 'skipped', sourceUrl: 'https://storage.test/account/in/in/b.pdf', error: { code: 'OutputExists', message: 'Analysis skipped because result file https://storage.test/account/out/read/b.pdf.ocr.json already exists.' } },
        { status: 'failed', sourceUrl: 'https://storage.test/account/in/in/d/bad%20%C3%A4.pdf', error: { code: 'InvalidRequest', message: 'Invalid request.', innererror: told!.details[2]!.error!.innererror } },
      ],
    });
    assert.equal(told!.details[2]!.error!.innererror!.code, 'InvalidContent');
    assert.deepEqual(puts, ['read/a.pdf.ocr.json', 'read/a.pdf.ocr.json'], 'written again by the job that was done again');
    assert.deepEqual(JSON.parse(files.out['read/a.pdf.ocr.json']!.toString()).analyzeResult, { content: 'read' });
    assert.equal(files.out['read/b.pdf.ocr.json']!.toString(), 'before');
    assert.deepEqual([batch.source, batch.target, (await store.page(batchFiles, ACCOUNT, { limit: 10 })).length], [undefined, undefined, 0], 'addresses and notes are gone');
  });

  test('a list of files, each once, over results that are there; a container that cannot be written to fails each', async () => {
    const files = { in: { 'x/a.pdf': LETTER, 'list.jsonl': Buffer.from('{"file":"x/a.pdf"}\n{"file":"x/a.pdf"}\n{"file":"gone.pdf"}\n') }, out: { 'x/a.pdf.ocr.json': Buffer.from('before') }, closed: {} };
    const { services } = house(files, 1);
    const source = { sealedUrl: 'https://storage.test/account/in', fileList: 'list.jsonl' };
    await begun(services, 'listed', { source, target: target('', true) });
    const { jobs, told } = await ran(services, 'listed');
    assert.deepEqual([jobs, told!.details.map(({ status, error }) => error?.innererror?.code ?? status)], [2, ['succeeded', 'ContentSourceNotAccessible']]);
    assert.notEqual(files.out['x/a.pdf.ocr.json'].toString(), 'before');
    await begun(services, 'closed', { source, target: target('', true, 'closed') });
    assert.deepEqual((await ran(services, 'closed')).told!.details.map(({ error }) => error!.innererror!.code), ['InvalidSasToken', 'ContentSourceNotAccessible']);
  });

  test('what is wrong with the whole ends the batch', async () => {
    const many = Object.fromEntries(Array.from({ length: 10_001 }, (_, n) => [`${n}.pdf`, LETTER]));
    const { services } = house({ none: {}, many, out: {} }, 1);
    for (const [container, more, code] of [['none', {}, 'InvalidContentSourceFormat'], ['none', { fileList: 'gone' }, 'ContentSourceNotAccessible'], ['many', {}, 'InvalidContentSourceFormat']] as const) {
      const id = `${container}${Object.keys(more).length}`;
      await begun(services, id, { source: { sealedUrl: `https://storage.test/account/${container}`, ...more }, target: target('') });
      const { batch } = await ran(services, id);
      assert.equal(batch.ended!.error!.innererror!.code, code);
      assert.equal((await batchStatus(ACCOUNT, (await store.get(batches, ACCOUNT, id))!, services))!.status.status, 'failed');
    }
  });

  test('between two jobs it goes on; a job that was given up is its failure', async () => {
    const { services } = house({ in: { 'a.pdf': LETTER, 'b.pdf': LETTER }, out: {} }, 61);
    await begun(services, 'seen', { source: { sealedUrl: 'https://storage.test/account/in' }, target: target('') });
    const status = async (): Promise<unknown[]> => {
      const { status: { status, percentCompleted } } = (await batchStatus(ACCOUNT, (await store.get(batches, ACCOUNT, 'seen'))!, services))!;
      return [status, percentCompleted];
    };
    assert.deepEqual(await status(), ['notStarted', 0]);
    const seen: unknown[] = [];
    for (let job = 0; job < 2; job++) {
      const { jobId } = (await store.get(batches, ACCOUNT, 'seen'))!.value;
      const { change } = await batchJobs[BATCH_JOB]!((await services.jobs.get(ACCOUNT, jobId))!.value, { services, signal: new AbortController().signal, progress: () => Promise.resolve() });
      await store.commit(change!);
      seen.push(await status());
    }
    assert.deepEqual(seen, [['running', 0], ['running', 50]]);
    const { value, key, version } = (await store.get(batches, ACCOUNT, 'seen'))!;
    await store.commit(new Change().replace(batches, ACCOUNT, { key, value, version }, { ...value, jobId: 'gone' }));
    assert.equal((await status())[0], 'failed');
  });
});
