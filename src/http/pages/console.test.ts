import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { management } from '../../../test/support/management.ts';
import { areas } from '../../areas.ts';
import { PathTable } from '../path-table.ts';
import { consolePages } from './console.ts';

const PAGE = '<!doctype html><title>The console</title>';
const SCRIPT = 'start()';

describe('console files', () => {
  let table: PathTable;
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
    table = new PathTable([], consolePages({ areas: [management, ...areas], folder }));
  });
  after(() => rmSync(folder, { recursive: true }));
  const get = async (url: string, requested: Record<string, string> = {}) => {
    const { target, params } = table.find(url)!;
    const { status = 200, headers = {}, body = '' } = await target.page!.answer({ params, headers: requested });
    return { status, headers, bytes: Buffer.from(body), text: String(Buffer.from(body)) };
  };

  test('serves one page for every console address, with a strict content security policy', async () => {
    for (const url of ['/console', '/console/ranking/events/7?x=1', '/console/sign-in', '/console/a.b'])
      assert.equal((await get(url)).text, PAGE, url);
    const { headers } = await get('/console');
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
    const request = (encoding: string) => get('/console/assets/main-1.js', { 'accept-encoding': encoding });
    const [brotli, zipped, plain] = [await request('gzip, deflate, br'), await request('gzip'), await request('identity')];
    assert.deepEqual(
      [brotli, zipped, plain].map(({ headers }) => headers['content-encoding']),
      ['br', 'gzip', undefined],
    );
    for (const bytes of [brotliDecompressSync(brotli.bytes), gunzipSync(zipped.bytes), plain.bytes]) assert.equal(bytes.toString(), SCRIPT);
    assert.equal(plain.headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.equal(plain.headers['content-type'], 'text/javascript; charset=utf-8');
  });

  test('answers 404 to other files', async () => {
    for (const name of ['none.js', '..%2findex.html', '..%2fsecret.txt', 'main-1.js.gz', '.%2fmain-1.js', 'constructor'])
      await assert.rejects(get(`/console/assets/${name}`), { kind: 'PathUnknown' }, name);
  });

  test('lists the failures and their remedies', async () => {
    const rows = JSON.parse((await get('/console/failures.json')).text) as { area: string; kind: string; remedy: string }[];
    for (const [area, kind] of [
      ['', 'RateExceeded'],
      ['accounts', 'WrongSecret'],
      ['ranking', 'InvalidRankRequest'],
    ])
      assert.ok(rows.find((row) => row.area === area && row.kind === kind)?.remedy, kind);
  });

  test('says how to build the console where it is not built', async () => {
    const [unbuilt] = consolePages({ areas, folder: join(folder, 'none') });
    const { status, body } = await unbuilt!.answer({ params: {}, headers: {} });
    assert.equal(status, 404);
    assert.match(String(body), /npm run pages/);
  });
});
