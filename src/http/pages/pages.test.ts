import assert from 'node:assert/strict';
import { test } from 'node:test';
import { areas } from '../../areas.ts';
import type { Area } from '../../kernel/area.ts';
import { StorageUnavailable } from '../../kernel/storage-unavailable.ts';
import type { PageReply } from './page.ts';
import { createPages } from './pages.ts';
import { PathTable } from '../path-table.ts';
import { Readiness } from './readiness.ts';

type Get = (url: string) => Promise<PageReply>;

/** Answers with 404 where no page is. */
function pagesOf(served: readonly Area[], database: () => Promise<void> = async () => {}): Get {
  const metrics = async (): Promise<PageReply> => ({ body: 'jobs 0' });
  const readiness = new Readiness({ database: { run: database } });
  const pages = createPages({
    areas: served,
    metrics,
    clock: { now: () => 0 },
    health: readiness,
    readiness,
    version: '1',
  });
  const table = new PathTable([], pages);
  return async (url) => {
    const { target, params } = table.find(url) ?? {};
    return target?.page ? { status: 200, ...(await target.page.answer({ params: params!, headers: {} })) } : { status: 404 };
  };
}

test('a process that serves no operations has only the pages of an operator', async () => {
  const get = pagesOf([]);
  const statuses: Record<string, number> = {};
  for (const url of ['/live', '/health', '/ready', '/metrics', '/', '/docs', '/openapi.json', '/console'])
    statuses[url] = (await get(url)).status!;
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
  assert.equal((await pagesOf(areas)('/openapi.json')).status, 200);
});

test('/health and /ready say 503 and why without the database, /live says that the process lives', async () => {
  const get = pagesOf([], () => Promise.reject(new StorageUnavailable('unreachable')));
  for (const url of ['/health', '/ready']) {
    const { status, headers, body } = await get(url);
    assert.deepEqual([status, headers!['retry-after']], [503, '1'], url);
    assert.match(String(body), /"database":"[^"]+"/, url);
  }
  assert.equal((await get('/live')).status, 200);
});
