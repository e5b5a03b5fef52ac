/** A lost database: 503 with Retry-After for reads and writes, /ready says so, /health does not, and all recovers by itself. */
import assert from 'node:assert/strict';
import { createServer, connect } from 'node:net';
import type { AddressInfo, Server as NetServer, Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { newDatabase, stopPostgres } from '../support/postgres.ts';
import { call, eventually, startServer, temporaryFolder } from '../support/server.ts';
import type { HttpResponse, Server } from '../support/server.ts';

/** Passes connections on to the database, until it is cut or frozen. */
class Link {
  readonly #sockets = new Set<Socket>();
  readonly #server: NetServer;
  #state: 'up' | 'down' | 'frozen' = 'up';

  constructor(port: number) {
    this.#server = createServer((client) => {
      if (this.#state === 'down') return client.destroy();
      const database = connect(port, '127.0.0.1');
      for (const [from, to] of [
        [client, database],
        [database, client],
      ] as const) {
        this.#sockets.add(from);
        from.on('error', () => {}).on('close', () => (this.#sockets.delete(from), to.destroy()));
        from.on('data', (bytes) => void (this.#state === 'frozen' || to.write(bytes)));
      }
    });
  }

  async listen(): Promise<number> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return (this.#server.address() as AddressInfo).port;
  }

  set(state: 'up' | 'down' | 'frozen'): void {
    this.#state = state;
    if (state !== 'frozen') for (const socket of this.#sockets) socket.destroy();
  }

  close(): void {
    this.set('down');
    this.#server.close();
  }
}

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
      const { status, body, text } = await eventually(ready, (answer) => answer.status === 503);
      assert.equal(status, 503);
      assert.notEqual(body.checks.store, 'ok');
      assert.doesNotMatch(text, /ECONN|127\.0|\//);
      assert.equal((await call(server, 'GET /health')).status, 200);
      link.set('up');
      await eventually(ready, (answer) => answer.status === 200);
      assert.equal((await put(`after-${state}`)).status, 200);
      assert.equal((await get('first')).status, 200);
    });
});
