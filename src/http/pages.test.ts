import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import Fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { areas } from '../areas.ts';
import type { Area } from '../kernel/area.ts';
import { StorageUnavailable } from '../kernel/storage-unavailable.ts';
import { addPages } from './pages.ts';
import { Readiness } from './readiness.ts';

function pagesOf(t: TestContext, served: readonly Area[], database: () => Promise<void> = async () => {}): FastifyInstance {
  const server = Fastify();
  t.after(() => server.close());
  const metrics = { contentType: 'text/plain', metrics: async () => 'jobs 0' };
  const readiness = new Readiness({ database: { run: database } });
  addPages(server, {
    areas: served,
    metrics,
    clock: { now: () => 0 },
    health: readiness,
    readiness,
    version: '1',
  });
  return server;
}

test('a process that serves no operations has only the pages of an operator', async (t) => {
  const server = pagesOf(t, []);
  const statuses: Record<string, number> = {};
  for (const url of ['/live', '/health', '/ready', '/metrics', '/', '/docs', '/openapi.json', '/console'])
    statuses[url] = (await server.inject(url)).statusCode;
  assert.deepEqual(statuses, {
    '/live': 200,
    '/health': 200,
    '/ready': 200,
    '/metrics': 200,
    '/': 404,
    '/docs': 404,
    '/openapi.json': 404,
    '/console': 404,
  });
  assert.equal((await pagesOf(t, areas).inject('/openapi.json')).statusCode, 200);
});

test('/health and /ready say 503 and why without the database, /live says that the process lives', async (t) => {
  const server = pagesOf(t, [], () => Promise.reject(new StorageUnavailable('unreachable')));
  for (const url of ['/health', '/ready']) {
    const { statusCode, headers, body } = await server.inject(url);
    assert.deepEqual([statusCode, headers['retry-after']], [503, '1'], url);
    assert.match(body, /"database":"[^"]+"/, url);
  }
  assert.equal((await server.inject('/live')).statusCode, 200);
});
