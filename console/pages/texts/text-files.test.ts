import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTextFiles } from './text-files.ts';

const file = (name: string, content: string | Uint8Array): Pick<File, 'name' | 'arrayBuffer'> => ({
  name,
  arrayBuffer: async () => await new Blob([content as BlobPart]).arrayBuffer(),
});

test('adds the good files and names the others with their reason', async () => {
  const { read, rejected } = await readTextFiles([
    file('one.txt', 'The parcel is late.'),
    file('photo.png', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0xff])),
    file('nothing.txt', ' \n'),
    file('long.txt', 'x'.repeat(125_001)),
    file('data.bin', 'a\0b'),
    file('two.txt', 'Grüße'),
  ]);
  assert.deepEqual(read, [
    { location: 'one.txt', text: 'The parcel is late.' },
    { location: 'two.txt', text: 'Grüße' },
  ]);
  assert.deepEqual(rejected, [
    { name: 'photo.png', why: 'not UTF-8 text' },
    { name: 'nothing.txt', why: 'empty' },
    { name: 'long.txt', why: 'more than 125,000 characters; split it into several documents' },
    { name: 'data.bin', why: 'not UTF-8 text' },
  ]);
});
