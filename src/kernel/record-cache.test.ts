import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { Change } from './change.ts';
import { collection } from './collection.ts';
import type { Announcement, Store } from './ports/store.ts';
import { openSqlite } from '../storage/records/sqlite/store.ts';
import { RecordCache } from './record-cache.ts';
import type { CachedView, Ports } from './ports.ts';

interface Source {
  text: string;
  edition: number;
}
const sources = collection<Source>('test.sources', { announced: true });
type Made = { text: string | undefined; edition: number };

describe('record cache', () => {
  let store: Store;
  let listeners: ((announcement: Announcement | undefined) => void)[];
  let errors: unknown[];
  /** One for each value that is being loaded, oldest first. */
  let makings: PromiseWithResolvers<void>[];
  let cache: RecordCache;
  const MAX_BYTES = 100;

  /** Loads when the test allows it; a value of the same edition is served while the next one loads. */
  const slow: CachedView<Source, Made> = {
    collection: sources,
    async load(read) {
      const gate = Promise.withResolvers<void>();
      makings.push(gate);
      await gate.promise;
      return { text: read?.value.text, edition: read?.value.edition ?? 0 };
    },
    staleWhileRevalidate: ({ edition }, read) => edition === read?.value.edition,
    sizeOf: ({ text = '' }) => text.length,
  };
  let loads: number;
  const quick: CachedView<Source, Made> = {
    collection: sources,
    load: async (read) => {
      loads++;
      return { text: read?.value.text, edition: read?.value.edition ?? 0 };
    },
    sizeOf: ({ text = '' }) => text.length,
  };

  beforeEach(async () => {
    store = await openSqlite({ now: Date.now });
    listeners = [];
    errors = [];
    makings = [];
    loads = 0;
    const services = { records: store } as unknown as Ports;
    const onAnnouncement = (listener: (announcement: Announcement | undefined) => void): void => {
      listeners.push(listener);
      store.onAnnouncement(listener);
    };
    cache = new RecordCache({
      records: { onAnnouncement },
      ports: () => services,
      maxBytes: MAX_BYTES,
      onError: (error) => errors.push(error),
    });
  });
  afterEach(() => store.close());

  const put = (key: string, text: string, edition = 1): Promise<void> =>
    store.commit(new Change().put(sources, 'a', key, { text, edition }));
  const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const text = async (derivation: CachedView<Source, Made>, key = 'x'): Promise<string | undefined> =>
    (await cache.get(derivation, 'a', key)).text;
  /** Completes the oldest pending load. */
  const finish = async (): Promise<void> => {
    makings.shift()!.resolve();
    await settled();
  };

  test('loads again after the record could not be read', async () => {
    const { get } = store;
    store.get = () => Promise.reject(new Error('unreachable'));
    await assert.rejects(async () => await cache.get(quick, 'a', 'k'), /unreachable/);
    store.get = get;
    await store.commit(new Change().put(sources, 'a', 'k', { text: 'there', edition: 1 }));
    assert.equal((await cache.get(quick, 'a', 'k')).text, 'there');
    store.get = () => Promise.reject(new Error('unreachable'));
    for (const listener of listeners) listener(undefined);
    await assert.rejects(async () => await cache.get(quick, 'a', 'k'), /unreachable/);
    store.get = get;
    assert.equal((await cache.get(quick, 'a', 'k')).text, 'there');
  });

  test('loads once, then returns without a promise', async () => {
    await put('x', 'one');
    assert.equal(await text(quick), 'one');
    const again = cache.get(quick, 'a', 'x');
    assert.ok(!(again instanceof Promise));
    assert.deepEqual([again.text, loads], ['one', 1]);
  });

  test('shares one load between concurrent callers', async () => {
    await put('x', 'one');
    const both = Promise.all([text(slow), text(slow)]);
    await settled();
    assert.equal(makings.length, 1);
    await finish();
    assert.deepEqual(await both, ['one', 'one']);
  });

  test('reloads after its record was changed, created or deleted, and only then', async () => {
    assert.equal(await text(quick), undefined);
    await put('x', 'one');
    assert.equal(await text(quick), 'one');
    await put('y', 'other');
    await store.commit(new Change().put(sources, 'b', 'x', { text: 'of another account', edition: 1 }));
    assert.ok(!(cache.get(quick, 'a', 'x') instanceof Promise));
    await put('x', 'two');
    assert.equal(await text(quick), 'two');
    await store.commit(new Change().delete(sources, 'a', (await store.get(sources, 'a', 'x'))!));
    assert.equal(await text(quick), undefined);
    assert.equal(loads, 4);
  });

  test('reloads everything when anything may have changed', async () => {
    await put('x', 'one');
    await text(quick);
    for (const listener of listeners) listener(undefined);
    await text(quick);
    assert.equal(loads, 2);
  });

  test('never returns a value loaded before a change to a later caller', async () => {
    await put('x', 'one');
    const before = text(slow);
    await settled();
    await put('x', 'two', 2);
    const after = text(slow);
    await settled();
    await finish();
    await finish();
    assert.deepEqual([await before, await after], ['one', 'two']);
    assert.equal(await text(slow), 'two');
  });

  test('serves a stale value while the next is loaded', async () => {
    await put('x', 'one');
    const first = text(slow);
    await settled();
    await finish();
    await first;
    await put('x', 'two');
    assert.equal(await text(slow), 'one');
    assert.equal(await text(slow), 'one');
    assert.equal(makings.length, 1);
    await finish();
    assert.equal(await text(slow), 'two');
    await put('x', 'three', 2);
    const waits = text(slow);
    await settled();
    await finish();
    assert.equal(await waits, 'three', 'one that may not is waited for');
  });

  test('catches up with changes that come faster than loads', async () => {
    await put('x', '0');
    const first = text(slow);
    await settled();
    await finish();
    await first;
    for (let n = 1; n <= 5; n++) {
      await put('x', String(n));
      assert.equal(await text(slow), '0');
      assert.equal(makings.length, 1, 'one at a time');
    }
    await finish();
    assert.equal(await text(slow), '1');
    await settled();
    await finish();
    assert.equal(await text(slow), '5');
  });

  test('drops a reload that a later change has overtaken', async () => {
    await put('x', 'one');
    const first = text(slow);
    await settled();
    await finish();
    await first;
    await put('x', 'two');
    await text(slow);
    await put('x', 'three', 2);
    const third = text(slow);
    await settled();
    assert.equal(makings.length, 2);
    makings.pop()!.resolve();
    assert.equal(await third, 'three');
    await finish();
    assert.equal(await text(slow), 'three');
  });

  test('reports a failed load to its callers and retries for the next', async () => {
    await put('x', 'one');
    const first = cache.get(slow, 'a', 'x') as Promise<Made>;
    await settled();
    makings.shift()!.reject(new Error('no blob'));
    await assert.rejects(first, /no blob/);
    const second = text(slow);
    await settled();
    await finish();
    assert.equal(await second, 'one');
    assert.deepEqual(errors, []);
  });

  test('reports a failed reload and loads again for the next caller', async () => {
    await put('x', 'one');
    const first = text(slow);
    await settled();
    await finish();
    await first;
    await put('x', 'two');
    assert.equal(await text(slow), 'one');
    makings.shift()!.reject(new Error('no blob'));
    await settled();
    assert.match(String(errors), /no blob/);
    const next = text(slow);
    await settled();
    await finish();
    assert.equal(await next, 'two');
  });

  test('evicts the least recently used value when memory is full', async () => {
    for (const key of ['p', 'q', 'r']) await put(key, key.repeat(40));
    await text(quick, 'p');
    await text(quick, 'q');
    await text(quick, 'p');
    await text(quick, 'r');
    assert.equal(loads, 3);
    assert.ok(!(cache.get(quick, 'a', 'p') instanceof Promise), 'p was requested after q');
    assert.ok(!(cache.get(quick, 'a', 'r') instanceof Promise));
    assert.ok(cache.get(quick, 'a', 'q') instanceof Promise);
  });

  test('counts hits, misses, evictions and memory by collection', async () => {
    for (const key of ['p', 'q', 'r']) await put(key, key.repeat(40));
    for (const key of ['p', 'p', 'q', 'p', 'r']) await text(quick, key);
    assert.deepEqual(cache.counts(), [{ collection: sources.name, entries: 2, bytes: 80, hits: 2, misses: 3, evictions: 1 }]);
    await put('r', 'changed');
    assert.deepEqual(cache.counts(), [{ collection: sources.name, entries: 1, bytes: 40, hits: 2, misses: 3, evictions: 1 }]);
  });

  test('frees the memory of a value whose record has changed', async () => {
    for (const key of ['p', 'q', 'r']) await put(key, key.repeat(40));
    await text(quick, 'p');
    await text(quick, 'q');
    await put('q', 'changed');
    await text(quick, 'r');
    assert.ok(!(cache.get(quick, 'a', 'p') instanceof Promise), 'p was not evicted for r');
  });

  test('returns a value larger than the cache without keeping it', async () => {
    await put('p', 'p'.repeat(90));
    await put('x', 'x'.repeat(200));
    await text(quick, 'p');
    assert.equal((await text(quick))?.length, 200);
    await put('p', 'p'.repeat(30));
    await text(quick, 'p');
    assert.ok(!(cache.get(quick, 'a', 'p') instanceof Promise), 'the size of cached values is counted correctly');
  });

  test('disposes of values that are replaced, removed, evicted or stale when loaded', async () => {
    const disposed: (string | undefined)[] = [];
    const view: CachedView<Source, Made> = { ...quick, dispose: ({ text }) => disposed.push(text) };
    const put = (key: string, text: string): Promise<unknown> => store.commit(new Change().put(sources, 'a', key, { text, edition: 1 }));
    await put('one', 'first');
    await cache.get(view, 'a', 'one');
    await put('one', 'second');
    assert.deepEqual(disposed, ['first']);
    const loading = cache.get(view, 'a', 'one');
    listeners[0]!({ collection: sources.name, account: 'a', key: 'one' });
    await loading;
    assert.deepEqual(disposed, ['first', 'second']);
    await put('large', 'x'.repeat(MAX_BYTES + 1));
    await cache.get(view, 'a', 'large');
    await cache.get(view, 'a', 'one');
    assert.deepEqual(disposed, ['first', 'second', 'x'.repeat(MAX_BYTES + 1)]);
  });

  test('rejects values of a collection whose changes are not announced', () => {
    const view = { ...quick, collection: collection<Source>('test.silent') };
    assert.throws(() => cache.get(view, 'a', 'one'), /not announced/);
  });
});
