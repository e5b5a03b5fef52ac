/** Errors of migrations, and recovery after a crash. */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { Author } from '../support/author.ts';
import { Migrator, startAppSource } from '../support/migration.ts';
import type { AppSource } from '../support/migration.ts';
import { ManagementClient, call, eventually, startServer, temporaryFolder } from '../support/server.ts';
import type { Server } from '../support/server.ts';

const UNKNOWN = '00000000-0000-0000-0000-000000000000';
const SECRET = 'a-key-that-nobody-should-read-4711';
const app = (appId: string): { appId: string; appVersion: string } => ({ appId, appVersion: '0.1' });
const SMALL = { name: 'Small', culture: 'en-us', intents: [{ name: 'Go' }], utterances: [{ text: 'go away', intent: 'Go', entities: [] }] };

describe('migration errors', () => {
  const folder = temporaryFolder();
  let server: Server;
  let source: AppSource;
  let mover: Migrator;
  let author: Author;
  let closed: string;
  before(async () => {
    source = await startAppSource((request, response) => {
      const [, version, id] =
        /^\/luis\/(authoring\/v3\.0-preview|api\/v2\.0)\/apps\/([^/]+)\/versions\/0\.1\/export$/.exec(request.url!) ?? [];
      if (id === 'text') response.end('this is no app');
      else if (id === 'page') response.setHeader('content-type', 'text/html').end('<html></html>');
      else if (id === 'list') response.end('[1,2,3]');
      else if (id === 'wrong') response.end(JSON.stringify({ intents: [{ name: 'Go' }], utterances: [{ text: 'x', intent: 'Stay' }] }));
      else if (id === 'deep') response.end(`${'['.repeat(200_000)}${']'.repeat(200_000)}`);
      else if (id === 'huge') response.writeHead(200, { 'content-length': String(2 ** 30) }).write('{');
      else if (id === 'endless') response.writeHead(200).end(Buffer.alloc(33 * 1024 * 1024, 32));
      else if (id === 'culture') response.end(JSON.stringify({ ...SMALL, culture: 'xx-yy' }));
      else if (id === 'busy') response.writeHead(503).end();
      else if (id === 'away') response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end();
      else if (id === 'older' && version === 'api/v2.0') response.end(JSON.stringify({ ...SMALL, name: 'Older' }));
      else if (id === 'newer' && version !== 'api/v2.0') response.end(JSON.stringify({ ...SMALL, name: 'Newer' }));
      else response.writeHead(404).end();
    });
    const gone = await startAppSource((_, response) => response.end());
    closed = gone.address;
    await gone.close();
    server = await startServer({
      data: folder.path,
      env: { PERENNIAL_FETCH_ALLOW: [source.address, closed].map((address) => new URL(address).host).join() },
    });
    const manager = await ManagementClient.connect(server);
    mover = new Migrator(server, (await manager.createAccount('mover')).key1);
    author = await new Author(server, (await manager.createAccount('author')).key1).create('Real');
  });
  after(async () => {
    await server.stop();
    await source.close();
    folder.remove();
  });

  test('fail with a reason and create nothing', async () => {
    const other = await startAppSource((_, response) => response.end(JSON.stringify(SMALL)));
    const cases: [app: string, resource: string, key: string, code: string, message: RegExp][] = [
      [author.appId, server.address, 'not-the-key', 'invalidOperation', /does not accept the key/],
      [UNKNOWN, server.address, author.key, 'notFound', /has no app 00000000-0000-0000-0000-000000000000 with a version 0\.1/],
      ['none', source.address, 'k', 'notFound', /has no app none/],
      ['none', closed, 'k', 'unknown', /could not be fetched/],
      ['none', other.address, 'k', 'invalidOperation', /does not fetch from the port|not a public one/],
      ['none', 'http://169.254.169.254', 'k', 'invalidOperation', /not a public one/],
      ['none', 'http://127.0.0.1', 'k', 'invalidOperation', /not a public one/],
      ['text', source.address, 'k', 'invalidOperation', /not JSON/],
      ['page', source.address, 'k', 'invalidOperation', /not JSON/],
      ['list', source.address, 'k', 'invalidOperation', /the app.*must be an object/],
      ['wrong', source.address, 'k', 'invalidOperation', /utterances\[0\]\.intent.*Stay does not exist/],
      ['deep', source.address, 'k', 'invalidOperation', /must be an object|not JSON/],
      ['huge', source.address, 'k', 'invalidOperation', /too large/],
      ['endless', source.address, 'k', 'invalidOperation', /too large/],
      ['culture', source.address, 'k', 'invalidOperation', /language xx-yy is not supported/],
      ['busy', source.address, 'k', 'unknown', /responded with 503/],
      ['away', source.address, 'k', 'invalidOperation', /not a public one/],
    ];
    for (const [id, resource, key, code, message] of cases) {
      const { status, errors, results } = await mover.migrate([app(id)], resource, key);
      assert.deepEqual(
        [status, errors.map((error) => error.code), results.length],
        ['failed', [code], 1],
        `${id} at ${resource}: ${JSON.stringify(errors)}`,
      );
      assert.match(errors[0]!.message, message);
      assert.match(errors[0]!.message, new RegExp(`^App ${id}, version 0\\.1: `));
      const { appId, appVersion, projectName, status: ofApp, error, report } = results[0]!;
      assert.deepEqual([appId, appVersion, projectName, ofApp, error?.code, report], [id, '0.1', undefined, 'failed', code, undefined]);
      assert.match(error!.message, message);
    }
    assert.deepEqual(other.requests, []);
    await other.close();
    assert.deepEqual(await mover.projects(), []);
  });

  test('migrates the other app when one fails', async () => {
    const { status, errors, results } = await mover.migrate([app(UNKNOWN), app(author.appId)], server.address, author.key);
    assert.deepEqual([status, errors.map(({ code }) => code)], ['partiallyCompleted', ['notFound']]);
    assert.deepEqual(
      results.map((one) => [one.appId, one.status, one.projectName]),
      [
        [UNKNOWN, 'failed', undefined],
        [author.appId, 'succeeded', 'Real'],
      ],
    );
    assert.deepEqual(await mover.projects(), ['Real']);
  });

  test('requests the newest export, then the older one', async () => {
    const before_ = source.requests.length;
    const { results } = await mover.migrate([app('newer'), app('older')], `${source.address}/`, SECRET);
    assert.deepEqual(
      results.map(({ projectName }) => projectName),
      ['Newer', 'Older'],
    );
    assert.deepEqual(
      source.requests.slice(before_),
      ['authoring/v3.0-preview/apps/newer', 'authoring/v3.0-preview/apps/older', 'api/v2.0/apps/older'].map((path) => ({
        path: `/luis/${path}/versions/0.1/export`,
        key: SECRET,
      })),
    );
  });

  test('does not store or log the key in clear text', async () => {
    const succeeded = await mover.migrate([app('newer')], source.address, SECRET);
    const failed = await mover.migrate([app('busy')], source.address, SECRET);
    assert.deepEqual([succeeded.status, failed.status], ['succeeded', 'failed']);
    assert.ok(!JSON.stringify([succeeded, failed]).includes(SECRET));
    const files = readdirSync(folder.path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    for (const { parentPath, name } of files) assert.ok(!readFileSync(join(parentPath, name)).includes(SECRET), name);
    assert.ok(!server.written().includes(SECRET));
  });

  test('rejects invalid requests without starting a job', async () => {
    const good = { appsMetadata: [app(author.appId)], authoringResourceUrl: server.address, understandingKey: 'k' };
    const cases: [body: unknown, target: string | undefined][] = [
      [{ ...good, appsMetadata: undefined }, 'appsMetadata'],
      [{ ...good, authoringResourceUrl: undefined }, 'authoringResourceUrl'],
      [{ ...good, understandingKey: undefined }, 'understandingKey'],
      [{ ...good, appsMetadata: [] }, 'appsMetadata'],
      [{ ...good, appsMetadata: {} }, 'appsMetadata'],
      [{ ...good, appsMetadata: [{ appId: 'x' }] }, 'appsMetadata/0/appVersion'],
      [{ ...good, appsMetadata: [{ appVersion: '0.1' }] }, 'appsMetadata/0/appId'],
      [{ ...good, appsMetadata: [{ appId: 5, appVersion: '0.1' }] }, 'appsMetadata/0/appId'],
      [{ ...good, appsMetadata: [{ appId: '..', appVersion: '0.1' }] }, 'appsMetadata/0/appId'],
      [{ ...good, appsMetadata: Array.from({ length: 51 }, () => app('x')) }, 'appsMetadata'],
      [{ ...good, authoringResourceUrl: 'not a url' }, 'authoringResourceUrl'],
      [{ ...good, authoringResourceUrl: 'file:///etc/passwd' }, 'authoringResourceUrl'],
      [{ ...good, authoringResourceUrl: 'http://me:word@127.0.0.1' }, 'authoringResourceUrl'],
      [{ ...good, understandingKey: '' }, 'understandingKey'],
      [{ ...good, understandingKey: 'a\r\nx-other: b' }, 'understandingKey'],
      [[], undefined],
    ];
    for (const [json, target] of cases) {
      const { status, body } = await mover.send<{
        error: { code: string; message: string; target?: string };
      }>('POST /:migrateFromUnderstanding', { json });
      assert.equal(status, 400, JSON.stringify(json));
      assert.ok(['InvalidArgument', 'InvalidRequest'].includes(body.error.code) && body.error.message.length > 0, JSON.stringify(body));
      if (target !== undefined) {
        assert.equal(body.error.target?.replaceAll(/[.[\]]+/g, '/').replace(/\/$/, ''), target, JSON.stringify(body));
      }
    }
    const { status, body } = await mover.send<{ error: { code: string } }>('POST /:migrateFromUnderstanding', {
      body: '{',
      headers: { 'content-type': 'application/json' },
    });
    assert.deepEqual([status, body.error.code], [400, 'InvalidRequest']);
  });

  test('allows only authors, and shows the job only to their account', async () => {
    const manager = await ManagementClient.connect(server);
    const json = { appsMetadata: [app('newer')], authoringResourceUrl: source.address, understandingKey: 'k' };
    for (const key of [
      undefined,
      'wrong',
      (await manager.createAccount('asker', { kind: 'Understanding' })).key1,
      (await manager.createAccount('ranker', { kind: 'Ranking' })).key1,
    ]) {
      assert.equal(
        (
          await call(server, 'POST /language/analyze-conversations/internal/:migrateFromUnderstanding?api-version=2021-11-01-preview', {
            key,
            json,
          })
        ).status,
        401,
      );
      assert.equal(
        (
          await call(
            server,
            'GET /language/analyze-conversations/internal/migrateFromUnderstanding/jobs/x?api-version=2021-11-01-preview',
            { key },
          )
        ).status,
        401,
      );
    }
    const { jobId } = await mover.migrate([app('newer')], source.address);
    const stranger = new Migrator(server, (await manager.createAccount('stranger')).key1);
    for (const [who, id] of [
      [stranger, jobId],
      [mover, 'none'],
    ] as const) {
      const { status, body } = await who.send<{ error: { code: string } }>(`GET /migrateFromUnderstanding/jobs/${id}`);
      assert.deepEqual([status, body.error.code], [404, 'OperationNotFound']);
    }
  });
});

describe('migration after a crash', () => {
  test('resumes after a restart and takes effect once', async () => {
    const folder = temporaryFolder();
    const waiting: (() => void)[] = [];
    let answers = false;
    const source = await startAppSource((_, response) => {
      const answer = (): void => void response.end(JSON.stringify({ ...SMALL, name: 'Kept' }));
      if (answers) answer();
      else waiting.push(answer);
    });
    const start = (): Promise<Server> =>
      startServer({
        data: folder.path,
        args: ['--job-lease-ms', '1000'],
        env: { PERENNIAL_FETCH_ALLOW: new URL(source.address).host },
      });
    const killed = await start();
    const { key1 } = await (await ManagementClient.connect(killed)).createAccount('mover');
    const address = await new Migrator(killed, key1).start([app('a'), app('b')], source.address, 'k');
    await eventually(
      async () => await Promise.resolve(waiting.length),
      (count) => count > 0,
    );
    killed.signal('SIGKILL');
    await killed.exited;
    answers = true;
    const server = await start();
    const mover = new Migrator(server, key1);
    const { status, results } = await mover.waitForJob(address);
    assert.deepEqual([status, results.map(({ projectName }) => projectName)], ['succeeded', ['Kept', 'Kept2']]);
    assert.deepEqual(await mover.projects(), ['Kept', 'Kept2']);
    await server.stop();
    await source.close();
    folder.remove();
  });
});
