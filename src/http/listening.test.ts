import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { listen } from './listening.ts';

test('answers on every socket, and completes calls before it closes', async () => {
  const waiting: (() => void)[] = [];
  const server = createHttpServer(({ url }, response) => {
    if (url === '/now') response.end('now');
    else waiting.push(() => response.end('later'));
  });
  const { address, close } = await listen(server, { port: 0, host: '127.0.0.1' });
  const get = async (path: string): Promise<string> => await (await fetch(address + path, { headers: { connection: 'close' } })).text();
  assert.deepEqual(new Set(await Promise.all(Array.from({ length: 100 }, () => get('/now')))), new Set(['now']));
  const later = Array.from({ length: 20 }, () => get('/later'));
  while (waiting.length < later.length) await new Promise((resolve) => setImmediate(resolve));
  const closing = Promise.all([once(server.close(), 'close'), close()]);
  for (const answer of waiting) answer();
  assert.deepEqual(new Set(await Promise.all(later)), new Set(['later']));
  await closing;
});

test('fails when another server has the port', async (t) => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  t.after(() => other.close());
  const { port } = other.address() as AddressInfo;
  await assert.rejects(listen(createHttpServer(), { port, host: '127.0.0.1' }), { code: 'EADDRINUSE' });
  const first = createHttpServer();
  const { address, close } = await listen(first, { port: 0, host: '127.0.0.1' });
  t.after(() => Promise.all([first.close(), close()]));
  await assert.rejects(listen(createHttpServer(), { port: Number(new URL(address).port), host: '127.0.0.1' }), { code: 'EADDRINUSE' });
});
