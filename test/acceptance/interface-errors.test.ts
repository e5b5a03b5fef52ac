/**
 * The error table of the interface for language, understanding and ranking (section 7.3) and the limits of section 8 that go with it, row
 * by row. The rows of 7.1 are in copy-authorization.test.ts and documents-copying.test.ts, those of 7.2 in person-groups.test.ts, those
 * that need a fault in test/faults/interface-errors.test.ts. Three things of the tables cannot occur here:
 * - "Invalid order of API calls" (401): operations 4.3 to 4.6 have no order.
 * - Data protection keys (7.1, 403): the server encrypts with a key of its own, callers bring none.
 * - A missing or malformed body of 4.3 and 4.4: both are GETs without one.
 */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { Author } from '../support/author.ts';
import { ManagementClient, call } from '../support/server.ts';
import type { AccountSettings, CallOptions, HttpResponse } from '../support/server.ts';
import { sharedServer } from '../support/shared-server.ts';
import type { SharedServer } from '../support/shared-server.ts';

interface Refusal {
  error: { code: string; message: string };
}
type Answer = HttpResponse<Refusal>;

const VERSION = 'api-version=2021-11-01-preview';
const AUTHORING = { 'analyze-conversations': 'Garden', 'analyze-text': 'Letters' } as const;
const NO_APP = '00000000-0000-0000-0000-000000000000';
const JSON_TYPE = { 'content-type': 'application/json' };

const models = (projectName: string): string => `/language/analyze-conversations/internal/projects/${projectName}/models/`;
const job = (projectName: string): string => `/language/analyze-text/projects/${projectName}/deployments/production/jobs/1`;
const MIGRATE = `POST /language/analyze-conversations/internal/:migrateFromUnderstanding?${VERSION}`;
const REWARD = 'POST /ranking/v1.1-preview.3/events/event/reward';

