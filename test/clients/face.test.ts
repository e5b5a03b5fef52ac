/** The vendor's face client, unmodified: @azure/cognitiveservices-face 4.2.0 over http. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { FaceClient } from '@azure/cognitiveservices-face';
import { ApiKeyCredentials } from '@azure/ms-rest-js';
import type { RestError } from '@azure/ms-rest-js';
import { Manager, startServer, temporaryFolder } from '../support/server.ts';
import type { Server } from '../support/server.ts';

describe('@azure/cognitiveservices-face', () => {
  const folder = temporaryFolder();
  let server: Server;
  let client: FaceClient;
  const clientOf = (key: string): FaceClient => new FaceClient(new ApiKeyCredentials({ inHeader: { 'Ocp-Apim-Subscription-Key': key } }), server.address);
  before(async () => {
    server = await startServer({ data: folder.path });
    client = clientOf(server.key1);
  });
  after(async () => {
    await server.stop();
    folder.remove();
  });

  /** What the client throws: status, code and message as it reads them. */
  async function thrown(work: Promise<unknown>): Promise<{ status?: number; code?: string; message: string }> {
    const error = await work.then(() => assert.fail('It was not refused.'), (problem: unknown) => problem as RestError);
    const body = error.body as { error?: { code?: string; message?: string } } | undefined;
    return { status: error.statusCode, code: body?.error?.code, message: body?.error?.message ?? error.message };
  }

  test('a group from its making to its end', async () => {
    const { personGroup } = client;
    await personGroup.create('family', { name: 'Family', userData: 'kept', recognitionModel: 'recognition_03' });
    const { personGroupId, name, userData } = await personGroup.get('family');
    assert.deepEqual({ personGroupId, name, userData }, { personGroupId: 'family', name: 'Family', userData: 'kept' });
    assert.equal((await personGroup.get('family', { returnRecognitionModel: true })).recognitionModel, 'recognition_03');
    await personGroup.update('family', { name: 'The family' });
    const updated = await personGroup.get('family');
    assert.deepEqual([updated.name, updated.userData], ['The family', 'kept']);
    await personGroup.deleteMethod('family');
    assert.deepEqual(await thrown(personGroup.get('family')), { status: 404, code: 'PersonGroupNotFound', message: 'Person group is not found.' });
  });

  test('lists page by start and top', async () => {
    const { personGroup } = clientOf((await (await Manager.of(server)).account('pages', { kind: 'Face' })).key1);
    for (const id of ['group2', 'group1', 'group3', 'group5', 'group4']) await personGroup.create(id, { name: id });
    const ids = async (options?: Parameters<typeof personGroup.list>[0]): Promise<string[]> => Array.from(await personGroup.list(options as object), (group) => group.personGroupId);
    assert.deepEqual(await ids(), ['group1', 'group2', 'group3', 'group4', 'group5']);
    assert.deepEqual(await ids({ top: 2 }), ['group1', 'group2']);
    assert.deepEqual(await ids({ start: 'group2', top: 3 }), ['group3', 'group4', 'group5']);
    const [first] = await personGroup.list({ top: 1, returnRecognitionModel: true });
    assert.equal(first?.recognitionModel, 'recognition_01');
  });

  test('failures reach the caller as the service words them', async () => {
    const { personGroup } = client;
    await personGroup.create('once', { name: 'Once' });
    assert.deepEqual(await thrown(personGroup.create('once', { name: 'Twice' })), { status: 409, code: 'PersonGroupExists', message: 'Person group already exists.' });
    assert.deepEqual(await thrown(personGroup.create('unnamed')), { status: 400, code: 'BadArgument', message: '\'name\' is empty.' });
    assert.deepEqual(await thrown(personGroup.deleteMethod('missing')), { status: 404, code: 'PersonGroupNotFound', message: 'Person group is not found.' });
    assert.equal((await thrown(clientOf('wrong').personGroup.list())).status, 401);
  });
});
