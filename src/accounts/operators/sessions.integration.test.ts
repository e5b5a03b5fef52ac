import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { DEV_ADMIN_SECRET } from '../keys/dev.ts';
import { testApp } from '../../../test/support/memory-app.ts';
import type { TestResponse, TestApp } from '../../../test/support/memory-app.ts';

const OWN = { 'x-perennial-console': '1' };

describe('console sessions', () => {
  let app: TestApp;
  const time = { now: Date.UTC(2026, 0, 15) };
  before(async () => {
    app = await testApp({ clock: { now: () => time.now } });
  });
  after(() => app.close());

  const signIn = (body: object): Promise<TestResponse> => app.call({ method: 'POST', url: '/sessions', body });
  const cookieOf = ({ headers }: TestResponse): string => String(headers['set-cookie']).split(';')[0]!;
  const opened = async (): Promise<string> => cookieOf(await signIn({ secret: DEV_ADMIN_SECRET }));
  const get = (cookie: string, headers: Record<string, string> = OWN, url = '/accounts'): Promise<TestResponse> =>
    app.call({ method: 'GET', url, headers: { cookie, ...headers } });

  test('opens a session with the admin secret in an HttpOnly, SameSite cookie', async () => {
    const answer = await signIn({ secret: DEV_ADMIN_SECRET });
    assert.equal(answer.status, 201, answer.text);
    assert.match(
      String(answer.headers['set-cookie']),
      /^perennial-session=[0-9a-f]{64}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=43200,perennial-device=/,
    );
    assert.equal(answer.headers['cache-control'], 'no-store');
    assert.equal((await get(cookieOf(answer))).status, 200);
  });

  test('acts as a bearer token, with its name in the audit', async () => {
    const cookie = await opened();
    const url = '/subscriptions/s/resourceGroups/g/accounts/by-session';
    assert.equal((await app.call({ method: 'PUT', url, body: { location: 'local' }, headers: { cookie, ...OWN } })).status, 201);
    const { value } = (await get(cookie, OWN, '/audit?top=1000')).json<{ value: { entry: { operation: string; caller: string } }[] }>();
    assert.deepEqual(
      value.filter(({ entry }) => entry.operation === 'accounts.put').map(({ entry }) => entry.caller),
      ['admin'],
    );
    assert.equal(
      (await app.call({ method: 'GET', url: '/face/v1.0/persongroups', headers: { cookie, ...OWN } })).status,
      401,
      'areas want a key',
    );
  });

  test("rejects a cookie without the console's own request header", async () => {
    const cookie = await opened();
    const strangers: Record<string, string>[] = [
      {},
      { ...OWN, origin: 'https://elsewhere.example' },
      { ...OWN, origin: 'null' },
      { ...OWN, 'sec-fetch-site': 'cross-site' },
      { ...OWN, 'sec-fetch-site': 'same-site' },
      { ...OWN, 'sec-fetch-site': 'none' },
    ];
    for (const headers of strangers) assert.equal((await get(cookie, headers)).status, 403, JSON.stringify(headers));
    assert.equal((await get(cookie, { ...OWN, host: 'box:8080', origin: 'http://box:8080', 'sec-fetch-site': 'same-origin' })).status, 200);
  });

  test('rejects a missing or forged session', async () => {
    for (const cookie of ['', 'perennial-session=', `perennial-session=${'0'.repeat(64)}`, 'other=1'])
      assert.equal((await get(cookie)).status, 401, cookie);
  });

  test('ends the session everywhere on sign-out', async () => {
    const cookie = await opened();
    assert.equal((await get(cookie, OWN, '/sessions/current')).json<{ subject: string }>().subject, 'admin');
    const out = await app.call({ method: 'DELETE', url: '/sessions/current', headers: { cookie, ...OWN } });
    assert.equal(out.status, 204);
    assert.match(String(out.headers['set-cookie']), /^perennial-session=; .*Max-Age=0/);
    assert.equal((await get(cookie)).status, 401);
  });

  test('expires after twelve hours', async () => {
    const cookie = await opened();
    time.now += 12 * 3600_000 - 1000;
    assert.equal((await get(cookie)).status, 200);
    time.now += 2000;
    assert.equal((await get(cookie)).status, 401);
  });

  test('refuses to sign in from another origin', async () => {
    const foreign: Record<string, string>[] = [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }, { origin: 'null' }];
    for (const headers of foreign) {
      const answer = await app.call({ method: 'POST', url: '/sessions', body: { secret: DEV_ADMIN_SECRET }, headers });
      assert.deepEqual([answer.status, answer.headers['set-cookie']], [403, undefined], JSON.stringify(headers));
    }
    const own = { origin: 'http://localhost', 'sec-fetch-site': 'same-origin' };
    assert.equal((await app.call({ method: 'POST', url: '/sessions', body: { secret: DEV_ADMIN_SECRET }, headers: own })).status, 201);
  });

  test('does not keep out a browser that has signed in before', async () => {
    time.now += 3600_000;
    const [, device] = (await signIn({ secret: DEV_ADMIN_SECRET })).headers['set-cookie'] as [string, string];
    assert.match(device, /^perennial-device=[0-9a-f]{96}; Path=\/sessions; HttpOnly; SameSite=Strict/);
    const again = (cookie: string, secret = DEV_ADMIN_SECRET): Promise<TestResponse> =>
      app.call({ method: 'POST', url: '/sessions', body: { secret }, headers: { cookie } });
    const cookie = device.split(';')[0]!;
    for (let i = 0; i < 6; i++) await signIn({ secret: 'wrong' });
    assert.equal((await again('')).status, 429);
    assert.equal((await again(cookie)).status, 201);
    assert.equal((await again(cookie.replace(/.$/, (last) => (last === '0' ? '1' : '0')))).status, 429, 'a forged proof');
    for (let i = 0; i < 5; i++) assert.equal((await again(cookie, 'wrong')).status, 401);
    assert.equal((await again(cookie)).status, 429, 'guesses from there are limited too');
  });

  test('rejects and slows down wrong secrets', async () => {
    time.now += 3600_000;
    const statuses: number[] = [];
    for (let i = 0; i < 6; i++) statuses.push((await signIn({ secret: 'wrong' })).status);
    assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429]);
    const form = {
      method: 'POST',
      url: '/oauth2/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=client_credentials&client_id=admin&client_secret=wrong',
    };
    assert.equal((await app.call(form)).status, 429);
    assert.equal((await signIn({ secret: DEV_ADMIN_SECRET })).status, 429, 'the right one is not looked at either');
    time.now += 1000;
    assert.equal((await signIn({ secret: DEV_ADMIN_SECRET })).status, 201);
    assert.equal((await signIn({})).status, 400);
  });
});

