import assert from 'node:assert/strict';
import { test } from 'node:test';
import { management } from '../../test/support/management.ts';
import { testApp } from '../../test/support/memory-app.ts';
import { accounts, facts } from '../accounts/store.ts';
import { defineArea } from '../kernel/area.ts';
import type { UpgradeContext } from '../kernel/area.ts';
import { Change, Conflict } from '../kernel/change.ts';
import { SYSTEM, collection } from '../kernel/collection.ts';
import { upgradeData } from './upgrades.ts';

test('runs each upgrade once, again after a conflict, and the new ones of a later version', async () => {
  const app = await testApp();
  const context: UpgradeContext = { store: app.store, ...app.ports };
  const ran: string[] = [];
  let conflicts = 2;
  const upgrades = {
    'first.step': () => {
      ran.push('first');
      return conflicts-- > 0 ? Promise.reject(new Conflict('changed')) : Promise.resolve();
    },
  };
  const area = defineArea({ name: 'x', title: 'x', mounts: [], kinds: [], dialect: () => ({ body: {} }), operations: [], upgrades });
  for (const _ of [1, 2]) await upgradeData([area], context);
  assert.deepEqual(ran, ['first', 'first', 'first']);
  const second = () => {
    ran.push('second');
    return Promise.resolve();
  };
  await upgradeData([{ ...area, upgrades: { ...upgrades, 'second.step': second } }], context);
  assert.deepEqual(ran.slice(3), ['second']);
  await app.close();
});

test('finds collaborators of accounts that version 0.1.0 has written', async () => {
  const app = await testApp();
  const { id } = await app.createAccount('friend');
  await app.createAccount('host', { properties: { collaborators: [id] } });
  const read = (await app.store.page(accounts, SYSTEM, { limit: 10 })).find(({ value }) => value.name === 'host')!;
  const unindexed = collection<typeof read.value>(accounts.name, { indexes: { id: ({ id: own }) => [own] } });
  await app.store.commit(new Change().replace(unindexed, SYSTEM, read, read.value));
  assert.deepEqual(await app.ports.accounts.sharedWith(id), []);
  await app.store.commit(new Change().clear(facts, SYSTEM, 'upgrades'));
  await upgradeData([management], { store: app.store, ...app.ports });
  assert.deepEqual(
    (await app.ports.accounts.sharedWith(id)).map(({ name }) => name),
    ['host'],
  );
  await app.close();
});
