import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Azurite } from '../../test/support/azurite.ts';
import { openBlobContainer, sharedKey } from './blob-container.ts';
import type { BlobContainer } from './blob-container.ts';
import { createGuardedFetch } from './guarded-fetch.ts';

class Refused extends Error {}

const never = (): never => assert.fail('Nothing is to be fetched.');
const open = (connectionString: string, container: string, fetch = never as ReturnType<typeof createGuardedFetch>): BlobContainer =>
  openBlobContainer(connectionString, container, { fetch, now: Date.now, refused: (details) => new Refused(details) });

describe('a real store', () => {
  let store: Azurite;
  let fetch: ReturnType<typeof createGuardedFetch>;
  before(async () => {
    store = await Azurite.start();
    fetch = createGuardedFetch({ allow: [store.host], own: () => [] });
    await store.container('papers');
    await store.blob('papers', 'a letter.txt', 'grüße');
    await store.blob('papers', 'deep/er/ä+b&c=<d>?#%41.txt', 'deep');
    await store.blob('papers', 'large.bin', Buffer.alloc(2000));
  });
  after(() => store.stop());

  test('content by the account\'s key and by a signature, whatever the name is', async () => {
    for (const connectionString of [store.connectionString(), store.signedFor('papers')]) {
      const papers = open(connectionString, 'papers', fetch);
      assert.equal((await papers.get('a letter.txt', { maxBytes: 100 }))!.toString(), 'grüße');
      assert.equal((await papers.get('deep/er/ä+b&c=<d>?#%41.txt', { maxBytes: 100 }))!.toString(), 'deep');
      assert.equal(await papers.get('missing.txt', { maxBytes: 100 }), undefined);
    }
  });

  test('what is written is there, in place of what was, by the key and by a signature that may write; elsewhere it is refused', async () => {
    await store.container('drafts');
    const name = 'deep/ä+b&c=<d>?#%41.json';
    for (const [n, connectionString] of [store.connectionString(), store.signedFor('drafts', 'rwl')].entries()) {
      const drafts = open(connectionString, 'drafts', fetch);
      await drafts.put(name, Buffer.from(`{"n":${n}}`), { type: 'application/json' });
      assert.equal((await drafts.get(name, { maxBytes: 100 }))!.toString(), `{"n":${n}}`);
      await drafts.put('empty', Buffer.alloc(0), { type: 'application/json' });
    }
    await assert.rejects(open(store.signedFor('drafts'), 'drafts', fetch).put(name, Buffer.from('x'), { type: 'text/plain' }), /^Error: the storage refuses the key or signature of the connection string \(403/);
    await assert.rejects(open(store.connectionString(), 'nowhere', fetch).put('a', Buffer.from('x'), { type: 'text/plain' }), { message: 'there is no container nowhere.' });
    for (const stray of ['', '../papers/a', 'a/../../b', '/a', 'a/']) await assert.rejects(open(store.connectionString(), 'drafts').put(stray, Buffer.from('x'), { type: 'text/plain' }), /cannot be the name of a blob/, stray);
  });

  test('a listing has names and sizes, all or below a prefix', async () => {
    const papers = open(store.connectionString(), 'papers', fetch);
    assert.deepEqual(await papers.list(''), [{ name: 'a letter.txt', bytes: 7 }, { name: 'deep/er/ä+b&c=<d>?#%41.txt', bytes: 4 }, { name: 'large.bin', bytes: 2000 }]);
    assert.deepEqual((await open(store.signedFor('papers'), 'papers', fetch).list('deep/')).map(({ name }) => name), ['deep/er/ä+b&c=<d>?#%41.txt']);
  });

  test('a container that is not there', async () => {
    const missing = open(store.connectionString(), 'nowhere', fetch);
    await assert.rejects(missing.get('a.txt', { maxBytes: 100 }), { message: 'there is no container nowhere.' });
    await assert.rejects(missing.list(''), { message: 'there is no container nowhere.' });
  });

  test('a key or signature that does not open it', async () => {
    for (const connectionString of [store.connectionString(Buffer.from('another key').toString('base64')), store.signedFor('others')]) {
      await assert.rejects(open(connectionString, 'papers', fetch).get('a letter.txt', { maxBytes: 100 }), /^Error: the storage refuses the key or signature of the connection string \(403/);
    }
  });

  test('more bytes than wanted', async () => {
    await assert.rejects(open(store.connectionString(), 'papers', fetch).get('large.bin', { maxBytes: 1999 }), { message: 'papers/large.bin: The content is too large.' });
  });

  test('a store that the server may not fetch from', async () => {
    await assert.rejects(open(store.connectionString(), 'papers', createGuardedFetch({ allow: [], own: () => [] })).get('a letter.txt', { maxBytes: 100 }), /not configured to fetch|port of the address/);
  });

  test('a caller that stops waiting', async () => {
    await assert.rejects(open(store.connectionString(), 'papers', fetch).get('a letter.txt', { maxBytes: 100, signal: AbortSignal.abort(new Error('stopped')) }), { message: 'stopped' });
  });
});

test('a listing goes on over pages', async () => {
  const pages: Record<string, string> = { '': '<Blobs><Blob><Name>a&amp;b</Name><Properties><Content-Length>1</Content-Length></Properties></Blob></Blobs><NextMarker>2</NextMarker>', 2: '<Blobs><Blob><Name>&#x63;&#100;</Name><Properties><Content-Length>2</Content-Length></Properties></Blob></Blobs><NextMarker/>' };
  const fetch = async (url: string | URL): Promise<{ status: number; headers: object; bytes: Buffer; url: string }> => ({ status: 200, headers: {}, bytes: Buffer.from(pages[new URL(url).searchParams.get('marker') ?? '']!), url: String(url) });
  assert.deepEqual(await open('AccountName=a', 'box', fetch as never).list(''), [{ name: 'a&b', bytes: 1 }, { name: 'cd', bytes: 2 }]);
});

test('a listing that never ends is given up', async () => {
  const fetch = (async () => ({ status: 200, headers: {}, bytes: Buffer.from('<EnumerationResults><Blobs></Blobs><NextMarker>again</NextMarker></EnumerationResults>') })) as unknown as ReturnType<typeof createGuardedFetch>;
  await assert.rejects(open('UseDevelopmentStorage=true', 'papers', fetch).list(''), { message: 'the listing of the container papers does not end.' });
});

test('where a connection string leads', async () => {
  const seen: { url: string; authorization?: string }[] = [];
  const fetch = async (url: string | URL, { headers = {} }: { headers?: Readonly<Record<string, string>> }): Promise<{ status: number; headers: object; bytes: Buffer; url: string }> => {
    seen.push({ url: String(url), ...headers.authorization !== undefined && { authorization: headers.authorization } });
    return { status: 200, headers: {}, bytes: Buffer.alloc(0), url: String(url) };
  };
  for (const connectionString of ['UseDevelopmentStorage=true', 'AccountName=shop;AccountKey=a2V5', 'DefaultEndpointsProtocol=http;AccountName=shop;EndpointSuffix=example.test', 'BlobEndpoint=https://blobs.example.test/;SharedAccessSignature=?sig=x%2By']) await open(connectionString, 'box', fetch as never).get('a', { maxBytes: 1 });
  assert.deepEqual(seen.map(({ url }) => url), ['http://127.0.0.1:10000/devstoreaccount1/box/a', 'https://shop.blob.core.windows.net/box/a', 'http://shop.blob.example.test/box/a', 'https://blobs.example.test/box/a?sig=x%2By']);
  assert.deepEqual(seen.map(({ authorization }) => authorization?.split(':')[0]), ['SharedKey devstoreaccount1', 'SharedKey shop', undefined, undefined]);
});

test('connection strings and names that lead nowhere are refused before anything is fetched', async () => {
  for (const connectionString of ['', 'x', 'AccountKey=a2V5', 'BlobEndpoint=not an address', 'AccountName=shop;AccountKey=%%%', 'BlobEndpoint=https://blobs.example.test;AccountKey=a2V5']) assert.throws(() => open(connectionString, 'box'), Refused, connectionString);
  for (const name of ['', 'ab', 'Box', '../box', 'a--b', 'box/inner', 'x'.repeat(64)]) assert.throws(() => open('AccountName=shop', name), Refused, name);
  for (const name of ['', '../secret', 'a/../b', 'a//b', './a']) assert.equal(await open('AccountName=shop', 'box').get(name, { maxBytes: 1 }), undefined);
});

test('the signature covers method, headers, path and query', () => {
  const key = Buffer.from('key');
  const headers = { 'x-ms-date': 'Thu, 01 Jan 1970 00:00:00 GMT', 'x-ms-version': '2021-12-02' };
  const of = (url: string, more: Record<string, string> = {}, method = 'GET'): string => sharedKey('shop', key, method, new URL(url), { ...headers, ...more });
  const plain = of('https://shop.example.test/box/a?b=1&a=2');
  assert.equal(of('https://shop.example.test/box/a?a=2&b=1'), plain);
  for (const other of [of('https://shop.example.test/box/b?b=1&a=2'), of('https://shop.example.test/box/a?b=2&a=2'), of('https://shop.example.test/box/a?b=1&a=2', {}, 'PUT'), of('https://shop.example.test/box/a?b=1&a=2', { 'x-ms-meta': 'x' })]) assert.notEqual(other, plain);
});
