import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { duplexPair } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { after, before, describe, test } from 'node:test';
import type { TestContext } from 'node:test';
import { Type } from '../kernel/schema.ts';
import { AreaServices } from '../kernel/area.ts';
import type { Area } from '../kernel/area.ts';
import { failureCatalog } from '../kernel/failures.ts';
import type { Dialect } from '../kernel/failures.ts';
import { operation, reply } from '../kernel/operation.ts';
import type { Operation, Reply } from '../kernel/operation.ts';
import { routesOf } from '../kernel/routes.ts';
import type { Ports } from '../kernel/ports.ts';
import { Change, Conflict } from '../kernel/change.ts';
import { collection } from '../kernel/collection.ts';
import { key, testApp } from '../../test/support/memory-app.ts';
import type { TestResponse, TestApp } from '../../test/support/memory-app.ts';
import { inject } from '../../test/support/inject.ts';
import type { Access } from '../kernel/access.ts';
import { Admission } from './admission/admission.ts';
import { STRANGER_STARTS } from './admission/limits.ts';
import { Dispatcher } from './dispatch.ts';
import type { DispatcherOptions } from './dispatch.ts';
import { listen } from './listening.ts';
import { HttpServer } from './server.ts';
import type { ServerOptions } from './server.ts';

const tallies = collection<{ count: number }>('test.tallies');
const testFailure = failureCatalog({ Refused: { status: 409, message: 'Refused.', remedy: '' } });
const dialect: Dialect = ({ kind, message }) => ({ body: { kind, message } });
const Links = Type.Object({ link: Type.String(), unversioned: Type.String(), origin: Type.String() });
const Assigned = Type.Object({ cloudSubscriptionId: Type.String() });
/** Called while an operation runs, before its change is committed. */
let meanwhile: () => Promise<void> = async () => {};

const common = { summary: '', needs: 'authoring', replies: { 200: null } } as const;
const operations = [
  operation({
    ...common,
    id: 'test.add',
    route: 'POST /tally',
    replies: { 200: Type.Object({ count: Type.Integer() }) },
    async run({ account }, { records }) {
      const read = await records.get(tallies, account.id, 'all');
      const count = (read?.value.count ?? 0) + 1;
      await meanwhile();
      const change = new Change();
      return reply(
        200,
        { count },
        { change: read ? change.replace(tallies, account.id, read, { count }) : change.create(tallies, account.id, 'all', { count }) },
      );
    },
  }),
  operation({
    ...common,
    id: 'test.unaudited',
    route: 'POST /log',
    audited: false,
    run: ({ account }) => reply(200, undefined, { change: new Change().append(account.id, 'log', 1) }),
  }),
  operation({
    ...common,
    id: 'test.refuse',
    route: 'POST /refuse',
    fails: ['Refused'],
    run: () => {
      throw testFailure('Refused');
    },
  }),
  operation({
    ...common,
    id: 'test.break',
    route: 'POST /break',
    run: () => {
      throw new Error('a secret at /home/someone');
    },
  }),
  operation({
    ...common,
    id: 'test.link',
    route: 'GET /links/{id}',
    replies: { 200: Links },
    run: ({ params, link, origin }) =>
      reply(200, { link: link('/links/{id}', params), unversioned: link('/links/{id}', params, { versioned: false }), origin }),
  }),
  operation({ ...common, id: 'test.later', route: 'GET /later', versions: ['2025'], run: () => reply(200) }),
  operation({
    ...common,
    id: 'test.assign',
    route: 'POST /cloudaccounts',
    body: Assigned,
    replies: { 200: Assigned },
    run: ({ body }) => reply(200, body),
  }),
  operation({
    ...common,
    id: 'test.colon',
    route: 'GET /models/{modelId}:analyze',
    replies: { 200: Type.Object({ modelId: Type.String() }) },
    run: ({ params }) => reply(200, params),
  }),
  operation({
    ...common,
    id: 'test.colonFirst',
    route: 'GET /models/{modelId}/:train',
    replies: { 200: Type.Object({ trains: Type.String() }) },
    run: ({ params }) => reply(200, { trains: params.modelId }),
  }),
  operation({
    ...common,
    id: 'test.model',
    route: 'GET /models/{modelId}',
    replies: { 200: Type.Object({ gets: Type.String() }) },
    run: ({ params }) => reply(200, { gets: params.modelId }),
  }),
];
const area: Area = {
  name: 'test',
  title: 'Test',
  kinds: [],
  dialect,
  failures: testFailure,
  operations,
  mounts: [
    { base: '/formanalysis', version: '2024', marker: 'query' },
    { base: '/formanalysis', version: '2025', marker: 'query' },
  ],
};

