import { operation, reply } from '../../kernel/operation.ts';
import type { Ports } from '../../kernel/ports.ts';
import { Change } from '../../kernel/change.ts';
import type { Stored } from '../../kernel/change.ts';
import { SYSTEM } from '../../kernel/collection.ts';
import { accountFailure } from '../failures.ts';
import { ERASE_JOB } from '../jobs.ts';
import { resourceId } from '../../kernel/account.ts';
import type { Account, Caller } from '../../kernel/account.ts';
import { AccountList, AccountPath, AccountView, GroupPath, PutAccount } from '../schemas.ts';
import { accountById, accounts, deleteAccount, getAccount, listAccounts, newAccount } from '../store.ts';

export interface AccountParams {
  subscription: string;
  resourceGroup: string;
  account: string;
}

/** Calls in progress when the account was deleted may still write; they have completed by then. */
const ERASE_AGAIN_MS = 120_000;

const BASE = '/subscriptions/{subscription}/resourceGroups/{resourceGroup}/accounts';
export const ONE = `${BASE}/{account}` as const;
const example = { subscription: 'default', resourceGroup: 'default', account: 'example' };
/** What operations on an existing account have in common. */
export const ofAccount = {
  needs: 'manager',
  params: AccountPath,
  fails: ['AccountNotFound'],
  example: { params: example },
} as const;

function nameOf({ subscription, resourceGroup, account }: AccountParams): {
  subscription: string;
  resourceGroup: string;
  name: string;
} {
  return { subscription, resourceGroup, name: account };
}

export async function mustGetAccount(records: Ports['records'], params: AccountParams): Promise<Stored<Account>> {
  const read = await getAccount(records, nameOf(params));
  if (!read) throw accountFailure('AccountNotFound', { name: resourceId(nameOf(params)) });
  return read;
}

function view(account: Account, origin: string): object {
  const { id, name, location, kind, limits, collaborators, acceptsAssignmentsFrom = [], sealedStorage, blocked, createdAt } = account;
  return {
    id: resourceId(account),
    name,
    location,
    kind,
    properties: {
      accountId: id,
      endpoint: origin,
      limits,
      collaborators,
      acceptsAssignmentsFrom,
      storage: { linked: sealedStorage !== undefined },
      blocked,
      createdDateTime: new Date(createdAt).toISOString(),
    },
  };
}

/** Other accounts may be named by account id or resource id; they are stored by account id. */
async function accountIds(
  records: Ports['records'],
  names: readonly string[],
  unknown: 'CollaboratorUnknown' | 'AcceptedUnknown',
): Promise<string[]> {
  return await Promise.all(
    names.map(async (name) => {
      const [, subscription, resourceGroup, account] =
        /^\/subscriptions\/([^/]+)\/resourceGroups\/([^/]+)\/accounts\/([^/]+)$/i.exec(name) ?? [];
      const found =
        account === undefined
          ? await accountById(records, name)
          : await getAccount(records, { subscription: subscription!, resourceGroup: resourceGroup!, name: account });
      if (!found) throw accountFailure(unknown, { name });
      return found.value.id;
    }),
  );
}

function visible(found: Account[], { accounts: seen }: Caller): Account[] {
  return seen ? found.filter(({ id }) => seen.includes(id)) : found;
}

export const putAccount = operation({
  id: 'accounts.put',
  summary: 'Create or update an account',
  route: `PUT ${ONE}`,
  needs: 'manager',
  params: AccountPath,
  body: PutAccount,
  replies: { 200: AccountView, 201: AccountView },
  fails: ['AccountFixed', 'CollaboratorUnknown', 'AcceptedUnknown'],
  example: { params: example, body: { location: 'local', kind: 'Face', properties: { limits: { callsPerSecond: 10 } } } },
  async run({ params, body, origin }, { records, clock, ids, keyring }) {
    const { location, kind = 'MultiService', properties = {} } = body;
    const { limits = {}, storage, collaborators = [], acceptsAssignmentsFrom, blocked = false } = properties;
    const read = await getAccount(records, nameOf(params));
    const id = read?.value.id ?? ids.uuid();
    const settings = {
      limits: { ...limits },
      collaborators: await accountIds(records, collaborators, 'CollaboratorUnknown'),
      acceptsAssignmentsFrom:
        acceptsAssignmentsFrom === undefined
          ? read?.value.acceptsAssignmentsFrom
          : await accountIds(records, acceptsAssignmentsFrom, 'AcceptedUnknown'),
      blocked,
      sealedStorage:
        storage === undefined ? read?.value.sealedStorage : storage ? keyring.seal(storage.connectionString, `storage ${id}`) : undefined,
    };
    const change = new Change();
    if (!read) {
      const account = newAccount(
        change,
        { ...nameOf(params), id, location, kind, ...settings, createdAt: clock.now() },
        { key1: ids.secret(), key2: ids.secret() },
        keyring,
      );
      return reply(201, view(account, origin), { change });
    }
    if (location !== read.value.location) throw accountFailure('AccountFixed', { property: 'location', value: read.value.location });
    if (body.kind !== undefined && kind !== read.value.kind)
      throw accountFailure('AccountFixed', { property: 'kind', value: read.value.kind });
    const account: Account = { ...read.value, ...settings };
    change.replace(accounts, SYSTEM, read, account);
    return reply(200, view(account, origin), { change });
  },
});

export const getAccountOperation = operation({
  ...ofAccount,
  id: 'accounts.get',
  summary: 'Get an account',
  route: `GET ${ONE}`,
  replies: { 200: AccountView },
  async run({ params, origin }, { records }) {
    return reply(200, view((await mustGetAccount(records, params)).value, origin));
  },
});

export const listGroup = operation({
  id: 'accounts.listGroup',
  summary: 'List the accounts of a resource group',
  route: `GET ${BASE}`,
  needs: 'manager',
  params: GroupPath,
  replies: { 200: AccountList },
  example: { params: { subscription: 'default', resourceGroup: 'default' } },
  async run({ params, origin, caller }, { records }) {
    const found = await listAccounts(records, `${params.subscription}/${params.resourceGroup}/`.toLowerCase());
    return reply(200, { value: visible(found, caller).map((account) => view(account, origin)) });
  },
});

export const listAll = operation({
  id: 'accounts.list',
  summary: 'List all accounts',
  route: 'GET /accounts',
  needs: 'manager',
  replies: { 200: AccountList },
  async run({ origin, caller }, { records }) {
    return reply(200, { value: visible(await listAccounts(records, ''), caller).map((account) => view(account, origin)) });
  },
});

export const deleteAccountOperation = operation({
  id: 'accounts.delete',
  summary: 'Delete an account; its keys stop working immediately and its data is erased',
  route: `DELETE ${ONE}`,
  needs: 'manager',
  params: AccountPath,
  replies: { 200: null, 204: null },
  example: { params: example },
  async run({ params }, { records, jobs }) {
    const read = await getAccount(records, nameOf(params));
    if (!read) return reply(204);
    const change = new Change();
    await deleteAccount(change, records, read);
    const erase = { account: SYSTEM, kind: ERASE_JOB, input: { account: read.value.id } };
    jobs.enqueue(change, erase);
    jobs.enqueue(change, { ...erase, delayMs: ERASE_AGAIN_MS });
    return reply(200, undefined, { change });
  },
});
