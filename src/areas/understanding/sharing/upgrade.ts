/** Access to the apps of earlier versions. */
import type { UpgradeContext } from '../../../kernel/area.ts';
import { Change } from '../../../kernel/change.ts';
import { SYSTEM } from '../../../kernel/collection.ts';
import type { App } from '../model.ts';
import { appOwners, apps, publicApps, streamRecords } from '../store.ts';
import { addAssignment, accountName } from './assignment.ts';

/**
 * Records who may query the apps of version 0.1.0, which found public apps by the app itself and named assigned accounts by their
 * addresses. An account keeps an assignment only if it existed before the app: then it is surely the one that was
 * assigned, and not another that was created under the name of a deleted one. A manager had to agree in that version too.
 */
export async function upgradeAccess(context: UpgradeContext): Promise<void> {
  const { store } = context;
  for await (const { key: appId, value } of streamRecords({ records: store }, appOwners, SYSTEM, '')) {
    const owner = value.account;
    const app = await store.get(apps, owner, appId);
    if (!app || (!app.value.settings.public && app.value.assigned.every(({ accountId }) => accountId !== undefined))) continue;
    const change = new Change();
    if (app.value.settings.public) change.put(publicApps, SYSTEM, appId, { account: owner });
    const assigned: App['assigned'] = [];
    for (const one of app.value.assigned) {
      const account = one.accountId === undefined ? await context.accounts.named(accountName(one)) : undefined;
      if (one.accountId !== undefined) assigned.push(one);
      else if (account && account.createdAt <= app.value.createdAt) {
        assigned.push({ ...one, accountId: account.id });
        addAssignment(change, { owner, app }, account.id, context);
      }
    }
    await store.commit(change.replace(apps, owner, app, { ...app.value, assigned }));
  }
}

/** Records the owners of the apps of version 1.0.0-rc.1, which did not. */
export async function upgradeOwners({ store, accounts }: UpgradeContext): Promise<void> {
  for (const { id: account } of await accounts.all()) {
    const change = new Change();
    for await (const { key: appId } of streamRecords({ records: store }, apps, account, ''))
      change.put(appOwners, SYSTEM, appId, { account });
    if (!change.isEmpty) await store.commit(change);
  }
}
