import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { areas } from '../../areas.ts';
import { management } from '../../../test/support/management.ts';
import { testApp } from '../../../test/support/memory-app.ts';
import type { TestApp, TestResponse } from '../../../test/support/memory-app.ts';
import { DEV_ADMIN_SECRET } from '../keys/dev.ts';
import { LISTED_OPERATIONS, roleFor, scopeOf } from '../roles.ts';

const OWN = { 'x-perennial-console': '1' };
const PASSWORD = 'correct horse battery';
const DEFAULT = '/subscriptions/default/resourceGroups/default/accounts/default';

describe('roles', () => {
  const all = [management, ...areas].flatMap(({ operations }) => operations);

  test('lists operations that exist', () => {
    const known = new Set(all.map(({ id }) => id));
    assert.deepEqual(
      LISTED_OPERATIONS.filter((id) => !known.has(id)),
      [],
    );
  });

  test('opens no change to those who view, and nothing of the management plane to those who label except running work', () => {
    const changes = all.filter((operation) => operation.method !== 'GET' && operation.needs !== 'nothing');
    assert.deepEqual(
      changes
        .filter((operation) => roleFor(operation) === 'view')
        .map(({ id }) => id)
        .sort(),
      [
        'accounts.changePassword',
        'accounts.endSession',
        'accounts.signOut',
        'conversations.checkImport',
        'conversations.exportProject',
        'texts.checkImport',
        'texts.exportProject',
        'understanding.checkImport',
      ],
    );
    assert.deepEqual(
      changes.filter((operation) => operation.needs === 'manager' && roleFor(operation) === 'label').map(({ id }) => id),
      ['accounts.cancelJob', 'accounts.retryJob'],
    );
  });

  test('opens to a role in an account only what is about that account', () => {
    const ids = (scope: string) =>
      management.operations.filter((operation) => operation.needs === 'manager' && scopeOf(operation) === scope).map(({ id }) => id);
    assert.deepEqual(ids('account').sort(), [
      'accounts.audit',
      'accounts.cancelJob',
      'accounts.get',
      'accounts.getJob',
      'accounts.listAssignments',
      'accounts.listJobs',
      'accounts.listKeys',
      'accounts.regenerateKey',
      'accounts.retryJob',
      'accounts.usage',
      'accounts.verifyAudit',
      'accounts.withdrawAssignment',
    ]);
    assert.deepEqual(ids('list').sort(), ['accounts.list', 'accounts.listGroup', 'accounts.work']);
  });
});

