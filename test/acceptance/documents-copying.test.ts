/** Copying models between accounts of one server and between two servers, and what becomes of tokens. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { ARTEFACT, keptModels, seedModels } from '../support/document-models.ts';
import { DocumentCaller, NEWER, OLDER, PLACES, innerCode, prebuiltModels } from '../support/documents.ts';
import type { Polled } from '../support/documents.ts';
import { Manager, call, startServer, temporaryFolder } from '../support/server.ts';
import type { Answer, Server } from '../support/server.ts';

interface Authorization { targetResourceId: string; targetResourceRegion: string; targetModelId: string; targetModelLocation: string; accessToken: string; expirationDateTime: string }
interface Model { modelId: string; description?: string; createdDateTime: string; apiVersion: string; tags: object; docTypes: object }
interface Operation extends Polled { operationId: string; kind: string; resourceLocation: string; percentCompleted: number; apiVersion: string; result?: Model }

const MODELS = ['one', 'two', 'three'];

describe('copying models', () => {
  const [folder, otherFolder] = [temporaryFolder(), temporaryFolder()];
  let server: Server;
  let other: Server;
  let source: DocumentCaller;
  let target: DocumentCaller;
  let abroad: DocumentCaller;
  before(async () => {
    const made = await startServer({ data: folder.path });
    const keys = await (await Manager.of(made)).account('target', { kind: 'DocumentAnalysis' });
    await made.stop();
    await seedModels(folder.path, 'default', MODELS, ['sorter']);
    other = await startServer({ data: otherFolder.path });
    server = await startServer({ data: folder.path, env: { PERENNIAL_FETCH_ALLOW: new URL(other.address).host } });
    source = new DocumentCaller(server, made.key1);
    target = new DocumentCaller(server, keys.key1);
    abroad = new DocumentCaller(other, other.key1);
  });
  after(async () => {
    await Promise.all([server.stop(), other.stop()]);
    folder.remove();
    otherFolder.remove();
  });

  const authorized = async (by: DocumentCaller, modelId: string, more: object = {}): Promise<Authorization> => {
    const { status, text, body } = await by.call<Authorization>('POST /documentModels:authorizeCopy', { json: { modelId, ...more } });
    assert.equal(status, 200, text);
    return body;
  };
  const copied = async (by: DocumentCaller, modelId: string, authorization: Authorization): Promise<Operation> => {
    const { status, text, headers } = await by.call(`POST /documentModels/${modelId}:copyTo`, { json: authorization });
    assert.equal(status, 202, text);
    assert.equal(headers['retry-after'], '1');
    return await by.ended(String(headers['operation-location'])) as Operation;
  };

  for (const place of PLACES) {
    test(`to another account, ${place.prefix} ${place.version}`, async () => {
      const [from, to] = [source.at(place), target.at(place)];
      const modelId = `copy-${place.prefix.slice(1)}-${place.version}`;
      const authorization = await authorized(to, modelId, { description: 'Brought here', tags: { from: 'default' } });
      const operation = await copied(from, 'one', authorization);
      const { operationId, status, percentCompleted, kind, resourceLocation, apiVersion, result, error } = operation;
      assert.deepEqual({ status, percentCompleted, kind, apiVersion, error }, { status: 'succeeded', percentCompleted: 100, kind: 'documentModelCopyTo', apiVersion: place.version, error: undefined });
      assert.match(resourceLocation, new RegExp(`^${server.address}${place.prefix}/documentModels/${modelId}\\?`));
      assert.deepEqual((await from.poll(resourceLocation)).body, result, 'the source can read what came of it');
      assert.equal((await to.poll(resourceLocation)).status, 200);
      assert.equal((await from.call(`GET /documentModels/${modelId}`)).status, 404);
      const model = (await to.call<Model>(`GET /documentModels/${modelId}`)).body;
      assert.deepEqual(result, model);
      assert.deepEqual([model.modelId, model.description, model.tags, model.apiVersion], [modelId, 'Brought here', { from: 'default' }, '2024-02-29-preview']);
      assert.deepEqual(model.docTypes, { form: { buildMode: 'template', fieldSchema: { Name: { type: 'string' }, Items: { type: 'array', items: { type: 'object', properties: { Amount: { type: 'number' } } } } }, fieldConfidence: { Name: 0.9 } } });
      const listed = (await from.call<{ value: Operation[] }>('GET /operations')).body.value;
      assert.deepEqual([listed[0]!.operationId, listed[0]!.status, listed[0]!.kind], [operationId, 'succeeded', 'documentModelCopyTo']);
      assert.equal((await to.call(`GET /operations/${operationId}`)).status, 404, 'the operation is the source\'s');
    });
  }

  test('to another server', async () => {
    const operation = await copied(source, 'two', await authorized(abroad, 'from-abroad'));
    assert.equal(operation.status, 'succeeded', JSON.stringify(operation.error));
    assert.equal((await abroad.call<Model>('GET /documentModels/from-abroad')).body.modelId, 'from-abroad');
    assert.equal((await target.call('GET /documentModels/from-abroad')).status, 404);
  });

  test('a classifier, to another account and to another server', async () => {
    const place = { prefix: '/documentanalysis', version: '2024-11-30' };
    const at = source.at(place);
    for (const to of [target.at(place), abroad.at(place)]) {
      const { body } = await to.call<{ targetClassifierId: string }>('POST /documentClassifiers:authorizeCopy', { json: { classifierId: 'brought', description: 'Sorts mail', tags: { from: 'default' } } });
      const begun = await at.call('POST /documentClassifiers/sorter:copyTo', { json: body });
      assert.equal(begun.status, 202, begun.text);
      const { status, kind, resourceLocation, result, error } = await at.ended(String(begun.headers['operation-location'])) as Operation;
      assert.deepEqual([status, kind, error], ['succeeded', 'documentClassifierCopyTo', undefined]);
      const there = (await to.call<{ classifierId: string; description: string; docTypes: object }>('GET /documentClassifiers/brought')).body;
      assert.deepEqual([there.classifierId, there.description, Object.keys(there.docTypes)], ['brought', 'Sorts mail', ['order', 'ticket']]);
      assert.deepEqual([result, (await at.poll(resourceLocation)).body], [there, there]);
    }
    assert.equal((await at.call('GET /documentClassifiers/brought')).status, 404);
    const { body } = await target.at(place).call<object>('POST /documentClassifiers:authorizeCopy', { json: { classifierId: 'again' } });
    for (const [more, refused] of [[{ targetClassifierLocation: `${server.address}/documentanalysis/documentModels/again` }, 400], [{ expirationDateTime: '2020-01-01T00:00:00Z' }, 403]] as const) {
      assert.equal((await at.call('POST /documentClassifiers/sorter:copyTo', { json: { ...body, ...more } })).status, refused);
    }
    assert.equal((await at.call('POST /documentClassifiers/missing:copyTo', { json: body })).status, 404);
  });

  test('a token is good for one copy of the model it names', async () => {
    const authorization = await authorized(target, 'once');
    assert.equal((await copied(source, 'one', authorization)).status, 'succeeded');
    assert.equal((await target.call('DELETE /documentModels/once')).status, 204);
    const again = await copied(source, 'one', authorization);
    assert.deepEqual([again.status, again.error?.code, again.error?.innererror?.code], ['failed', 'Forbidden', 'AuthorizationFailed']);
    const forOther = await authorized(target, 'this-one');
    const misused = { ...forOther, targetModelId: 'that-one', targetModelLocation: forOther.targetModelLocation.replace('this-one', 'that-one') };
    assert.equal((await copied(source, 'one', misused)).error?.innererror?.code, 'AuthorizationFailed');
    assert.equal((await copied(source, 'one', { ...forOther, accessToken: 'f'.repeat(64) })).error?.innererror?.code, 'AuthorizationFailed');
    assert.equal((await copied(source, 'one', forOther)).status, 'succeeded');
  });

  test('what is there when the copy lands is not replaced; of two that land at once one wins', async () => {
    const [first, second] = [await authorized(target, 'contested'), await authorized(target, 'contested')];
    const ends = await Promise.all([copied(source, 'one', first), copied(source, 'two', second)]);
    assert.deepEqual(ends.map(({ status }) => status).sort(), ['failed', 'succeeded']);
    const lost = ends.find(({ status }) => status === 'failed')!;
    assert.deepEqual([lost.error?.code, lost.error?.innererror], ['Conflict', { code: 'ModelExists', message: 'A model with the provided name already exists.' }]);
    assert.equal((await target.call('POST /documentModels:authorizeCopy', { json: { modelId: 'contested' } })).status, 409);
  });

  test('refused at once: no such model, a prebuilt one, an authorization that is over or points elsewhere', async () => {
    const authorization = await authorized(target, 'refused');
    const ask = async (model: string, more: object = {}): Promise<unknown[]> => {
      const answer = await source.call(`POST /documentModels/${model}:copyTo`, { json: { ...authorization, ...more } });
      return [answer.status, ...innerCode(answer)];
    };
    assert.deepEqual(await ask('missing'), [404, 'NotFound', 'ModelNotFound']);
    assert.deepEqual(await ask('prebuilt-read'), [400, 'InvalidRequest', 'ModelReadOnly']);
    assert.deepEqual(await ask('one', { expirationDateTime: '2020-01-01T00:00:00Z' }), [403, 'Forbidden', 'AuthorizationFailed']);
    assert.deepEqual(await ask('one', { accessToken: undefined }), [400, 'InvalidArgument', 'ParameterMissing']);
    for (const targetModelLocation of ['nowhere', 'file:///documentanalysis/documentModels/refused', `${server.address}/documentanalysis/documentModels/another`, `${server.address}/elsewhere/documentModels/refused`]) {
      assert.deepEqual(await ask('one', { targetModelLocation }), [400, 'InvalidArgument', 'InvalidParameter'], targetModelLocation);
    }
  });

  test('a location that is not allowed is not reached', async () => {
    let reached = 0;
    const inside = createServer((_, response) => {
      reached++;
      response.end('{}');
    }).listen(0, '127.0.0.1');
    try {
      await new Promise((resolve) => inside.once('listening', resolve));
      const { port } = inside.address() as AddressInfo;
      const authorization = await authorized(target, 'inside');
      const end = await copied(source, 'one', { ...authorization, targetModelLocation: `http://127.0.0.1:${port}/documentanalysis/documentModels/inside` });
      assert.deepEqual([end.status, end.error?.code, end.error?.innererror?.code], ['failed', 'Forbidden', 'OutboundAccessForbidden']);
      assert.equal(reached, 0);
    } finally {
      inside.close();
    }
  });

  test('what brings a model without a token, or junk with one, is refused before and after it is read', async () => {
    const authorization = await authorized(target, 'junk');
    const bring = async (body: Buffer, headers: Record<string, string>, path = '/documentanalysis/documentModels/junk'): Promise<Answer<unknown>> =>
      await call(server, `POST ${path}:receiveCopy?api-version=${NEWER.version}`, { body, headers: { 'content-type': 'application/octet-stream', ...headers } });
    const token = { 'perennial-copy-token': authorization.accessToken, 'perennial-copy-target': authorization.targetResourceId };
    const refused = async (answer: Promise<Answer<unknown>>): Promise<unknown[]> => [(await answer).status, ...innerCode(await answer)];
    assert.deepEqual(await refused(bring(ARTEFACT, {})), [403, 'Forbidden', 'AuthorizationFailed']);
    assert.deepEqual(await refused(bring(ARTEFACT, { ...token, 'perennial-copy-target': '/subscriptions/a/resourceGroups/b/accounts/c' })), [403, 'Forbidden', 'AuthorizationFailed']);
    assert.deepEqual(await refused(bring(ARTEFACT, token, '/documentanalysis/documentModels/other')), [403, 'Forbidden', 'AuthorizationFailed']);
    for (const junk of [ARTEFACT, Buffer.alloc(1), Buffer.alloc(100_000, 0xff)]) assert.deepEqual(await refused(bring(junk, token)), [400, 'InvalidRequest', 'UnsupportedContent']);
    assert.equal((await target.call('GET /documentModels/junk')).status, 404);
    assert.equal((await copied(source, 'one', authorization)).status, 'succeeded', 'the token was not used up');
  });

  test('the life of custom models: listed, described, counted, deleted', async () => {
    const ids = async (caller: DocumentCaller): Promise<string[]> => (await caller.call<{ value: Model[] }>('GET /documentModels')).body.value.map(({ modelId }) => modelId);
    assert.deepEqual(await ids(source), [...prebuiltModels(NEWER), 'one', 'three', 'two']);
    assert.deepEqual(await ids(source.at(OLDER)), [...prebuiltModels(OLDER), 'one', 'three', 'two']);
    const count = async (): Promise<unknown> => (await source.call<{ customDocumentModels: object }>('GET /info')).body.customDocumentModels;
    assert.deepEqual(await count(), { count: 3, limit: 500 });
    assert.equal((await source.call('DELETE /documentModels/three')).status, 204);
    assert.equal((await source.call('DELETE /documentModels/three')).status, 404);
    assert.deepEqual(await count(), { count: 2, limit: 500 });
    // What was learned is junk here, as another server could have sent it.
    const { status, error } = await source.analysed('one', Buffer.from('%PDF-1.4'));
    assert.deepEqual([status, error?.innererror?.code], ['failed', 'ModelAnalyzeError']);
  });

  test('what arrived is what was sent', async () => {
    await server.stop();
    const kept = await keptModels(folder.path, 'target');
    assert.ok(kept.length >= PLACES.length);
    for (const { model, artefact } of kept) assert.equal(artefact, ARTEFACT.toString(), model.modelId);
    server = await startServer({ data: folder.path });
  });
});