describe('dispatch', () => {
  let app: TestApp;
  before(async () => {
    app = await testApp({ areas: [area] });
  });
  after(() => app.close());
  const call = (
    route: string,
    { headers, body, version = '2024' }: { headers?: Record<string, string>; body?: unknown; version?: string } = {},
  ): Promise<TestResponse> => {
    const [method, path] = route.split(' ') as [string, string];
    return app.call({ method, url: `${path}?api-version=${version}`, key, body, headers: { host: 'server.test:81', ...headers } });
  };
  const accountId = async (): Promise<string> =>
    (await app.call({ method: 'GET', url: '/accounts', token: await app.token() })).json<{
      value: { properties: { accountId: string } }[];
    }>().value[0]!.properties.accountId;

  test('rejects unknown versions and names the known ones', async () => {
    assert.equal((await call('GET /formanalysis/later', { version: '2025' })).status, 200);
    const known = async (url: string): Promise<unknown> => (await app.call({ method: 'GET', url, key })).json();
    assert.deepEqual(await known('/formanalysis/later?api-version=2024'), {
      kind: 'VersionUnknown',
      message: 'The api-version 2024 is not supported for this path. Supported versions: 2025.',
    });
    for (const none of ['', '?api-version='])
      assert.deepEqual(await known(`/formanalysis/models/x${none}`), {
        kind: 'VersionMissing',
        message: 'The query parameter api-version is required. Supported versions: 2024, 2025.',
      });
    assert.deepEqual(
      ((await known('/formanalysis/models/x?api-version=2024&api-version=2025')) as { kind: string }).kind,
      'VersionUnknown',
    );
  });

  test('routes actions after a colon', async () => {
    assert.deepEqual((await call('GET /formanalysis/models/a.b~c-d:analyze')).json(), { modelId: 'a.b~c-d' });
    assert.deepEqual((await call('GET /formanalysis/models/m/:train')).json(), { trains: 'm' });
    assert.deepEqual((await call('GET /formanalysis/models/m/:train/')).json(), { trains: 'm' });
    assert.deepEqual((await call('GET /formanalysis/models/m/')).json(), { gets: 'm' });
    assert.deepEqual((await call('GET /FormAnalysis/Models/M')).json(), { gets: 'M' });
  });

  test('builds links with the host, the naming and the version of the call', async () => {
    assert.deepEqual((await call('GET /formanalysis/links/x')).json(), {
      link: 'http://server.test:81/formanalysis/links/x?api-version=2024',
      unversioned: 'http://server.test:81/formanalysis/links/x',
      origin: 'http://server.test:81',
    });
    assert.equal(
      (await call('GET /formrecognizer/links/x', { version: '2025' })).json<{ link: string }>().link,
      'http://server.test:81/formrecognizer/links/x?api-version=2025',
    );
  });

  test("keeps the caller's own names in links", async () => {
    for (const id of ['my-ranking-model', 'formanalysis', 'cloudaccounts', 'constructor']) {
      assert.equal(
        (await call(`GET /formrecognizer/links/${id}`)).json<{ unversioned: string }>().unversioned,
        `http://server.test:81/formrecognizer/links/${id}`,
      );
    }
  });

  test('does not echo an invalid Host header', async () => {
    for (const host of ['evil"><script>', 'a b', 'a@b', 'a/b', ''])
      assert.doesNotMatch((await call('GET /formanalysis/links/x', { headers: { host } })).text, /script|a b|a@b|a\/b/, host);
  });

  test('does not use a Host header that is no address in links', async () => {
    for (const host of ['server.test:99999', '1.2.3.4.5', '999.1.1.1', '[::::]', '[1.2.3.4]']) {
      const { origin } = (await call('GET /formanalysis/links/x', { headers: { host } })).json<{ origin: string }>();
      assert.equal(origin, 'http://localhost', host);
    }
  });

  test('accepts fields under both names and replies with those of the path', async () => {
    const assign = async (prefix: string, accounts: string, name: string): Promise<unknown> =>
      (await call(`POST /${prefix}/${accounts}`, { body: { [name]: 's' } })).json();
    for (const name of ['azureSubscriptionId', 'cloudSubscriptionId']) {
      assert.deepEqual(await assign('formanalysis', 'cloudaccounts', name), { cloudSubscriptionId: 's' });
      assert.deepEqual(await assign('formrecognizer', 'azureaccounts', name), { azureSubscriptionId: 's' });
    }
  });

  test('runs an operation again after a conflict, with one audit entry', async () => {
    const id = await accountId();
    const audited = await app.store.lastAudit(id);
    let meetings = 3;
    meanwhile = async () => {
      if (meetings-- > 0) await app.store.commit(new Change().put(tallies, id, 'all', { count: 10 - meetings }));
    };
    const answer = await call('POST /formanalysis/tally');
    assert.deepEqual([answer.status, answer.json()], [200, { count: 11 }]);
    assert.equal((await app.store.get(tallies, id, 'all'))?.value.count, 11);
    const [entry, ...rest] = (await app.store.audit(id, audited, 10)).map((row) => JSON.parse(row.entry) as Record<string, unknown>);
    assert.deepEqual(rest, []);
    assert.deepEqual([entry!.operation, entry!.request, entry!.caller], ['test.add', answer.headers['x-request-id'], id]);
  });

  test('commits many concurrent changes of one record', async () => {
    const id = await accountId();
    const before = (await app.store.get(tallies, id, 'all'))?.value.count ?? 0;
    const answers = await Promise.all(Array.from({ length: 50 }, () => call('POST /formanalysis/tally')));
    assert.deepEqual(
      answers.filter(({ status }) => status !== 200).map(({ text }) => text),
      [],
    );
    assert.equal((await app.store.get(tallies, id, 'all'))?.value.count, before + 50);
  });

  test('answers 409 after repeated conflicts, without effect', async () => {
    const id = await accountId();
    let meetings = 0;
    meanwhile = async () => await app.store.commit(new Change().put(tallies, id, 'all', { count: 100 + ++meetings }));
    const answer = await call('POST /formanalysis/tally');
    assert.deepEqual([answer.status, answer.json<{ kind: string }>().kind], [409, 'Conflicting']);
    assert.ok(meetings > 10 && meetings < 50, String(meetings));
    assert.equal((await app.store.get(tallies, id, 'all'))?.value.count, 100 + meetings);
    meanwhile = async () => {};
  });

  test('audits neither reads nor calls that only log events', async () => {
    const id = await accountId();
    const audited = await app.store.lastAudit(id);
    await call('GET /formanalysis/links/x');
    await call('POST /formanalysis/log');
    await call('POST /formanalysis/refuse');
    assert.equal(await app.store.lastPosition(id, 'log'), 1);
    assert.equal(await app.store.lastAudit(id), audited);
  });

  test("renders failures in the area's dialect and hides the details of unexpected errors", async () => {
    const refused = await call('POST /formanalysis/refuse');
    assert.deepEqual([refused.status, refused.json()], [409, { kind: 'Refused', message: 'Refused.' }]);
    const broken = await call('POST /formanalysis/break');
    assert.deepEqual([broken.status, broken.json()], [500, { kind: 'Unexpected', message: 'An unexpected error occurred.' }]);
    assert.match((await app.call({ method: 'GET', url: '/metrics' })).text, /^perennial_unexpected_errors_total [1-9]/m);
  });

  test('answers 503 when the store cannot commit', async (t) => {
    t.mock.method(app.store, 'commit', async () => {
      throw new Error('disk full');
    });
    const answer = await call('POST /formanalysis/tally');
    assert.deepEqual([answer.status, answer.json<{ kind: string }>().kind], [503, 'Unavailable']);
  });

  test("answers unknown paths and methods in the area's dialect", async () => {
    for (const prefix of ['formanalysis', 'formrecognizer']) {
      assert.deepEqual((await call(`GET /${prefix}/nothing`)).json(), { kind: 'PathUnknown', message: 'Resource not found' });
      const answer = await call(`DELETE /${prefix}/models/m`);
      assert.deepEqual([answer.status, answer.headers.allow, answer.json<{ kind: string }>().kind], [405, 'GET, HEAD', 'MethodUnknown']);
      const withoutId = await call(`POST /${prefix}/models/:analyze`);
      assert.deepEqual(
        [withoutId.status, withoutId.headers.allow, withoutId.json<{ kind: string }>().kind],
        [404, undefined, 'PathUnknown'],
      );
    }
    assert.deepEqual((await call('GET /nothing')).json(), { error: { code: '404', message: 'Resource not found' } });
  });

  test('gives every reply its own request id', async () => {
    const ids = new Set<unknown>();
    for (const route of ['GET /formanalysis/links/x', 'POST /formanalysis/refuse', 'GET /nothing', 'GET /formanalysis/models/%zz']) {
      const { headers } = await call(route);
      assert.equal(headers['apim-request-id'], headers['x-request-id'], route);
      ids.add(headers['x-request-id']);
    }
    assert.ok(ids.size === 4 && !ids.has(undefined), [...ids].join());
  });

  test('rejects control characters in a path and NUL anywhere', async () => {
    for (const url of [
      '/formanalysis/models/a%00b?api-version=2024',
      '/formanalysis/models/a%0Ab?api-version=2024',
      '/formanalysis/models/a%7fb?api-version=2024',
      '/formanalysis/models/m?api-version=2024&x=%00',
    ]) {
      assert.equal((await app.call({ method: 'GET', url, key })).status, 400, url);
    }
    assert.equal((await app.call({ method: 'GET', url: '/formanalysis/models/a%2500b?api-version=2024&x=%0A', key })).status, 200);
  });

  test('names the expected credential in a 401', async () => {
    const { key: blocked } = await app.createAccount('blocked', { properties: { blocked: true } });
    const challenge = async (url: string, by?: string): Promise<unknown> =>
      (await app.call({ method: 'GET', url, key: by })).headers['www-authenticate'];
    for (const by of [undefined, 'wrong', blocked])
      assert.equal(await challenge('/formanalysis/models/m?api-version=2024', by), 'Ocp-Apim-Subscription-Key', by);
    assert.equal(await challenge('/accounts'), 'Bearer');
  });
});

