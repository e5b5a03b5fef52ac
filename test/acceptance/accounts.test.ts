/** The management plane: tokens, accounts, keys, usage, audit, jobs. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import { SignJWT, exportJWK, generateKeyPair } from 'jose';
import type { JWTPayload } from 'jose';
import { ManagementClient, requestToken, call, eventually, startServer, temporaryFolder } from '../support/server.ts';
import type { Account, HttpResponse, Keys, Server } from '../support/server.ts';

interface AuditEntry {
  at: string;
  operation: string;
  caller: string;
  request: string;
  params: Record<string, string>;
}
interface AuditItem {
  sequence: number;
  hash: string;
  entry: AuditEntry;
}
interface Job {
  jobId: string;
  kind: string;
  status: string;
  percentCompleted: number;
  attempts: number;
  createdDateTime: string;
  startedDateTime: string;
  endedDateTime: string;
  lastUpdatedDateTime: string;
  expirationDateTime: string;
  errors: unknown[];
  log: { dateTime: string; text: string }[];
  result?: unknown;
}
interface Usage {
  value: { period: string; operation: string; calls: number }[];
}
interface StoredAudit {
  account: string;
  sequence: number;
  entry: string;
  hash: string;
}

const GROUPS = '/face/v1.0/persongroups';
const AUTHORIZE = 'POST /documentanalysis/documentModels:authorizeCopy?api-version=2024-02-29-preview';
const CONNECTION =
  'DefaultEndpointsProtocol=http;AccountName=devstore;AccountKey=c2VjcmV0LWFjY291bnQta2V5;BlobEndpoint=http://127.0.0.1:10000/devstore;';
const FIRST_HASH = '0'.repeat(64);

const error = (code: string, message: string): object => ({ error: { code, message } });
const tokenError = (details: string): object => error('401', `Access denied: the bearer token is missing or invalid: ${details}`);
const NOT_OURS = tokenError("it is not one of this server's.");
const SEND_IT = tokenError('send it as "Authorization: Bearer <token>".');

describe('accounts', () => {
  const folder = temporaryFolder();
  const data = join(folder.path, 'data');
  /** Values that must not appear in a log or in the database. */
  const secrets = new Set([CONNECTION, 'c2VjcmV0LWFjY291bnQta2V5']);
  let server: Server;
  let manager: ManagementClient;
  before(async () => {
    server = await startServer({ data });
    manager = await ManagementClient.connect(server);
    for (const secret of [server.key1, server.key2, server.adminSecret, manager.token]) secrets.add(secret);
  });
  after(async () => {
    await server.stop();
    folder.remove();
  });

  async function account(name: string, settings: Parameters<ManagementClient['createAccount']>[1] = {}): Promise<Keys> {
    const keys = await manager.createAccount(name, settings);
    secrets.add(keys.key1).add(keys.key2);
    return keys;
  }

  function assertRejected({ status, body }: HttpResponse<unknown>, expected: number, shape: object): void {
    assert.deepEqual({ status, body }, { status: expected, body: shape });
  }

  const groupsOf = async (key: string): Promise<HttpResponse<{ personGroupId: string }[]>> => await call(server, `GET ${GROUPS}`, { key });
  const createGroup = async (key: string, id: string): Promise<HttpResponse<unknown>> =>
    await call(server, `PUT ${GROUPS}/${id}`, { key, json: { name: id } });

  /** The audit entries stored in the data folder. */
  function storedAudit(): StoredAudit[] {
    const database = new DatabaseSync(join(data, 'perennial.db'), { readOnly: true });
    try {
      return database
        .prepare('select account, sequence, entry, hash from audit order by account, sequence')
        .all() as unknown as StoredAudit[];
    } finally {
      database.close();
    }
  }

  describe('token', () => {
    const form = (more: Record<string, string> = {}): Record<string, string> => ({
      grant_type: 'client_credentials',
      client_id: 'admin',
      client_secret: server.adminSecret,
      ...more,
    });

    test('returns a signed token that expires and must not be cached', async () => {
      const { status, headers, body } = await requestToken(server, form({ scope: 'ignored' }));
      assert.equal(status, 200);
      assert.deepEqual({ ...body, access_token: '' }, { access_token: '', token_type: 'Bearer', expires_in: 3600 });
      assert.match(body.access_token, /^[\w-]+\.[\w-]+\.[\w-]+$/);
      assert.equal(headers['cache-control'], 'no-store');
      secrets.add(body.access_token);
      assert.equal((await call(server, 'GET /accounts', { token: body.access_token })).status, 200);
    });

    test('rejects another or no grant type with 400', async () => {
      assertRejected(
        await requestToken(server, form({ grant_type: 'password' })),
        400,
        error('ParameterInvalid', 'The parameter grant_type is invalid: must be one of client_credentials.'),
      );
      assertRejected(
        await requestToken(server, { client_id: 'admin', client_secret: server.adminSecret }),
        400,
        error('ParameterMissing', 'The parameter grant_type is required.'),
      );
      assert.equal((await call(server, 'POST /oauth2/token')).status, 400);
    });

    test('rejects a wrong secret or client with 401 and slows down guessing', async () => {
      const wrong = error('WrongSecret', 'The client id or secret is wrong.');
      assertRejected(await requestToken(server, form({ client_secret: 'guessed' })), 401, wrong);
      assertRejected(await requestToken(server, form({ client_id: 'root' })), 401, wrong);
      const guesses = await Promise.all(Array.from({ length: 30 }, (_, i) => requestToken(server, form({ client_secret: `guess ${i}` }))));
      assert.deepEqual([...new Set(guesses.map(({ status }) => status))].sort(), [401, 429]);
      const slowed = guesses.find(({ status }) => status === 429)!;
      assert.ok(Number(slowed.headers['retry-after']) >= 1);
      assert.ok(guesses.filter(({ status }) => status === 401).length <= 5, 'few guesses are looked at');
      await eventually(
        () => requestToken(server, form()),
        ({ status }) => status === 200,
      );
    });

    test('rejects another method with 405 and a JSON body with 415', async () => {
      assert.equal((await call(server, 'GET /oauth2/token')).status, 405);
      assert.equal((await call(server, 'POST /oauth2/token', { json: form() })).status, 415);
    });

    test('rejects every management call without a token with 401', async () => {
      const path = ManagementClient.accountPath('closed');
      const routes = [
        `PUT ${path}`,
        `GET ${path}`,
        `DELETE ${path}`,
        `GET ${ManagementClient.accountPath('').slice(0, -1)}`,
        'GET /accounts',
        `POST ${path}/listKeys`,
        `POST ${path}/regenerateKey`,
        `GET ${path}/usage`,
        `GET ${path}/audit`,
        `POST ${path}/verifyAudit`,
        `GET ${path}/jobs`,
        `GET ${path}/jobs/1`,
        `POST ${path}/jobs/1/cancel`,
      ];
      for (const route of routes) {
        const missing = await call(server, route);
        assertRejected(missing, 401, SEND_IT);
        assert.equal(missing.headers['www-authenticate'], 'Bearer');
        assertRejected(await call(server, route, { key: server.key1 }), 401, SEND_IT);
        assertRejected(await call(server, route, { token: 'aGVhZA.Ym9keQ.c2ln' }), 401, NOT_OURS);
      }
    });

    test('rejects garbage, another scheme and a changed or unsigned token with 401', async () => {
      for (const authorization of [
        'Bearer',
        'Bearer ',
        'Bearer a b',
        `Basic ${manager.token}`,
        manager.token,
        `Bearer ${manager.token} more`,
      ])
        assertRejected(await call(server, 'GET /accounts', { headers: { authorization } }), 401, SEND_IT);
      const [head, payload, signature] = manager.token.split('.') as [string, string, string];
      const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as JWTPayload;
      const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
      const later = encoded({ ...claims, exp: claims.exp! + 3600 });
      for (const token of [
        `${head}.${later}.${signature}`,
        `${encoded({ alg: 'none' })}.${payload}.${signature}`,
        `${head}.${payload}.${'A'.repeat(43)}`,
      ])
        assertRejected(await call(server, 'GET /accounts', { token }), 401, NOT_OURS);
      const forged = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(server.adminSecret));
      assertRejected(await call(server, 'GET /accounts', { token: forged }), 401, NOT_OURS);
    });
  });

  describe('create, get, update, list, delete', () => {
    test('creates an account with 201 and updates the same account with 200', async () => {
      const before = Date.now();
      const { status, body } = await manager.putAccount('plain');
      assert.equal(status, 201);
      const { accountId, createdDateTime } = body.properties;
      assert.match(accountId, /^[\w-]{20,}$/);
      assert.ok(Date.parse(createdDateTime) >= before - 1000 && Date.parse(createdDateTime) <= Date.now() + 1000);
      const expected = {
        id: ManagementClient.accountPath('plain'),
        name: 'plain',
        location: 'local',
        kind: 'MultiService',
        properties: {
          accountId,
          endpoint: server.address,
          limits: {},
          collaborators: [],
          acceptsAssignmentsFrom: [],
          storage: { linked: false },
          blocked: false,
          createdDateTime,
        },
      };
      assert.deepEqual(body, expected);
      assert.deepEqual((await manager.call(`GET ${ManagementClient.accountPath('plain')}`)).body, expected);
      assert.deepEqual((await manager.call(`GET ${ManagementClient.accountPath('plain')}/`)).body, expected);

      const keys = await manager.listKeys('plain');
      const again = await manager.putAccount('plain', { properties: { limits: { callsPerSecond: 10, callsPerMonth: 1000 } } });
      assert.equal(again.status, 200);
      assert.deepEqual(again.body, {
        ...expected,
        properties: { ...expected.properties, limits: { callsPerSecond: 10, callsPerMonth: 1000 } },
      });
      assert.deepEqual(await manager.listKeys('plain'), keys);
    });

    test('compares names without case', async () => {
      await account('MixedCase');
      const { status, body } = await manager.call<Account>(`GET ${ManagementClient.accountPath('mixedcase').replace('/sub/', '/SUB/')}`);
      assert.deepEqual([status, body.id], [200, ManagementClient.accountPath('MixedCase')]);
      assert.equal((await manager.putAccount('MIXEDCASE')).status, 200);
    });

    test('lists the accounts of a group and all accounts', async () => {
      await account('listed');
      const other = '/subscriptions/sub/resourceGroups/tests2/accounts';
      assert.equal((await manager.call(`PUT ${other}/listed`, { json: { location: 'local' } })).status, 201);
      const ids = async (path: string): Promise<string[]> =>
        (await manager.call<{ value: Account[] }>(`GET ${path}`)).body.value.map(({ id }) => id);
      assert.deepEqual(await ids(other), [`${other}/listed`]);
      const group = await ids('/subscriptions/sub/resourceGroups/tests/accounts/');
      assert.ok(
        group.includes(ManagementClient.accountPath('listed')) && group.every((id) => id.startsWith(ManagementClient.accountPath(''))),
      );
      const all = await ids('/accounts');
      for (const id of [
        '/subscriptions/default/resourceGroups/default/accounts/default',
        `${other}/listed`,
        ManagementClient.accountPath('listed'),
      ])
        assert.ok(all.includes(id));
      assert.deepEqual(await ids('/subscriptions/none/resourceGroups/none/accounts'), []);
    });

    test('rejects invalid settings with 400 and creates no account', async () => {
      const cases: [settings: object, message: string][] = [
        [{}, 'The parameter location is required.'],
        [{ location: 'a b' }, 'The parameter location is invalid: must match pattern "^[A-Za-z0-9-]{1,64}$".'],
        [
          { location: 'local', kind: 'Everything' },
          'The parameter kind is invalid: must be one of MultiService, DocumentAnalysis, Face, Language, Ranking, Understanding.Authoring, Understanding.',
        ],
        [
          { location: 'local', properties: { limits: { callsPerSecond: 0 } } },
          'The parameter properties.limits.callsPerSecond is invalid: must be > 0.',
        ],
        [
          { location: 'local', properties: { limits: { callsPerMonth: -1 } } },
          'The parameter properties.limits.callsPerMonth is invalid: the valid range is 0 to 1000000000000.',
        ],
        [{ location: 'local', properties: { storage: {} } }, 'The parameter properties.storage.connectionString is required.'],
        [{ location: 'local', properties: { collaborators: ['nobody'] } }, 'There is no account nobody to collaborate with.'],
      ];
      for (const [json, message] of cases) {
        const { status, body } = await manager.call<{ error: { message: string } }>(`PUT ${ManagementClient.accountPath('refused')}`, {
          json,
        });
        assert.deepEqual([status, body.error.message], [400, message]);
      }
      for (const name of ['a%20b', '-a', 'a'.repeat(65), '%2e%2e'])
        assert.equal((await manager.call(`PUT ${ManagementClient.accountPath(name)}`, { json: { location: 'local' } })).status, 400);
      assert.equal(
        (
          await manager.call(`PUT ${ManagementClient.accountPath('refused')}`, {
            body: '{',
            headers: { 'content-type': 'application/json' },
          })
        ).status,
        400,
      );
      assert.equal((await manager.call(`GET ${ManagementClient.accountPath('refused')}`)).status, 404);
    });

    test('rejects every call for an unknown account with 404', async () => {
      const path = ManagementClient.accountPath('absent');
      const missing = error('AccountNotFound', `There is no account ${path}.`);
      for (const route of [
        `GET ${path}`,
        `POST ${path}/listKeys`,
        `GET ${path}/usage`,
        `GET ${path}/audit`,
        `POST ${path}/verifyAudit`,
        `GET ${path}/jobs`,
        `GET ${path}/jobs/1`,
        `POST ${path}/jobs/1/cancel`,
      ])
        assertRejected(await manager.call(route), 404, missing);
      assertRejected(await manager.call(`POST ${path}/regenerateKey`, { json: { keyName: 'key1' } }), 404, missing);
    });

    test('rejects a change of location or kind with 409', async () => {
      await account('fixed', { kind: 'Face' });
      assertRejected(
        await manager.putAccount('fixed', { location: 'elsewhere' }),
        409,
        error('AccountFixed', 'The location of an account cannot be changed; it is local.'),
      );
      assertRejected(
        await manager.putAccount('fixed', { kind: 'Ranking' }),
        409,
        error('AccountFixed', 'The kind of an account cannot be changed; it is Face.'),
      );
      assert.equal((await manager.putAccount('fixed')).body.kind, 'Face');
    });

    test('deletes an account with 200, then 204; rejects its keys immediately and erases its data', async () => {
      const { key1, key2 } = await account('doomed');
      assert.equal((await createGroup(key1, 'erased')).status, 200);
      const old = (await manager.call<Account>(`GET ${ManagementClient.accountPath('doomed')}`)).body.properties.accountId;
      const { status, text } = await manager.call(`DELETE ${ManagementClient.accountPath('doomed')}`);
      assert.deepEqual([status, text], [200, '']);
      for (const key of [key1, key2]) assert.equal((await groupsOf(key)).status, 401);
      assert.equal((await manager.call(`GET ${ManagementClient.accountPath('doomed')}`)).status, 404);
      assert.equal((await manager.call(`DELETE ${ManagementClient.accountPath('doomed')}`)).status, 204);

      const renewed = await account('doomed');
      assert.notEqual((await manager.call<Account>(`GET ${ManagementClient.accountPath('doomed')}`)).body.properties.accountId, old);
      assert.deepEqual((await groupsOf(renewed.key1)).body, []);
      assert.deepEqual((await manager.call(`GET ${ManagementClient.accountPath('doomed', '/audit')}`)).body, { value: [] });
      for (const key of [key1, key2]) assert.equal((await groupsOf(key)).status, 401);

      const left = (): number => {
        const database = new DatabaseSync(join(data, 'perennial.db'), { readOnly: true });
        const [row] = database.prepare('select count(*) as records from records where account = ?').all(old) as unknown as [
          { records: number },
        ];
        database.close();
        return row.records;
      };
      await eventually(
        async () => left(),
        (records) => records === 0,
      );
    });
  });

  describe('keys', () => {
    test('returns two different keys that both work', async () => {
      const keys = await account('keyed');
      assert.deepEqual(Object.keys(keys).sort(), ['key1', 'key2']);
      assert.notEqual(keys.key1, keys.key2);
      for (const key of [keys.key1, keys.key2]) assert.equal((await groupsOf(key)).status, 200);
      assert.deepEqual((await manager.call('POST /subscriptions/default/resourceGroups/default/accounts/default/listKeys')).body, {
        key1: server.key1,
        key2: server.key2,
      });
    });

    test("rejects a regenerated key's old value immediately; the new value and the other key work", async () => {
      let keys = await account('rotated');
      await createGroup(keys.key1, 'kept');
      for (const keyName of ['key1', 'key2', 'key1'] as const) {
        const other = keyName === 'key1' ? 'key2' : 'key1';
        const { status, body } = await manager.call<Keys>(`POST ${ManagementClient.accountPath('rotated', '/regenerateKey')}`, {
          json: { keyName },
        });
        assert.equal(status, 200);
        secrets.add(body.key1).add(body.key2);
        assert.equal(body[other], keys[other]);
        assert.notEqual(body[keyName], keys[keyName]);
        assert.equal((await groupsOf(keys[keyName])).status, 401);
        for (const key of [body.key1, body.key2])
          assert.deepEqual(
            (await groupsOf(key)).body.map(({ personGroupId }) => personGroupId),
            ['kept'],
          );
        assert.deepEqual(await manager.listKeys('rotated'), body);
        keys = body;
      }
    });

    test('rejects an unknown key name with 400', async () => {
      const route = `POST ${ManagementClient.accountPath('keyed', '/regenerateKey')}`;
      const keys = await manager.listKeys('keyed');
      for (const json of [{ keyName: 'key3' }, { keyName: 1 }, {}]) assert.equal((await manager.call(route, { json })).status, 400);
      assert.equal((await manager.call(route)).status, 400);
      assert.deepEqual(await manager.listKeys('keyed'), keys);
    });
  });

  describe('account access', () => {
    test('allows a key only the areas of its account kind', async () => {
      const reach = async (kind: string): Promise<[documents: number, faces: number]> => {
        const { key1: key } = await account(`kind-${kind}`, { kind });
        return [(await call(server, AUTHORIZE, { key, json: { modelId: 'reached' } })).status, (await groupsOf(key)).status];
      };
      assert.deepEqual(await reach('MultiService'), [200, 200]);
      assert.deepEqual(await reach('DocumentAnalysis'), [200, 401]);
      assert.deepEqual(await reach('Face'), [401, 200]);
      for (const kind of ['Language', 'Ranking', 'Understanding.Authoring', 'Understanding'])
        assert.deepEqual(await reach(kind), [401, 401], kind);
    });

    test('rejects a key of another region', async () => {
      const { key1 } = await account('remote', { location: 'faraway' });
      const { status, body } = await call<{ error: { message: string } }>(server, `GET ${GROUPS}`, { key: key1 });
      assert.deepEqual(
        [status, body.error.message],
        [401, 'Access denied: the subscription key belongs to an account in region faraway; this endpoint serves region local.'],
      );
    });

    test('applies blocking and unblocking immediately', async () => {
      const { key1 } = await account('switched');
      for (const blocked of [true, false, true, false]) {
        const { body } = await manager.putAccount('switched', { properties: { blocked } });
        assert.equal(body.properties.blocked, blocked);
        assert.equal((await groupsOf(key1)).status, blocked ? 401 : 200);
      }
    });

    test('applies changed limits immediately', async () => {
      const { key1 } = await account('limited', { properties: { limits: { callsPerMonth: 1 } } });
      assert.deepEqual([(await groupsOf(key1)).status, (await groupsOf(key1)).status], [200, 403]);
      await manager.putAccount('limited', { properties: { limits: { callsPerMonth: 2 } } });
      assert.deepEqual([(await groupsOf(key1)).status, (await groupsOf(key1)).status], [200, 403]);
      await manager.putAccount('limited');
      assert.equal((await groupsOf(key1)).status, 200);
    });

    test('accepts collaborators by account id or resource id and returns account ids', async () => {
      await account('friend1');
      await account('friend2');
      const idOf = async (name: string): Promise<string> =>
        (await manager.call<Account>(`GET ${ManagementClient.accountPath(name)}`)).body.properties.accountId;
      const ids = [await idOf('friend1'), await idOf('friend2')];
      const { status, body } = await manager.putAccount('host', {
        properties: { collaborators: [ids[0], ManagementClient.accountPath('friend2')] },
      });
      assert.deepEqual([status, body.properties.collaborators], [201, ids]);
      assert.deepEqual((await manager.call<Account>(`GET ${ManagementClient.accountPath('host')}`)).body.properties.collaborators, ids);
    });

    test('stores linked storage and never returns it', async () => {
      const answers = [
        await manager.putAccount('linked', { properties: { storage: { connectionString: CONNECTION } } }),
        await manager.call<Account>(`GET ${ManagementClient.accountPath('linked')}`),
        await manager.call(`GET ${ManagementClient.accountPath('').slice(0, -1)}`),
        await manager.call('GET /accounts'),
        await manager.call(`GET ${ManagementClient.accountPath('linked', '/audit')}`),
      ];
      assert.deepEqual((answers[0]!.body as Account).properties.storage, { linked: true });
      assert.deepEqual((answers[1]!.body as Account).properties.storage, { linked: true });
      for (const { text } of answers) assert.ok(!text.includes('AccountKey') && !text.includes('devstore'));
    });

    test('isolates the groups of accounts', async () => {
      const one = await account('one');
      const two = await account('two');
      assert.equal((await createGroup(one.key1, 'private')).status, 200);
      assert.deepEqual((await groupsOf(two.key1)).body, []);
      for (const route of [`GET ${GROUPS}/private`, `DELETE ${GROUPS}/private`])
        assert.equal((await call(server, route, { key: two.key1 })).status, 404);
      assert.equal((await call(server, `PATCH ${GROUPS}/private`, { key: two.key1, json: { name: 'Taken' } })).status, 404);
      assert.equal((await createGroup(two.key1, 'private')).status, 200);
      assert.equal((await call(server, `DELETE ${GROUPS}/private`, { key: two.key1 })).status, 200);
      assert.deepEqual((await groupsOf(one.key2)).body, [{ personGroupId: 'private', name: 'private' }]);
    });
  });

  describe('usage, audit and jobs', () => {
    test('counts calls by month and operation, without rejected ones', async () => {
      const { key1 } = await account('metered');
      const path = ManagementClient.accountPath('metered', '/usage');
      assert.deepEqual((await manager.call(`GET ${path}`)).body, { value: [] });
      const period = new Date().toISOString().slice(0, 7);
      await createGroup(key1, 'counted');
      for (let i = 0; i < 3; i++) await groupsOf(key1);
      await groupsOf(`${key1}x`);
      const expected = {
        value: [
          { period, operation: 'faces.createPersonGroup', calls: 1 },
          { period, operation: 'faces.listPersonGroups', calls: 3 },
        ],
      };
      const sum = ({ body }: HttpResponse<Usage>): number => body.value.reduce((total, { calls }) => total + calls, 0);
      assert.deepEqual(
        (
          await eventually(
            () => manager.call<Usage>(`GET ${path}`),
            (answer) => sum(answer) >= 4,
          )
        ).body,
        expected,
      );
      assert.deepEqual((await manager.call(`GET ${path}?period=${period}`)).body, expected);
      assert.deepEqual((await manager.call(`GET ${path}?period=2001-01`)).body, { value: [] });
      assert.equal((await manager.call(`GET ${path}?period=now`)).status, 400);
    });

    test('writes one audit entry per change in a chain that can be recomputed', async () => {
      const { key1 } = await account('audited');
      const id = (await manager.call<Account>(`GET ${ManagementClient.accountPath('audited')}`)).body.properties.accountId;
      const changes: [operation: string, params: object, answer: HttpResponse<unknown>][] = [
        ['faces.createPersonGroup', { personGroupId: 'a' }, await createGroup(key1, 'a')],
        ['faces.createPersonGroup', { personGroupId: 'b' }, await createGroup(key1, 'b')],
        ['faces.updatePersonGroup', { personGroupId: 'a' }, await call(server, `PATCH ${GROUPS}/a`, { key: key1, json: { name: 'A' } })],
        ['faces.deletePersonGroup', { personGroupId: 'b' }, await call(server, `DELETE ${GROUPS}/b`, { key: key1 })],
        ['documents.authorizeCopy', {}, await call(server, AUTHORIZE, { key: key1, json: { modelId: 'audited' } })],
      ];
      secrets.add((changes.at(-1)![2].body as { accessToken: string }).accessToken);
      await groupsOf(key1);
      assert.equal((await createGroup(key1, 'a')).status, 409);
      assert.equal((await call(server, `DELETE ${GROUPS}/b`, { key: key1 })).status, 404);

      const {
        status,
        body: { value },
      } = await manager.call<{ value: AuditItem[] }>(`GET ${ManagementClient.accountPath('audited', '/audit')}`);
      assert.equal(status, 200);
      assert.deepEqual(
        value.map(({ sequence, entry: { at: _, ...entry } }) => ({ sequence, ...entry })),
        changes.map(([operation, params, { headers }], i) => ({
          sequence: i + 1,
          operation,
          caller: id,
          request: headers['x-request-id'],
          params,
        })),
      );
      for (const { entry } of value) assert.ok(Math.abs(Date.parse(entry.at) - Date.now()) < 60_000);
      let head = FIRST_HASH;
      for (const { sequence, entry, hash } of value) {
        head = createHash('sha256')
          .update(`${head}\n${sequence}\n${JSON.stringify(entry)}`)
          .digest('hex');
        assert.equal(hash, head);
      }
      const page = await manager.call<{ value: AuditItem[] }>(`GET ${ManagementClient.accountPath('audited', '/audit')}?after=1&top=2`);
      assert.deepEqual(page.body.value, value.slice(1, 3));
      for (const query of ['?top=0', '?top=1001', '?after=-1'])
        assert.equal((await manager.call(`GET ${ManagementClient.accountPath('audited', '/audit')}${query}`)).status, 400);
    });

    test('writes one audit entry per management change and keeps every chain intact', async () => {
      const of = (chain: string): AuditEntry[] =>
        storedAudit()
          .filter((row) => row.account === chain)
          .map(({ entry }) => JSON.parse(entry) as AuditEntry);
      const before = of('').length;
      const path = ManagementClient.accountPath('managed');
      await manager.putAccount('managed');
      await manager.putAccount('managed', { properties: { blocked: true } });
      secrets.add((await manager.call<Keys>(`POST ${path}/regenerateKey`, { json: { keyName: 'key2' } })).body.key2);
      await manager.call(`GET ${path}`);
      await manager.listKeys('managed');
      await manager.putAccount('managed', { location: 'elsewhere' });
      await manager.call(`DELETE ${path}`);
      await manager.call(`DELETE ${path}`);
      const params = { subscription: 'sub', resourceGroup: 'tests', account: 'managed' };
      assert.deepEqual(
        of('')
          .slice(before)
          .map((entry) => ({ operation: entry.operation, caller: entry.caller, params: entry.params })),
        ['accounts.put', 'accounts.put', 'accounts.regenerateKey', 'accounts.delete'].map((operation) => ({
          operation,
          caller: 'admin',
          params,
        })),
      );

      const heads = new Map<string, { sequence: number; hash: string }>();
      for (const { account: chain, sequence, entry, hash } of storedAudit()) {
        const last = heads.get(chain) ?? { sequence: 0, hash: FIRST_HASH };
        assert.equal(sequence, last.sequence + 1);
        assert.equal(hash, createHash('sha256').update(`${last.hash}\n${sequence}\n${entry}`).digest('hex'));
        heads.set(chain, { sequence, hash });
      }
    });

    test('verifyAudit checks the chain; its job can be polled and listed, and not cancelled once completed', async () => {
      const { key1 } = await account('worked');
      for (const id of ['a', 'b', 'c']) await createGroup(key1, id);
      const {
        body: { value: audit },
      } = await manager.call<{ value: AuditItem[] }>(`GET ${ManagementClient.accountPath('worked', '/audit')}`);
      const started = await manager.call(`POST ${ManagementClient.accountPath('worked', '/verifyAudit')}`);
      assert.deepEqual([started.status, started.text], [202, '']);
      const location = new URL(String(started.headers['operation-location']));
      assert.equal(location.origin, server.address);
      assert.ok(location.pathname.startsWith(ManagementClient.accountPath('worked', '/jobs/')));

      const { body: job } = await eventually(
        () => manager.call<Job>(`GET ${location.pathname}`),
        ({ body }) => !['notStarted', 'running'].includes(body.status),
      );
      const { createdDateTime, startedDateTime, endedDateTime, lastUpdatedDateTime, expirationDateTime, log } = job;
      assert.deepEqual(
        log.map(({ text }) => text),
        ['Started', 'Succeeded'],
      );
      const newest = await manager.call<{ value: AuditItem[] }>(
        `GET ${ManagementClient.accountPath('worked', '/audit')}?order=newest&top=2`,
      );
      const older = await manager.call<{ value: AuditItem[] }>(
        `GET ${ManagementClient.accountPath('worked', '/audit')}?order=newest&top=2&after=2`,
      );
      assert.deepEqual(
        [newest, older].map(({ body }) => body.value.map(({ sequence }) => sequence)),
        [[3, 2], [1]],
      );
      assert.deepEqual(job, {
        jobId: location.pathname.split('/').at(-1),
        kind: 'accounts.verifyAudit',
        status: 'succeeded',
        percentCompleted: 100,
        attempts: 1,
        createdDateTime,
        startedDateTime,
        endedDateTime,
        lastUpdatedDateTime,
        expirationDateTime,
        errors: [],
        log,
        result: { entries: 3, head: audit.at(-1)!.hash },
      });
      const times = [createdDateTime, startedDateTime, endedDateTime, lastUpdatedDateTime, expirationDateTime].map((time) =>
        Date.parse(time),
      );
      assert.deepEqual(
        times,
        times.toSorted((a, b) => a - b),
      );
      assert.deepEqual((await manager.call(`GET ${ManagementClient.accountPath('worked', '/jobs')}`)).body, { value: [job] });
      assert.deepEqual((await manager.call(`GET ${ManagementClient.accountPath('worked', '/jobs')}?after=${job.jobId}`)).body, {
        value: [],
      });

      const cancelled = await manager.call(`POST ${location.pathname}/cancel`);
      assert.deepEqual([cancelled.status, cancelled.body], [202, job]);
      await account('idle');
      for (const path of [
        ManagementClient.accountPath('worked', '/jobs/none'),
        ManagementClient.accountPath('idle', `/jobs/${job.jobId}`),
      ]) {
        const missing = error('JobNotFound', `There is no job ${path.split('/').at(-1)}; it may have expired.`);
        assertRejected(await manager.call(`GET ${path}`), 404, missing);
        assertRejected(await manager.call(`POST ${path}/cancel`), 404, missing);
      }
      assert.deepEqual((await manager.call(`GET ${ManagementClient.accountPath('idle', '/jobs')}`)).body, { value: [] });
    });
  });

  describe('a server with an external issuer and no job runner', () => {
    const AUDIENCE = 'perennial-tests';
    let jwks: HttpServer;
    let issuer: string;
    let external: Server;
    let sign: (claims: JWTPayload, options?: { expires?: string; key?: 'unknown' }) => Promise<string>;

    before(async () => {
      const { publicKey, privateKey } = await generateKeyPair('ES256');
      const unknown = await generateKeyPair('ES256');
      const keySet = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), alg: 'ES256', kid: 'one', use: 'sig' }] });
      jwks = createServer((_, response) => response.setHeader('content-type', 'application/json').end(keySet)).listen(0, '127.0.0.1');
      await once(jwks, 'listening');
      issuer = `http://127.0.0.1:${(jwks.address() as AddressInfo).port}`;
      sign = async (claims, { expires = '5m', key } = {}) => {
        const token = await new SignJWT({ iss: issuer, aud: AUDIENCE, sub: 'pipeline', ...claims })
          .setProtectedHeader({ alg: 'ES256', kid: 'one' })
          .setIssuedAt()
          .setExpirationTime(expires)
          .sign(key ? unknown.privateKey : privateKey);
        secrets.add(token);
        return token;
      };
      external = await startServer({
        data: join(folder.path, 'external'),
        args: ['--role', 'api'],
        env: { PERENNIAL_OIDC_ISSUER: issuer, PERENNIAL_OIDC_AUDIENCE: AUDIENCE, PERENNIAL_OIDC_JWKS_URL: `${issuer}/keys` },
      });
      for (const secret of [external.key1, external.key2, external.adminSecret]) secrets.add(secret);
    });
    after(async () => {
      await external.stop();
      jwks.close();
    });

    test('accepts a token with the role in any of the usual claims', async () => {
      for (const claims of [{ roles: ['reader', 'perennial.manage'] }, { scope: 'openid perennial.manage' }, { scp: 'perennial.manage' }]) {
        assert.equal((await call(external, 'GET /accounts', { token: await sign(claims) })).status, 200);
      }
    });

    test('rejects an expired token and one of another issuer, audience or key with 401', async () => {
      const roles = ['perennial.manage'];
      assertRejected(
        await call(external, 'GET /accounts', { token: await sign({ roles }, { expires: '-1m' }) }),
        401,
        tokenError('it has expired.'),
      );
      for (const token of [
        await sign({ roles, iss: `${issuer}/other` }),
        await sign({ roles, aud: 'another' }),
        await sign({ roles }, { key: 'unknown' }),
      ])
        assertRejected(await call(external, 'GET /accounts', { token }), 401, NOT_OURS);
    });

    test('rejects the token of another server with 401', async () => {
      assertRejected(await call(external, 'GET /accounts', { token: manager.token }), 401, NOT_OURS);
    });

    test('rejects a token without the role with 403', async () => {
      for (const claims of [{}, { roles: ['reader'] }, { scope: 'perennial.managers' }]) {
        assertRejected(
          await call(external, 'GET /accounts', { token: await sign(claims) }),
          403,
          error('TokenForbidden', 'The bearer token does not allow this: it lacks the role perennial.manage.'),
        );
      }
    });

    test('cancels a waiting job immediately and keeps it cancelled', async () => {
      const managing = new ManagementClient(external, await sign({ roles: ['perennial.manage'] }));
      await managing.createAccount('waiting');
      const { headers } = await managing.call(`POST ${ManagementClient.accountPath('waiting', '/verifyAudit')}`);
      const { pathname } = new URL(String(headers['operation-location']));
      assert.equal((await managing.call<Job>(`GET ${pathname}`)).body.status, 'notStarted');
      const { status, body } = await managing.call<Job>(`POST ${pathname}/cancel`);
      assert.deepEqual([status, body.status, body.errors], [202, 'cancelled', []]);
      assert.deepEqual((await managing.call(`GET ${pathname}`)).body, body);
      assert.deepEqual((await managing.call(`POST ${pathname}/cancel`)).body, body);
    });

    test('writes no secret to its log', async () => {
      await external.stop();
      for (const secret of secrets) assert.ok(!external.logs().includes(secret));
    });
  });

  describe('secrets', () => {
    test('are not in the log, whose lines are JSON with a request id', async () => {
      await call(server, `GET ${GROUPS}?subscription-key=${server.key1}`);
      await call(server, `GET ${GROUPS}/${server.key2}`, { key: server.key1 });
      const last = await call(server, `GET ${GROUPS}`, { key: server.key1 });
      await eventually(
        async () => server.logs(),
        (logs) => logs.includes(String(last.headers['x-request-id'])),
      );
      const lines = server
        .logs()
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { msg: string; request?: string; status?: number });
      assert.ok(lines.length > 100);
      for (const line of lines) if (line.msg === 'request') assert.ok(line.request !== undefined && line.status !== undefined);
      for (const secret of secrets) assert.ok(!server.logs().includes(secret), 'a secret was logged');
      assert.deepEqual(
        lines.filter(({ status = 0 }) => status >= 500),
        [],
      );
    });

    test('are not in the database, and secret files are readable only by their owner', () => {
      for (const name of readdirSync(data).filter((file) => file.startsWith('perennial.db'))) {
        const bytes = readFileSync(join(data, name), 'latin1');
        for (const secret of secrets) assert.ok(!bytes.includes(secret), `a secret is in ${name}`);
      }
      if (process.platform === 'win32') return;
      for (const name of readdirSync(join(data, 'secrets'))) assert.equal(statSync(join(data, 'secrets', name)).mode & 0o077, 0);
      assert.equal(statSync(join(data, 'secrets')).mode & 0o077, 0);
    });
  });
});
