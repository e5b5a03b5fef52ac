import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { Change, Conflict } from '../kernel/change.ts';
import type { Store } from '../kernel/ports/store.ts';
import { openSqlite } from '../storage/records/sqlite/store.ts';
import { MasterKeyring } from './keys/keyring.ts';
import type { Account } from '../kernel/account.ts';
import { accountById, accountOfKey, deleteAccount, getAccount, listAccounts, newAccount, openKeys, replaceKey } from './store.ts';

const keyring = new MasterKeyring(Buffer.alloc(32, 1));
const ids = { uuid: () => 'unused', secret: () => 'new-secret' };

async function openStore(t: TestContext): Promise<Store> {
  const store = await openSqlite({ now: () => 0 });
  t.after(() => store.close());
  return store;
}

async function make(store: Store, name: string, { resourceGroup = 'g', id = name } = {}): Promise<Account> {
  const change = new Change();
  const account = newAccount(
    change,
    {
      id,
      subscription: 's',
      resourceGroup,
      name,
      location: 'local',
      kind: 'Face',
      limits: {},
      collaborators: [],
      blocked: false,
      createdAt: 0,
    },
    { key1: `${id}-secret-1`, key2: `${id}-secret-2` },
    keyring,
  );
  await store.commit(change);
  return account;
}

test('treats names as case-insensitive and unique', async (t) => {
  const store = await openStore(t);
  await make(store, 'Mine');
  assert.equal((await getAccount(store, { subscription: 'S', resourceGroup: 'G', name: 'mINE' }))?.value.name, 'Mine');
  await assert.rejects(make(store, 'mine', { id: 'second' }), Conflict);
  assert.equal(await accountOfKey(store, keyring.digest('second-secret-1')), undefined);
});

test('lists only the accounts of a group', async (t) => {
  const store = await openStore(t);
  await make(store, 'b');
  await make(store, 'a');
  await make(store, 'c', { resourceGroup: 'g2' });
  assert.deepEqual(
    (await listAccounts(store, 's/g/')).map(({ name }) => name),
    ['a', 'b'],
  );
  assert.deepEqual(
    (await listAccounts(store, '')).map(({ name }) => name),
    ['a', 'b', 'c'],
  );
  assert.equal((await accountById(store, 'c'))?.value.resourceGroup, 'g2');
});

test('stores no key in clear text', async (t) => {
  const store = await openStore(t);
  await make(store, 'a');
  let dumped = '';
  for await (const row of store.dump()) dumped += JSON.stringify(row);
  assert.match(dumped, /accounts/);
  for (const key of ['a-secret-1', 'a-secret-2'])
    for (const text of [key, Buffer.from(key).toString('base64').replace(/=+$/, ''), Buffer.from(key).toString('hex')])
      assert.ok(!dumped.includes(text), text);
});

test('replaces one key and leaves the other', async (t) => {
  const store = await openStore(t);
  await make(store, 'a');
  const change = new Change();
  const account = await replaceKey(change, store, (await accountById(store, 'a'))!, 'key2', keyring, ids);
  await store.commit(change);
  assert.deepEqual(openKeys(account, keyring), { key1: 'a-secret-1', key2: 'new-secret' });
  const found = async (key: string): Promise<string | undefined> => (await accountOfKey(store, keyring.digest(key)))?.id;
  assert.deepEqual([await found('a-secret-1'), await found('new-secret'), await found('a-secret-2')], ['a', 'a', undefined]);
});

test('replaces a key once under concurrency', async (t) => {
  const store = await openStore(t);
  await make(store, 'a');
  const read = (await accountById(store, 'a'))!;
  const changes = [new Change(), new Change()];
  for (const [i, change] of changes.entries()) await replaceKey(change, store, read, 'key1', keyring, { ...ids, secret: () => `new-${i}` });
  await store.commit(changes[0]!);
  await assert.rejects(store.commit(changes[1]!), Conflict);
  assert.equal(openKeys((await accountById(store, 'a'))!.value, keyring).key1, 'new-0');
  assert.equal(await accountOfKey(store, keyring.digest('new-1')), undefined);
});

test('rejects a key sealed for another account', async (t) => {
  const store = await openStore(t);
  const [a, b] = [await make(store, 'a'), await make(store, 'b')];
  assert.throws(() => openKeys({ ...b, keys: a.keys }, keyring));
  assert.throws(() => openKeys({ ...a, keys: { key1: a.keys.key2, key2: a.keys.key1 } }, keyring));
});

test('frees the name of a deleted account and ends its keys', async (t) => {
  const store = await openStore(t);
  await make(store, 'a');
  const change = new Change();
  await deleteAccount(change, store, (await accountById(store, 'a'))!);
  await store.commit(change);
  for (const key of ['a-secret-1', 'a-secret-2']) assert.equal(await accountOfKey(store, keyring.digest(key)), undefined);
  assert.deepEqual(await listAccounts(store, ''), []);
  await make(store, 'a', { id: 'again' });
});
