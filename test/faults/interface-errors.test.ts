/** The rows of the interface's error tables that need a fault: the database is broken from outside while the server runs. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import { call, startServer, temporaryFolder } from '../support/server.ts';
import type { HttpResponse, Server } from '../support/server.ts';

const LOCK_WAIT_MS = 30_000;
const AUTHORIZE = [
  'POST /documentanalysis/documentModels:authorizeCopy?api-version=2024-02-29-preview',
  'POST /formanalysis/documentModels:authorizeCopy?api-version=2022-01-30-preview',
];
const MIGRATE = 'POST /language/analyze-conversations/internal/:migrateFromUnderstanding?api-version=2021-11-01-preview';

describe('errors of the interface that need a fault', () => {
  const folder = temporaryFolder();
  let server: Server;
  let database: DatabaseSync;
  before(async () => {
    server = await startServer({ data: folder.path });
    database = new DatabaseSync(join(folder.path, 'perennial.db'), { timeout: LOCK_WAIT_MS });
  });
  after(async () => {
    database.close();
    await server.stop();
    folder.remove();
  });

  const authorize = (route: string, key: string): Promise<HttpResponse<unknown>> => call(server, route, { key, json: { modelId: 'copy' } });
  const migrate = (key: string): Promise<HttpResponse<unknown>> =>
    call(server, MIGRATE, {
      key,
      json: {
        appsMetadata: [{ appId: '00000000-0000-0000-0000-000000000000', appVersion: '0.1' }],
        authoringResourceUrl: server.address,
        understandingKey: 'key',
      },
    });
  /** Breaks the database during some work. */
  const during = async (fault: string, repair: string, work: () => Promise<void>): Promise<void> => {
    database.exec(fault);
    await work().finally(() => database.exec(repair));
  };
  /** Nothing can be read. The second key has not been used before, so that its account has to be. */
  const unreadable = ['ALTER TABLE records RENAME TO hidden', 'ALTER TABLE hidden RENAME TO records'] as const;

  test('7.1: 503 ServiceUnavailable when a change cannot be stored (4.1)', async () => {
    for (const route of AUTHORIZE) assert.equal((await authorize(route, server.key1)).status, 200);
    const message = 'A transient error has occurred. Please try again.';
    const fault = "CREATE TRIGGER fault BEFORE INSERT ON records BEGIN SELECT RAISE(ABORT, 'fault'); END";
    await during(fault, 'DROP TRIGGER fault', async () => {
      for (const route of AUTHORIZE) {
        const { status, body, headers } = await authorize(route, server.key1);
        const innererror = { code: 'ServiceUnavailable', message };
        assert.deepEqual([status, body], [503, { error: { code: 'ServiceUnavailable', message, innererror } }]);
        assert.ok(Number(headers['retry-after']) > 0);
      }
    });
    for (const route of AUTHORIZE) assert.equal((await authorize(route, server.key1)).status, 200);
  });

  test('7.1: 500 InternalServerError for an unexpected error (4.1)', async () => {
    await during(...unreadable, async () => {
      for (const route of AUTHORIZE) {
        const { status, body } = await authorize(route, server.key2);
        const innererror = { code: 'Unknown', message: 'Unknown error.' };
        assert.deepEqual(
          [status, body],
          [500, { error: { code: 'InternalServerError', message: 'An unexpected error occurred.', innererror } }],
        );
      }
    });
  });

  test('7.3: 500 for an unexpected error (4.8)', async () => {
    await during(...unreadable, async () => {
      const { status, body } = await migrate(server.key2);
      assert.deepEqual([status, body], [500, { error: { code: 'InternalServerError', message: 'An unexpected error occurred.' } }]);
    });
    assert.equal((await migrate(server.key2)).status, 202);
  });
});
