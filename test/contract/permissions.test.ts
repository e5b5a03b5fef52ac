/** Who may call what: every operation of the table with every kind of caller. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { SignJWT } from 'jose';
import { areas } from '../../src/areas.ts';
import { reaches } from '../../src/kernel/account.ts';
import type { AccountKind } from '../../src/kernel/account.ts';
import type { Area, Mount } from '../../src/kernel/area.ts';
import type { Operation } from '../../src/kernel/operation.ts';
import { outerMountsOf } from '../support/mounts.ts';
import { management } from '../support/management.ts';
import { key, testApp } from '../support/memory-app.ts';
import type { TestResponse, TestApp } from '../support/memory-app.ts';

const ADMITTED = 'admitted';
const WRONG_KEY = 'a wrong key';
const DEFAULT_KEY = 'the key of the default account';
const KEY_CALLERS = [WRONG_KEY, DEFAULT_KEY];

describe('permissions', () => {
  let app: TestApp;
  let token: string;
  const callers: Record<string, { key?: string; status: (area: Area, operation: Operation) => number | typeof ADMITTED; says?: RegExp }> =
    {};
  before(async () => {
    app = await testApp();
    token = await app.token();
    const kinds = ['Face', 'DocumentAnalysis', 'Language', 'Ranking', 'Understanding.Authoring'] as const satisfies AccountKind[];
    callers['no key'] = { status: () => 401 };
    callers['an empty key'] = { key: '', status: () => 401 };
    callers[WRONG_KEY] = { key: '0'.repeat(64), status: () => 401 };
    callers[DEFAULT_KEY] = { key, status: () => ADMITTED };
    for (const kind of kinds) {
      const { key: ofKind } = await app.createAccount(`kind-${kind.replace('.', '-')}`, { kind });
      callers[`a key of kind ${kind}`] = {
        key: ofKind,
        status: (area) => (reaches({ kind }, area.kinds) ? ADMITTED : 401),
        says: new RegExp(`kind ${kind}`),
      };
    }
    const { key: prediction } = await app.createAccount('prediction', { kind: 'Understanding' });
    callers['a prediction key'] = {
      key: prediction,
      status: (area, operation) => (reaches({ kind: 'Understanding' }, area.kinds) && operation.needs === 'prediction' ? ADMITTED : 401),
    };
    callers['a key of another region'] = {
      key: (await app.createAccount('elsewhere', { location: 'elsewhere' })).key,
      status: () => 401,
      says: /region elsewhere/,
    };
    callers['a key of a blocked account'] = {
      key: (await app.createAccount('blocked', { properties: { blocked: true } })).key,
      status: () => 401,
      says: /blocked/,
    };
    callers['an account without calls left'] = {
      key: (await app.createAccount('spent', { properties: { limits: { callsPerMonth: 0 } } })).key,
      status: () => 403,
      says: /replenished in \d+\.\d+ days/,
    };
  });
  after(() => app.close());

  /** With a bearer token, which some operations want beside the key and which is never instead of one. */
  const ask = (operation: Operation, mount: Mount, subscriptionKey: string | undefined): Promise<TestResponse> => {
    const path = mount.base + operation.path.replace(/\{(\w+)\}/g, (_, name: string) => operation.example?.params?.[name] ?? 'x');
    return app.call({
      method: operation.method,
      url: mount.marker === 'query' ? `${path}?api-version=${mount.version}` : path,
      key: subscriptionKey,
      token,
      body: operation.example?.body,
    });
  };

  let fastAccounts = 0;
  for (const area of areas)
    for (const operation of area.operations.filter(({ needs }) => needs !== 'nothing')) {
      // Versions share who may call: every caller in the newest, and in the oldest whether it wants a key.
      const [newest, oldest] = outerMountsOf(area, operation).reverse() as [Mount, Mount?];
      for (const mount of [newest, ...(oldest ? [oldest] : [])])
        test(`${operation.id} (${mount.version})`, async () => {
          for (const [name, { key: subscriptionKey, status, says }] of Object.entries(callers)) {
            if (mount !== newest && !KEY_CALLERS.includes(name)) continue;
            const expected = status(area, operation);
            const answer = await ask(operation, mount, subscriptionKey);
            if (expected === ADMITTED) assert.ok(![401, 403, 429].includes(answer.status), `${name}: ${answer.status} ${answer.text}`);
            else {
              assert.equal(answer.status, expected, `${name}: ${answer.text}`);
              if (says) assert.match(answer.text, says, name);
            }
          }
        });
      test(`${operation.id}: too fast`, async () => {
        const { key: fast } = await app.createAccount(`fast-${++fastAccounts}`, { properties: { limits: { callsPerSecond: 0.01 } } });
        await ask(operation, oldest ?? newest, fast);
        const answer = await ask(operation, newest, fast);
        assert.equal(answer.status, 429);
        assert.ok(Number(answer.headers['retry-after']) >= 90);
        assert.match(answer.text, new RegExp(`${String(answer.headers['retry-after'])} seconds`));
      });
    }

  test('the management plane opens to its own tokens alone', async () => {
    const bearer = await app.token();
    const forged = await new SignJWT({ roles: ['perennial.manage'] })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer('perennial')
      .setAudience('perennial')
      .setSubject('admin')
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(Buffer.alloc(32, 1));
    const [, payload] = bearer.split('.');
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`;
    for (const { method, path } of management.operations.filter(({ needs }) => needs === 'manager')) {
      const url = path.replace(/\{\w+\}/g, 'x');
      for (const token of [undefined, 'x', forged, unsigned, `${bearer}x`])
        assert.equal((await app.call({ method, url, token, body: {} })).status, 401, `${method} ${url} ${token}`);
      assert.equal((await app.call({ method, url, key, body: {} })).status, 401, `${method} ${url} with a subscription key`);
      assert.ok(![401, 403].includes((await app.call({ method, url, token: bearer, body: {} })).status), `${method} ${url}`);
    }
  });

  test('operations on cloud accounts want a bearer token beside the key', async () => {
    const operations = areas
      .flatMap((area) => area.operations.map((operation) => ({ area, operation })))
      .filter(({ operation }) => operation.path.endsWith('/cloudaccounts'));
    assert.equal(operations.length, 4);
    for (const { area, operation } of operations) {
      for (const given of [undefined, 'x', `${token}x`]) {
        const url = area.mounts[0]!.base + operation.path.replace('{appId}', 'x');
        const { status, text } = await app.call({ method: operation.method, url, key, token: given, body: operation.example?.body });
        assert.equal(status, 401, `${operation.id}: ${text}`);
        assert.match(text, /bearer token/);
      }
    }
  });

  test('accounts do not see each other', async () => {
    const [one, two] = [await app.createAccount('one', { kind: 'Face' }), await app.createAccount('two', { kind: 'Face' })];
    await app.call({ method: 'PUT', url: '/face/v1.0/persongroups/mine', key: one.key, body: { name: 'Mine' } });
    assert.deepEqual((await app.call({ method: 'GET', url: '/face/v1.0/persongroups', key: two.key })).json(), []);
    for (const method of ['GET', 'PATCH', 'DELETE'])
      assert.equal((await app.call({ method, url: '/face/v1.0/persongroups/mine', key: two.key, body: { name: 'x' } })).status, 404);
    assert.equal(
      (await app.call({ method: 'PUT', url: '/face/v1.0/persongroups/mine', key: two.key, body: { name: 'Other' } })).status,
      200,
    );
    assert.equal(
      (await app.call({ method: 'GET', url: '/face/v1.0/persongroups/mine', key: one.key })).json<{ name: string }>().name,
      'Mine',
    );
  });
});