describe('errors and limits of the interface', () => {
  let server: SharedServer;
  let manager: ManagementClient;
  let owner: Author;
  let entityId: string;
  let guestKey: string;
  let bot: Readonly<Record<string, string>>;

  before(async () => {
    server = await sharedServer();
    manager = await ManagementClient.connect(server);
    owner = await new Author(server, (await manager.createAccount('owner')).key1).create('Travel');
    entityId = await owner.add('entities', { name: 'City' });
    await manager.createAccount('bot', { kind: 'Understanding' });
    bot = { cloudSubscriptionId: 'sub', resourceGroup: ManagementClient.resourceGroup, accountName: 'bot' };
    await owner.ok(`POST ${owner.app('/cloudaccounts')}`, bot, { token: manager.token });
    // An account that may query the projects, and so knows that they exist.
    ({ key1: guestKey } = await manager.createAccount('guest', { kind: 'Language' }));
    for (const [area, projectName] of Object.entries(AUTHORING)) {
      const kind = area === 'analyze-text' ? 'CustomSingleLabelClassification' : 'Conversation';
      const base = `/language/authoring/${area}/projects/${projectName}`;
      const options = { key: owner.key, token: manager.token };
      const created = await call(server, `PATCH ${base}?api-version=2022-05-01`, {
        ...options,
        body: JSON.stringify({ projectName, projectKind: kind, language: 'en', storageInputContainerName: 'letters' }),
        headers: { 'content-type': 'application/merge-patch+json' },
      });
      assert.equal(created.status, 201, created.text);
      const assigned = await call(server, `POST ${base}/resources/:assign?api-version=2022-10-01-preview`, {
        ...options,
        json: { resourcesMetadata: [{ azureResourceId: ManagementClient.accountPath('guest') }] },
      });
      assert.equal(assigned.status, 202, assigned.text);
    }
  });

  const send = (route: string, options: CallOptions): Promise<Answer> => call<Refusal>(server, route, options);
  const suggest = (query = ''): string => `GET /luis/api/v2.0${owner.path(`/entities/${entityId}/suggest${query}`)}`;
  const remove = (query = ''): string => `DELETE /luis/api/v2.0${owner.app(`/cloudaccounts${query}`)}`;

  /** The operations by their sections; `owner` is what the owner gets, so that a refusal of others is theirs alone. */
  const operations: Record<string, { ask: (key: string | undefined) => Promise<Answer>; owner: number }> = {
    '4.3': { ask: (key) => send(`GET ${models('Garden')}?${VERSION}`, { key }), owner: 200 },
    // The project exists, the job does not.
    '4.4': { ask: (key) => send(`GET ${job('Letters')}?${VERSION}`, { key }), owner: 404 },
    '4.5': { ask: (key) => send(suggest(), { key }), owner: 200 },
    '4.6': { ask: (key) => send(remove(), { key, token: manager.token, json: bot }), owner: 200 },
  };

  function assertRefused({ status, body, text }: Answer, expected: number, says?: RegExp): void {
    assert.equal(status, expected, text);
    assert.deepEqual([typeof body.error.code, typeof body.error.message], ['string', 'string'], text);
    if (says) assert.match(body.error.message, says);
  }
  const newKey = async (name: string, settings: AccountSettings = {}): Promise<string> =>
    (await manager.createAccount(name, settings)).key1;

  for (const [section, { ask }] of Object.entries(operations)) {
    const named = (name: string): string => `${name}-${section.replace('.', '-')}`;

    test(`7.3: 401 for an endpoint key instead of an authoring key (${section})`, async () => {
      assertRefused(await ask((await manager.listKeys('bot')).key1), 401, /^Access denied/);
    });

    test(`7.3: 401 for an invalid, malformed or empty authoring key (${section})`, async () => {
      for (const key of [undefined, '', 'f'.repeat(64), 'not a key', server.adminSecret])
        assertRefused(await ask(key), 401, /^Access denied/);
    });

    test(`7.3: 401 for a key that does not match the region (${section})`, async () => {
      assertRefused(await ask(await newKey(named('far'), { location: 'elsewhere' })), 401, /region elsewhere/);
    });

    test(`7.3: 401 for a caller who is neither owner nor collaborator (${section})`, async () => {
      const isOnApp = section === '4.5' || section === '4.6';
      assertRefused(await ask(isOnApp ? await newKey(named('stranger')) : guestKey), 401, /neither owner nor collaborator/);
    });

    test(`7.3 and 8: 403 over the monthly quota of the key (${section})`, async () => {
      const key = await newKey(named('spent'), { properties: { limits: { callsPerMonth: 0 } } });
      assertRefused(await ask(key), 403, /^Out of call volume quota\. Quota will be replenished in \d+\.\d\d days\.$/);
    });

    test(`7.3 and 8: 429 over the rate limit (${section})`, async () => {
      const key = await newKey(named('fast'), { properties: { limits: { callsPerSecond: 0.01 } } });
      await ask(key);
      const refused = await ask(key);
      assertRefused(refused, 429, new RegExp(`^Rate limit is exceeded\\. Try again in ${refused.headers['retry-after']} seconds\\.$`));
    });
  }

  for (const [section, path, projectName] of [
    ['4.3', models, 'Garden'],
    ['4.4', job, 'Letters'],
  ] as const) {
    test(`7.3: 404 for a project that does not exist (${section})`, async () => {
      assertRefused(await send(`GET ${path('Nowhere')}?${VERSION}`, { key: owner.key }), 404, /Nowhere does not exist/);
      // Projects are found by name within an account: to an account that may not query it, one of another account does not exist.
      const key = await newKey(`stranger-${projectName.toLowerCase()}`);
      assertRefused(await send(`GET ${path(projectName)}?${VERSION}`, { key }), 404, new RegExp(`${projectName} does not exist`));
    });

    test(`7.3: 400 for missing or malformed parameters (${section})`, async () => {
      for (const query of ['', '?api-version=', '?api-version=1999-01-01']) {
        assertRefused(await send(`GET ${path(projectName)}${query}`, { key: owner.key }), 400, /api-version/);
      }
      for (const name of ['%zz', '%00']) assertRefused(await send(`GET ${path(name)}?${VERSION}`, { key: owner.key }), 400);
    });
  }

  test('7.3: 400 for missing, malformed or too large parameters (4.5)', async () => {
    const { key } = owner;
    for (const query of ['?take=', '?take=ten', '?take=1.5', '?take=-1', '?take=501', '?take=1&take=2']) {
      assertRefused(await send(suggest(query), { key }), 400, /take/);
    }
    for (const appId of [NO_APP, 'travel', ''])
      assertRefused(await send(suggest().replace(owner.appId, appId), { key }), 400, /application/);
    assertRefused(await send(suggest().replace('/0.1/', '/9.9/'), { key }), 400, /version/);
    for (const id of [NO_APP, 'city']) assertRefused(await send(suggest().replace(entityId, id), { key }), 400, /model/);
  });

  test('7.3: 400 for a missing or invalid app id, or an invalid includeResponse (4.6)', async () => {
    const options = { key: owner.key, token: manager.token };
    for (const appId of [NO_APP, 'travel', '']) {
      assertRefused(await send(remove().replace(owner.appId, appId), { ...options, json: bot }), 400, /application/);
    }
    assertRefused(await send(remove('?includeResponse=perhaps'), { ...options, json: bot }), 400, /includeResponse/);
    for (const [field] of Object.entries(bot)) {
      assertRefused(await send(remove(), { ...options, json: { ...bot, [field]: undefined } }), 400, new RegExp(field));
      assertRefused(await send(remove(), { ...options, json: { ...bot, [field]: 5 } }), 400, new RegExp(field));
    }
    for (const body of ['', '{']) assertRefused(await send(remove(), { ...options, body, headers: JSON_TYPE }), 400);
    assertRefused(await send(remove(), { ...options, json: { ...bot, accountName: 'nobody' } }), 400, /nobody/);
  });

  test('7.3: 400 for an invalid reward request (4.7)', async () => {
    const rejected = async (options: CallOptions): Promise<void> => {
      const answer = await send(REWARD, { key: owner.key, ...options });
      assertRefused(answer, 400, /^Invalid reward request\.$/);
      assert.equal(answer.body.error.code, 'InvalidRewardRequest');
    };
    for (const json of [{}, { value: null }, { value: '1' }, { value: [1] }, [], 1]) await rejected({ json });
    for (const body of ['', '{', '{"value":NaN}']) await rejected({ body, headers: JSON_TYPE });
  });

  test('8: a reward value is between -1 and 1, inclusive (4.7)', async () => {
    for (const value of [-1, 0, 0.5, 1]) assert.equal((await send(REWARD, { key: owner.key, json: { value } })).status, 204, String(value));
    for (const value of [-1.0001, 1.0001, 1e300]) assertRefused(await send(REWARD, { key: owner.key, json: { value } }), 400);
  });

  test('7.3: 400 for a missing, malformed or too large request (4.8)', async () => {
    const app = { appId: NO_APP, appVersion: '0.1' };
    const good = { appsMetadata: [app], authoringResourceUrl: server.address, understandingKey: 'key' };
    for (const json of [
      ...Object.keys(good).map((field) => ({ ...good, [field]: undefined })),
      { ...good, appsMetadata: [{ appId: NO_APP }] },
      { ...good, appsMetadata: [{ appVersion: '0.1' }] },
      { ...good, appsMetadata: Array.from({ length: 51 }, () => app) },
      { ...good, authoringResourceUrl: 'no address' },
      { ...good, authoringResourceUrl: `${server.address}/${'x'.repeat(2000)}` },
      [],
    ]) {
      assertRefused(await send(MIGRATE, { key: owner.key, json }), 400);
    }
    for (const body of ['', '{', '{"appsMetadata":']) assertRefused(await send(MIGRATE, { key: owner.key, body, headers: JSON_TYPE }), 400);
    assertRefused(await send(MIGRATE.replace(VERSION, ''), { key: owner.key, json: good }), 400, /api-version/);
  });

  test('answers the owner and a collaborator, after all that was refused to others', async () => {
    const { key1 } = await manager.createAccount('friend');
    const collaborators = [ManagementClient.accountPath('friend')];
    assert.equal((await manager.putAccount('owner', { properties: { collaborators } })).status, 200);
    for (const [section, { ask, owner: status }] of Object.entries(operations)) {
      if (section !== '4.6') assert.equal((await ask(owner.key)).status, status, section);
      assert.equal((await ask(key1)).status, status, section);
    }
  });
});
