import assert from 'node:assert/strict';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { convertedNetwork } from './cache.ts';
import { detectorNetwork } from './convert.ts';

const folder = await mkdtemp(join(tmpdir(), 'faces-'));
after(async () => { await rm(folder, { recursive: true }); });

test('a converted network is kept, and read again as it was', async () => {
  const place = join(folder, 'kept', 'deep');
  const made = await convertedNetwork('detector', place);
  assert.deepEqual(Buffer.from(made), Buffer.from(detectorNetwork()));
  const [file, ...others] = await readdir(place);
  assert.deepEqual(others, []);
  assert.deepEqual(Buffer.from(await convertedNetwork('detector', place)), Buffer.from(made));
  const bytes = await readFile(join(place, file!));
  for (const damaged of [bytes.subarray(0, 5000), Buffer.from(bytes).fill(7, 1000, 1004), Buffer.alloc(0)]) {
    await writeFile(join(place, file!), damaged);
    assert.deepEqual(Buffer.from(await convertedNetwork('detector', place)), Buffer.from(made));
    assert.deepEqual(await readFile(join(place, file!)), bytes);
  }
});

test('where nothing can be written it is made each time', async () => {
  const file = join(folder, 'file');
  await writeFile(file, '');
  assert.deepEqual(Buffer.from(await convertedNetwork('detector', join(file, 'below'))), Buffer.from(detectorNetwork()));
  assert.equal((await readFile(file)).length, 0);
});

test('several processes that make it at once leave one whole file', async () => {
  const place = join(folder, 'several');
  await Promise.all([1, 2, 3].map(() => convertedNetwork('detector', place)));
  assert.equal((await readdir(place)).length, 1);
});