/** A server of one operation that anybody may call. */
function serve(
  t: TestContext,
  served: Operation,
  parts: Pick<DispatcherOptions, 'timeMs'> & Partial<DispatcherOptions>,
  bodies: Partial<ServerOptions['bodies']> = {},
  { callerOf = () => 'anyone', admission = new Admission() }: Partial<Pick<Access, 'callerOf'> & Pick<ServerOptions, 'admission'>> = {},
): HttpServer {
  const areas: Area[] = [{ ...area, operations: [served], mounts: [{ base: '/test', version: 'v1', marker: 'path' }] }];
  const dispatcher = new Dispatcher({
    store: { commit: async () => {} },
    clock: { now: Date.now },
    services: new AreaServices(areas, { records: {}, blobs: {} } as Ports, {}),
    access: { admit: async () => ({ caller: { kind: 'anyone', name: 'anyone' } }) } as unknown as Access,
    onError: () => {},
    onReply: () => {},
    ...parts,
  });
  const server = new HttpServer({
    routes: routesOf(areas),
    areas,
    dispatcher,
    bodies: {
      admit: (exchange) => void (exchange.held = { release: () => undefined } as never),
      receive: async () => undefined,
      ...bodies,
    },
    admission,
    access: { callerOf },
  });
  t.after(async () => {
    await server.close();
    dispatcher.close();
  });
  return server;
}