describe('one-time sign-in code', () => {
  test('signs in once, under concurrent attempts', async (t) => {
    const app = await testApp();
    t.after(() => app.close());
    const code = app.signInCode!;
    const answers = await Promise.all(Array.from({ length: 5 }, () => app.call({ method: 'POST', url: '/sessions', body: { code } })));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 401, 401, 401, 401]);
    assert.match(answers.find(({ status }) => status === 401)!.text, /SignInCodeInvalid/);
  });

  test('expires within the hour', async (t) => {
    const time = { now: Date.UTC(2026, 0, 15) };
    const app = await testApp({ clock: { now: () => time.now } });
    t.after(() => app.close());
    time.now += 3600_000;
    assert.equal((await app.call({ method: 'POST', url: '/sessions', body: { code: app.signInCode } })).status, 401);
  });

  test('marks the cookie secure over https', async (t) => {
    const app = await testApp({}, ['--public-url', 'https://perennial.example']);
    t.after(() => app.close());
    const answer = await app.call({ method: 'POST', url: '/sessions', body: { code: app.signInCode } });
    assert.match(String(answer.headers['set-cookie']), /; Secure$/);
    const headers = {
      cookie: String(answer.headers['set-cookie']).split(';')[0]!,
      ...OWN,
      host: 'inside:8080',
      origin: 'https://perennial.example',
    };
    assert.equal(
      (await app.call({ method: 'GET', url: '/accounts', headers })).status,
      200,
      'behind a proxy the origin is the public address',
    );
  });
});
