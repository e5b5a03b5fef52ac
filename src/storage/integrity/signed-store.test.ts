import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { Change } from '../../kernel/change.ts';
import { collection, SYSTEM } from '../../kernel/collection.ts';
import type { Failure } from '../../kernel/failures.ts';
import type { Keyring } from '../../kernel/ports/accounts.ts';
import type { Damage, Store } from '../../kernel/ports/store.ts';
import { MemoryBlobs } from '../blobs/memory/blobs.ts';
import { openSqlite } from '../records/sqlite/store.ts';
import { RosterChecks, rosters } from './rosters.ts';
import { signRecords, signedStore } from './signed-store.ts';
import { verifyStore } from './verify.ts';

interface Thing {
  role: string;
}
const things = collection<Thing>('things', { indexes: { role: ({ role }) => [role] } });
const passes = collection<{ of: string; expiresAt: number }>('passes', { expiresAt: ({ expiresAt }) => expiresAt });
const keyringOf = (key: string): Keyring =>
  ({ sign: (bytes: Uint8Array, purpose: string) => createHmac('sha256', key).update(purpose).update(bytes).digest('hex') }) as Keyring;
const keyring = keyringOf('own');
const NOW = 1000;

interface Opened {
  /** What somebody beside the server writes to. */
  raw: Store;
  store: Store;
  damage: Damage[];
  problems(): Promise<string[]>;
}

async function open(t: TestContext, isSigned = true): Promise<Opened> {
  const raw = await openSqlite({ now: () => NOW });
  t.after(() => raw.close());
  const damage: Damage[] = [];
  const store = signedStore(raw, {
    keyring,
    listed: [things],
    tagged: [passes],
    isSigned: () => isSigned,
    onDamage: (found) => damage.push(found),
  });
  const blobs = new MemoryBlobs(() => NOW);
  const problems = async (): Promise<string[]> =>
    (await verifyStore(raw, blobs, { rosters: new RosterChecks(keyring, [things]) })).problems.map(({ text }) => text);
  return { raw, store, damage, problems };
}

const create = (key: string, role = 'view'): Change => new Change().create(things, SYSTEM, key, { role });
const isDamaged = (error: unknown): boolean => (error as Failure).kind === 'DataDamaged';

test('returns what it has written, and verify finds no problem', async (t) => {
  const { store, problems } = await open(t);
  for (const key of ['a', 'b', '__proto__', '7']) await store.commit(create(key));
  const a = (await store.get(things, SYSTEM, 'a'))!;
  await store.commit(new Change().replace(things, SYSTEM, a, { role: 'manage' }));
  await store.commit(new Change().delete(things, SYSTEM, (await store.get(things, SYSTEM, 'b'))!));
  assert.deepEqual((await store.get(things, SYSTEM, 'a'))!.value, { role: 'manage' });
  assert.deepEqual(
    (await store.page(things, SYSTEM, { limit: 10 })).map(({ key }) => key),
    ['7', '__proto__', 'a'],
  );
  assert.equal((await store.find(things, SYSTEM, 'role', { from: 'manage', to: 'manage', limit: 10 })).length, 1);
  await store.commit(new Change().clear(things, SYSTEM, '__'));
  assert.deepEqual(await problems(), []);
});

test('writes nothing when a record has changed since it was read', async (t) => {
  const { store, problems } = await open(t);
  await store.commit(create('a'));
  const read = (await store.get(things, SYSTEM, 'a'))!;
  await store.commit(new Change().replace(things, SYSTEM, read, { role: 'label' }));
  await assert.rejects(store.commit(new Change().replace(things, SYSTEM, read, { role: 'manage' })), { name: 'Conflict' });
  await assert.rejects(store.commit(create('a')), { name: 'Conflict' });
  assert.deepEqual((await store.get(things, SYSTEM, 'a'))!.value, { role: 'label' });
  assert.deepEqual(await problems(), []);
});

test('commits concurrent changes of one roster', async (t) => {
  const { store, problems } = await open(t);
  await Promise.all(Array.from({ length: 60 }, (_, i) => store.commit(create(`k${i}`))));
  assert.equal((await store.page(things, SYSTEM, { limit: 100 })).length, 60);
  assert.deepEqual(await problems(), []);
});