test('answers 503 to an operation over its time limit', async (t) => {
  const slow = operation({ ...common, needs: 'nothing', id: 'test.slow', route: 'GET /slow', run: () => new Promise<never>(() => {}) });
  const server = serve(t, slow, { timeMs: 30 });
  const { status, text } = await inject(server.node, { url: '/test/slow' });
  assert.deepEqual([status, (JSON.parse(text) as { kind: string }).kind], [503, 'TookTooLong']);
});

test('answers 503 to each overdue call, whatever was answered before', async (t) => {
  const waiting: ((value: Reply) => void)[] = [];
  const run = (): Promise<Reply> => new Promise((resolve) => waiting.push(resolve));
  const slow = operation({ ...common, needs: 'nothing', id: 'test.slow', route: 'GET /slow', run });
  let now = performance.now();
  t.mock.method(performance, 'now', () => now);
  const server = serve(t, slow, { timeMs: 30 });
  const calls = Array.from({ length: 4 }, () => inject(server.node, { url: '/test/slow' }));
  while (waiting.length < calls.length) await setImmediate();
  waiting[1]!(reply(204));
  waiting[0]!(reply(204));
  assert.deepEqual(
    (await Promise.all(calls.slice(0, 2))).map(({ status }) => status),
    [204, 204],
  );
  now += 31;
  assert.deepEqual(
    (await Promise.all(calls.slice(2))).map(({ status }) => status),
    [503, 503],
  );
});

