import assert from 'node:assert/strict';
import { once } from 'node:events';
import net from 'node:net';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { createGuardedFetch } from './guarded-fetch.ts';
import type { GuardedFetchSettings } from './guarded-fetch.ts';
import { listen, simulateInternet } from '../../test/support/simulated-internet.ts';

const caps = { maxBytes: 100, timeMs: 2000 };
const loopback = () => Promise.resolve([{ address: '127.0.0.1' }]);

const allowing = (allow: string[], settings: Partial<GuardedFetchSettings> = {}) =>
  createGuardedFetch({ allow, own: () => [], lookup: loopback, ...settings });
const guarded = allowing(['127.0.0.1', 'one.example', 'two.example']);

/** A server that responds to each connection with these bytes after the request head, then closes it if `close` is set. */
async function raw(t: TestContext, answer: string, close = true): Promise<string> {
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('data', () => (close ? socket.end(answer) : socket.write(answer)));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

test('returns status, headers, bytes and address, and requests uncompressed content', async (t) => {
  const server = await listen(t, (_, response) => response.writeHead(404, { 'x-kind': 'error' }).end('absent'));
  const url = `http://one.example:${server.port}/a?b=c`;
  const found = await guarded(url, {
    ...caps,
    types: ['image/png'],
    headers: { Accept: 'image/*', 'Accept-Encoding': 'gzip', Host: 'other', Connection: 'keep-alive' },
  });
  assert.deepEqual([found.status, found.headers['x-kind'], found.bytes.toString(), found.url], [404, 'error', 'absent', url]);
  const { headers } = server.requests[0]!;
  assert.deepEqual(
    [headers.accept, headers['accept-encoding'], headers.host, headers.connection, headers['user-agent']],
    ['image/*', 'identity', `one.example:${server.port}`, 'close', 'perennial'],
  );
});

test('sends a body, and none with HEAD', async (t) => {
  const server = await listen(t, (_, response) => response.writeHead(200, { 'content-length': 5000 }).end());
  await guarded(`http://127.0.0.1:${server.port}/`, { ...caps, method: 'HEAD' });
  await assert.rejects(guarded(`http://127.0.0.1:${server.port}/`, { ...caps, method: 'POST', body: '{"ä":1}' }), { reason: 'size' });
  assert.deepEqual(
    server.requests.map(({ method, body }) => [method, body]),
    [
      ['HEAD', ''],
      ['POST', '{"ä":1}'],
    ],
  );
  assert.equal(server.requests[1]!.headers['content-length'], '8');
});

test('opens a connection per fetch', async (t) => {
  const server = await listen(t);
  for (let i = 0; i < 3; i++) await guarded(`http://127.0.0.1:${server.port}/`, caps);
  assert.equal(server.connections, 3);
});

test("allows the server's own addresses under every name", async (t) => {
  const server = await listen(t);
  const at = (...own: string[]) => createGuardedFetch({ allow: [], own: () => own, lookup: loopback });
  const status = async (fetching: ReturnType<typeof at>, host: string) => (await fetching(`http://${host}:${server.port}/`, caps)).status;
  assert.equal(await status(at(`http://127.0.0.1:${server.port}`), '127.0.0.1'), 200);
  assert.equal(await status(at(`127.0.0.1:${server.port}`), 'localhost'), 200);
  assert.equal(await status(at(`http://0.0.0.0:${server.port}`), '127.0.0.1'), 200);
  assert.equal(await status(at(`http://0.0.0.0:${server.port}`), 'localhost'), 200);
  assert.equal(await status(at(`http://perennial.example:${server.port}/base`), 'perennial.example'), 200);
  await assert.rejects(status(at('https://perennial.example'), 'perennial.example'), { reason: 'address' });
  await assert.rejects(status(at('127.0.0.1'), '127.0.0.1'), TypeError);
});

test("resolves localhost to the server's own listener only", async (t) => {
  const reached = simulateInternet(t, {});
  const server = await listen(t);
  const both = () => Promise.resolve([{ address: '::1' }, { address: '127.0.0.1' }]);
  for (const host of ['127.0.0.1', '0.0.0.0']) {
    const fetching = createGuardedFetch({
      allow: [],
      own: () => [`http://${host}:${server.port}`],
      lookup: both,
      machine: () => ['127.0.0.1', '::1'],
    });
    await fetching(`http://localhost:${server.port}/`, caps);
    await assert.rejects(fetching(`http://[::1]:${server.port}/`, caps), { reason: 'address' });
  }
  assert.deepEqual(reached, ['127.0.0.1', '127.0.0.1']);
});

test('respects the allow list', async (t) => {
  const server = await listen(t);
  const url = `http://host.example:${server.port}/`;
  for (const entry of ['host.example', ' Host.Example. ', `host.example:${server.port}`])
    assert.equal((await allowing([entry])(url, caps)).status, 200, entry);
  for (const entry of ['host.example:80', 'ost.example', 'example', '127.0.0.1'])
    await assert.rejects(allowing([entry])(url, caps), { reason: 'address' }, entry);
  assert.equal((await allowing(['0x7f.1'])(`http://127.0.0.1:${server.port}/`, caps)).status, 200);
  for (const entry of ['', 'a b', 'host:0', 'host:70000', 'host:x', 'a/b', 'user@host', '[::1', '[a/b]', '*', '*.example', '10.0.0.0/8']) {
    assert.throws(() => allowing([entry]), TypeError, entry);
  }
  for (const entry of ['::1', '[::1]', '[::1]:6379', 'redis:6379']) assert.doesNotThrow(() => allowing([entry]), entry);
});

test('follows three redirects, not a fourth', async (t) => {
  const server = await listen(t, ({ url = '' }, response) => {
    const left = Number(url.slice(1));
    if (left > 0) response.writeHead(302, { location: String(left - 1) });
    response.end('end');
  });
  const { url, bytes } = await guarded(`http://one.example:${server.port}/3`, caps);
  assert.deepEqual([url, bytes.toString()], [`http://one.example:${server.port}/0`, 'end']);
  await assert.rejects(guarded(`http://one.example:${server.port}/4`, caps), { reason: 'redirects' });
});

test('strips credentials on a redirect to another origin', async (t) => {
  const server = await listen(t, ({ url, headers }, response) => {
    const other = headers.host!.startsWith('one') ? 'two' : 'one';
    if (url !== '/2') response.writeHead(307, { location: `http://${other}.example:${server.port}/${Number(url!.slice(1)) + 1}` });
    response.end();
  });
  const headers = { Authorization: 'Bearer x', Cookie: 'x', 'Ocp-Apim-Subscription-Key': 'x', 'x-ms-token': 'x', Accept: 'image/*' };
  await guarded(`http://one.example:${server.port}/0`, { ...caps, headers });
  const sent = server.requests.map(
    (request) =>
      Object.keys(request.headers).filter((name) => request.headers[name] === 'x' || name === 'authorization' || name === 'accept').length,
  );
  assert.deepEqual(sent, [5, 1, 1]);
});

test('keeps or changes the method over redirects as specified', async (t) => {
  const server = await listen(t, ({ url = '' }, response) => {
    const [, status, host] = /^\/(\d+)\/(.*)$/.exec(url) ?? [];
    if (status) response.writeHead(Number(status), { location: `http://${host}.example:${server.port}/end` });
    response.end();
  });
  const post = { ...caps, method: 'POST', body: 'body', headers: { 'content-type': 'text/plain', 'x-key': 'k' } } as const;
  const last = async (path: string, options: Parameters<typeof guarded>[1]) => {
    await guarded(`http://one.example:${server.port}${path}`, options);
    const { method, body, headers } = server.requests.at(-1)!;
    return [method, body, headers['content-type'], headers['x-key']];
  };
  for (const status of [301, 302, 303]) assert.deepEqual(await last(`/${status}/one`, post), ['GET', '', undefined, 'k']);
  for (const status of [301, 302, 303]) assert.deepEqual(await last(`/${status}/two`, post), ['GET', '', undefined, undefined]);
  for (const status of [307, 308]) assert.deepEqual(await last(`/${status}/one`, post), ['POST', 'body', 'text/plain', 'k']);
  for (const status of [307, 308]) await assert.rejects(last(`/${status}/two`, post), { reason: 'redirects' });
  await assert.rejects(last('/302/two', { ...post, method: 'PUT' }), { reason: 'redirects' });
  await assert.rejects(last('/307/two', { ...caps, method: 'DELETE' }), { reason: 'redirects' });
  assert.deepEqual(await last('/302/two', { ...caps, method: 'HEAD' }), ['HEAD', '', undefined, undefined]);
});

test('limits the announced and the received size', async (t) => {
  const announced = await raw(t, 'HTTP/1.1 200 OK\r\ncontent-length: 101\r\n\r\n', false);
  await assert.rejects(guarded(announced, caps), { reason: 'size' });
  const endless = await raw(t, `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${'1\r\nx\r\n'.repeat(101)}`, false);
  await assert.rejects(guarded(endless, caps), { reason: 'size' });
  const failing = await raw(t, `HTTP/1.1 500 No\r\n\r\n${'x'.repeat(101)}`);
  await assert.rejects(guarded(failing, caps), { reason: 'size' });
  const large = Buffer.alloc(300_001, 'abc');
  const server = await listen(t, (_, response) => response.end(large));
  assert.ok((await guarded(`http://127.0.0.1:${server.port}/`, { ...caps, maxBytes: large.length })).bytes.equals(large));
});

test('applies one time limit to lookup, headers, content and redirects', async (t) => {
  const fast = { ...caps, timeMs: 40 };
  const never = new Promise<never>(() => {});
  await assert.rejects(allowing([], { lookup: () => never })('http://slow.example/', fast), { reason: 'time' });
  await assert.rejects(guarded(await raw(t, '', false), fast), { reason: 'time' });
  await assert.rejects(guarded(await raw(t, 'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nabc', false), fast), { reason: 'time' });
  const silent = await raw(t, '', false);
  await assert.rejects(guarded(await raw(t, `HTTP/1.1 302 Found\r\nlocation: ${silent}\r\n\r\n`), fast), { reason: 'time' });
});

test("aborts with the caller's reason", async (t) => {
  const server = await listen(t);
  const reason = new Error('stopped');
  await assert.rejects(guarded(`http://127.0.0.1:${server.port}/`, { ...caps, signal: AbortSignal.abort(reason) }), reason);
  assert.equal(server.connections, 0);
  const control = new AbortController();
  const waiting = await listen(t, () => control.abort(reason));
  await assert.rejects(guarded(`http://127.0.0.1:${waiting.port}/`, { ...caps, signal: control.signal }), reason);
});

test('checks the content type', async (t) => {
  let type: string | undefined;
  const server = await listen(t, (_, response) => response.writeHead(200, type === undefined ? {} : { 'content-type': type }).end('x'));
  const types = ['image/*', 'application/pdf', 'application/octet-stream'];
  for (type of ['image/png', 'IMAGE/JPEG; q=1', 'application/pdf;x=y', undefined])
    assert.equal((await guarded(`http://127.0.0.1:${server.port}/`, { ...caps, types })).status, 200, type);
  for (type of ['text/html', 'imagex/png', 'application/pdfx', ''])
    await assert.rejects(guarded(`http://127.0.0.1:${server.port}/`, { ...caps, types }), { reason: 'type' }, type);
});

test('rejects encoded content', async (t) => {
  for (const header of ['content-encoding: gzip', 'content-encoding: br', 'transfer-encoding: gzip, chunked']) {
    await assert.rejects(guarded(await raw(t, `HTTP/1.1 200 OK\r\n${header}\r\n\r\n0\r\n\r\n`), caps), { reason: 'type' }, header);
  }
});

test('rejects truncated and invalid responses', async (t) => {
  const answers = [
    '',
    'nonsense',
    'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nabc',
    'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n9\r\nabc',
    'HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
    `HTTP/1.1 200 OK\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`,
  ];
  for (const answer of answers) {
    await assert.rejects(
      guarded(await raw(t, answer), caps),
      { name: 'FetchRefused', reason: 'network', message: 'The address could not be fetched.' },
      answer.slice(0, 40),
    );
  }
  const server = await listen(t);
  await assert.rejects(guarded(`https://127.0.0.1:${server.port}/`, caps), { reason: 'network' });
  await assert.rejects(guarded(`http://127.0.0.1:${server.port}/`, { ...caps, headers: { 'x-key': 'a\r\nb: c' } }), { reason: 'network' });
});
