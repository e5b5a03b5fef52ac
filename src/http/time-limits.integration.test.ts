import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { Area } from '../kernel/area.ts';
import { plainDialect } from '../kernel/failures.ts';
import { operation, reply } from '../kernel/operation.ts';
import { Type } from '../kernel/schema.ts';
import { testApp } from '../../test/support/memory-app.ts';
import type { TestApp } from '../../test/support/memory-app.ts';

const MEGABYTE = 2 ** 20;
const Body = Type.Object({ text: Type.String() });

const area: Area = {
  name: 'limits',
  title: 'Limits',
  kinds: [],
  dialect: plainDialect,
  mounts: [{ base: '/limits', version: 'v1', marker: 'path' }],
  operations: [
    operation({
      id: 'limits.take',
      summary: '',
      needs: 'nothing',
      route: 'POST /take',
      body: Body,
      replies: { 200: Body },
      run: ({ body }) => reply(200, body),
    }),
    operation({
      id: 'limits.give',
      summary: '',
      needs: 'nothing',
      route: 'GET /give',
      replies: { 200: Body },
      run: () => reply(200, Buffer.alloc(32 * MEGABYTE, 'x')),
    }),
    operation({
      id: 'limits.keyed',
      summary: '',
      needs: 'authoring',
      route: 'POST /keyed',
      maxBytes: 64 * MEGABYTE,
      body: Body,
      replies: { 200: Body },
      run: ({ body }) => reply(200, body),
    }),
  ],
};

describe('time limits', () => {
  let app: TestApp;
  let port: number;
  const sockets: Socket[] = [];
  before(async () => {
    app = await testApp({ areas: [area], timeLimits: { headersMs: 150, requestMs: 300, inactiveMs: 400, checkMs: 25 } });
    port = Number(new URL(await app.listen()).port);
  });
  after(async () => {
    for (const socket of sockets) socket.destroy();
    await app.close();
  });

  interface Client {
    socket: Socket;
    received(): string;
    closed: Promise<unknown>;
  }
  const open = async (text = ''): Promise<Client> => {
    const socket = connect({ port, host: '127.0.0.1' }).on('error', () => undefined);
    sockets.push(socket);
    await once(socket, 'connect');
    let received = '';
    socket.setEncoding('latin1').on('data', (data: string) => (received += data));
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.write(text);
    return { socket, received: () => received, closed };
  };
  const head = (path: string, ...headers: string[]): string =>
    ['POST ' + path + ' HTTP/1.1', 'host: a', 'content-type: application/json', ...headers, '', ''].join('\r\n');

  test('closes a connection whose headers do not arrive', async () => {
    for (const text of ['', 'POST /limits/take HTTP/1.1\r\nhost: a\r\n']) await (await open(text)).closed;
  });

  test('closes a connection whose headers trickle in', async () => {
    const { socket, closed, received } = await open('GET /health HTTP/1.1\r\nhost: a\r\n');
    const trickle = setInterval(() => socket.write('x: y\r\n'), 20);
    await closed;
    clearInterval(trickle);
    assert.match(received(), /^HTTP\/1.1 408/);
  });

  test('closes a connection whose body stops, trickles in or is chunked without end', async () => {
    for (const [header, piece] of [
      ['content-length: 100000', ''],
      ['content-length: 100000', 'x'],
      ['transfer-encoding: chunked', '1\r\nx\r\n'],
    ] as const) {
      const { socket, closed } = await open(head('/limits/take', header));
      const trickle = setInterval(() => socket.write(piece), 20);
      await closed;
      clearInterval(trickle);
    }
  });

  test('closes an idle connection', async () => {
    const { closed, received } = await open('GET /health HTTP/1.1\r\nhost: a\r\n\r\n');
    await closed;
    assert.match(received(), /^HTTP\/1.1 200/);
  });

  test('closes a connection that does not read its reply', async () => {
    const accepted = once(app.server.node, 'connection') as Promise<[Socket]>;
    const { socket } = await open();
    const [connection] = await accepted;
    socket.pause();
    socket.write('GET /limits/give HTTP/1.1\r\nhost: a\r\n\r\n');
    await once(connection, 'close');
    assert.ok(connection.bytesWritten > 0);
  });

  test('answers pipelined requests in order', async () => {
    const call = (text: string): string => `${head('/limits/take', `content-length: ${text.length + 11}`)}{"text":"${text}"}`;
    const { closed, received } = await open(['a', 'bb', 'ccc'].map(call).join(''));
    await closed;
    assert.deepEqual(received().match(/\{"text":"\w+"\}/g), ['{"text":"a"}', '{"text":"bb"}', '{"text":"ccc"}']);
  });

  test('refuses a body before it is sent, and closes the connection', async () => {
    for (const header of [`content-length: ${64 * MEGABYTE}`, 'transfer-encoding: chunked']) {
      const { closed, received } = await open(head('/limits/keyed', header));
      await closed;
      assert.match(received(), /^HTTP\/1.1 401 .*connection: close/is, header);
    }
  });

  test('sends the reply to a client that is still sending, and reads little of the rest', async () => {
    const { socket, closed, received } = await open(head('/limits/keyed', `content-length: ${64 * MEGABYTE}`));
    const piece = Buffer.alloc(64 * 1024);
    while (!socket.destroyed && received() === '') {
      socket.write(piece);
      await wait(1);
    }
    assert.match(received(), /^HTTP\/1.1 401 /);
    socket.destroy();
    await closed;
  });

  test('keeps a connection whose refused body is small', async () => {
    const { closed, received } = await open(
      `${head('/limits/keyed', 'content-length: 4')}null${head('/limits/keyed', 'content-length: 4')}null`,
    );
    await closed;
    assert.equal(received().match(/HTTP\/1.1 401 /g)?.length, 2);
  });

  test('sends 100 Continue only when the body is read', async () => {
    const refused = await open(head('/limits/keyed', 'content-length: 100000', 'expect: 100-continue'));
    await refused.closed;
    assert.match(refused.received(), /^HTTP\/1.1 401/);
    const admitted = await open(head('/limits/take', 'content-length: 12', 'expect: 100-continue'));
    while (admitted.received() === '') await wait(1);
    assert.match(admitted.received(), /^HTTP\/1.1 100/);
    admitted.socket.write('{"text":"a"}');
    await admitted.closed;
    assert.match(admitted.received(), /HTTP\/1.1 200.*\{"text":"a"\}/s);
  });
});
