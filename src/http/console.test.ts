import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import Fastify from 'fastify';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { management } from '../../test/support/management.ts';
import { areas } from '../areas.ts';
import { addConsole } from './console.ts';

const PAGE = '<!doctype html><title>The console</title>';
const SCRIPT = 'start()';

describe('console files', () => {
  let server: FastifyInstance;
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'perennial-console-'));
    mkdirSync(join(folder, 'assets'));
    const write = (name: string, text: string): void => {
      writeFileSync(join(folder, `${name}.gz`), gzipSync(text));
      writeFileSync(join(folder, `${name}.br`), brotliCompressSync(text));
    };
    write('index.html', PAGE);
    write('assets/main-1.js', SCRIPT);
    writeFileSync(join(folder, 'secret.txt'), 'secret');
    server = Fastify();
    addConsole(server, { areas: [management, ...areas], folder });
  });
  after(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });

  test('serves one page for every console address, with a strict content security policy', async () => {
    for (const url of ['/console', '/console/ranking/events/7?x=1', '/console/sign-in', '/console/a.b'])
      assert.equal((await server.inject(url)).body, PAGE, url);
    const { headers } = await server.inject('/console');
    const policy = String(headers['content-security-policy']);
    for (const rule of [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "connect-src 'self'",
      "img-src 'self' blob: data:",
      "frame-ancestors 'none'",
    ])
      assert.ok(policy.includes(rule), rule);
    assert.ok(!policy.includes('unsafe'));
    assert.deepEqual(
      [headers['x-content-type-options'], headers['referrer-policy'], headers['cache-control']],
      ['nosniff', 'no-referrer', 'no-cache'],
    );
  });

  test('caches files forever and compresses them', async () => {
    const request = (encoding: string): Promise<LightMyRequestResponse> =>
      server.inject({ url: '/console/assets/main-1.js', headers: { 'accept-encoding': encoding } });
    const [brotli, zipped, plain] = [await request('gzip, deflate, br'), await request('gzip'), await request('identity')];
    assert.deepEqual(
      [brotli, zipped, plain].map(({ headers }) => headers['content-encoding']),
      ['br', 'gzip', undefined],
    );
    for (const bytes of [brotliDecompressSync(brotli.rawPayload), gunzipSync(zipped.rawPayload), plain.rawPayload])
      assert.equal(bytes.toString(), SCRIPT);
    assert.equal(plain.headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.equal(plain.headers['content-type'], 'text/javascript; charset=utf-8');
  });

  test('answers 404 to other files', async () => {
    for (const name of ['none.js', '..%2findex.html', '..%2fsecret.txt', 'main-1.js.gz', '.%2fmain-1.js', 'constructor'])
      assert.equal((await server.inject(`/console/assets/${name}`)).statusCode, 404, name);
  });

  test('lists the failures and their remedies', async () => {
    const rows = (await server.inject('/console/failures.json')).json<{ area: string; kind: string; remedy: string }[]>();
    for (const [area, kind] of [
      ['', 'RateExceeded'],
      ['accounts', 'WrongSecret'],
      ['ranking', 'InvalidRankRequest'],
    ])
      assert.ok(rows.find((row) => row.area === area && row.kind === kind)?.remedy, kind);
  });

  test('says how to build the console where it is not built', async (t) => {
    const unbuilt = Fastify();
    t.after(() => unbuilt.close());
    addConsole(unbuilt, { areas, folder: join(folder, 'none') });
    const { statusCode, body } = await unbuilt.inject('/console');
    assert.equal(statusCode, 404);
    assert.match(body, /npm run pages/);
  });
});