describe('operators', () => {
  let app: TestApp;
  let admin: string;
  let accountId: string;
  const time = { now: Date.UTC(2026, 0, 15) };
  before(async () => {
    app = await testApp({ clock: { now: () => time.now } });
    admin = cookieOf(await app.call({ method: 'POST', url: '/sessions', body: { secret: DEV_ADMIN_SECRET } }));
    accountId = (await as(admin, 'GET', DEFAULT)).json<{ properties: { accountId: string } }>().properties.accountId;
  });
  after(() => app.close());

  const cookieOf = ({ status, text, headers }: TestResponse): string => {
    assert.equal(status, 201, text);
    return String(headers['set-cookie']).split(';')[0]!;
  };
  const as = (cookie: string, method: string, url: string, body?: unknown): Promise<TestResponse> =>
    app.call({ method, url, body, headers: { cookie, ...OWN, ...(accountId && { 'x-perennial-account': accountId }) } });
  const signIn = (body: object): Promise<TestResponse> => app.call({ method: 'POST', url: '/sessions', body });
  const invite = async (name: string, role: string): Promise<string> => {
    const answer = await as(admin, 'POST', '/operators', { name, role });
    assert.equal(answer.status, 201, answer.text);
    return answer.json<{ invitation: { url: string } }>().invitation.url.split('#invitation=')[1]!;
  };
  const enter = async (name: string, role: string): Promise<string> =>
    cookieOf(await signIn({ invitation: await invite(name, role), password: PASSWORD }));

  test('an invitation works once, sets a password, and needs a long one', async () => {
    const invitation = await invite('Ada', 'label');
    assert.equal((await signIn({ invitation, password: 'short' })).status, 400);
    cookieOf(await signIn({ invitation, password: PASSWORD }));
    assert.equal((await signIn({ invitation, password: PASSWORD })).status, 401, 'used');
    cookieOf(await signIn({ name: 'ada', password: PASSWORD }));
    const late = await invite('late', 'view');
    time.now += 3 * 24 * 3600_000 + 1;
    admin = cookieOf(await signIn({ secret: DEV_ADMIN_SECRET }));
    assert.equal((await signIn({ invitation: late, password: PASSWORD })).status, 401, 'expired');
    const again = await as(admin, 'POST', '/operators/late/invite');
    cookieOf(await signIn({ invitation: again.json<{ invitation: { url: string } }>().invitation.url.split('=')[1], password: PASSWORD }));
  });

  test('shows operators their own sessions, and ends the one they name', async () => {
    const first = await enter('Cleo', 'view');
    const second = cookieOf(
      await app.call({
        method: 'POST',
        url: '/sessions',
        body: { name: 'cleo', password: PASSWORD },
        headers: { 'user-agent': 'Firefox' },
      }),
    );
    const list = async (cookie: string) =>
      (await as(cookie, 'GET', '/sessions')).json<{ value: { sessionId: string; isCurrent: boolean; userAgent?: string }[] }>().value;
    const own = await list(first);
    assert.deepEqual(own.map(({ isCurrent }) => isCurrent).sort(), [false, true]);
    const other = own.find(({ isCurrent }) => !isCurrent)!;
    assert.equal(other.userAgent, 'Firefox');
    const [{ sessionId: ofAdmin } = { sessionId: '' }] = await list(admin);
    assert.equal((await as(first, 'DELETE', `/sessions/${ofAdmin}`)).status, 404, 'those of others are not there');
    assert.equal((await as(first, 'DELETE', `/sessions/${other.sessionId}`)).status, 204);
    assert.equal((await as(second, 'GET', '/sessions')).status, 401);
    assert.equal((await list(first)).length, 1);
    assert.equal(
      (await list(admin)).some(({ sessionId }) => sessionId === ofAdmin),
      true,
    );
  });

  test('changes the password of who knows the present one, and ends the other sessions', async () => {
    const first = await enter('Dora', 'view');
    const second = cookieOf(await signIn({ name: 'dora', password: PASSWORD }));
    const change = (password: string, newPassword: string) => as(first, 'POST', '/sessions/current/password', { password, newPassword });
    assert.equal((await change('wrong horse battery', 'another long one')).status, 400);
    assert.equal((await change(PASSWORD, 'short')).status, 400);
    assert.equal((await as(second, 'GET', '/sessions/current')).status, 200, 'nothing has changed');
    assert.equal((await change(PASSWORD, 'another long one')).status, 204);
    assert.equal((await as(first, 'GET', '/sessions/current')).json<{ hasPassword: boolean }>().hasPassword, true);
    assert.equal((await as(second, 'GET', '/sessions/current')).status, 401);
    assert.equal((await signIn({ name: 'dora', password: PASSWORD })).status, 401);
    cookieOf(await signIn({ name: 'dora', password: 'another long one' }));
    assert.equal((await as(admin, 'POST', '/sessions/current/password', { password: PASSWORD, newPassword: PASSWORD })).status, 409);
    for (let i = 0; i < 5; i++) assert.equal((await change('wrong', 'another long one')).status, 400);
    assert.equal((await change('another long one', 'another long one')).status, 429, 'guesses are limited');
  });

  test('refuses names that are taken or reserved', async () => {
    await invite('Bob', 'view');
    for (const name of ['bob', 'BOB', 'admin', 'Console', 'oidc-1'])
      assert.equal((await as(admin, 'POST', '/operators', { name, role: 'view' })).status, 409, name);
    assert.equal((await as(admin, 'POST', '/operators', { name: 'a b', role: 'view' })).status, 400);
  });

  test('enforces roles in areas and in the management plane', async () => {
    const group = { name: 'Group' };
    const tried: [method: string, url: string, body: unknown, needed: 'view' | 'label' | 'manage'][] = [
      ['GET', '/accounts', undefined, 'view'],
      ['GET', `${DEFAULT}/jobs`, undefined, 'view'],
      ['GET', '/face/v1.0/persongroups', undefined, 'view'],
      ['PUT', '/face/v1.0/persongroups/g', group, 'label'],
      ['POST', '/face/v1.0/persongroups/g/train', undefined, 'label'],
      ['DELETE', '/face/v1.0/persongroups/g', undefined, 'manage'],
      ['POST', `${DEFAULT}/listKeys`, undefined, 'manage'],
      ['PUT', DEFAULT, { location: 'local' }, 'manage'],
      ['GET', '/operators', undefined, 'manage'],
      ['POST', '/operators', { name: 'sneak', role: 'manage' }, 'manage'],
      ['PATCH', '/operators/viewer', { role: 'manage' }, 'manage'],
      ['GET', '/backup', undefined, 'manage'],
    ];
    const order = ['view', 'label', 'manage'];
    for (const role of order) {
      const cookie = await enter(role === 'view' ? 'viewer' : `${role}er`, role);
      for (const [method, url, body, needed] of tried) {
        const { status, text } = await as(cookie, method, url, body);
        if (order.indexOf(role) < order.indexOf(needed)) assert.equal(status, 403, `${role} ${method} ${url}: ${text}`);
        else assert.ok(![401, 403].includes(status), `${role} ${method} ${url}: ${status} ${text}`);
      }
    }
  });

  test('a role in an account opens that account alone', async () => {
    const other = DEFAULT.replace(/default$/, 'other');
    const otherId = (await as(admin, 'PUT', other, { location: 'local' })).json<{ properties: { accountId: string } }>().properties
      .accountId;
    const cookie = await enter('ines', 'none');
    const inArea = (account: string, method: string, url: string, body?: unknown): Promise<TestResponse> =>
      app.call({ method, url, body, headers: { cookie, ...OWN, 'x-perennial-account': account } });
    const names = async (url: string): Promise<string[]> =>
      (await as(cookie, 'GET', url)).json<{ value: { name: string }[] }>().value.map(({ name }) => name);
    const expect = async (status: number, ...calls: Promise<TestResponse>[]): Promise<void> => {
      for (const call of calls) assert.equal((await call).status, status, (await call).text);
    };
    assert.deepEqual(await names('/accounts'), []);
    await expect(403, inArea(otherId, 'GET', '/face/v1.0/persongroups'), as(cookie, 'GET', other), as(cookie, 'GET', '/server'));

    const give = (role: string, of = otherId): Promise<TestResponse> => as(admin, 'PUT', `/operators/ines/accounts/${of}`, { role });
    assert.deepEqual((await give('label')).json<{ accounts: unknown }>().accounts, [{ accountId: otherId, role: 'label' }]);
    assert.deepEqual(await names('/accounts'), ['other']);
    assert.deepEqual(await names('/subscriptions/default/resourceGroups/default/accounts'), ['other']);
    await expect(200, inArea(otherId, 'PUT', '/face/v1.0/persongroups/g', { name: 'g' }), as(cookie, 'GET', `${other}/jobs`));
    await expect(403, inArea(otherId, 'DELETE', '/face/v1.0/persongroups/g'), as(cookie, 'POST', `${other}/listKeys`));
    await expect(403, inArea(accountId, 'GET', '/face/v1.0/persongroups'), as(cookie, 'GET', DEFAULT), as(cookie, 'GET', `${DEFAULT}none`));
    await expect(200, as(cookie, 'GET', '/work'), as(cookie, 'GET', `/work?account=${otherId}`));
    await expect(403, as(cookie, 'GET', `/work?account=${accountId}`));

    await give('manage');
    await expect(200, as(cookie, 'POST', `${other}/listKeys`));
    await expect(403, as(cookie, 'PUT', other, { location: 'local' }), as(cookie, 'DELETE', other), as(cookie, 'GET', '/operators'));
    for (const url of ['/server', '/activity', '/jobs', '/audit', '/backup']) await expect(403, as(cookie, 'GET', url));
    await expect(403, as(cookie, 'PUT', `/operators/ines/accounts/${accountId}`, { role: 'manage' }));

    assert.equal((await as(admin, 'PATCH', '/operators/ines', { role: 'view' })).status, 200);
    await expect(200, as(cookie, 'GET', DEFAULT), as(cookie, 'POST', `${other}/listKeys`));
    await expect(403, as(cookie, 'POST', `${DEFAULT}/listKeys`));
    assert.equal((await as(admin, 'DELETE', `/operators/ines/accounts/${otherId}`)).status, 200);
    await expect(403, as(cookie, 'POST', `${other}/listKeys`));
    await expect(404, give('view', 'unknown'), as(admin, 'PUT', `/operators/nobody/accounts/${otherId}`, { role: 'view' }));
    await expect(400, give('none'));
    await expect(409, as(admin, 'PUT', `/operators/admin/accounts/${otherId}`, { role: 'view' }));
  });

  test('a session stands for no key without the header of the console, nor for an unknown account', async () => {
    const cookie = await enter('no-header', 'manage');
    const url = '/face/v1.0/persongroups';
    const ask = (headers: Record<string, string>): Promise<TestResponse> =>
      app.call({ method: 'GET', url, headers: { cookie, ...headers } });
    assert.equal((await ask({ 'x-perennial-account': accountId })).status, 403);
    assert.equal((await ask({ ...OWN, 'x-perennial-account': accountId, origin: 'https://elsewhere.example' })).status, 403);
    assert.equal((await ask({ ...OWN, 'x-perennial-account': 'unknown' })).status, 401);
    assert.equal((await ask(OWN)).status, 401);
    assert.equal((await ask({ ...OWN, 'x-perennial-account': accountId })).status, 200);
  });

  test('names the operator in the audit', async () => {
    const cookie = await enter('grace@example.com', 'label');
    assert.equal((await as(cookie, 'PUT', '/face/v1.0/persongroups/audited', { name: 'x' })).status, 200);
    interface Entry {
      operation: string;
      caller: string;
      params: Record<string, string>;
    }
    const entries = async (url: string): Promise<Entry[]> =>
      (await as(admin, 'GET', `${url}?top=1000`)).json<{ value: { entry: Entry }[] }>().value.map((one) => one.entry);
    assert.ok(
      (await entries(`${DEFAULT}/audit`)).some((one) => one.operation === 'faces.createPersonGroup' && one.caller === 'grace@example.com'),
    );
    const ofServer = await entries('/audit');
    assert.ok(ofServer.some((one) => one.operation === 'accounts.signIn' && one.caller === 'grace@example.com'));
    // Whom a path does not name is named too.
    assert.ok(ofServer.some((one) => one.operation === 'accounts.inviteOperator' && one.params.operatorId === 'grace@example.com'));
  });

  test('a changed role holds from the next call; removing, inviting again and ending sessions end them', async () => {
    const cookie = await enter('fay', 'manage');
    const other = cookieOf(await signIn({ name: 'fay', password: PASSWORD }));
    assert.equal((await as(cookie, 'POST', `${DEFAULT}/listKeys`)).status, 200);
    assert.equal((await as(admin, 'PATCH', '/operators/fay', { role: 'view' })).status, 200);
    assert.equal((await as(cookie, 'POST', `${DEFAULT}/listKeys`)).status, 403);
    assert.equal((await as(cookie, 'GET', '/accounts')).status, 200);
    assert.equal((await as(admin, 'POST', '/operators/fay/endSessions')).status, 204);
    for (const ended of [cookie, other]) assert.equal((await as(ended, 'GET', '/accounts')).status, 401);
    const third = cookieOf(await signIn({ name: 'fay', password: PASSWORD }));
    const { invitation } = (await as(admin, 'POST', '/operators/fay/invite')).json<{ invitation: { url: string } }>();
    const fourth = cookieOf(await signIn({ invitation: invitation.url.split('=')[1], password: `${PASSWORD} new` }));
    assert.equal((await as(third, 'GET', '/accounts')).status, 401);
    assert.equal((await as(admin, 'DELETE', '/operators/fay')).status, 204);
    assert.equal((await as(fourth, 'GET', '/accounts')).status, 401);
    // A new operator of the name is another one.
    await enter('fay', 'manage');
    assert.equal((await as(fourth, 'GET', '/accounts')).status, 401);
  });

  test('ends the sessions of the admin, who stays', async () => {
    const cookie = cookieOf(await signIn({ secret: DEV_ADMIN_SECRET }));
    assert.equal((await as(admin, 'DELETE', '/operators/admin')).status, 409);
    assert.equal((await as(admin, 'POST', '/operators/admin/endSessions')).status, 204);
    assert.equal((await as(cookie, 'GET', '/accounts')).status, 401);
    admin = cookieOf(await signIn({ secret: DEV_ADMIN_SECRET }));
    assert.equal((await as(admin, 'PATCH', '/operators/admin', { role: 'view' })).status, 409);
  });

  test('slows down guessing, the same for names that nobody has', async () => {
    await enter('guessed', 'view');
    for (const name of ['guessed', 'nobody']) {
      const seen: number[] = [];
      for (let i = 0; i < 7; i++) {
        time.now += 300;
        seen.push((await signIn({ name, password: `wrong ${i}` })).status);
      }
      assert.deepEqual(seen, [401, 401, 401, 401, 401, 429, 429], name);
    }
    time.now += 60_000;
    cookieOf(await signIn({ name: 'guessed', password: PASSWORD }));
  });

  test('does not keep out who has signed in before, however often others guess', async () => {
    const answer = await signIn({ invitation: await invite('lockedout', 'view'), password: PASSWORD });
    const device = (answer.headers['set-cookie'] as string[])[1]!.split(';')[0]!;
    const from = (cookie: string, password: string, name = 'lockedout'): Promise<TestResponse> =>
      app.call({ method: 'POST', url: '/sessions', body: { name, password }, headers: { cookie } });
    for (let i = 0; i < 6; i++) await from('', `wrong ${i}`);
    assert.equal((await from('', PASSWORD)).status, 429);
    assert.equal((await from(device, PASSWORD)).status, 201);
    for (let i = 0; i < 5; i++) await from('', 'wrong', 'guessed');
    assert.equal((await from(device, PASSWORD, 'guessed')).status, 429, 'the proof is for one operator');
    const flood = Array.from({ length: 40 }, (_, i) => from('', 'wrong', `nobody ${i}`));
    assert.equal((await from(device, PASSWORD)).status, 201);
    assert.deepEqual(new Set((await Promise.all(flood)).map(({ status }) => status)), new Set([401, 429]));
  });
});
