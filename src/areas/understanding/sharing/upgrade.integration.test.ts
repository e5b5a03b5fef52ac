import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { testApp } from '../../../../test/support/memory-app.ts';
import type { TestApp, TestResponse } from '../../../../test/support/memory-app.ts';
import { preparedApp } from '../../../../test/support/understanding.ts';
import { Change } from '../../../kernel/change.ts';
import { SYSTEM } from '../../../kernel/collection.ts';
import type { App } from '../model.ts';
import { appOwners, apps } from '../store.ts';
import { upgradeAccess, upgradeOwners } from './upgrade.ts';

describe('access to apps of earlier versions', () => {
  let app: TestApp;
  let owner: { key: string; id: string };
  before(async () => {
    app = await testApp();
    owner = await app.createAccount('owner');
  });
  after(() => app.close());

  /** An app as version 0.1.0 stored it. */
  const formerApp = async (update: Partial<App>): Promise<string> => {
    const { appId } = await preparedApp(app, owner.id);
    const read = (await app.store.get(apps, owner.id, appId))!;
    await app.store.commit(
      new Change()
        .replace(apps, owner.id, read, { ...read.value, assigned: [], ...update })
        .put(appOwners, SYSTEM, appId, { account: owner.id }),
    );
    return appId;
  };
  const ask = (key: string, appId: string): Promise<TestResponse> =>
    app.call({ method: 'GET', url: `/luis/prediction/v3.0/apps/${appId}/slots/production/predict?query=hello`, key });
  const named = (accountName: string): App['assigned'] => [{ cloudSubscriptionId: 'TEST', resourceGroup: 'test', accountName }];
  const upgrade = (): Promise<void> => upgradeAccess({ store: app.store, ...app.ports });

  test('keeps public apps public, and accounts that are older than the app assigned', async () => {
    const createdAt = app.ports.clock.now() + 1000;
    const { key: bot } = await app.createAccount('bot');
    const { key: stranger } = await app.createAccount('stranger');
    const open = await formerApp({ settings: { public: true } });
    const shared = await formerApp({ assigned: named('bot'), createdAt });
    for (const _ of [1, 2]) {
      await upgrade();
      assert.equal((await ask(stranger, open)).status, 200);
      assert.equal((await ask(bot, shared)).status, 200);
      assert.equal((await ask(stranger, shared)).status, 401);
    }
    const url = `/luis/api/v2.0/apps/${shared}/cloudaccounts`;
    assert.deepEqual((await app.call({ method: 'GET', url, key: owner.key, token: await app.token() })).json(), named('bot'));
  });

  test('ends assignments of accounts that are younger than the app or gone', async () => {
    const { key } = await app.createAccount('younger');
    const shared = await formerApp({ assigned: [...named('younger'), ...named('gone')], createdAt: 0 });
    await upgrade();
    assert.equal((await ask(key, shared)).status, 401);
    assert.deepEqual((await app.store.get(apps, owner.id, shared))!.value.assigned, []);
  });

  test('records the owners of apps of 1.0.0-rc.1, so that strangers get 401', async () => {
    const { key } = await app.createAccount('outsider');
    const { appId } = await preparedApp(app, owner.id);
    await app.store.commit(new Change().clear(appOwners, SYSTEM, appId));
    assert.equal((await ask(key, appId)).status, 404);
    for (const _ of [1, 2]) {
      await upgradeOwners({ store: app.store, ...app.ports });
      assert.equal((await ask(key, appId)).status, 401);
    }
  });
});
