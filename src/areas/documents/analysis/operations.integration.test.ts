import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { deleteReleasedBlobs } from '../../../storage/blobs/blob-sweep.ts';
import { Change } from '../../../kernel/change.ts';
import { pdfOf } from '../../../../test/support/documents.ts';
import type { Polled } from '../../../../test/support/documents.ts';
import { testApp } from '../../../../test/support/memory-app.ts';
import type { TestResponse, TestApp } from '../../../../test/support/memory-app.ts';
import { eventually } from '../../../../test/support/server.ts';
import { analyses, models } from '../store.ts';
import { VERSIONS } from '../versions.ts';

const AT = '/documentanalysis/documentModels/prebuilt-read';
const VERSION = 'api-version=2024-11-30';
const HOUR_MS = 3600_000;

describe('analyses', () => {
  const time = { now: Date.UTC(2026, 0, 15) };
  let app: TestApp;
  let mine: { key: string; id: string };
  let letter: Buffer;
  before(async () => {
    app = await testApp({ clock: { now: () => time.now } }, ['--upload-mb', '1']);
    await app.listen();
    mine = await app.createAccount('mine', { kind: 'DocumentAnalysis' });
    letter = await pdfOf([['Hello there']]);
  });
  after(() => app.close());
  const start = (by = mine.key, bytes = letter): Promise<TestResponse> =>
    app.call({
      method: 'POST',
      url: `${AT}:analyze?${VERSION}`,
      key: by,
      body: bytes,
      headers: { 'content-type': 'application/pdf', host: 'server.test' },
    });
  const pathOf = ({ headers }: TestResponse): string => String(headers['operation-location']).slice('http://server.test'.length);
  const poll = (path: string): Promise<TestResponse> => app.call({ method: 'GET', url: path, key: mine.key });
  const waitFor = async (path: string): Promise<Polled> =>
    (
      await eventually(
        () => poll(path),
        (answer) => ['succeeded', 'failed'].includes(answer.json<Polled>().status),
      )
    ).json<Polled>();
  const blobs = async (): Promise<string[]> => {
    const ids: string[] = [];
    for await (const { account, id } of app.blobs.list(Infinity)) if (account === mine.id) ids.push(id);
    return ids;
  };

  test('retains a result for a day, then deletes it with its blob; deletes the document immediately', async () => {
    const started = await start();
    assert.deepEqual([started.status, started.headers['retry-after']], [202, '1']);
    const path = pathOf(started);
    assert.equal((await waitFor(path)).status, 'succeeded');
    const { value } = (await app.store.page(analyses, mine.id, { limit: 10 }))[0]!;
    assert.deepEqual([value.document, value.expiresAt], [undefined, time.now + 24 * HOUR_MS]);
    time.now += 2 * HOUR_MS;
    await deleteReleasedBlobs(app.store, app.blobs, 0);
    assert.deepEqual(await blobs(), [value.result]);
    time.now += 22 * HOUR_MS - 1;
    assert.equal((await poll(path)).status, 200);
    time.now += 1;
    const expired = await poll(path);
    assert.deepEqual(
      [expired.status, expired.json<{ error: { innererror: { code: string } } }>().error.innererror.code],
      [404, 'OperationNotFound'],
    );
    await app.store.sweep(100);
    await deleteReleasedBlobs(app.store, app.blobs, 0);
    assert.deepEqual(await blobs(), []);
  });

  test('retains the error of a failed analysis for a day, without the document', async () => {
    const path = pathOf(await start(mine.key, Buffer.from('%PDF-1.4 and nothing')));
    const { status, error } = await waitFor(path);
    assert.deepEqual(
      [status, error],
      [
        'failed',
        {
          code: 'InvalidRequest',
          message: 'Invalid request.',
          innererror: {
            code: 'InvalidContent',
            message: 'The file is corrupted or format is unsupported. Refer to documentation for the list of supported formats.',
          },
        },
      ],
    );
    time.now += 24 * HOUR_MS;
    assert.equal((await poll(path)).status, 404);
  });

  test('says when to try again an analysis that this server had no time for', async () => {
    const analysis = { version: '2024-11-30', modelId: 'prebuilt-read', createdAt: time.now, expiresAt: time.now + HOUR_MS };
    const options = { stringIndexType: 'textElements', format: 'text', features: [] } as const;
    for (const [code, retryAfter] of [
      ['ServiceUnavailable', '30'],
      ['InvalidRequest', undefined],
    ] as const) {
      const ended = { at: time.now, error: { code, message: 'It is so.' } };
      await app.store.commit(new Change().put(analyses, mine.id, code, { ...analysis, options, ended }));
      const { headers, json } = await poll(`${AT}/analyzeResults/${code}?${VERSION}`);
      assert.deepEqual([json<Polled>().status, json<Polled>().error?.code, headers['retry-after']], ['failed', code, retryAfter]);
    }
  });

  test('reports an analysis as failed when its job is gone', async () => {
    await app.store.commit(
      new Change().put(analyses, mine.id, 'lost', {
        version: '2024-11-30',
        modelId: 'prebuilt-read',
        options: { stringIndexType: 'textElements', format: 'text', features: [] },
        createdAt: time.now,
        expiresAt: time.now + HOUR_MS,
      }),
    );
    const { status, error } = (await poll(`${AT}/analyzeResults/lost?${VERSION}`)).json<Polled>();
    assert.deepEqual([status, error?.code, error?.innererror?.code], ['failed', 'InternalServerError', 'Unknown']);
  });

  test('shows pages of a kept file under its classifier only', async () => {
    const sorted = {
      version: '2024-11-30',
      modelId: 'sorter',
      classifier: { split: 'none' },
      options: { stringIndexType: 'textElements', format: 'text', features: [] },
      createdAt: time.now,
      expiresAt: time.now + HOUR_MS,
      ended: { at: time.now },
    } as const;
    await app.store.commit(
      new Change()
        .put(analyses, mine.id, 'kept', { ...sorted, keepDocument: true, document: await app.blobs.put(mine.id, letter) })
        .put(analyses, mine.id, 'gone', sorted),
    );
    const image = (at: string): Promise<TestResponse> =>
      app.call({
        method: 'GET',
        url: `/documentanalysis/${at}/pages/1/image?${VERSION}&width=64`,
        key: mine.key,
      });
    const shown = await image('documentClassifiers/sorter/analyzeResults/kept');
    assert.deepEqual([shown.status, shown.headers['content-type']], [200, 'image/png']);
    for (const [at, code] of [
      ['documentClassifiers/sorter/analyzeResults/gone', 'DocumentNotKept'],
      ['documentClassifiers/other/analyzeResults/kept', 'OperationNotFound'],
      ['documentModels/sorter/analyzeResults/kept', 'OperationNotFound'],
    ] as const) {
      const rejected = await image(at);
      assert.deepEqual(
        [rejected.status, rejected.json<{ error: { innererror: { code: string } } }>().error.innererror.code],
        [404, code],
        at,
      );
    }
  });

  test('limits the waiting documents of one account, not of others', async () => {
    const change = new Change();
    for (let n = 0; n < 1000; n++)
      change.put(analyses, mine.id, `waiting-${n}`, {
        version: '2024-11-30',
        modelId: 'prebuilt-read',
        options: { stringIndexType: 'textElements', format: 'text', features: [] },
        createdAt: time.now,
        expiresAt: time.now + HOUR_MS,
      });
    await app.store.commit(change);
    const rejected = await start();
    assert.deepEqual(
      [rejected.status, rejected.headers['retry-after'], rejected.json<{ error: { code: string } }>().error.code],
      [429, '10', '429'],
    );
    const other = await app.createAccount('other', { kind: 'DocumentAnalysis' });
    assert.equal((await start(other.key)).status, 202);
    time.now += 2 * HOUR_MS;
    assert.equal((await start()).status, 202);
  });

  test('rejects a document over the configured size with InvalidContentLength', async () => {
    for (const megabytes of [1.5, 3]) {
      const answer = await start(mine.key, Buffer.alloc(megabytes * 2 ** 20, '%PDF-1.4 '));
      assert.deepEqual(
        [answer.status, answer.json<{ error: { innererror: object } }>().error.innererror],
        [400, { code: 'InvalidContentLength', message: 'The input image is too large. Refer to documentation for the maximum file size.' }],
      );
    }
  });

  test('pages through lists', async () => {
    const change = new Change();
    const ids = Array.from({ length: 250 }, (_, n) => `model-${String(n).padStart(3, '0')}`);
    for (const modelId of ids) {
      change.put(models, mine.id, modelId, { modelId, createdAt: 0, version: '2024-11-30', tags: {}, docTypes: {}, artefact: 'none' });
    }
    await app.store.commit(change);
    const found: string[] = [];
    let pages = 0;
    for (let next: string | undefined = `/documentintelligence/documentModels?${VERSION}`; next !== undefined; pages++) {
      const page: { value: { modelId: string }[]; nextLink?: string } = (
        await app.call({
          method: 'GET',
          url: next,
          key: mine.key,
          headers: { host: 'server.test' },
        })
      ).json();
      found.push(...page.value.map(({ modelId }) => modelId));
      next = page.nextLink?.slice('http://server.test'.length);
    }
    assert.deepEqual([pages, found], [3, [...VERSIONS.find(({ version }) => VERSION.endsWith(version))!.models.toSorted(), ...ids]]);
  });
});
