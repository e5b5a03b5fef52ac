import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { buildConsole } from './build-console.ts';
import type { BuiltConsole } from './build-console.ts';

const FIRST_LOAD_BYTES = 60_000;

describe('build of the console', () => {
  let built: BuiltConsole;
  const names = new Set<string>();
  before(async () => {
    built = await buildConsole();
    for (const { name } of built.files) names.add(name);
  });

  test('keeps the first load small', () => {
    const first = built.files.filter(({ name }) => built.first.includes(name));
    const bytes = first.reduce((sum, { contents }) => sum + gzipSync(contents, { level: 9 }).length, gzipSync(built.html).length);
    assert.ok(bytes < FIRST_LOAD_BYTES, `${bytes} bytes`);
    assert.ok(bytes > 10_000, 'something is there');
  });

  test('splits the bundle by page', () => {
    const scripts = [...names].filter((name) => name.endsWith('.js'));
    assert.ok(scripts.filter((name) => name.startsWith('page-')).length >= 8, scripts.join(' '));
    const isNamed = (start: string) => (name: string) => name.startsWith(start);
    assert.equal(built.first.filter(isNamed('page-')).length, 1, 'the home page alone');
    assert.ok(!built.first.some(isNamed('uPlot')));
  });

  test('what every page needs is in few files', () => {
    assert.ok(built.first.length <= 9, built.first.join(' '));
  });

  test('names files by their content', async () => {
    const again = await buildConsole();
    assert.equal(again.html, built.html);
    assert.deepEqual(
      again.files.map(({ name }) => name),
      [...names],
    );
  });

  test('writes a page that refers to its files only and has no code or style of its own', () => {
    assert.doesNotMatch(built.html, /<script(?![^>]* src=)|<style|\son\w+=|style=/);
    const addresses = [...built.html.matchAll(/(?:src|href|content)="\/console\/assets\/([^"]+)"/g)].map(([, name]) => name!);
    assert.ok(addresses.length > 4, built.html);
    for (const name of addresses) assert.ok(names.has(name), name);
  });
});
