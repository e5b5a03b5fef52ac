/** The accounts of the server, the selected one, and a client that calls with its key. */
import { useMemo } from 'preact/hooks';
import { Client, manager } from './api.ts';
import { Cell, useCell } from './cell.ts';
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

/** Keys are held in memory only: fetched on first use and never stored in the browser. */
const keys = new Map<string, Promise<string>>();
const clients = new Map<string, Client>();

function keyOf({ id }: Account): Promise<string> {
  const known = keys.get(id) ?? manager.post<{ key1: string }>(`${id}/listKeys`, undefined, { quiet: true }).then(({ key1 }) => key1);
  keys.set(id, known);
  known.catch(() => keys.delete(id));
  return known;
}

/** Called when keys were regenerated or the user signed out. */
export function forgetKeys(): void {
  keys.clear();
}

/** Calls area operations with a key of the account. If the key was regenerated meanwhile, fetches it again once. */
export function clientOf(account: Account): Client {
  const { id } = account;
  const known = clients.get(id);
  if (known) return known;
  let renewedAt = -Infinity;
  const client = new Client(
    'account',
    async () => ({ 'ocp-apim-subscription-key': await keyOf(account) }),
    () => {
      if (performance.now() - renewedAt < 5000) return false;
      renewedAt = performance.now();
      return keys.delete(id);
    },
  );
  clients.set(id, client);
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
