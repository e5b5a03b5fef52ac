/** Prepares a data folder: checks that the master key fits, and creates the account `default` on first start. */
import type { Clock, Ids } from '../../kernel/ports.ts';
import { Change, Conflict } from '../../kernel/change.ts';
import { SYSTEM } from '../../kernel/collection.ts';
import type { Store } from '../../kernel/ports/store.ts';
import type { Keyring } from '../../kernel/ports/accounts.ts';
import type { KeyName } from '../../kernel/account.ts';
import { areRecordsSigned, noteFirstStart } from '../signed-records.ts';
import { getAccount, newAccount } from '../store.ts';

export const DEFAULT_ACCOUNT = { subscription: 'default', resourceGroup: 'default', name: 'default' };

export interface InitializeOptions {
  store: Store;
  keyring: Keyring;
  region: string;
  clock: Clock;
  ids: Ids;
  keys?: Record<KeyName, string>;
}

/** Returns the keys of the account `default` when this start has created it. */
export async function initializeData({
  store,
  keyring,
  region,
  clock,
  ids,
  keys,
}: InitializeOptions): Promise<Record<KeyName, string> | undefined> {
  if ((await areRecordsSigned(store, keyring)) !== undefined) return undefined;
  const secrets = keys ?? { key1: ids.secret(), key2: ids.secret() };
  const change = noteFirstStart(new Change(), keyring);
  if (!(await getAccount(store, DEFAULT_ACCOUNT))) {
    newAccount(
      change,
      {
        ...DEFAULT_ACCOUNT,
        id: ids.uuid(),
        location: region,
        kind: 'MultiService',
        limits: {},
        collaborators: [],
        blocked: false,
        createdAt: clock.now(),
      },
      secrets,
      keyring,
    );
  }
  try {
    await store.commit(
      change.audit(SYSTEM, {
        at: new Date(clock.now()).toISOString(),
        operation: 'accounts.firstStart',
        caller: 'server',
        request: '',
        params: {},
      }),
    );
    return secrets;
  } catch (error) {
    if (!(error instanceof Conflict)) throw error;
    return await initializeData({ store, keyring, region, clock, ids, keys });
  }
}
