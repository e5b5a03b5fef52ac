/** A lost database: 503 with Retry-After for reads and writes, /ready and /health say so, /live does not, and all recovers by itself. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Link } from '../support/link.ts';
import { newDatabase, stopPostgres } from '../support/postgres.ts';
import { call, eventually, startServer, temporaryFolder } from '../support/server.ts';
import type { HttpResponse, Server } from '../support/server.ts';

after(stopPostgres);

describe('a lost database', () => {
  const folder = temporaryFolder();
  let link: Link;
  let server: Server;
  before(async () => {
    const url = new URL(await newDatabase());
    link = new Link(Number(url.port));
    url.port = String(await link.listen());
    server = await startServer({ data: folder.path, env: { DATABASE_URL: url.href } });
    assert.equal((await put('first')).status, 200);
  });
  after(async () => {
    link.set('up');
    await server.stop();
    link.close();
    folder.remove();
  });

  const put = (id: string): Promise<HttpResponse<unknown>> =>
    call(server, `PUT /face/v1.0/persongroups/${id}`, { key: server.key1, json: { name: id } });
  const get = (id: string): Promise<HttpResponse<unknown>> => call(server, `GET /face/v1.0/persongroups/${id}`, { key: server.key1 });
  const health = (): Promise<HttpResponse<unknown>> => call(server, 'GET /health');
  const ready = (): Promise<HttpResponse<{ checks: Record<string, string> }>> => call(server, 'GET /ready');

  for (const state of ['down', 'frozen'] as const)
    test(`${state}: refuses, says that it is not ready, and recovers`, async () => {
      link.set(state);
      if (state === 'down')
        for (const answer of [await get('first'), await put(state), await put('first')]) {
          assert.equal(answer.status, 503, answer.text);
          assert.ok(Number(answer.headers['retry-after']) > 0);
          assert.doesNotMatch(answer.text, /ECONN|postgres|127\.0/i);
        }
      // Each check keeps its result for a moment; blobs, which are in the same database, may notice first.
      const { status, text } = await eventually(ready, ({ body }) => body.checks.store !== 'ok');
      assert.equal(status, 503);
      assert.doesNotMatch(text, /ECONN|127\.0|\//);
      assert.equal((await eventually(health, (answer) => answer.status === 503)).headers['retry-after'], '1');
      assert.equal((await call(server, 'GET /live')).status, 200);
      link.set('up');
      for (const ask of [ready, health]) await eventually(ask, (answer) => answer.status === 200);
      assert.equal((await put(`after-${state}`)).status, 200);
      assert.equal((await get('first')).status, 200);
    });
});
