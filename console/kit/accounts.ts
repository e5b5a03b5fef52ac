/** The accounts of the server, the selected one, and a client that calls for it. */
import { useMemo } from 'preact/hooks';
import { Client, manager, onUnauthorized } from './api.ts';
import { Cell, useCell } from './cell.ts';
import { CONSOLE_HEADERS } from './early.ts';
import { useRoute } from './router.tsx';

export interface Account {
  /** Resource path in the management API. */
  id: string;
  name: string;
  location: string;
  kind: string;
  properties: {
    accountId: string;
    endpoint: string;
    limits: { callsPerSecond?: number; callsPerMonth?: number };
    collaborators: string[];
    storage: { linked: boolean };
    blocked: boolean;
    createdDateTime: string;
  };
}

export const accounts = new Cell<readonly Account[]>([]);

export async function loadAccounts(): Promise<readonly Account[]> {
  const { value } = await manager.get<{ value: Account[] }>('/accounts', { quiet: true });
  accounts.set(value);
  return value;
}

/** `subscription/group/name`, as used in console URLs. */
export function shortName({ id }: Pick<Account, 'id'>): string {
  const [, , subscription, , group, , name] = id.split('/');
  return `${subscription}/${group}/${name}`;
}

export function isDefault(account: Account): boolean {
  return shortName(account).toLowerCase() === 'default/default/default';
}

/** The account named in the URL, else the default one, else the first. */
export function selectAccount(all: readonly Account[], named: string | null): Account | undefined {
  const search = named?.toLowerCase();
  return all.find((account) => shortName(account).toLowerCase() === search) ?? all.find(isDefault) ?? all[0];
}

const clients = new Map<string, Client>();

/** Key 1 of the account, for those who manage; never stored in the browser. */
export async function keyOf({ id }: Account): Promise<string> {
  return (await manager.post<{ key1: string }>(`${id}/listKeys`, undefined, { quiet: true })).key1;
}

/** Calls area operations for the account: the session stands for its key, with the role of the operator. */
export function clientOf({ properties: { accountId } }: Account): Client {
  const known = clients.get(accountId);
  if (known) return known;
  const client = new Client('account', () => Promise.resolve({ ...CONSOLE_HEADERS, 'x-perennial-account': accountId }), onUnauthorized);
  clients.set(accountId, client);
  return client;
}

export interface AccountClient {
  account: Account;
  client: Client;
}

/** The client for the selected account; the shell renders area pages only when there is one. */
export function useAccount(): AccountClient {
  const all = useCell(accounts);
  const { query } = useRoute();
  const account = selectAccount(all, query.get('account'))!;
  return useMemo(() => ({ account, client: clientOf(account) }), [account]);
}
