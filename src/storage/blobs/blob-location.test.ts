import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatBlobLocation, parseBlobLocation } from './blob-location.ts';

test('reads locations, and writes equal ones alike', () => {
  const locations: Record<string, string> = {
    files: 'files',
    postgres: 'postgres',
    's3://box': 's3://box/',
    's3://box/': 's3://box/',
    's3://my.box/a/b': 's3://my.box/a/b/',
    's3://box/a/?region=eu-west-1': 's3://box/a/?region=eu-west-1',
    's3://box?region=r&endpoint=http://127.0.0.1:9000': 's3://box/?endpoint=http%3A%2F%2F127.0.0.1%3A9000&region=r',
    'azure://box/a': 'azure://box/a/',
  };
  for (const [text, formatted] of Object.entries(locations)) {
    const location = parseBlobLocation(text)!;
    assert.equal(formatBlobLocation(location), formatted);
    assert.deepEqual(parseBlobLocation(formatted), location);
  }
});

test('rejects what is no location, or holds credentials', () => {
  for (const text of [
    '',
    'file',
    's3:',
    's3://',
    's3://B/a',
    's3://key:secret@box/a',
    's3://box/a b',
    's3://box/a#x',
    's3://box/?other=1',
    's3://box/?endpoint=ftp://x',
    's3://box/?endpoint=http://u:p@x',
    's3://box/?region=x/y',
    'azure://box/?region=x',
    'https://box/a',
  ])
    assert.equal(parseBlobLocation(text), undefined, text);
});
