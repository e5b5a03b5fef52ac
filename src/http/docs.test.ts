import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import Fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { addDocs } from './docs.ts';

const PAGE = '<!doctype html><title>A page</title>';

describe('docs', () => {
  let server: FastifyInstance;
  let folder: string;
  const write = (name: string, bytes: Uint8Array): void => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), bytes);
  };
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'perennial-docs-'));
    for (const [name, text] of [
      ['index.html', PAGE],
      ['start/index.html', `${PAGE} start`],
      ['404.html', 'not found'],
      ['assets/main-1.js', 'go()'],
    ] as const)
      write(`${name}.gz`, gzipSync(text));
    write('screenshots/home.png', Buffer.from([1, 2, 3]));
    server = Fastify({ routerOptions: { ignoreTrailingSlash: true } });
    addDocs(server, folder);
  });
  after(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });

  test('shows a page that was built again', async () => {
    write('changed/index.html.gz', gzipSync('before'));
    const first = await server.inject('/docs/changed');
    write('changed/index.html.gz', gzipSync('after'));
    const again = await server.inject({ url: '/docs/changed', headers: { 'if-none-match': String(first.headers.etag) } });
    assert.deepEqual([first.body, again.statusCode, again.body], ['before', 200, 'after']);
  });

  test('serves pages with and without a slash, and compressed where that is accepted', async () => {
    for (const url of ['/docs', '/docs/']) assert.equal((await server.inject(url)).body, PAGE);
    for (const url of ['/docs/start', '/docs/start/']) assert.equal((await server.inject(url)).body, `${PAGE} start`);
    const { headers, rawPayload } = await server.inject({ url: '/docs', headers: { 'accept-encoding': 'br, gzip' } });
    assert.equal(headers['content-encoding'], 'gzip');
    assert.equal(gunzipSync(rawPayload).toString(), PAGE);
  });

  test('sends a strict content security policy', async () => {
    const { headers } = await server.inject('/docs');
    const policy = String(headers['content-security-policy']);
    for (const rule of [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self'",
      "connect-src 'self'",
      "frame-ancestors 'none'",
    ])
      assert.ok(policy.includes(rule), rule);
    assert.doesNotMatch(policy, /unsafe|data:|http/);
    assert.deepEqual([headers['x-content-type-options'], headers['referrer-policy']], ['nosniff', 'no-referrer']);
  });

  test('caches named files forever and asks again for pages', async () => {
    assert.match(String((await server.inject('/docs/assets/main-1.js')).headers['cache-control']), /immutable/);
    const { headers } = await server.inject('/docs');
    assert.equal(headers['cache-control'], 'no-cache');
    const again = await server.inject({ url: '/docs', headers: { 'if-none-match': String(headers.etag) } });
    assert.deepEqual([again.statusCode, again.body], [304, '']);
  });

  test('serves images as they are', async () => {
    const { headers, rawPayload } = await server.inject({ url: '/docs/screenshots/home.png', headers: { 'accept-encoding': 'gzip' } });
    assert.deepEqual([headers['content-type'], headers['content-encoding'], [...rawPayload]], ['image/png', undefined, [1, 2, 3]]);
  });

  test('answers 404 with a page, also for paths outside', async () => {
    for (const url of ['/docs/nothing', '/docs/..%2f..%2fpackage.json', '/docs/404', '/docs/assets/']) {
      const { statusCode, body } = await server.inject(url);
      assert.deepEqual([statusCode, body], [404, 'not found'], url);
    }
  });
});
