import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import Fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { addDocs } from './docs.ts';
import type { DocsFile } from './docs.ts';

const PAGE = '<!doctype html><title>A page</title>';
const file = (text: string): DocsFile => ({ bytes: gzipSync(text), isCompressed: true, tag: `tag-${text.length}` });

describe('docs', () => {
  let server: FastifyInstance;
  let builds = 0;
  before(() => {
    server = Fastify({ routerOptions: { ignoreTrailingSlash: true } });
    const files = new Map([
      ['index.html', file(PAGE)],
      ['start/index.html', file(`${PAGE} start`)],
      ['404.html', file('not found')],
      ['assets/main-1.js', file('go()')],
      ['screenshots/home.png', { bytes: Buffer.from([1, 2, 3]), isCompressed: false, tag: 'png' }],
    ]);
    addDocs(server, () => {
      builds++;
      return Promise.resolve(files);
    });
  });
  after(() => server.close());

  test('builds nothing before the first request', async () => {
    await server.ready();
    assert.equal(builds, 0);
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
