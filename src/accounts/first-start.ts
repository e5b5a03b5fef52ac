/** What a server needs before its first call: proof that the data are its own, and the account `default`. */
import type { Clock, Ids } from '../kernel/ports.ts';
import { Change, Conflict } from '../kernel/change.ts';
import { SYSTEM } from '../kernel/collection.ts';
import type { Store } from '../kernel/ports/store.ts';
import type { Keyring } from '../kernel/ports/accounts.ts';
import type { KeyName } from '../kernel/account.ts';
import { facts, getAccount, newAccount } from './store.ts';

export const DEFAULT_ACCOUNT = { subscription: 'default', resourceGroup: 'default', name: 'default' };

const MASTER_FACT = 'master key';

export class WrongMasterKey extends Error {
  override name = 'WrongMasterKey';
}

export interface FirstStart { store: Store; keyring: Keyring; region: string; clock: Clock; ids: Ids; keys?: Record<KeyName, string> }

/** The keys of the account `default` when this start has made it. */
export async function prepareData({ store, keyring, region, clock, ids, keys }: FirstStart): Promise<Record<KeyName, string> | undefined> {
  const fact = await store.get(facts, SYSTEM, MASTER_FACT);
  if (fact) {
    checkMasterKey(fact.value.text, keyring);
    return undefined;
  }
  const secrets = keys ?? { key1: ids.secret(), key2: ids.secret() };
  const change = new Change().create(facts, SYSTEM, MASTER_FACT, { text: keyring.seal(MASTER_FACT, MASTER_FACT) });
  if (!await getAccount(store, DEFAULT_ACCOUNT)) {
    newAccount(change, { ...DEFAULT_ACCOUNT, id: ids.uuid(), location: region, kind: 'MultiService', limits: {}, collaborators: [], blocked: false, createdAt: clock.now() }, secrets, keyring);
  }
  try {
    await store.commit(change.audit(SYSTEM, { at: new Date(clock.now()).toISOString(), operation: 'accounts.firstStart', caller: 'server', request: '', params: {} }));
    return secrets;
  } catch (error) {
    if (!(error instanceof Conflict)) throw error;
    return await prepareData({ store, keyring, region, clock, ids, keys });
  }
}

function checkMasterKey(sealed: string, keyring: Keyring): void {
  try {
    keyring.open(sealed, MASTER_FACT);
  } catch {
    throw new WrongMasterKey('The data belong to another master key. Set PERENNIAL_MASTER_KEY to the one they were made with, or restore its file under secrets in the data folder.');
  }
}
