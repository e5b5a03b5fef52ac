import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { areas } from '../areas.ts';
import { Shedding } from './shedding.ts';

const KEY = 'ocp-apim-subscription-key';

interface Fixture {
  address: string;
  shedding: Shedding;
  reasons: string[];
}

/** A server that sheds every call of the account `greedy`. */
async function overloadedServer(t: TestContext): Promise<Fixture> {
  const reasons: string[] = [];
  const shedding = new Shedding({
    overload: { arrival: () => 'loop', connected() {}, isAboveShare: (account) => account === 'greedy', shed() {} },
    access: { callerOf: (headers) => String(headers[KEY]) },
    areas,
    nextId: () => 'id-1',
    onShed: (reason) => reasons.push(reason),
  });
  const server = createServer((request, response) => {
    if (!shedding.refuses(request, response)) response.end('answered');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, shedding, reasons };
}

test('answers 503 with Retry-After in the form of the area', async (t) => {
  const { address, reasons } = await overloadedServer(t);
  const shed = async (path: string): Promise<unknown> => {
    const response = await fetch(address + path, { method: 'POST', headers: { [KEY]: 'greedy' }, body: '{}' });
    assert.deepEqual(
      [response.status, response.headers.get('retry-after'), response.headers.get('x-request-id')],
      [503, '1', 'id-1'],
      path,
    );
    return await response.json();
  };
  const paths = areas.flatMap(({ mounts }) => mounts.map(({ base }) => `${base}/anything`));
  const codes = new Set<string>();
  for (const path of paths) codes.add(Object.keys((await shed(path)) as object).join());
  assert.deepEqual([...codes].sort(), ['error', 'statusCode,message']);
  assert.equal(((await shed('/elsewhere')) as { error: { code: string } }).error.code, 'Overloaded');
  assert.equal(reasons.length, paths.length + 1);
});

test('answers accounts within their share, and what tells how the server is', async (t) => {
  const { address, reasons } = await overloadedServer(t);
  for (const [path, account] of [
    ['/face/v1.0/detect', 'modest'],
    ['/health', 'greedy'],
    ['/ready', 'greedy'],
    ['/metrics', 'greedy'],
  ] as const)
    assert.equal(await (await fetch(address + path, { headers: { [KEY]: account } })).text(), 'answered', path);
  assert.deepEqual(reasons, []);
});

test('does not read a large body of a call that is shed', async (t) => {
  const { address } = await overloadedServer(t);
  const socket = connect(Number(new URL(address).port), '127.0.0.1');
  t.after(() => socket.destroy());
  socket.write(`POST /a HTTP/1.1\r\nhost: a\r\n${KEY}: greedy\r\ncontent-length: 50000000\r\n\r\n`);
  let received = '';
  for await (const text of socket.setEncoding('utf8')) received += String(text);
  assert.match(received, /^HTTP\/1.1 503 .*connection: close/is);
});

test('refuses every call while the server stops, with Retry-After and the end of the connection', async (t) => {
  const { address, shedding } = await overloadedServer(t);
  assert.equal((await fetch(`${address}/face/v1.0/detect`, { headers: { [KEY]: 'modest' } })).status, 200);
  shedding.stop();
  for (const path of ['/face/v1.0/detect', '/health']) {
    const { status, headers } = await fetch(address + path, { headers: { [KEY]: 'modest' } });
    assert.deepEqual([status, headers.get('retry-after'), headers.get('connection')], [503, '1', 'close'], path);
  }
});
