import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Azurite } from '../../test/support/azurite.ts';
import { openBlobContainer } from './blob-container.ts';
import { parseListing } from './blob-listing.ts';
import type { BlobContainer } from '../kernel/ports/blobs.ts';
import { createGuardedFetch } from './guarded-fetch.ts';

class Refused extends Error {}

const never = (): never => assert.fail('Unexpected fetch.');
const open = (connectionString: string, container: string, fetch = never as ReturnType<typeof createGuardedFetch>): BlobContainer =>
  openBlobContainer(connectionString, container, {
    fetch,
    refused: (details) => new Refused(details),
    parseListing: async (xml) => parseListing(xml),
  });

describe('a real blob store', () => {
  let store: Azurite;
  let fetch: ReturnType<typeof createGuardedFetch>;
  before(async () => {
    store = await Azurite.start();
    fetch = createGuardedFetch({ allow: [store.host], own: () => [] });
    await store.createContainer('letters');
    await store.putBlob('letters', 'a letter.txt', 'grüße');
    await store.putBlob('letters', 'deep/er/ä+b&c=<d>?#%41.txt', 'deep');
    await store.putBlob('letters', 'large.bin', Buffer.alloc(2000));
  });
  after(() => store.stop());

  test('reads blobs of any name with the account key and with a signature', async () => {
    for (const connectionString of [store.connectionString(), store.signedConnectionString('letters')]) {
      const letters = open(connectionString, 'letters', fetch);
      assert.equal((await letters.get('a letter.txt', { maxBytes: 100 }))!.toString(), 'grüße');
      assert.equal((await letters.get('deep/er/ä+b&c=<d>?#%41.txt', { maxBytes: 100 }))!.toString(), 'deep');
      assert.equal(await letters.get('missing.txt', { maxBytes: 100 }), undefined);
    }
  });

  test('writes and overwrites blobs with the account key and with a signature that allows it', async () => {
    await store.createContainer('drafts');
    const name = 'deep/ä+b&c=<d>?#%41.json';
    for (const [n, connectionString] of [store.connectionString(), store.signedConnectionString('drafts', 'rwl')].entries()) {
      const drafts = open(connectionString, 'drafts', fetch);
      await drafts.put(name, Buffer.from(`{"n":${n}}`), { type: 'application/json' });
      assert.equal((await drafts.get(name, { maxBytes: 100 }))!.toString(), `{"n":${n}}`);
      await drafts.put('empty', Buffer.alloc(0), { type: 'application/json' });
    }
    await assert.rejects(
      open(store.signedConnectionString('drafts'), 'drafts', fetch).put(name, Buffer.from('x'), { type: 'text/plain' }),
      /^Error: the storage refuses the key or signature of the connection string \(403/,
    );
    await assert.rejects(open(store.connectionString(), 'nowhere', fetch).put('a', Buffer.from('x'), { type: 'text/plain' }), {
      message: 'there is no container nowhere.',
    });
    for (const stray of ['', '../letters/a', 'a/../../b', '/a', 'a/'])
      await assert.rejects(
        open(store.connectionString(), 'drafts').put(stray, Buffer.from('x'), { type: 'text/plain' }),
        /is not a valid blob name/,
        stray,
      );
  });

  test('lists names and sizes, all or by prefix', async () => {
    const letters = open(store.connectionString(), 'letters', fetch);
    assert.deepEqual(await letters.list(''), [
      { name: 'a letter.txt', bytes: 7 },
      { name: 'deep/er/ä+b&c=<d>?#%41.txt', bytes: 4 },
      { name: 'large.bin', bytes: 2000 },
    ]);
    assert.deepEqual(
      (await open(store.signedConnectionString('letters'), 'letters', fetch).list('deep/')).map(({ name }) => name),
      ['deep/er/ä+b&c=<d>?#%41.txt'],
    );
  });

  test('rejects a missing container', async () => {
    const missing = open(store.connectionString(), 'nowhere', fetch);
    await assert.rejects(missing.get('a.txt', { maxBytes: 100 }), { message: 'there is no container nowhere.' });
    await assert.rejects(missing.list(''), { message: 'there is no container nowhere.' });
  });

  test('rejects a wrong key or signature', async () => {
    for (const connectionString of [
      store.connectionString(Buffer.from('another key').toString('base64')),
      store.signedConnectionString('others'),
    ]) {
      await assert.rejects(
        open(connectionString, 'letters', fetch).get('a letter.txt', { maxBytes: 100 }),
        /^Error: the storage refuses the key or signature of the connection string \(403/,
      );
    }
  });

  test('rejects a blob that is larger than allowed', async () => {
    await assert.rejects(open(store.connectionString(), 'letters', fetch).get('large.bin', { maxBytes: 1999 }), {
      message: 'letters/large.bin: The content is too large.',
    });
  });

  test('rejects a store that the server is not allowed to fetch from', async () => {
    await assert.rejects(
      open(store.connectionString(), 'letters', createGuardedFetch({ allow: [], own: () => [] })).get('a letter.txt', { maxBytes: 100 }),
      /not configured to fetch|port of the address/,
    );
  });

  test('stops when the caller aborts', async () => {
    await assert.rejects(
      open(store.connectionString(), 'letters', fetch).get('a letter.txt', {
        maxBytes: 100,
        signal: AbortSignal.abort(new Error('stopped')),
      }),
      { message: 'stopped' },
    );
  });
});

type FakeFetch = (
  url: string | URL,
  options: { headers?: Readonly<Record<string, string>> },
) => Promise<{ status: number; headers: object; bytes: Buffer; url: string }>;

const listing = (blobs: string, next: string): { status: number; headers: object; bytes: Buffer } => ({
  status: 200,
  headers: { 'content-type': 'application/xml' },
  bytes: Buffer.from(
    `<?xml version="1.0"?><EnumerationResults ContainerName="box"><Blobs>${blobs}</Blobs><NextMarker>${next}</NextMarker></EnumerationResults>`,
  ),
});

test('lists all pages', async () => {
  const blob = (name: string, bytes: number): string =>
    `<Blob><Name>${name}</Name><Properties><Content-Length>${bytes}</Content-Length></Properties></Blob>`;
  const pages: Record<string, ReturnType<typeof listing>> = {
    '': listing(blob('a&amp;b', 1), '2'),
    2: listing(blob('&#x63;&#100;', 2), ''),
  };
  const fetch: FakeFetch = async (url) => ({ ...pages[new URL(url).searchParams.get('marker') ?? '']!, url: String(url) });
  assert.deepEqual(await open('AccountName=a', 'box', fetch as never).list(''), [
    { name: 'a&b', bytes: 1 },
    { name: 'cd', bytes: 2 },
  ]);
});

test('lists nothing under a prefix that no name can have, without a call', async () => {
  const container = open('UseDevelopmentStorage=true', 'letters', () => assert.fail('fetched'));
  assert.deepEqual(await container.list('letters\uD800/'), []);
});

test('stops at a listing that never ends', async () => {
  const fetch: FakeFetch = async (url) => ({ ...listing('', 'again'), url: String(url) });
  await assert.rejects(open('UseDevelopmentStorage=true', 'letters', fetch as never).list(''), {
    message: 'the listing of the container letters does not end.',
  });
});

test('rejects a listing that is not XML', async () => {
  const fetch: FakeFetch = async (url) => ({ ...listing('', ''), bytes: Buffer.from('<a><b>'), url: String(url) });
  await assert.rejects(open('UseDevelopmentStorage=true', 'letters', fetch as never).list(''), Refused);
});

test('derives address and credential from the connection string', async () => {
  const seen: { url: string; authorization?: string }[] = [];
  const fetch: FakeFetch = async (url, { headers = {} }) => {
    seen.push({ url: String(url), ...(headers.authorization !== undefined && { authorization: headers.authorization }) });
    return { status: 200, headers: { etag: '"1"' }, bytes: Buffer.alloc(0), url: String(url) };
  };
  for (const connectionString of [
    'UseDevelopmentStorage=true',
    'AccountName=shop;AccountKey=a2V5',
    'DefaultEndpointsProtocol=http;AccountName=shop;EndpointSuffix=example.test',
    'BlobEndpoint=https://blobs.example.test/;SharedAccessSignature=?sig=x%2By',
  ])
    await open(connectionString, 'box', fetch as never).get('a', { maxBytes: 1 });
  assert.deepEqual(
    seen.map(({ url }) => url),
    [
      'http://127.0.0.1:10000/devstoreaccount1/box/a',
      'https://shop.blob.core.windows.net/box/a',
      'http://shop.blob.example.test/box/a',
      'https://blobs.example.test/box/a?sig=x%2By',
    ],
  );
  assert.deepEqual(
    seen.map(({ authorization }) => authorization?.split(':')[0]),
    ['SharedKey devstoreaccount1', 'SharedKey shop', undefined, undefined],
  );
});

test('rejects invalid connection strings and names before it fetches', async () => {
  for (const connectionString of [
    '',
    'x',
    'AccountKey=a2V5',
    'BlobEndpoint=not an address',
    'AccountName=shop;AccountKey=%%%',
    'BlobEndpoint=https://blobs.example.test;AccountKey=a2V5',
  ])
    assert.throws(() => open(connectionString, 'box'), Refused, connectionString);
  for (const name of ['', 'ab', 'Box', '../box', 'a--b', 'box/inner', 'x'.repeat(64)])
    assert.throws(() => open('AccountName=shop', name), Refused, name);
  for (const name of ['', '../secret', 'a/../b', 'a//b', './a'])
    assert.equal(await open('AccountName=shop', 'box').get(name, { maxBytes: 1 }), undefined);
});
