import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Change } from '../../../kernel/change.ts';
import { SYSTEM } from '../../../kernel/collection.ts';
import { key, testApp } from '../../../../test/support/memory-app.ts';
import type { TestResponse, TestApp } from '../../../../test/support/memory-app.ts';
import { TARGET_HEADER, TOKEN_HEADER } from './copy-target.ts';
import { packClassifier, packModel } from './package.ts';
import { copyAuthorizations, copyTargets, copyTokenKey, models } from '../store.ts';

interface Authorization {
  targetResourceId: string;
  targetModelId: string;
  targetModelLocation: string;
  accessToken: string;
  expirationDateTime: string;
}

const NEWER = '/documentanalysis/documentModels:authorizeCopy?api-version=2024-02-29-preview';
const OLDER = '/formanalysis/documentModels:authorizeCopy?api-version=2022-01-30-preview';
const DAY_MS = 86_400_000;

describe('authorizeCopy', () => {
  const time = { now: Date.UTC(2026, 0, 15) };
  let app: TestApp;
  let mine: { key: string; id: string };
  before(async () => {
    app = await testApp({ clock: { now: () => time.now } });
    mine = await app.createAccount('mine', { kind: 'DocumentAnalysis' });
  });
  after(() => app.close());
  const authorize = (modelId: string, url = NEWER, by = mine.key): Promise<TestResponse> =>
    app.call({
      method: 'POST',
      url,
      key: by,
      body: { modelId },
      headers: { host: 'target.test' },
    });
  const innerCode = (answer: TestResponse): string => answer.json<{ error: { innererror: { code: string } } }>().error.innererror.code;

  test('expires a token after a day and stores only its digest', async () => {
    const { accessToken, expirationDateTime, targetResourceId } = (await authorize('copied')).json<Authorization>();
    assert.equal(Date.parse(expirationDateTime) - time.now, DAY_MS);
    assert.equal(targetResourceId, '/subscriptions/test/resourceGroups/test/accounts/mine');
    const stored = await app.store.page(copyAuthorizations, mine.id, { limit: 10 });
    assert.deepEqual(
      stored.map(({ value }) => value.modelId),
      ['copied'],
    );
    let dumped = '';
    for await (const row of app.store.dump()) dumped += JSON.stringify(row);
    assert.ok(!dumped.includes(accessToken));
    time.now += DAY_MS;
    assert.deepEqual(await app.store.page(copyAuthorizations, mine.id, { limit: 10 }), []);
  });

  test('returns the location under the called prefix, with the version in the older version only', async () => {
    const location = async (url: string): Promise<string> => (await authorize('copied', url)).json<Authorization>().targetModelLocation;
    assert.equal(await location(NEWER), 'http://target.test/documentanalysis/documentModels/copied');
    assert.equal(await location(OLDER), 'http://target.test/formanalysis/documentModels/copied?api-version=2022-01-30-preview');
    assert.equal(
      await location(NEWER.replace('documentanalysis', 'documentintelligence')),
      'http://target.test/documentintelligence/documentModels/copied',
    );
    assert.equal(
      await location(OLDER.replace('formanalysis', 'formrecognizer')),
      'http://target.test/formrecognizer/documentModels/copied?api-version=2022-01-30-preview',
    );
  });

  test("rejects an existing model with 409 in both versions, but not another account's model", async () => {
    await app.store.commit(
      new Change().put(models, mine.id, 'taken', {
        modelId: 'taken',
        createdAt: 0,
        version: '2024-02-29-preview',
        tags: {},
        docTypes: {},
        artefact: 'none',
      }),
    );
    for (const url of [NEWER, OLDER]) {
      const answer = await authorize('taken', url);
      assert.deepEqual([answer.status, innerCode(answer)], [409, 'ModelExists']);
      assert.equal((await authorize('taken', url, key)).status, 200);
      assert.equal((await authorize('Taken', url)).status, 200);
    }
  });

  test('accepts a repeated upload without creating anything twice; rejects it once the model is deleted', async () => {
    const { accessToken, targetResourceId } = (await authorize('copied-here')).json<Authorization>();
    const packed = Buffer.from(packModel({ version: '2024-02-29-preview', docTypes: {} }, Buffer.from('learned')));
    const upload = (token = accessToken): Promise<TestResponse> =>
      app.call({
        method: 'POST',
        url: '/documentanalysis/documentModels/copied-here:receiveCopy?api-version=2024-02-29-preview',
        body: packed,
        headers: { 'content-type': 'application/octet-stream', [TOKEN_HEADER]: token, [TARGET_HEADER]: targetResourceId },
      });
    const first = await upload();
    assert.equal(first.status, 200, first.text);
    time.now += 1000;
    assert.deepEqual((await upload()).json(), first.json());
    assert.equal((await upload('0'.repeat(64))).status, 403);
    const audited = (await app.store.audit(mine.id, 0, 100)).map(({ entry }) => (JSON.parse(entry) as { operation: string }).operation);
    assert.equal(audited.filter((operation) => operation === 'documents.receiveCopy').length, 1);
    await app.call({ method: 'DELETE', url: '/documentanalysis/documentModels/copied-here?api-version=2024-02-29-preview', key: mine.key });
    assert.equal((await upload()).status, 403);
  });

  test('accepts a token of 1.0.0-rc.1, which does not name its account', async () => {
    const token = time.now.toString(16).padStart(12, '0') + 'a'.repeat(52);
    const expiresAt = time.now + DAY_MS;
    await app.store.commit(
      new Change()
        .put(copyAuthorizations, mine.id, copyTokenKey(token), { modelId: 'from-before', tags: {}, expiresAt })
        .put(copyTargets, SYSTEM, copyTokenKey(token), { account: mine.id, expiresAt }),
    );
    const answer = await app.call({
      method: 'POST',
      url: '/documentanalysis/documentModels/from-before:receiveCopy?api-version=2024-02-29-preview',
      body: Buffer.from(packModel({ version: '2024-02-29-preview', docTypes: {} }, Buffer.from('learned'))),
      headers: {
        'content-type': 'application/octet-stream',
        [TOKEN_HEADER]: token,
        [TARGET_HEADER]: '/subscriptions/test/resourceGroups/test/accounts/mine',
      },
    });
    assert.equal(answer.status, 200, answer.text);
  });

  test('rejects an expired authorization', async () => {
    const { accessToken, targetResourceId } = (await authorize('late')).json<Authorization>();
    time.now += DAY_MS;
    const answer = await app.call({
      method: 'POST',
      url: '/formanalysis/documentModels/late:receiveCopy?api-version=2022-01-30-preview',
      body: Buffer.from('x'),
      headers: { [TOKEN_HEADER]: accessToken, [TARGET_HEADER]: targetResourceId },
    });
    assert.deepEqual([answer.status, innerCode(answer)], [403, 'AuthorizationFailed']);
  });

  test('accepts only the kind that a token is for, and creates the named classifier once', async () => {
    const at = (noun: string, id: string): string => `/documentanalysis/${noun}/${id}:receiveCopy?api-version=2024-11-30`;
    const upload = (url: string, { accessToken, targetResourceId }: Authorization, body: Uint8Array): Promise<TestResponse> =>
      app.call({
        method: 'POST',
        url,
        body: Buffer.from(body),
        headers: { 'content-type': 'application/octet-stream', [TOKEN_HEADER]: accessToken, [TARGET_HEADER]: targetResourceId },
      });
    const docTypes = { order: { containerUrl: 'https://storage.test/a/orders', prefix: 'in/' }, ticket: { trainingSetId: 'tickets' } };
    const [model, classifier] = [
      packModel({ version: '2024-02-29-preview', docTypes: {} }, Buffer.from('learned')),
      packClassifier({ version: '2024-11-30', docTypes }, Buffer.from('learned')),
    ];
    const ask = {
      method: 'POST',
      url: '/documentanalysis/documentClassifiers:authorizeCopy?api-version=2024-11-30',
      key: mine.key,
      body: { classifierId: 'both', description: 'Sorts' },
    };
    const [forModel, forClassifier] = [
      (await authorize('both')).json<Authorization>(),
      (await app.call(ask)).json<Authorization & { targetClassifierLocation: string }>(),
    ];
    assert.match(forClassifier.targetClassifierLocation, /\/documentanalysis\/documentClassifiers\/both$/);
    assert.equal((await upload(at('documentModels', 'both'), forClassifier, model)).status, 403);
    assert.equal((await upload(at('documentClassifiers', 'both'), forModel, classifier)).status, 403);
    assert.equal(innerCode(await upload(at('documentClassifiers', 'both'), forClassifier, model)), 'UnsupportedContent');
    const first = await upload(at('documentClassifiers', 'both'), forClassifier, classifier);
    assert.equal(first.status, 200, first.text);
    assert.deepEqual((await upload(at('documentClassifiers', 'both'), forClassifier, classifier)).json(), first.json());
    const { docTypes: shown, description } = (
      await app.call({
        method: 'GET',
        url: '/documentanalysis/documentClassifiers/both?api-version=2024-11-30',
        key: mine.key,
      })
    ).json<{ docTypes: object; description: string }>();
    assert.deepEqual(
      [shown, description],
      [{ order: { cloudBlobSource: docTypes.order }, ticket: { trainingSetSource: docTypes.ticket } }, 'Sorts'],
    );
    assert.deepEqual([(await app.call(ask)).status, (await authorize('both')).status], [409, 200]);
  });

  test('rejects names of prebuilt models with 409, and other reserved names with 400', async () => {
    const prebuilt = await authorize('prebuilt-invoice');
    assert.deepEqual([prebuilt.status, innerCode(prebuilt)], [409, 'ModelExists']);
    const reserved = await authorize('prebuilt-mine');
    assert.deepEqual([reserved.status, innerCode(reserved)], [400, 'InvalidParameter']);
  });
});
