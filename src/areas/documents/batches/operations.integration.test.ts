import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Change } from '../../../kernel/change.ts';
import { key, testApp } from '../../../../test/support/memory-app.ts';
import type { TestResponse, TestApp } from '../../../../test/support/memory-app.ts';
import { MAX_BATCH_MS } from '../model.ts';
import type { Batch } from '../model.ts';
import { batchFileKey, batchFiles, batches } from '../store.ts';

const VERSION = 'api-version=2024-11-30';
const SOURCE = { cloudBlobSource: { containerUrl: 'https://storage.test/account/letters?sig=secret' } };
const TARGET = { resultContainerUrl: 'https://storage.test/account/results?sig=hidden' };

describe('batches', () => {
  let app: TestApp;
  let mine: { key: string; id: string };
  before(async () => {
    app = await testApp();
    mine = await app.createAccount('mine', { kind: 'DocumentAnalysis' });
  });
  after(() => app.close());

  const start = (body: object, { model = 'prebuilt-read', query = '' } = {}): Promise<TestResponse> =>
    app.call({
      method: 'POST',
      url: `/documentanalysis/documentModels/${model}:analyzeBatch?${VERSION}${query}`,
      key: mine.key,
      body,
    });
  const inner = (answer: TestResponse): unknown[] => [
    answer.status,
    answer.json<{ error: { innererror: { code: string } } }>().error.innererror.code,
  ];
  const at = (resultId: string, model = 'prebuilt-read'): string =>
    `/documentanalysis/documentModels/${model}/analyzeBatchResults/${resultId}?${VERSION}`;
  const createBatch = (resultId: string, createdAt: number, more: Partial<Batch>): Batch => ({
    resultId,
    modelId: 'prebuilt-layout',
    version: '2024-11-30',
    options: { stringIndexType: 'textElements', format: 'text', features: [] },
    createdAt,
    expiresAt: Date.now() + MAX_BATCH_MS,
    jobId: 'none',
    done: 0,
    ...more,
  });

  test('rejects invalid requests', async () => {
    for (const [body, options, status, code] of [
      [TARGET, {}, 400, 'InvalidContentSourceFormat'],
      [
        { ...SOURCE, ...TARGET, cloudBlobFileListSource: { containerUrl: 'https://storage.test/a/b', fileList: 'x' } },
        {},
        400,
        'InvalidContentSourceFormat',
      ],
      [{ ...SOURCE, resultContainerUrl: 'ftp://storage.test/account/results' }, {}, 400, 'InvalidContentSourceFormat'],
      [SOURCE, {}, 400, 'ParameterMissing'],
      [{ ...SOURCE, ...TARGET, resultPrefix: '../others/' }, {}, 400, 'InvalidParameter'],
      [{ ...SOURCE, ...TARGET, resultPrefix: '/read/' }, {}, 400, 'InvalidParameter'],
      [{ ...SOURCE, ...TARGET }, { query: '&output=pdf' }, 400, 'InvalidParameter'],
      [{ ...SOURCE, ...TARGET }, { query: '&pages=0' }, 400, 'InvalidParameter'],
      [{ ...SOURCE, ...TARGET }, { model: 'missing' }, 404, 'ModelNotFound'],
    ] as const)
      assert.deepEqual(inner(await start(body, options)), [status, code], JSON.stringify(body));
    assert.deepEqual(await app.store.page(batches, mine.id, { limit: 10 }), []);
  });

  test('is visible to its model and account only, stores no plain signature, and deletes its files', async () => {
    const { status, headers } = await start({ ...SOURCE, ...TARGET });
    assert.equal(status, 202);
    const resultId = /analyzeBatchResults\/([0-9a-f-]{36})\?/.exec(String(headers['operation-location']))![1]!;
    let dumped = '';
    for await (const row of app.store.dump()) dumped += JSON.stringify(row);
    assert.ok(!/secret|hidden/.test(dumped));
    const ask = async (method: string, url: string, by = mine.key): Promise<number> => (await app.call({ method, url, key: by })).status;
    assert.deepEqual(
      [
        await ask('GET', at(resultId)),
        await ask('GET', at(resultId, 'prebuilt-layout')),
        await ask('GET', at(resultId), key),
        await ask('DELETE', at(resultId), key),
      ],
      [200, 404, 404, 404],
    );
    await app.store.commit(
      new Change().create(batchFiles, mine.id, batchFileKey(resultId, 0), {
        name: 'a',
        resultName: 'a',
        status: 'notStarted',
        expiresAt: Date.now() + MAX_BATCH_MS,
      }),
    );
    assert.deepEqual([await ask('DELETE', at(resultId)), await ask('GET', at(resultId))], [204, 404]);
    assert.deepEqual(await app.store.page(batchFiles, mine.id, { limit: 10 }), []);
  });

  test('lists batches page by page, newest first, and limits open batches', async () => {
    const ids = Array.from({ length: 101 }, (_, n) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`);
    const change = new Change();
    for (const [n, id] of ids.entries()) {
      change.put(batches, mine.id, id, createBatch(id, 1000 + Math.floor(n / 2), { ended: { at: 2000 } }));
    }
    await app.store.commit(change);
    interface Page {
      value: { resultId: string; status: string }[];
      nextLink?: string;
    }
    const first = (
      await app.call({
        method: 'GET',
        url: `/documentanalysis/documentModels/prebuilt-layout/analyzeBatchResults?${VERSION}`,
        key: mine.key,
      })
    ).json<Page>();
    const second = (await app.call({ method: 'GET', url: first.nextLink!.replace(/^https?:\/\/[^/]+/, ''), key: mine.key })).json<Page>();
    assert.deepEqual([first.value.length, second.value.length, second.nextLink, first.value[0]!.resultId], [100, 1, undefined, ids[100]]);
    assert.deepEqual(new Set([...first.value, ...second.value].map(({ resultId }) => resultId)).size, 101);
    const open = new Change();
    for (const id of ids.slice(0, 100)) open.put(batches, mine.id, id, createBatch(id, 1000, {}));
    await app.store.commit(open);
    const { status, headers, text } = await start({ ...SOURCE, ...TARGET });
    assert.deepEqual([status, headers['retry-after']], [429, '60'], text);
  });
});
