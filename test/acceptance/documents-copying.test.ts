/** Copies of models between accounts of one server and between two servers, and their tokens. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { ARTIFACT, readModels, seedModels } from '../support/document-models.ts';
import { DocumentCaller, NEWER, OLDER, ENDPOINTS, innerCode, prebuiltModels } from '../support/documents.ts';
import type { Polled } from '../support/documents.ts';
import { ManagementClient, call, startServer, temporaryFolder } from '../support/server.ts';
import type { HttpResponse, Server } from '../support/server.ts';

interface Authorization {
  targetResourceId: string;
  targetResourceRegion: string;
  targetModelId: string;
  targetModelLocation: string;
  accessToken: string;
  expirationDateTime: string;
}
interface Model {
  modelId: string;
  description?: string;
  createdDateTime: string;
  apiVersion: string;
  tags: object;
  docTypes: object;
}
interface Operation extends Polled {
  operationId: string;
  kind: string;
  resourceLocation: string;
  percentCompleted: number;
  result?: Model;
}

const MODELS = ['one', 'two', 'three'];

describe('copying models', () => {
  const [folder, otherFolder] = [temporaryFolder(), temporaryFolder()];
  let server: Server;
  let other: Server;
  let source: DocumentCaller;
  let target: DocumentCaller;
  let remote: DocumentCaller;
  before(async () => {
    const first = await startServer({ data: folder.path });
    const keys = await (await ManagementClient.connect(first)).createAccount('target', { kind: 'DocumentAnalysis' });
    await first.stop();
    await seedModels(folder.path, 'default', MODELS, ['sorter']);
    other = await startServer({ data: otherFolder.path });
    server = await startServer({ data: folder.path, env: { PERENNIAL_FETCH_ALLOW: new URL(other.address).host } });
    source = new DocumentCaller(server, first.key1);
    target = new DocumentCaller(server, keys.key1);
    remote = new DocumentCaller(other, other.key1);
  });
  after(async () => {
    await Promise.all([server.stop(), other.stop()]);
    folder.remove();
    otherFolder.remove();
  });

  const authorize = async (by: DocumentCaller, modelId: string, more: object = {}): Promise<Authorization> => {
    const { status, text, body } = await by.call<Authorization>('POST /documentModels:authorizeCopy', { json: { modelId, ...more } });
    assert.equal(status, 200, text);
    return body;
  };
  const copy = async (by: DocumentCaller, modelId: string, authorization: Authorization): Promise<Operation> => {
    const { status, text, headers } = await by.call(`POST /documentModels/${modelId}:copyTo`, { json: authorization });
    assert.equal(status, 202, text);
    assert.equal(headers['retry-after'], '1');
    return (await by.waitFor(String(headers['operation-location']))) as Operation;
  };

  for (const endpoint of ENDPOINTS) {
    test(`copies a model to another account with ${endpoint.prefix} ${endpoint.version}`, async () => {
      const [from, to] = [source.at(endpoint), target.at(endpoint)];
      const modelId = `copy-${endpoint.prefix.slice(1)}-${endpoint.version}`;
      const authorization = await authorize(to, modelId, { description: 'Copied here', tags: { from: 'default' } });
      const operation = await copy(from, 'one', authorization);
      const { operationId, status, percentCompleted, kind, resourceLocation, result, error } = operation;
      assert.deepEqual(
        { status, percentCompleted, kind, error },
        { status: 'succeeded', percentCompleted: 100, kind: 'documentModelCopyTo', error: undefined },
      );
      assert.match(resourceLocation, new RegExp(`^${server.address}${endpoint.prefix}/documentModels/${modelId}\\?`));
      assert.deepEqual((await from.poll(resourceLocation)).body, result, 'the source can read the result');
      assert.equal((await to.poll(resourceLocation)).status, 200);
      assert.equal((await from.call(`GET /documentModels/${modelId}`)).status, 404);
      const model = (await to.call<Model>(`GET /documentModels/${modelId}`)).body;
      assert.deepEqual(result, model);
      assert.deepEqual(
        [model.modelId, model.description, model.tags, model.apiVersion],
        [modelId, 'Copied here', { from: 'default' }, '2024-02-29-preview'],
      );
      assert.deepEqual(model.docTypes, {
        form: {
          buildMode: 'template',
          fieldSchema: {
            Name: { type: 'string' },
            Items: { type: 'array', items: { type: 'object', properties: { Amount: { type: 'number' } } } },
          },
          fieldConfidence: { Name: 0.9 },
        },
      });
      const listed = (await from.call<{ value: Operation[] }>('GET /operations')).body.value;
      assert.deepEqual([listed[0]!.operationId, listed[0]!.status, listed[0]!.kind], [operationId, 'succeeded', 'documentModelCopyTo']);
      assert.equal((await to.call(`GET /operations/${operationId}`)).status, 404, 'the operation belongs to the source');
    });
  }

  test('copies a model to another server', async () => {
    const operation = await copy(source, 'two', await authorize(remote, 'from-remote'));
    assert.equal(operation.status, 'succeeded', JSON.stringify(operation.error));
    assert.equal((await remote.call<Model>('GET /documentModels/from-remote')).body.modelId, 'from-remote');
    assert.equal((await target.call('GET /documentModels/from-remote')).status, 404);
  });

  test('copies a classifier to another account and to another server', async () => {
    const endpoint = { prefix: '/documentanalysis', version: '2024-11-30' };
    const at = source.at(endpoint);
    for (const to of [target.at(endpoint), remote.at(endpoint)]) {
      const { body } = await to.call<{ targetClassifierId: string }>('POST /documentClassifiers:authorizeCopy', {
        json: { classifierId: 'copied', description: 'Sorts mail', tags: { from: 'default' } },
      });
      const started = await at.call('POST /documentClassifiers/sorter:copyTo', { json: body });
      assert.equal(started.status, 202, started.text);
      const { status, kind, resourceLocation, result, error } = (await at.waitFor(
        String(started.headers['operation-location']),
      )) as Operation;
      assert.deepEqual([status, kind, error], ['succeeded', 'documentClassifierCopyTo', undefined]);
      const existing = (
        await to.call<{
          classifierId: string;
          description: string;
          docTypes: object;
        }>('GET /documentClassifiers/copied')
      ).body;
      assert.deepEqual(
        [existing.classifierId, existing.description, Object.keys(existing.docTypes)],
        ['copied', 'Sorts mail', ['order', 'ticket']],
      );
      assert.deepEqual([result, (await at.poll(resourceLocation)).body], [existing, existing]);
    }
    assert.equal((await at.call('GET /documentClassifiers/copied')).status, 404);
    const { body } = await target.at(endpoint).call<object>('POST /documentClassifiers:authorizeCopy', { json: { classifierId: 'again' } });
    for (const [more, expectedStatus] of [
      [{ targetClassifierLocation: `${server.address}/documentanalysis/documentModels/again` }, 400],
      [{ expirationDateTime: '2020-01-01T00:00:00Z' }, 403],
    ] as const) {
      assert.equal((await at.call('POST /documentClassifiers/sorter:copyTo', { json: { ...body, ...more } })).status, expectedStatus);
    }
    assert.equal((await at.call('POST /documentClassifiers/missing:copyTo', { json: body })).status, 404);
  });

  test('7.1: AuthorizationFailed for a token that was used or is for another model', async () => {
    const authorization = await authorize(target, 'once');
    assert.equal((await copy(source, 'one', authorization)).status, 'succeeded');
    assert.equal((await target.call('DELETE /documentModels/once')).status, 204);
    const again = await copy(source, 'one', authorization);
    assert.deepEqual([again.status, again.error?.code, again.error?.innererror?.code], ['failed', 'Forbidden', 'AuthorizationFailed']);
    const forOther = await authorize(target, 'this-one');
    const misused = {
      ...forOther,
      targetModelId: 'that-one',
      targetModelLocation: forOther.targetModelLocation.replace('this-one', 'that-one'),
    };
    assert.equal((await copy(source, 'one', misused)).error?.innererror?.code, 'AuthorizationFailed');
    assert.equal((await copy(source, 'one', { ...forOther, accessToken: 'f'.repeat(64) })).error?.innererror?.code, 'AuthorizationFailed');
    assert.equal((await copy(source, 'one', forOther)).status, 'succeeded');
  });

  test('7.1: ModelExists for a model that exists; one of two concurrent copies wins', async () => {
    const [first, second] = [await authorize(target, 'contested'), await authorize(target, 'contested')];
    const outcomes = await Promise.all([copy(source, 'one', first), copy(source, 'two', second)]);
    assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['failed', 'succeeded']);
    const lost = outcomes.find(({ status }) => status === 'failed')!;
    assert.deepEqual(
      [lost.error?.code, lost.error?.innererror],
      ['Conflict', { code: 'ModelExists', message: 'A model with the provided name already exists.' }],
    );
    assert.equal((await target.call('POST /documentModels:authorizeCopy', { json: { modelId: 'contested' } })).status, 409);
  });

  test('7.1: 403 AuthorizationFailed for an expired authorization; 404 and 400 for missing and prebuilt models and other locations', async () => {
    const authorization = await authorize(target, 'refused');
    const ask = async (model: string, more: object = {}): Promise<unknown[]> => {
      const answer = await source.call(`POST /documentModels/${model}:copyTo`, { json: { ...authorization, ...more } });
      return [answer.status, ...innerCode(answer)];
    };
    assert.deepEqual(await ask('missing'), [404, 'NotFound', 'ModelNotFound']);
    assert.deepEqual(await ask('prebuilt-read'), [400, 'InvalidRequest', 'ModelReadOnly']);
    assert.deepEqual(await ask('one', { expirationDateTime: '2020-01-01T00:00:00Z' }), [403, 'Forbidden', 'AuthorizationFailed']);
    assert.deepEqual(await ask('one', { accessToken: undefined }), [400, 'InvalidArgument', 'ParameterMissing']);
    for (const targetModelLocation of [
      'nowhere',
      'file:///documentanalysis/documentModels/refused',
      `${server.address}/documentanalysis/documentModels/another`,
      `${server.address}/elsewhere/documentModels/refused`,
    ]) {
      assert.deepEqual(await ask('one', { targetModelLocation }), [400, 'InvalidArgument', 'InvalidParameter'], targetModelLocation);
    }
  });

  test('does not call a location that is not allowed', async () => {
    let reached = 0;
    const inside = createServer((_, response) => {
      reached++;
      response.end('{}');
    }).listen(0, '127.0.0.1');
    try {
      await new Promise((resolve) => inside.once('listening', resolve));
      const { port } = inside.address() as AddressInfo;
      const authorization = await authorize(target, 'inside');
      const end = await copy(source, 'one', {
        ...authorization,
        targetModelLocation: `http://127.0.0.1:${port}/documentanalysis/documentModels/inside`,
      });
      assert.deepEqual([end.status, end.error?.code, end.error?.innererror?.code], ['failed', 'Forbidden', 'OutboundAccessForbidden']);
      assert.equal(reached, 0);
    } finally {
      inside.close();
    }
  });

  test('7.1: 403 AuthorizationFailed for an upload without a valid token; 400 for junk with one', async () => {
    const authorization = await authorize(target, 'junk');
    const upload = async (
      body: Buffer,
      headers: Record<string, string>,
      path = '/documentanalysis/documentModels/junk',
    ): Promise<HttpResponse<unknown>> =>
      await call(server, `POST ${path}:receiveCopy?api-version=${NEWER.version}`, {
        body,
        headers: { 'content-type': 'application/octet-stream', ...headers },
      });
    const token = { 'perennial-copy-token': authorization.accessToken, 'perennial-copy-target': authorization.targetResourceId };
    const rejection = async (answer: Promise<HttpResponse<unknown>>): Promise<unknown[]> => [
      (await answer).status,
      ...innerCode(await answer),
    ];
    assert.deepEqual(await rejection(upload(ARTIFACT, {})), [403, 'Forbidden', 'AuthorizationFailed']);
    assert.deepEqual(
      await rejection(upload(ARTIFACT, { ...token, 'perennial-copy-target': '/subscriptions/a/resourceGroups/b/accounts/c' })),
      [403, 'Forbidden', 'AuthorizationFailed'],
    );
    assert.deepEqual(await rejection(upload(ARTIFACT, token, '/documentanalysis/documentModels/other')), [
      403,
      'Forbidden',
      'AuthorizationFailed',
    ]);
    for (const junk of [ARTIFACT, Buffer.alloc(1), Buffer.alloc(100_000, 0xff)]) {
      assert.deepEqual(await rejection(upload(junk, token)), [400, 'InvalidRequest', 'UnsupportedContent']);
    }
    assert.equal((await target.call('GET /documentModels/junk')).status, 404);
    assert.equal((await copy(source, 'one', authorization)).status, 'succeeded', 'the token is still valid');
  });

  test('lists, describes, counts and deletes custom models', async () => {
    const ids = async (caller: DocumentCaller): Promise<string[]> =>
      (await caller.call<{ value: Model[] }>('GET /documentModels')).body.value.map(({ modelId }) => modelId);
    assert.deepEqual(await ids(source), [...prebuiltModels(NEWER), 'one', 'three', 'two']);
    assert.deepEqual(await ids(source.at(OLDER)), [...prebuiltModels(OLDER), 'one', 'three', 'two']);
    const count = async (): Promise<unknown> =>
      (
        await source.call<{
          customDocumentModels: object;
        }>('GET /info')
      ).body.customDocumentModels;
    assert.deepEqual(await count(), { count: 3, limit: 500 });
    assert.equal((await source.call('DELETE /documentModels/three')).status, 204);
    assert.equal((await source.call('DELETE /documentModels/three')).status, 404);
    assert.deepEqual(await count(), { count: 2, limit: 500 });
    // The model file is junk here, as another server could have sent it.
    const { status, error } = await source.analyze('one', Buffer.from('%PDF-1.4'));
    assert.deepEqual([status, error?.innererror?.code], ['failed', 'ModelAnalyzeError']);
  });

  test('stores what was uploaded', async () => {
    await server.stop();
    const stored = await readModels(folder.path, 'target');
    assert.ok(stored.length >= ENDPOINTS.length);
    for (const { model, artifact } of stored) assert.equal(artifact, ARTIFACT.toString(), model.modelId);
    server = await startServer({ data: folder.path });
  });
});