test('frees the memory of a large reply from a thread when it is sent', async (t) => {
  const large = operation({
    ...common,
    needs: 'nothing',
    id: 'test.large',
    route: 'GET /large',
    inThread: 'always',
    replies: { 200: Type.Unknown() },
    run: () => Promise.reject(new Error('runs in a thread')),
  });
  const bytes = new Uint8Array(2 ** 20).fill(7);
  const server = serve(t, large, { threads: { run: async () => reply(200, bytes) }, timeMs: 1000 });
  const { address, close } = await listen(server.node, { port: 0, host: '127.0.0.1' });
  t.after(close);
  const answer = await fetch(`${address}/test/large`);
  const received = await answer.bytes();
  assert.deepEqual([answer.status, received.length, received.at(-1)], [200, 2 ** 20, 7]);
  assert.equal(bytes.length, 0);
});

test('runs a call with very many fields in a thread', async (t) => {
  const threaded = operation({
    ...common,
    needs: 'nothing',
    id: 'test.fields',
    route: 'POST /fields',
    inThread: 'largeBody',
    body: Type.Unknown(),
    replies: { 200: Type.Unknown() },
    run: () => reply(200, 'here'),
  });
  const fields = (count: number): Buffer =>
    Buffer.from(JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [`n${i}`, 0]))));
  let body = fields(2000);
  const threads = { run: async () => reply(200, 'in a thread') };
  const server = serve(t, threaded, { threads, timeMs: 1000 }, { receive: async () => body });
  const call = async (): Promise<unknown> =>
    JSON.parse((await inject(server.node, { method: 'POST', url: '/test/fields', body: '{}' })).text);
  assert.equal(await call(), 'here');
  body = fields(2001);
  assert.equal(await call(), 'in a thread');
});

