import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { cached } from './console-cache.ts';

describe('cache of the built console', () => {
  let folder: string;
  let file: string;
  let made = 0;
  const make = async (): Promise<{ bytes: Uint8Array; made: number }> =>
    await Promise.resolve({ bytes: Uint8Array.of(1, 2), made: ++made });
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'perennial-console-'));
    file = join(folder, 'new', 'console.bin');
  });
  after(() => rmSync(folder, { recursive: true }));

  test('is used until its key changes', async () => {
    for (const [key, expected] of [
      ['a', 1],
      ['a', 1],
      ['b', 2],
      ['b', 2],
      ['a', 3],
    ] as const) {
      const value = await cached(file, () => key, make);
      assert.deepEqual([value.made, ...value.bytes], [expected, 1, 2], key);
    }
    assert.deepEqual(readdirSync(join(folder, 'new')), ['console.bin']);
  });

  test('is not written if the source changes during the build', async () => {
    const keys = ['c', 'd'];
    const { made: first } = await cached(file, () => keys.shift()!, make);
    assert.equal((await cached(file, () => 'c', make)).made, first + 1);
  });

  test('builds again if the file is damaged or cannot be written', async () => {
    writeFileSync(file, 'damaged');
    const { made: first } = await cached(file, () => 'e', make);
    assert.equal((await cached(file, () => 'e', make)).made, first);
    const below = join(file, 'console.bin');
    assert.equal((await cached(below, () => 'e', make)).made, first + 1);
    assert.equal((await cached(below, () => 'e', make)).made, first + 2);
  });
});
