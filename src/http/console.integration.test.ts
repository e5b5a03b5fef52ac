import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { testApp } from '../../test/support/memory-app.ts';
import type { TestApp } from '../../test/support/memory-app.ts';
import { buildConsole } from './console-build.ts';
import { loadBundle } from './console-bundle.ts';
import type { Bundle } from './console-bundle.ts';

const FIRST_LOAD_BYTES = 60_000;

describe('console files', () => {
  let app: TestApp;
  let bundle: Bundle;
  before(async () => {
    app = await testApp();
    bundle = await loadBundle();
  });
  after(() => app.close());

  test('keeps the first load small', () => {
    const bytes = gzipSync(bundle.html).length + bundle.first.reduce((sum, name) => sum + bundle.assets.get(name)!.gzip.length, 0);
    assert.ok(bytes < FIRST_LOAD_BYTES, `${bytes} bytes`);
    assert.ok(bytes > 10_000, 'something is there');
  });

  test('splits the bundle by page', () => {
    const scripts = [...bundle.assets.keys()].filter((name) => name.endsWith('.js'));
    assert.ok(scripts.filter((name) => name.startsWith('page-')).length >= 8, scripts.join(' '));
    const isNamed = (start: string) => (name: string) => name.startsWith(start);
    assert.equal(bundle.first.filter(isNamed('page-')).length, 1, 'the home page alone');
    assert.ok(!bundle.first.some(isNamed('uPlot')));
  });

  test('what every page needs is in few files', () => {
    assert.ok(bundle.first.length <= 9, bundle.first.join(' '));
  });

  test('names files by their content, and serves what the source builds', async () => {
    const { html, files } = await buildConsole();
    assert.equal(bundle.html, html);
    assert.deepEqual(
      new Map([...bundle.assets].map(([name, { bytes }]) => [name, Buffer.from(bytes)])),
      new Map(files.map(({ name, contents }) => [name, Buffer.from(contents)])),
    );
  });

  test('serves one page for every console address, with a strict content security policy', async () => {
    const first = await app.call({ method: 'GET', url: '/console' });
    for (const url of ['/console/ranking/events/7?x=1', '/console/sign-in', '/console/a.b'])
      assert.equal((await app.call({ method: 'GET', url })).text, first.text);
    const policy = String(first.headers['content-security-policy']);
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
      [first.headers['x-content-type-options'], first.headers['referrer-policy'], first.headers['cache-control']],
      ['nosniff', 'no-referrer', 'no-cache'],
    );
    assert.doesNotMatch(first.text, /<script(?![^>]* src=)|<style|\son\w+=|style=/);
    for (const [, address] of first.text.matchAll(/(?:src|href)="(\/console\/assets\/[^"]+)"/g))
      assert.equal((await app.call({ method: 'GET', url: address! })).status, 200, address);
  });

  test('caches files forever and compresses them', async () => {
    const [name, { bytes }] = [...bundle.assets].find(([one]) => one.startsWith('main-'))!;
    const request = (encoding: string): ReturnType<TestApp['call']> =>
      app.call({ method: 'GET', url: `/console/assets/${name}`, headers: { 'accept-encoding': encoding } });
    const [brotli, zipped, plain] = [await request('gzip, deflate, br'), await request('gzip'), await request('identity')];
    assert.deepEqual(
      [brotli, zipped, plain].map(({ headers }) => headers['content-encoding']),
      ['br', 'gzip', undefined],
    );
    for (const got of [brotliDecompressSync(brotli.bytes), gunzipSync(zipped.bytes), plain.bytes]) assert.ok(got.equals(bytes));
    assert.equal(plain.headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.equal(plain.headers['content-type'], 'text/javascript; charset=utf-8');
  });

  test('answers 404 to other files', async () => {
    for (const name of ['none.js', '..%2fmain.tsx', 'constructor'])
      assert.equal((await app.call({ method: 'GET', url: `/console/assets/${name}` })).status, 404, name);
  });

  test('lists the failures and their remedies', async () => {
    const rows = (await app.call({ method: 'GET', url: '/console/failures.json' })).json<
      { area: string; kind: string; remedy: string }[]
    >();
    for (const [area, kind] of [
      ['', 'RateExceeded'],
      ['accounts', 'WrongSecret'],
      ['ranking', 'InvalidRankRequest'],
    ])
      assert.ok(rows.find((row) => row.area === area && row.kind === kind)?.remedy, kind);
  });
});