/** An operation that anybody may call, and who has called it. */
function recordCallers(): { served: Operation; order: string[]; callerOf: Access['callerOf'] } {
  const order: string[] = [];
  const served = operation({
    ...common,
    needs: 'nothing',
    id: 'test.quick',
    route: 'POST /quick',
    replies: { 204: null },
    run({ headers }) {
      order.push(String(headers['x-caller']));
      return reply(204);
    },
  });
  return { served, order, callerOf: (headers) => String(headers['x-caller']) };
}

for (const flood of ['unknown', 'another', 'refused'])
  test(`answers a call of an account before most of a flood of calls, ${flood}`, async (t) => {
    const { served, callerOf } = recordCallers();
    const take = (caller: string): 'account' | undefined => (caller === 'refused' ? 'account' : undefined);
    const admission = { take, release: () => undefined, refuse: () => undefined };
    const server = serve(t, served, { timeMs: 1000 }, {}, { callerOf, admission });
    const answered: string[] = [];
    const call = async (caller: string): Promise<void> => {
      const { status } = await inject(server.node, { method: 'POST', url: '/test/quick', headers: { 'x-caller': caller } });
      answered.push(`${caller} ${status}`);
    };
    await Promise.all([...Array.from({ length: 300 }, () => call(flood)), call('a')]);
    const before = answered.indexOf('a 204');
    assert.ok(before >= 0 && before < 100, `after ${before} others`);
    assert.equal(answered.filter((one) => one === `${flood} ${flood === 'refused' ? 503 : 204}`).length, 300);
  });

test('does not start a waiting call whose client has gone', async (t) => {
  const { served, order, callerOf } = recordCallers();
  const server = serve(t, served, { timeMs: 1000 }, {}, { callerOf });
  const clients = Array.from({ length: 10 }, () => {
    const [client, connection] = duplexPair();
    server.node.emit('connection', connection);
    client.write('POST /test/quick HTTP/1.1\r\nhost: a\r\nx-caller: unknown\r\ncontent-length: 2\r\n\r\n');
    return { client, connection };
  });
  await new Promise<void>((resolve) => {
    let received = 0;
    server.node.on('request', () => {
      if (++received === clients.length) resolve();
    });
  });
  for (const { client, connection } of clients) {
    connection.destroy();
    client.destroy();
  }
  await inject(server.node, { method: 'POST', url: '/test/quick', headers: { 'x-caller': 'unknown' } });
  assert.equal(order.length, STRANGER_STARTS.perTurn + 1);
});

test('answers 400 to two hosts', async (t) => {
  const quick = operation({
    ...common,
    needs: 'nothing',
    id: 'test.host',
    route: 'GET /host',
    replies: { 204: null },
    run: () => reply(204),
  });
  const server = serve(t, quick, { timeMs: 1000 });
  const { address, close } = await listen(server.node, { port: 0, host: '127.0.0.1' });
  t.after(close);
  const statusOf = async (hosts: string): Promise<string> => {
    const socket = connect(Number(new URL(address).port), '127.0.0.1');
    socket.end(`GET /test/host HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`);
    return (await text(socket)).split(' ', 2)[1]!;
  };
  assert.deepEqual([await statusOf('Host: a\r\n'), await statusOf('Host: a\r\nhOst: a\r\n')], ['204', '400']);
});

test('stops retrying conflicts before the time limit', async (t) => {
  const busy = operation({
    ...common,
    needs: 'nothing',
    id: 'test.busy',
    route: 'POST /busy',
    run: () => reply(200, undefined, { change: new Change().append('a', 'log', 1) }),
  });
  let tries = 0;
  const commit = async (): Promise<never> => {
    tries++;
    throw new Conflict();
  };
  const server = serve(t, busy, { store: { commit }, timeMs: 1 });
  t.mock.method(Math, 'random', () => 0.5);
  const { text } = await inject(server.node, { method: 'POST', url: '/test/busy' });
  assert.deepEqual([(JSON.parse(text) as { kind: string }).kind, tries], ['Conflicting', 1]);
});
