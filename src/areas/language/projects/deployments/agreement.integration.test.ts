import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { testApp } from '../../../../../test/support/memory-app.ts';
import type { TestApp, TestRequest, TestResponse } from '../../../../../test/support/memory-app.ts';
import { prepareCall } from '../../../../../test/support/prepared-calls.ts';
import { assignments } from '../../../../shared/assignments.ts';
import { SYSTEM } from '../../../../kernel/collection.ts';
import { conversations } from '../../conversations/area.ts';
import { isSameResource } from './agreement.ts';

const VERSION = 'api-version=2022-05-01';
const PROJECT = '/language/authoring/analyze-conversations/projects/example';
const ASSIGNED = '/language/authoring/analyze-conversations/projects/global/deployments/resources';

function addressOf(name: string): string {
  return `/subscriptions/test/resourceGroups/test/accounts/${name}`;
}

describe('agreement to assignments', () => {
  let app: TestApp;
  let owner: { key: string; account: string };
  let token: string;
  before(async () => {
    app = await testApp();
    token = await app.token();
    owner = await prepareCall(
      app,
      conversations.operations.find(({ id }) => id === 'conversations.getProject')!,
    );
  });
  after(() => app.close());

  const asOwner = (method: string, path: string, body?: unknown, more: Partial<TestRequest> = {}): Promise<TestResponse> =>
    app.call({ method, url: `${PROJECT}${path}?${VERSION}`, key: owner.key, body, ...more });
  const assign = (address: string, more?: Partial<TestRequest>): Promise<TestResponse> =>
    asOwner('POST', '/resources/:assign', { resourcesMetadata: [{ azureResourceId: address }] }, more);
  const deploy = (address: string): Promise<TestResponse> =>
    asOwner('PUT', '/deployments/production', { trainedModelLabel: 'first', assignedResourceIds: [address] });
  const ask = (key: string, projectName = 'example'): Promise<TestResponse> =>
    app.call({
      method: 'POST',
      url: `/language/:analyze-conversations?${VERSION}`,
      key,
      body: {
        kind: 'Conversation',
        analysisInput: { conversationItem: { id: '1', participantId: '1', text: 'hello' } },
        parameters: { projectName, deploymentName: 'production' },
      },
    });
  const put = (name: string, properties: object): Promise<TestResponse> =>
    app.call({ method: 'PUT', url: addressOf(name), token, body: { location: 'local', properties } });
  const remove = (name: string): Promise<TestResponse> => app.call({ method: 'DELETE', url: addressOf(name), token });

  test('an account that does not agree is answered like one that does not exist', async () => {
    const { key } = await app.createAccount('unasked');
    const [refused, absent] = [await assign(addressOf('unasked')), await assign(addressOf('nobody-'))];
    assert.equal(refused.status, 400);
    assert.equal(refused.text.replaceAll('unasked', 'nobody-'), absent.text);
    assert.equal((await deploy(addressOf('unasked'))).status, 400);
    const [foreign, missing] = [await ask(key), await ask(key, 'missing')];
    assert.equal(foreign.status, 404);
    assert.equal(foreign.text.replaceAll('example', 'missing'), missing.text);
  });

  test('the key of another account, or a wrong one, is no agreement', async () => {
    await app.createAccount('silent');
    const { key: other } = await app.createAccount('other');
    for (const key of [other, owner.key, '0'.repeat(64), ','])
      assert.equal((await assign(addressOf('silent'), { headers: { 'perennial-assigned-account-key': key } })).status, 400);
    assert.equal((await assign(addressOf('silent'), { token: `${token}x` })).status, 401);
  });

  const agreements: [
    by: string,
    agree: (name: string, key: string) => Promise<TestResponse>,
    withdraw: (name: string) => Promise<unknown>,
  ][] = [
    [
      'key',
      (name, key) => assign(addressOf(name), { headers: { 'perennial-assigned-account-key': key } }),
      async (name) => {
        const { value } = (await app.call({ method: 'GET', url: `${addressOf(name)}/assignments`, token })).json<{
          value: { assignmentId: string; agreedBy: string; name: string; ownerId: string }[];
        }>();
        assert.deepEqual(
          value.map(({ agreedBy, name: project, ownerId }) => [agreedBy, project, ownerId]),
          [['key', 'example', owner.account]],
        );
        const url = `${addressOf(name)}/assignments/${value[0]!.assignmentId}`;
        assert.equal((await app.call({ method: 'DELETE', url, token })).status, 200);
        assert.equal((await app.call({ method: 'DELETE', url, token })).status, 404);
      },
    ],
    [
      'manager',
      (name) => assign(addressOf(name), { token }),
      (name) => asOwner('POST', '/resources/:unassign', { assignedResourceIds: [addressOf(name)] }),
    ],
    [
      'settings',
      async (name) => {
        await put(name, { acceptsAssignmentsFrom: [owner.account] });
        return await assign(addressOf(name).replace('/accounts', '/providers/Microsoft.CognitiveServices/accounts'));
      },
      (name) => put(name, { acceptsAssignmentsFrom: [] }),
    ],
  ];
  for (const [by, agree, withdraw] of agreements)
    test(`agreed by ${by}: answers until it is withdrawn`, async () => {
      const name = `agrees-${by}`;
      const { key } = await app.createAccount(name);
      const agreed = await agree(name, key);
      assert.equal(agreed.status, 202, agreed.text);
      assert.equal((await ask(key)).status, 404, 'not deployed to it yet');
      assert.equal((await deploy(addressOf(name))).status, 202);
      assert.equal((await ask(key)).status, 200);
      assert.match((await app.call({ method: 'GET', url: `${ASSIGNED}?${VERSION}`, key })).text, /"example"/);
      assert.equal((await app.call({ method: 'GET', url: `${PROJECT}?${VERSION}`, key })).status, 401, 'it is no collaborator');
      await withdraw(name);
      const [foreign, missing] = [await ask(key), await ask(key, 'missing')];
      assert.equal(foreign.status, 404);
      assert.equal(foreign.text.replaceAll('example', 'missing'), missing.text);
      assert.doesNotMatch((await app.call({ method: 'GET', url: `${ASSIGNED}?${VERSION}`, key })).text, /"example"/);
      assert.doesNotMatch((await asOwner('GET', '/resources')).text, new RegExp(name));
      assert.equal((await deploy(addressOf(name))).status, 400);
    });

  test('an account withdraws with its own key', async () => {
    const { key } = await app.createAccount('leaves');
    await assign(addressOf('leaves'), { headers: { 'perennial-assigned-account-key': key } });
    await deploy(addressOf('leaves'));
    assert.equal((await ask(key)).status, 200);
    const withdraw = (): Promise<TestResponse> => app.call({ method: 'DELETE', url: `${ASSIGNED}/example?${VERSION}`, key });
    assert.equal((await withdraw()).status, 204);
    assert.equal((await ask(key)).status, 404);
    assert.equal((await withdraw()).status, 404);
  });

  test('an account under the name of a deleted one inherits nothing, in either direction', async () => {
    const { key, id } = await app.createAccount('reborn');
    assert.equal((await assign(addressOf('reborn'), { token })).status, 202);
    assert.equal((await deploy(addressOf('reborn'))).status, 202);
    assert.equal((await ask(key)).status, 200);
    await remove('reborn');
    assert.deepEqual(await app.store.page(assignments, SYSTEM, { prefix: `${id}/`, limit: 10 }), []);
    const { key: again } = await app.createAccount('reborn');
    assert.equal((await ask(again)).status, 404);
    assert.doesNotMatch((await asOwner('GET', '/resources')).text, /reborn/);
    assert.equal((await deploy(addressOf('reborn'))).status, 400);
    assert.equal((await assign(addressOf('reborn'))).status, 400);
  });

  test('a project under the name of a deleted one inherits no assignment', async () => {
    const second = await prepareCall(
      app,
      conversations.operations.find(({ id }) => id === 'conversations.getProject')!,
    );
    const { key } = await app.createAccount('faithful');
    const call = (method: string, path: string, body?: unknown): Promise<TestResponse> =>
      app.call({ method, url: `${PROJECT}${path}?${VERSION}`, key: second.key, body, token });
    const address = addressOf('faithful');
    assert.equal((await call('POST', '/resources/:assign', { resourcesMetadata: [{ azureResourceId: address }] })).status, 202);
    await call('PUT', '/deployments/production', { trainedModelLabel: 'first', assignedResourceIds: [address] });
    assert.equal((await ask(key)).status, 200);
    assert.equal((await call('DELETE', '')).status, 202);
    assert.equal((await ask(key)).status, 404);
    assert.equal((await call('PATCH', '', { projectKind: 'Conversation', projectName: 'example', language: 'en' })).status, 201);
    assert.equal((await ask(key)).status, 404);
  });

  test('compares resource ids of both forms without case', () => {
    assert.ok(isSameResource('/subscriptions/S/resourceGroups/g/accounts/A', '/subscriptions/s/resourcegroups/G/providers/P/accounts/a'));
    assert.ok(!isSameResource('/subscriptions/s/resourceGroups/g/accounts/a', '/subscriptions/s/resourceGroups/g/accounts/b'));
    assert.ok(isSameResource('odd', 'ODD'));
  });
});
