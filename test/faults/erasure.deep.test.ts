/** Deleted content is gone from every file of the data folder, and from the blobs of a database, soon after, also after a kill -9. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { listBlobs, plantContent, plantConversation, searchFiles } from '../support/planted-content.ts';
import type { Planted } from '../support/planted-content.ts';
import { newDatabase, stopPostgres } from '../support/postgres.ts';
import { eventually, ManagementClient, startServer, temporaryFolder } from '../support/server.ts';
import type { Server } from '../support/server.ts';

after(stopPostgres);

const STORES: Record<string, () => Promise<{ env: Record<string, string>; isSqlite: boolean }>> = {
  SQLite: async () => ({ env: {}, isSqlite: true }),
  PostgreSQL: async () => ({ env: { DATABASE_URL: await newDatabase() }, isSqlite: false }),
};

for (const [store, settings] of Object.entries(STORES))
  describe(`erasure on ${store}`, () => {
    const folder = temporaryFolder();
    const data = join(folder.path, 'data');
    let env: Record<string, string>;
    let isSqlite: boolean;
    let server: Server;
    let adminSecret: string;
    const start = async (): Promise<void> => {
      server = await startServer({ data, env, args: ['--erase-seconds', '1'] });
      adminSecret ??= server.adminSecret;
    };
    const connect = (): Promise<ManagementClient> => ManagementClient.connect({ address: server.address, adminSecret });
    before(async () => {
      ({ env, isSqlite } = await settings());
      await start();
    });
    after(async () => {
      await server.stop();
      folder.remove();
    });

    const left = async (planted: readonly Planted[]): Promise<string[]> => {
      const found = searchFiles(
        data,
        planted.map(({ marker }) => marker),
      );
      for (const { marker } of planted) if (await isInBlobs(marker)) found.set(marker, ['blobs']);
      return planted.filter(({ marker }) => found.has(marker)).map(({ name, marker }) => `${name} in ${found.get(marker)!.join(', ')}`);
    };
    const count = async (sql: string, value: unknown): Promise<number> => {
      if (isSqlite) return 0;
      const client = new pg.Client({ connectionString: env.DATABASE_URL });
      await client.connect();
      try {
        return Number((await client.query<{ count: string }>(sql, [value])).rows[0]!.count);
      } finally {
        await client.end();
      }
    };
    const isInBlobs = async (marker: string): Promise<boolean> =>
      (await count('select count(*) from blob_chunks where position($1::bytea in content) > 0', Buffer.from(marker))) > 0;
    const assertGone = async (planted: readonly Planted[]): Promise<void> => {
      await eventually(
        () => left(planted),
        (names) => names.length === 0,
      );
    };

    test('erases records deleted directly or by cascade', async () => {
      const planted = await plantContent(server, server.key1);
      if (isSqlite) assert.equal((await left(planted)).length, planted.length, 'everything is in some file first');
      else assert.ok((await left(planted)).length > 0, 'some of it is in blobs first');
      for (const { remove } of planted) await remove(server);
      await assertGone(planted);
    });

    /** A new account with content in every area. */
    const plantIn = async (name: string): Promise<{ id: string; key: string; planted: Planted[] }> => {
      const management = await connect();
      const { status, body, text } = await management.putAccount(name);
      assert.equal(status, 201, text);
      const { key1 } = await management.listKeys(name);
      return { id: body.properties.accountId, key: key1, planted: await plantContent(server, key1, { withModels: false }) };
    };
    const assertNoBlobs = async (id: string): Promise<void> => {
      await eventually(
        async () => listBlobs(data, id).length + (await count('select count(*) from blobs where account = $1', id)),
        (blobs) => blobs === 0,
      );
    };

    test('what is deleted with its account', async () => {
      const { id, key, planted } = await plantIn('temporary');
      planted.push(await plantConversation(server, key));
      await (await connect()).call(`DELETE ${ManagementClient.accountPath('temporary')}`);
      await assertGone(planted);
      await assertNoBlobs(id);
    });

    test('what is deleted just before the server is killed', async () => {
      const { planted } = await plantIn('killed');
      for (const { remove } of planted) await remove(server);
      server.signal('SIGKILL');
      await server.exited;
      await start();
      await assertGone(planted);
    });

    test('an account that is deleted just before the server is killed', async () => {
      const { id, key, planted } = await plantIn('killed-whole');
      planted.push(await plantConversation(server, key));
      await (await connect()).call(`DELETE ${ManagementClient.accountPath('killed-whole')}`);
      server.signal('SIGKILL');
      await server.exited;
      await start();
      await assertGone(planted);
      await assertNoBlobs(id);
    });
  });
