import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { inject } from '../../test/support/inject.ts';
import { getOperator, operators } from '../accounts/operators/operators.ts';
import { hashPassword } from '../accounts/operators/passwords.ts';
import { sessions, signInCodes } from '../accounts/operators/sessions.ts';
import { areRecordsSigned } from '../accounts/signed-records.ts';
import { accounts, facts, keys } from '../accounts/store.ts';
import { createApp } from '../app.ts';
import type { App } from '../app.ts';
import { readConfig } from '../config.ts';
import type { Config } from '../config.ts';
import { Change } from '../kernel/change.ts';
import { SYSTEM } from '../kernel/collection.ts';
import type { Store } from '../kernel/ports/store.ts';
import { openSqlite } from '../storage/records/sqlite/store.ts';
import { rosters } from '../storage/integrity/rosters.ts';
import { openSecrets } from './secrets.ts';

interface Server {
  config: Config;
  secrets: { key: string; adminSecret: string };
  /** Runs while no server does: writes as somebody who has the database and not the master key. */
  beside(work: (store: Store) => Promise<void>): Promise<void>;
  /** Runs with a server. */
  serve<T>(work: (app: App) => Promise<T>): Promise<T>;
}

async function start(t: TestContext): Promise<Server> {
  const folder = await mkdtemp(join(tmpdir(), 'perennial-signed-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const { config } = readConfig({ argv: ['--data', folder, '--log-level', 'silent', '--port', '0'] });
  const serve = async <T>(work: (app: App) => Promise<T>): Promise<T> => {
    const app = await createApp(config, { areas: [] });
    try {
      return await work(app);
    } finally {
      await app.close();
    }
  };
  const secrets = await serve(async ({ newKeys, adminSecret }) => ({ key: newKeys!.key1, adminSecret }));
  return {
    config,
    secrets,
    serve,
    async beside(work) {
      const store = await openSqlite({ folder, now: Date.now });
      try {
        await work(store);
      } finally {
        await store.close();
      }
    },
  };
}

async function signIn(app: App, body: object): Promise<number> {
  const { status } = await inject(app.server.node, {
    method: 'POST',
    url: '/sessions',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return status;
}

test('an operator that was written to the database cannot sign in', async (t) => {
  const { serve, beside } = await start(t);
  const mallory = {
    id: 'm',
    name: 'mallory',
    role: 'manage',
    generation: 0,
    createdAt: 0,
    password: await hashPassword('long enough'),
  } as const;
  await beside((store) => store.commit(new Change().create(operators, SYSTEM, 'mallory', mallory)));
  await serve(async (app) => {
    assert.equal(await signIn(app, { name: 'mallory', password: 'long enough' }), 409);
    await assert.rejects(getOperator(app.store, 'mallory'), { kind: 'DataDamaged' });
  });
});

test('a key that was moved to another account in the database opens nothing', async (t) => {
  const { serve, beside, secrets } = await start(t);
  await beside(async (store) => {
    const change = new Change();
    for (const { key } of await store.page(keys, SYSTEM, { limit: 9 })) change.put(keys, SYSTEM, key, { account: 'another' });
    await store.commit(change);
  });
  await serve(({ ports }) => assert.rejects(ports.accounts.ofKey(secrets.key), { kind: 'DataDamaged' }));
});

test('a digest that is known from elsewhere is no sign-in code', async (t) => {
  const { serve, beside, config } = await start(t);
  const digest = openSecrets(config).keyring.digest('secret of my own session');
  await beside((store) => store.commit(new Change().create(signInCodes, SYSTEM, digest, { expiresAt: Date.now() + 60_000 })));
  await serve(async (app) => assert.equal(await signIn(app, { code: 'secret of my own session' }), 401));
});

test('signs data of an earlier version when it starts, and an earlier state is not signed again', async (t) => {
  const { serve, beside, secrets, config } = await start(t);
  const { keyring } = openSecrets(config);
  const forget = (store: Store): Promise<void> =>
    store.commit(
      new Change()
        .clear(rosters, SYSTEM)
        .clear(sessions, SYSTEM)
        .put(facts, SYSTEM, 'master key', { text: keyring.seal('master key', 'master key') }),
    );
  await beside(forget);
  await rm(join(config.data, 'signed-database'));
  await serve(async ({ ports, store }) => {
    assert.equal((await ports.accounts.ofKey(secrets.key))?.name, 'default');
    assert.equal(await areRecordsSigned(store, keyring), true);
    assert.ok((await store.count(rosters, SYSTEM)) > 0);
  });
  await beside(forget);
  await serve(async ({ ports, store }) => {
    await assert.rejects(ports.accounts.ofKey(secrets.key), { kind: 'DataDamaged' });
    assert.deepEqual(await store.page(accounts, SYSTEM, { limit: 9 }), []);
  });
});
