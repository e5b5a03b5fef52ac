/** Operating a server: its pages, starting, stopping, and errors at start. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import {
  ManagementClient,
  requestToken,
  call,
  readCertificate,
  eventually,
  launch,
  run,
  startServer,
  temporaryFolder,
} from '../support/server.ts';
import type { HttpResponse, Server } from '../support/server.ts';
import { scaled } from '../support/slowness.ts';

const GROUPS = '/face/v1.0/persongroups';
/** Less than the time after which idle connections are closed. */
const STOPS_WITHIN_MS = scaled(20_000);

interface OpenApi {
  openapi: string;
  info: { title: string; version: string };
  paths: Record<
    string,
    Record<
      string,
      {
        operationId: string;
        summary: string;
        parameters: { name: string; in: string; schema: { enum?: string[] } }[];
        responses: Record<string, unknown>;
      }
    >
  >;
}

/** Whether the server accepts connections. */
async function isListening({ address }: Server): Promise<boolean> {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

describe('operate', () => {
  const folder = temporaryFolder();
  const data = join(folder.path, 'data');
  let server: Server;
  before(async () => {
    server = await startServer({ data });
  });
  after(async () => {
    await server.stop();
    folder.remove();
  });

  describe('pages', () => {
    test('prints the page addresses, and on first start the keys and the secret', () => {
      const { address, console, docs, key1, key2, adminSecret, signIn } = server.announced;
      assert.match(address, /^http:\/\/127\.0\.0\.1:\d+$/);
      assert.deepEqual([console, docs], [`${address}/console`, `${address}/docs`]);
      for (const secret of [key1, key2, adminSecret]) assert.match(secret ?? '', /^[0-9a-f]{64}$/);
      assert.match(signIn ?? '', new RegExp(`^${address}/console/sign-in#[0-9a-f]{64}$`));
    });

    test('prints no configured secret, also on the first start', async () => {
      const [secret, masterKey] = ['a secret of our own choice', 'ab'.repeat(32)];
      const env = { PERENNIAL_ADMIN_SECRET: secret, PERENNIAL_MASTER_KEY: masterKey };
      const first = await startServer({ data: join(folder.path, 'configured'), env });
      await ManagementClient.connect({ ...first, adminSecret: secret });
      await first.stop();
      assert.ok(first.announced.key1);
      const { child, output, exited } = launch(['serve', '--port', '0', '--data', join(folder.path, 'configured-too')], env, folder.path);
      await eventually(
        () => output.stderr,
        (text) => text.includes('Try it'),
      );
      child.kill('SIGTERM');
      await exited;
      assert.match(output.stderr, /Admin secret +as configured\n/);
      for (const configured of [secret, masterKey])
        for (const text of [first.written(), output.stdout, output.stderr]) assert.ok(!text.includes(configured));
    });

    test('/health', async () => {
      const { status, body } = await call<{ status: string; version: string; uptimeSeconds: number }>(server, 'GET /health');
      assert.deepEqual([status, body.status], [200, 'ok']);
      assert.match(body.version, /^\d+\.\d+\.\d+/);
      assert.ok(body.uptimeSeconds >= 0);
    });

    test('/ready', async () => {
      const { status, body } = await call<{ status: string; checks: Record<string, string> }>(server, 'GET /ready');
      assert.deepEqual([status, body], [200, { status: 'ready', checks: { store: 'ok', blobs: 'ok', workers: 'ok' } }]);
    });

    test('/metrics counts responses by operation and status', async () => {
      const count = async (labels: string): Promise<number> => {
        const { status, text, headers } = await call(server, 'GET /metrics');
        assert.equal(status, 200);
        assert.match(headers['content-type'] ?? '', /^text\/plain/);
        return Number(new RegExp(`^perennial_request_seconds_count\\{${labels}\\} (\\d+)$`, 'm').exec(text)?.[1] ?? 0);
      };
      const [served, refused] = [
        'operation="faces.listPersonGroups",status="200"',
        'operation="faces.listPersonGroups",status="401"',
      ] as const;
      const before = [await count(served), await count(refused)];
      for (let i = 0; i < 2; i++) await call(server, `GET ${GROUPS}`, { key: server.key1 });
      await call(server, `GET ${GROUPS}`);
      const after = await eventually(
        async () => [await count(served), await count(refused)],
        ([a, b]) => a! + b! >= before[0]! + before[1]! + 3,
      );
      assert.deepEqual(after, [before[0]! + 2, before[1]! + 1]);
    });

    test('/docs and /console load only scripts of the server', async () => {
      for (const path of ['/docs', '/console']) {
        const { status, headers, text } = await call(server, `GET ${path}`);
        assert.equal(status, 200);
        assert.match(headers['content-type'] ?? '', /^text\/html/);
        assert.match(String(headers['content-security-policy']), /^default-src 'none'; script-src 'self'; style-src 'self';/);
        assert.doesNotMatch(String(headers['content-security-policy']), /unsafe/);
        assert.equal(headers['x-content-type-options'], 'nosniff');
        assert.match(text, /^<!doctype html>/i);
        assert.doesNotMatch(text, new RegExp(`<script(?! (?:type="module" )?src="${path}/assets/)|<style`));
      }
      const pages = { 'documents/authorizeCopy': '/documentanalysis/documentModels:authorizeCopy', 'accounts/token': '/oauth2/token' };
      for (const [page, path] of Object.entries(pages)) {
        const { status, text } = await call(server, `GET /docs/reference/${page}/`);
        assert.equal(status, 200);
        assert.ok(text.replaceAll('<wbr>', '').includes(path), path);
      }
      assert.equal((await call(server, 'GET /docs/reference/nothing/')).status, 404);
      const { status, headers } = await call(server, 'GET /');
      assert.deepEqual([status, headers.location], [302, '/docs']);
    });

    test('/openapi.json describes every operation, and the server serves each of them', async () => {
      const { status, headers, body } = await call<OpenApi>(server, 'GET /openapi.json');
      assert.equal(status, 200);
      assert.match(headers['content-type'] ?? '', /^application\/json/);
      assert.match(body.openapi, /^3\.1/);
      const one = '/subscriptions/{subscription}/resourceGroups/{resourceGroup}/accounts/{account}';
      const expected = [
        'post /documentanalysis/documentModels:authorizeCopy',
        'post /formanalysis/documentModels:authorizeCopy',
        `get ${GROUPS}`,
        ...['put', 'get', 'patch', 'delete'].map((method) => `${method} ${GROUPS}/{personGroupId}`),
        'post /oauth2/token',
        'post /sessions',
        'get /sessions/current',
        'delete /sessions/current',
        'get /sessions',
        'delete /sessions/{sessionId}',
        'post /sessions/current/password',
        'get /server',
        'get /activity',
        'get /jobs',
        'get /backup',
        'get /accounts',
        `get ${one.replace('/{account}', '')}`,
        ...['put', 'get', 'delete'].map((method) => `${method} ${one}`),
        ...[
          'post listKeys',
          'post regenerateKey',
          'get usage',
          'get audit',
          'post verifyAudit',
          'get jobs',
          'get jobs/{jobId}',
          'post jobs/{jobId}/cancel',
          'post jobs/{jobId}/retry',
        ].map((route) => route.replace(' ', ` ${one}/`)),
      ];
      for (const route of expected) {
        const [method, path] = route.split(' ') as [string, string];
        assert.ok(body.paths[path]?.[method], route);
      }
      const ids = new Set<string>();
      for (const [path, methods] of Object.entries(body.paths)) {
        for (const [method, { operationId, summary, parameters, responses }] of Object.entries(methods)) {
          assert.ok(!ids.has(operationId) && summary.length > 0 && Object.keys(responses).length > 0, operationId);
          ids.add(operationId);
          assert.deepEqual(
            parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => `{${name}}`),
            path.match(/\{\w+\}/g) ?? [],
            operationId,
          );
          const version = parameters.find(({ name }) => name === 'api-version')?.schema.enum?.[0];
          const answer = await call(
            server,
            `${method.toUpperCase()} ${path.replace(/\{\w+\}/g, 'x')}${version === undefined ? '' : `?api-version=${version}`}`,
          );
          // Without credentials, nothing but the ways to sign in, of which an OIDC issuer is none here.
          const expectedStatuses = /signInOptions/.test(operationId) ? [200] : /OidcSignIn/.test(operationId) ? [404] : [400, 401, 403];
          assert.ok(expectedStatuses.includes(answer.status), `${operationId} returned ${answer.status}`);
        }
      }
    });

    test('recognizes operations of the interface under both names', async () => {
      const operations = [
        'GET /language/analyze-conversations/internal/projects/p/models/?api-version=2021-11-01-preview',
        'GET /language/analyze-text/projects/p/deployments/d/jobs/j?api-version=2021-11-01-preview',
        'GET /luis/api/v2.0/apps/a/versions/v/entities/e/suggest',
        'DELETE /luis/api/v2.0/apps/a/cloudaccounts',
        'DELETE /luis/api/v2.0/apps/a/azureaccounts',
        'POST /ranking/v1.1-preview.3/events/e/reward',
        'POST /personalizer/v1.1-preview.3/events/e/reward',
        'POST /language/analyze-conversations/internal/:migrateFromUnderstanding?api-version=2021-11-01-preview',
        'POST /language/analyze-conversations/internal/:migrateFromLuis?api-version=2021-11-01-preview',
      ];
      for (const operation of operations) assert.ok([400, 401].includes((await call(server, operation)).status), operation);
    });

    test('rejects unknown and malformed paths, with a request id in every response', async () => {
      const seen = new Set<unknown>();
      const check = async (route: string, status: number): Promise<void> => {
        const answer = await call(server, route);
        assert.equal(answer.status, status, route);
        assert.ok(answer.headers['x-request-id'], `${route} has no request id`);
        seen.add(answer.headers['x-request-id']);
      };
      await check('GET /health', 200);
      await check('GET /nothing', 404);
      await check('GET /face/v1.0/persongroups', 401);
      await check('GET /face/v1.0/persongroups/%zz', 400);
      assert.equal(seen.size, 4);
    });
  });

  describe('errors at start', () => {
    test('exits with 2 and reports all configuration problems together, without values of secrets', async () => {
      const file = join(folder.path, 'settings.json');
      writeFileSync(file, JSON.stringify({ logLevel: 'loud', color: 'green' }));
      const args = ['serve', '--port', '99999', '--region', 'a b', '--config', file, '--data', join(folder.path, 'unused')];
      const env = {
        PERENNIAL_ROLE: 'everything',
        PERENNIAL_ADMIN_SECRET: 'tooshort',
        PERENNIAL_OIDC_ISSUER: 'https://issuer.test',
        PERENNIAL_MASTER_KEY_FILE: join(folder.path, 'absent'),
      };
      const { code, stderr } = await run(args, { env });
      assert.equal(code, 2);
      const problems = stderr
        .trim()
        .split('\n')
        .slice(1)
        .map((line) => line.trim());
      for (const part of [
        '--port: "99999"',
        '--region: "a b"',
        'PERENNIAL_ROLE: "everything"',
        'PERENNIAL_ADMIN_SECRET: the value',
        'PERENNIAL_MASTER_KEY_FILE: ',
        'logLevel (file): "loud"',
        'color (file): no such setting',
        'oidcIssuer, oidcAudience and oidcJwksUrl',
      ]) {
        assert.equal(problems.filter((problem) => problem.includes(part)).length, 1, part);
      }
      assert.equal(problems.length, 8);
      assert.ok(!stderr.includes('tooshort'));
      assert.ok(!readdirSync(folder.path).includes('unused'));
    });

    test('exits with 1 when the port or the data folder is in use', async () => {
      const { port } = new URL(server.address);
      const [samePort, sameData] = await Promise.all([
        run(['serve', '--port', port, '--data', join(folder.path, 'other'), '--json']),
        run(['serve', '--port', '0', '--data', data, '--json']),
      ]);
      assert.equal((await call(server, `GET ${GROUPS}`, { key: server.key1 })).status, 200);
      assert.deepEqual([sameData.code, sameData.stderr], [1, '']);
      assert.deepEqual(JSON.parse(sameData.stdout), {
        error: `The data folder ${data} is in use by another process. Stop it first, or choose another folder.`,
      });
      const inUse = `Port ${port} of 127.0.0.1 is in use. Choose another with --port, or stop the program that uses it.`;
      assert.equal(samePort.code, 1);
      assert.ok((samePort.stdout + samePort.stderr).includes(inUse));
      assert.deepEqual(JSON.parse(samePort.stdout || 'null'), { error: inUse });
    });
  });

  describe('stopping and restarting', () => {
    test('SIGTERM completes running requests, then exits with 0', async () => {
      const group = JSON.stringify({ name: 'Under way' });
      const { hostname, port } = new URL(server.address);
      const late = request({
        method: 'PUT',
        host: hostname,
        port,
        path: `${GROUPS}/late`,
        agent: false,
        headers: {
          'ocp-apim-subscription-key': server.key1,
          'content-type': 'application/json',
          'content-length': group.length,
          expect: '100-continue',
        },
      });
      late.flushHeaders();
      await once(late, 'continue');
      const quick = Array.from({ length: 40 }, async (_, i): Promise<HttpResponse<unknown> | undefined> => {
        try {
          return await call(server, `PUT ${GROUPS}/quick${i}`, { key: server.key1, json: { name: 'Quick' } });
        } catch {
          return undefined;
        }
      });
      const stoppedAt = Date.now();
      server.signal('SIGTERM');
      await eventually(
        () => isListening(server),
        (listening) => !listening,
      );
      late.end(group);
      const [response] = (await once(late, 'response')) as [NodeJS.ReadableStream & { statusCode: number }];
      response.resume();
      assert.equal(response.statusCode, 200);
      const acknowledged = (await Promise.all(quick)).flatMap((answer, i) => (answer?.status === 200 ? [`quick${i}`] : []));
      assert.deepEqual(await server.exited, { code: 0, signal: null });
      assert.ok(Date.now() - stoppedAt < STOPS_WITHIN_MS);
      assert.deepEqual(
        server
          .logs()
          .split('\n')
          .filter((line) => line.includes('"level":50')),
        [],
      );

      const first = server;
      server = await startServer({ data, args: ['--tls'] });
      assert.deepEqual([server.announced.key1, server.announced.key2, server.announced.adminSecret], [undefined, undefined, undefined]);
      const stored = await call<{ personGroupId: string }[]>(server, `GET ${GROUPS}`, { key: first.key1, ca: readCertificate(server) });
      assert.equal(stored.status, 200);
      const ids = new Set(stored.body.map(({ personGroupId }) => personGroupId));
      for (const id of ['late', ...acknowledged]) assert.ok(ids.has(id), `${id} was acknowledged and is lost`);
      assert.equal((await call(server, `GET ${GROUPS}`, { key: first.key2, ca: readCertificate(server) })).status, 200);
      const form = { grant_type: 'client_credentials', client_id: 'admin', client_secret: first.adminSecret };
      assert.equal((await requestToken(server, form, readCertificate(server))).status, 200);
    });

    test('--tls serves https with the announced certificate and does not serve plain http', async () => {
      const { port, protocol } = new URL(server.address);
      assert.equal(protocol, 'https:');
      const ca = readCertificate(server);
      for (const host of ['127.0.0.1', 'localhost'])
        assert.equal((await call({ address: `https://${host}:${port}` }, 'GET /health', { ca })).status, 200);
      await assert.rejects(call(server, 'GET /health'), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
      await assert.rejects(call({ address: `http://127.0.0.1:${port}` }, 'GET /health'));
      assert.ok(!readdirSync(join(data, 'tls')).some((name) => name.endsWith('.tmp')));
    });

    test('SIGINT exits with 0, and a start with data of a newer version fails', async () => {
      server.signal('SIGINT');
      assert.deepEqual(await server.exited, { code: 0, signal: null });
      const database = new DatabaseSync(join(data, 'perennial.db'));
      database.exec('pragma user_version = 999');
      database.close();
      const { code, stderr } = await run(['serve', '--port', '0', '--data', data]);
      assert.equal(code, 1);
      assert.match(
        stderr,
        /^The data was written by a newer version \(schema 999; this version knows up to \d+\)\. Start that version, or restore a backup made by this one\.\n$/,
      );
    });
  });

  test('--dev uses the documented keys, keeps data in memory and leaves no files', async () => {
    const cwd = join(folder.path, 'dev');
    mkdirSync(cwd);
    const dev = await startServer({ args: ['--dev'], cwd });
    try {
      assert.deepEqual([dev.key1, dev.key2, dev.adminSecret], ['perennial-dev-key-1', 'perennial-dev-key-2', 'perennial-dev-secret']);
      assert.equal((await call(dev, `PUT ${GROUPS}/family`, { key: 'perennial-dev-key-1', json: { name: 'Family' } })).status, 200);
      assert.deepEqual((await call(dev, `GET ${GROUPS}`, { key: 'perennial-dev-key-2' })).body, [
        { personGroupId: 'family', name: 'Family' },
      ]);
      const { key1 } = await (await ManagementClient.connect(dev)).createAccount('mine');
      assert.deepEqual((await call(dev, `GET ${GROUPS}`, { key: key1 })).body, []);
    } finally {
      assert.deepEqual(await dev.stop(), { code: 0, signal: null });
    }
    assert.deepEqual(readdirSync(cwd), []);
  });
});
