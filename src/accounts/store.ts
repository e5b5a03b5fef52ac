import { readAll } from '../shared/read-all.ts';
import type { UpgradeContext } from '../kernel/area.ts';
import { Change } from '../kernel/change.ts';
import type { Stored } from '../kernel/change.ts';
import { assignments } from '../shared/assignments.ts';
import { BY_ACCOUNT, collection, SYSTEM } from '../kernel/collection.ts';
import type { Records } from '../kernel/ports/store.ts';
import type { Ids } from '../kernel/ports.ts';
import type { Keyring } from '../kernel/ports/accounts.ts';
import { accountKey } from '../kernel/account.ts';
import type { Account, KeyName, StoredKey } from '../kernel/account.ts';

const BY_COLLABORATOR = 'collaborator';
const BY_ACCEPTED = 'accepted';

export const accounts = collection<Account>('accounts', {
  indexes: {
    id: ({ id }) => [id],
    [BY_COLLABORATOR]: ({ collaborators }) => collaborators,
    [BY_ACCEPTED]: ({ acceptsAssignmentsFrom = [] }) => acceptsAssignmentsFrom,
  },
  announced: true,
});

/** Maps the digest of a key to its account. */
export const keys = collection<{ account: string }>('keys', { announced: true });

/** Facts about the server itself, such as a text encrypted with its master key. */
export const facts = collection<{ text: string }>('facts');

/** The most accounts that are read for naming another in their settings. */
const MAX_NAMING = 10_000;
/** The most assignments that end in the commit that deletes an account; more are deleted by the job. */
const MAX_ENDED = 5000;

export type AccountName = Pick<Account, 'subscription' | 'resourceGroup' | 'name'>;

export async function getAccount(records: Records, name: AccountName): Promise<Stored<Account> | undefined> {
  return await records.get(accounts, SYSTEM, accountKey(name));
}

export async function accountById(records: Records, id: string): Promise<Stored<Account> | undefined> {
  return (await records.find(accounts, SYSTEM, 'id', { from: id, to: id, limit: 1 }))[0];
}

/** The accounts that have made an account a collaborator. */
export async function accountsSharedWith(records: Records, id: string): Promise<Account[]> {
  return await accountsNaming(records, BY_COLLABORATOR, id);
}

/** The accounts whose settings accept assignments from an account. */
export async function accountsAccepting(records: Records, id: string): Promise<Account[]> {
  return [...(await accountsNaming(records, BY_ACCEPTED, id)), ...(await accountsNaming(records, BY_COLLABORATOR, id))];
}

async function accountsNaming(records: Records, index: string, id: string): Promise<Account[]> {
  return (await records.find(accounts, SYSTEM, index, { from: id, to: id, limit: MAX_NAMING })).map(({ value }) => value);
}

export async function accountOfKey(records: Records, digest: string): Promise<Account | undefined> {
  const key = await records.get(keys, SYSTEM, digest);
  const account = key && (await records.get(accounts, SYSTEM, key.value.account))?.value;
  return account && Object.values(account.keys).some((stored) => stored.digest === digest) ? account : undefined;
}

/** All accounts whose record key has the prefix. */
export async function listAccounts(records: Records, prefix: string): Promise<Account[]> {
  return (await readAll(records, accounts, SYSTEM, prefix)).map(({ value }) => value);
}

/** Writes the accounts of version 0.1.0 again, which has no index of collaborators. */
export async function indexAccounts({ store }: Pick<UpgradeContext, 'store'>): Promise<void> {
  for (const read of await readAll(store, accounts, SYSTEM, '')) {
    if (read.value.collaborators.length > 0) await store.commit(new Change().replace(accounts, SYSTEM, read, read.value));
  }
}

export function newAccount(change: Change, parts: Omit<Account, 'keys'>, secrets: Record<KeyName, string>, keyring: Keyring): Account {
  const key = accountKey(parts);
  const account: Account = {
    ...parts,
    keys: { key1: storedKey(parts, 'key1', secrets.key1, keyring), key2: storedKey(parts, 'key2', secrets.key2, keyring) },
  };
  change.create(accounts, SYSTEM, key, account);
  for (const { digest } of Object.values(account.keys)) change.create(keys, SYSTEM, digest, { account: key });
  return account;
}

/** Replaces one key; the old one stops working with the commit. */
export async function replaceKey(
  change: Change,
  records: Records,
  read: Stored<Account>,
  name: KeyName,
  keyring: Keyring,
  ids: Ids,
): Promise<Account> {
  const old = await records.get(keys, SYSTEM, read.value.keys[name].digest);
  if (old) change.delete(keys, SYSTEM, old);
  const account: Account = { ...read.value, keys: { ...read.value.keys, [name]: storedKey(read.value, name, ids.secret(), keyring) } };
  change.replace(accounts, SYSTEM, read, account).create(keys, SYSTEM, account.keys[name].digest, { account: read.key });
  return account;
}

export function openKeys(account: Account, keyring: Keyring): Record<KeyName, string> {
  const open = (name: KeyName): string => keyring.open(account.keys[name].sealed, `key ${account.id} ${name}`);
  return { key1: open('key1'), key2: open('key2') };
}

/** Deletes the account's record and keys, and all assignments of and to it; a job erases its data. */
export async function deleteAccount(change: Change, records: Records, read: Stored<Account>): Promise<void> {
  change.delete(accounts, SYSTEM, read);
  const { id } = read.value;
  for (const assignment of await records.find(assignments, SYSTEM, BY_ACCOUNT, { from: id, to: id, limit: MAX_ENDED })) {
    change.delete(assignments, SYSTEM, assignment);
  }
  for (const { digest } of Object.values(read.value.keys)) {
    const key = await records.get(keys, SYSTEM, digest);
    if (key) change.delete(keys, SYSTEM, key);
  }
}

function storedKey(account: Pick<Account, 'id'>, name: KeyName, secret: string, keyring: Keyring): StoredKey {
  return { digest: keyring.digest(secret), sealed: keyring.seal(secret, `key ${account.id} ${name}`) };
}
