import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { Change } from '../../kernel/change.ts';
import { SYSTEM } from '../../kernel/collection.ts';
import type { Store } from '../../kernel/ports/store.ts';
import { openSqlite } from '../../storage/records/sqlite/store.ts';
import { WrongMasterKey } from '../signed-records.ts';
import { DEFAULT_ACCOUNT, initializeData } from './first-start.ts';
import type { InitializeOptions } from './first-start.ts';
import { MasterKeyring } from '../keys/keyring.ts';
import { accountOfKey, deleteAccount, getAccount, listAccounts, openKeys } from '../store.ts';

const keyring = new MasterKeyring(Buffer.alloc(32, 1));

async function bench(
  t: TestContext,
): Promise<{ store: Store; start: (more?: Partial<InitializeOptions>) => ReturnType<typeof initializeData> }> {
  const store = await openSqlite({ now: () => 0 });
  t.after(() => store.close());
  let idCount = 0;
  const ids = { uuid: () => `id-${++idCount}`, secret: () => `secret-${++idCount}` };
  return { store, start: (more) => initializeData({ store, keyring, region: 'here', clock: { now: () => 1000 }, ids, ...more }) };
}

test('creates the default account on first start and returns its keys once', async (t) => {
  const { store, start } = await bench(t);
  const keys = (await start())!;
  const { value } = (await getAccount(store, DEFAULT_ACCOUNT))!;
  assert.deepEqual([value.location, value.kind, value.limits, value.blocked], ['here', 'MultiService', {}, false]);
  assert.deepEqual(openKeys(value, keyring), keys);
  for (const key of [keys.key1, keys.key2]) assert.equal((await accountOfKey(store, keyring.digest(key)))?.id, value.id);
  assert.equal(await start(), undefined);
  assert.equal((await listAccounts(store, '')).length, 1);
  assert.equal(await store.lastAudit(SYSTEM), 1);
});

test('uses given keys', async (t) => {
  const { start } = await bench(t);
  const keys = { key1: 'fixed-1', key2: 'fixed-2' };
  assert.deepEqual(await start({ keys }), keys);
});

test('creates the account once when servers start concurrently', async (t) => {
  const { store, start } = await bench(t);
  const started = await Promise.all(Array.from({ length: 5 }, () => start()));
  assert.equal(started.filter((keys) => keys !== undefined).length, 1);
  assert.equal((await listAccounts(store, '')).length, 1);
});

test('rejects data of another master key with a remedy', async (t) => {
  const { start } = await bench(t);
  await start();
  await assert.rejects(
    start({ keyring: new MasterKeyring(Buffer.alloc(32, 2)) }),
    (error) => error instanceof WrongMasterKey && /PERENNIAL_MASTER_KEY/.test(error.message),
  );
});

test('does not create a deleted default account again', async (t) => {
  const { store, start } = await bench(t);
  await start();
  const change = new Change();
  await deleteAccount(change, store, (await getAccount(store, DEFAULT_ACCOUNT))!);
  await store.commit(change);
  assert.equal(await start(), undefined);
  assert.equal(await getAccount(store, DEFAULT_ACCOUNT), undefined);
});