test('refuses a record that was written beside it, and verify names it', async (t) => {
  const { raw, store, damage, problems } = await open(t);
  await store.commit(create('jane'));
  await raw.commit(create('forged', 'manage'));
  await assert.rejects(store.get(things, SYSTEM, 'forged'), isDamaged);
  assert.deepEqual(
    (await store.page(things, SYSTEM, { limit: 10 })).map(({ key }) => key),
    ['jane'],
  );
  assert.deepEqual(await store.find(things, SYSTEM, 'role', { from: 'manage', to: 'manage', limit: 1 }), []);
  assert.deepEqual(new Set(damage.map(({ key }) => key)), new Set(['forged']));
  assert.deepEqual(await problems(), ['record forged of things was not written by this server']);
});

test('refuses a record that was changed beside it, or put back', async (t) => {
  const { raw, store, problems } = await open(t);
  await store.commit(create('jane', 'manage'));
  const former = (await raw.get(things, SYSTEM, 'jane'))!;
  await store.commit(new Change().replace(things, SYSTEM, former, { role: 'view' }));
  for (const role of ['manage', 'view']) {
    await raw.commit(new Change().put(things, SYSTEM, 'jane', { role }));
    await assert.rejects(store.get(things, SYSTEM, 'jane'), isDamaged);
    assert.deepEqual(await problems(), ['record jane of things was changed, or put back, beside the server']);
  }
  const back = new Change().put(things, SYSTEM, 'jane', former.value);
  back.puts[0]!.version = former.version;
  await raw.commit(back);
  await assert.rejects(store.get(things, SYSTEM, 'jane'), isDamaged);
});

test('verify notices what was removed: records, rosters, and all of it', async (t) => {
  const { raw, store, problems } = await open(t);
  await store.commit(create('jane'));
  await store.commit(create('john'));
  await raw.commit(new Change().delete(things, SYSTEM, (await raw.get(things, SYSTEM, 'jane'))!));
  assert.deepEqual(await problems(), ['record jane of things was removed beside the server']);
  const [roster] = (await raw.page(rosters, SYSTEM, { limit: 10 })).filter(({ key }) => key !== 'root');
  await raw.commit(new Change().delete(rosters, SYSTEM, roster!));
  assert.match((await problems()).join(), new RegExp(`record ${roster!.key} of rosters is missing or was not signed`));
  await raw.commit(new Change().clear(rosters, SYSTEM).clear(things, SYSTEM));
  assert.deepEqual(await problems(), ['record root of rosters is missing or was not signed by this server']);
});

test('refuses a roster that was signed with another key', async (t) => {
  const { raw, store, problems } = await open(t);
  await store.commit(create('jane'));
  await signRecords(raw, keyringOf('another'), [things], new Change());
  await assert.rejects(store.get(things, SYSTEM, 'jane'), isDamaged);
  assert.deepEqual(await problems(), ['record root of rosters is missing or was not signed by this server']);
});

test('takes a session that is not signed for none', async (t) => {
  const { raw, store } = await open(t);
  const pass = { of: 'jane', expiresAt: NOW + 1 };
  await store.commit(new Change().create(passes, SYSTEM, 'p', pass));
  assert.deepEqual((await store.get(passes, SYSTEM, 'p'))!.value, pass);
  const { version, value } = (await raw.get(passes, SYSTEM, 'p'))!;
  const forged = new Change().put(passes, SYSTEM, 'p', { ...value, of: 'admin' }).put(passes, SYSTEM, 'q', value);
  for (const put of forged.puts) put.version = version;
  await raw.commit(forged);
  assert.deepEqual([await store.get(passes, SYSTEM, 'p'), await store.get(passes, SYSTEM, 'q')], [undefined, undefined]);
});

test('signs the records of earlier versions as they are', async (t) => {
  const { raw, problems } = await open(t, false);
  for (const key of ['a', 'b']) await raw.commit(create(key));
  await signRecords(raw, keyring, [things], new Change());
  assert.deepEqual(await problems(), []);
  const store = signedStore(raw, { keyring, listed: [things], tagged: [], isSigned: () => true });
  assert.equal((await store.page(things, SYSTEM, { limit: 10 })).length, 2);
});
