import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { testApp } from '../../../test/support/memory-app.ts';
import type { TestApp, TestResponse } from '../../../test/support/memory-app.ts';
import { startOidcIssuer } from '../../../test/support/oidc-issuer.ts';
import type { OidcIssuer } from '../../../test/support/oidc-issuer.ts';

const OWN = { 'x-perennial-console': '1' };
const CLIENT = 'perennial-console';

describe('sign-in with an OIDC issuer', () => {
  let issuer: OidcIssuer;
  let app: TestApp;
  before(async () => {
    issuer = await startOidcIssuer(CLIENT);
    const flags = ['--oidc-issuer', issuer.url, '--oidc-client-id', CLIENT, '--oidc-role-claim', 'groups'];
    app = await testApp({}, [...flags, '--oidc-roles', 'labelers=label,admins=manage']);
  });
  after(async () => {
    await app.close();
    issuer.close();
  });

  const cookieOf = ({ headers }: TestResponse): string => String(headers['set-cookie']).split(';')[0]!;
  const get = (url: string, cookie = ''): Promise<TestResponse> => app.call({ method: 'GET', url, headers: { cookie, host: 'localhost' } });
  /** Starts a sign-in and lets the issuer answer: the cookie of this browser, and the address that the issuer leads back to. */
  const start = async (): Promise<{ cookie: string; back: URL }> => {
    const answer = await get('/sessions/oidc');
    assert.equal(answer.status, 302, answer.text);
    assert.match(String(answer.headers['set-cookie']), /HttpOnly; SameSite=Lax; Max-Age=600/);
    const led = await fetch(String(answer.headers.location), { redirect: 'manual' });
    return { cookie: cookieOf(answer), back: new URL(led.headers.get('location')!) };
  };
  const finish = ({ cookie, back }: { cookie: string; back: URL }): Promise<TestResponse> => get(back.pathname + back.search, cookie);
  const claim = (claims: Record<string, unknown>): void => {
    issuer.claims = { sub: 'u1', email: 'ada@example.com', email_verified: true, groups: ['labelers', 'others'], ...claims };
    issuer.nonce = undefined;
    issuer.audience = undefined;
  };

  test('opens a session with the role of the claim, under the verified address', async () => {
    claim({});
    const answer = await finish(await start());
    assert.deepEqual([answer.status, answer.headers.location], [302, '/console/sign-in#signed-in'], answer.text);
    const headers = { cookie: cookieOf(answer), ...OWN };
    const current = await app.call({ method: 'GET', url: '/sessions/current', headers });
    const { subject, role } = current.json<{ subject: string; role: string }>();
    assert.deepEqual([subject, role], [`ada@example.com (${new URL(issuer.url).host})`, 'label']);
    assert.equal((await app.call({ method: 'GET', url: '/operators', headers })).status, 403);
    // The role of the next sign-in holds for all sessions.
    claim({ groups: ['admins'] });
    await finish(await start());
    assert.equal((await app.call({ method: 'GET', url: '/operators', headers })).status, 200);
  });

  test('does not take the name of someone else for that one', async () => {
    claim({ sub: 'u2', email: 'ada@example.com', email_verified: false, preferred_username: 'admin', groups: 'labelers' });
    const headers = { cookie: cookieOf(await finish(await start())), ...OWN };
    const { subject } = (await app.call({ method: 'GET', url: '/sessions/current', headers })).json<{ subject: string }>();
    assert.match(subject, /^admin #[0-9a-f]{6} \(127\.0\.0\.1:\d+\)$/);
  });

  test('refuses an answer that this browser has not asked for', async () => {
    claim({});
    const one = await start();
    const two = await start();
    assert.equal((await finish({ cookie: '', back: one.back })).status, 401, 'no cookie');
    assert.equal((await finish({ cookie: two.cookie, back: one.back })).status, 401, 'the state of another sign-in');
    const forged = new URL(one.back);
    forged.searchParams.set('state', '0'.repeat(64));
    assert.equal((await finish({ cookie: one.cookie, back: forged })).status, 401, 'a forged state');
    const swapped = new URL(two.back);
    swapped.searchParams.set('state', one.back.searchParams.get('state')!);
    assert.equal((await finish({ cookie: one.cookie, back: swapped })).status, 401, 'the code of another sign-in, by PKCE');
    assert.equal((await finish(one)).status, 302);
    assert.equal((await finish(one)).status, 401, 'used');
  });

  test('refuses an id token of another nonce or client, and a user without a role', async () => {
    claim({});
    issuer.nonce = 'another';
    assert.match((await finish(await start())).text, /nonce/);
    claim({});
    issuer.audience = 'another-client';
    assert.equal((await finish(await start())).status, 401);
    claim({ groups: ['others'] });
    assert.equal((await finish(await start())).status, 403);
    assert.equal((await get('/sessions/oidc/callback?error=access_denied')).status, 401);
  });
});

test('offers no sign-in with an issuer where none is configured', async (t) => {
  const app = await testApp();
  t.after(() => app.close());
  assert.equal((await app.call({ method: 'GET', url: '/sessions/oidc' })).status, 404);
  assert.deepEqual((await app.call({ method: 'GET', url: '/sessions/options' })).json(), { password: false, oidc: false });
});
