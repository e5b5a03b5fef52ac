import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { PathTable } from '../path-table.ts';
import { docsPages } from './docs.ts';

const PAGE = '<!doctype html><title>A page</title>';

describe('docs', () => {
  let table: PathTable;
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
    for (const type of ['png', 'webp']) write(`screenshots/home.${type}`, Buffer.from([1, 2, 3]));
    table = new PathTable([], docsPages(folder));
  });
  after(() => rmSync(folder, { recursive: true }));
  const get = async (url: string, requested: Record<string, string> = {}) => {
    const { target, params } = table.find(url)!;
    const { status = 200, headers = {}, body = '' } = await target.page!.answer({ params, headers: requested });
    return { status, headers, bytes: Buffer.from(body), text: String(Buffer.from(body)) };
  };

  test('shows a page that was built again', async () => {
    write('changed/index.html.gz', gzipSync('before'));
    const first = await get('/docs/changed');
    write('changed/index.html.gz', gzipSync('after'));
    const again = await get('/docs/changed', { 'if-none-match': first.headers['etag']! });
    assert.deepEqual([first.text, again.status, again.text], ['before', 200, 'after']);
  });

  test('serves pages with and without a slash, and compressed where that is accepted', async () => {
    for (const url of ['/docs', '/docs/']) assert.equal((await get(url)).text, PAGE);
    for (const url of ['/docs/start', '/docs/start/']) assert.equal((await get(url)).text, `${PAGE} start`);
    const { headers, bytes } = await get('/docs', { 'accept-encoding': 'br, gzip' });
    assert.equal(headers['content-encoding'], 'gzip');
    assert.equal(gunzipSync(bytes).toString(), PAGE);
  });

  test('sends a strict content security policy', async () => {
    const { headers } = await get('/docs');
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
    assert.match(String((await get('/docs/assets/main-1.js')).headers['cache-control']), /immutable/);
    const { headers } = await get('/docs');
    assert.equal(headers['cache-control'], 'no-cache');
    const again = await get('/docs', { 'if-none-match': headers['etag']! });
    assert.deepEqual([again.status, again.text], [304, '']);
  });

  test('serves images as they are', async () => {
    for (const type of ['png', 'webp']) {
      const { headers, bytes } = await get(`/docs/screenshots/home.${type}`, { 'accept-encoding': 'gzip' });
      assert.deepEqual([headers['content-type'], headers['content-encoding'], [...bytes]], [`image/${type}`, undefined, [1, 2, 3]]);
    }
  });

  test('answers 404 with a page, also for paths outside', async () => {
    for (const url of ['/docs/nothing', '/docs/..%2f..%2fpackage.json', '/docs/404', '/docs/assets/']) {
      const { status, text } = await get(url);
      assert.deepEqual([status, text], [404, 'not found'], url);
    }
  });
});
