import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { Change } from '../../kernel/change.ts';
import { collection, SYSTEM } from '../../kernel/collection.ts';
import type { Store } from '../../kernel/ports/store.ts';
import { openSqlite } from '../../storage/records/sqlite/store.ts';
import { Directory } from './directory.ts';
import { MasterKeyring } from '../keys/keyring.ts';
import type { Account } from '../../kernel/account.ts';
import { accounts, deleteAccount, getAccount, newAccount, replaceKey } from '../store.ts';

const keyring = new MasterKeyring(Buffer.alloc(32, 1));
const NAME = { subscription: 's', resourceGroup: 'g', name: 'a' };
const PARTS: Omit<Account, 'keys'> = {
  ...NAME,
  id: 'id-a',
  location: 'local',
  kind: 'MultiService',
  limits: {},
  collaborators: [],
  blocked: false,
  createdAt: 0,
};

async function bench(t: TestContext): Promise<{ store: Store; directory: Directory; reads: () => number }> {
  const store = await openSqlite({ now: () => 0 });
  t.after(() => store.close());
  const change = new Change();
  newAccount(change, PARTS, { key1: 'one', key2: 'two' }, keyring);
  await store.commit(change);
  const get = t.mock.method(store, 'get');
  return { store, directory: new Directory(store, keyring), reads: () => get.mock.callCount() };
}

test('finds an account by both keys', async (t) => {
  const { directory } = await bench(t);
  for (const key of ['one', 'two']) assert.equal((await directory.accountOf(key))?.id, 'id-a');
  for (const key of ['three', 'ONE', '', keyring.digest('one')]) assert.equal(await directory.accountOf(key), undefined);
});

test('caches a known key', async (t) => {
  const { directory, reads } = await bench(t);
  await directory.accountOf('one');
  const before = reads();
  for (let i = 0; i < 10; i++) assert.equal((directory.accountOf('one') as Account).id, 'id-a');
  assert.equal(reads(), before);
});

test('switches to a regenerated key with the commit', async (t) => {
  const { store, directory } = await bench(t);
  for (const key of ['one', 'two']) await directory.accountOf(key);
  const change = new Change();
  await replaceKey(change, store, (await getAccount(store, NAME))!, 'key1', keyring, { uuid: () => '', secret: () => 'new' });
  await store.commit(change);
  assert.equal(await directory.accountOf('one'), undefined);
  assert.deepEqual([(await directory.accountOf('new'))?.id, (await directory.accountOf('two'))?.id], ['id-a', 'id-a']);
});

test('sees changes of an account with the commit', async (t) => {
  const { store, directory } = await bench(t);
  await directory.accountOf('one');
  const read = (await getAccount(store, NAME))!;
  await store.commit(new Change().replace(accounts, SYSTEM, read, { ...read.value, blocked: true }));
  assert.equal((await directory.accountOf('one'))?.blocked, true);
  const change = new Change();
  await deleteAccount(change, store, (await getAccount(store, NAME))!);
  await store.commit(change);
  for (const key of ['one', 'two']) assert.equal(await directory.accountOf(key), undefined);
});

test('keeps the cache on changes of other records', async (t) => {
  const { store, directory, reads } = await bench(t);
  await directory.accountOf('one');
  const before = reads();
  await store.commit(new Change().put(collection<object>('test.other', { announced: true }), 'id-a', 'k', {}));
  await directory.accountOf('one');
  assert.equal(reads(), before);
});

test('does not cache a lookup that a change has overtaken', async (t) => {
  const { store, directory } = await bench(t);
  const get = store.get.bind(store);
  const gate = Promise.withResolvers<void>();
  const slow = t.mock.method(store, 'get', async (...args: Parameters<typeof get>) => {
    const found = await get(...args);
    if (args[0].name === accounts.name) await gate.promise;
    return found;
  });
  const looking = directory.accountOf('one');
  await new Promise(setImmediate);
  slow.mock.restore();
  const read = (await getAccount(store, NAME))!;
  await store.commit(new Change().replace(accounts, SYSTEM, read, { ...read.value, blocked: true }));
  gate.resolve();
  assert.equal((await looking)?.blocked, false);
  assert.equal((await directory.accountOf('one'))?.blocked, true);
});

test('clears the cache after a lost connection', async (t) => {
  const { store } = await bench(t);
  let tell: (() => void) | undefined;
  const cut: Pick<Store, 'get' | 'page' | 'count' | 'countTerms' | 'find' | 'onAnnouncement'> = {
    get: store.get.bind(store),
    page: store.page.bind(store),
    count: store.count.bind(store),
    countTerms: store.countTerms.bind(store),
    find: store.find.bind(store),
    onAnnouncement: (listener) => void (tell = () => listener(undefined)),
  };
  const directory = new Directory(cut, keyring);
  await directory.accountOf('one');
  const read = (await getAccount(store, NAME))!;
  await store.commit(new Change().replace(accounts, SYSTEM, read, { ...read.value, blocked: true }));
  assert.equal((await directory.accountOf('one'))?.blocked, false);
  tell!();
  assert.equal((await directory.accountOf('one'))?.blocked, true);
});
