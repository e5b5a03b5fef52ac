/** The accounts of the server, the one that pages work in, and a client that calls with its key. */
import { useMemo } from 'preact/hooks';
import { Client, manager } from './api.ts';
import { Cell, useCell } from './cell.ts';
import { currentPlace, usePlace } from './router.tsx';

export interface Account {
  /** Its address in the management plane. */
  id: string;
  name: string;
  location: string;
  kind: string;
  properties: { accountId: string; endpoint: string; limits: { callsPerSecond?: number; callsPerMonth?: number }; collaborators: string[]; storage: { linked: boolean }; blocked: boolean; createdDateTime: string };
}

export const accounts = new Cell<readonly Account[]>([]);

export async function loadAccounts(): Promise<readonly Account[]> {
  const { value } = await manager.get<{ value: Account[] }>('/accounts', { quiet: true });
  accounts.set(value);
  return value;
}

/** `subscription/group/name`, as addresses of the console say it. */
export function shortName({ id }: Pick<Account, 'id'>): string {
  const [, , subscription, , group, , name] = id.split('/');
  return `${subscription}/${group}/${name}`;
}

export function isDefault(account: Account): boolean {
  return shortName(account).toLowerCase() === 'default/default/default';
}

/** The account that the address names, else the default one, else the first. */
export function chosen(all: readonly Account[], named: string | null): Account | undefined {
  const wanted = named?.toLowerCase();
  return all.find((account) => shortName(account).toLowerCase() === wanted) ?? all.find(isDefault) ?? all[0];
}

/** Keys in memory only: they are asked for when first needed and never kept in the browser. */
const keys = new Map<string, Promise<string>>();
const clients = new Map<string, Client>();

function keyOf({ id }: Account): Promise<string> {
  const known = keys.get(id) ?? manager.post<{ key1: string }>(`${id}/listKeys`, undefined, { quiet: true }).then(({ key1 }) => key1);
  keys.set(id, known);
  known.catch(() => keys.delete(id));
  return known;
}

/** Keys were replaced, or everybody signed out. */
export function forgetKeys(): void {
  keys.clear();
}

/** Calls areas with a key of the account. A key that was replaced meanwhile is asked for anew, once. */
export function clientOf(account: Account): Client {
  const { id } = account;
  const known = clients.get(id);
  if (known) return known;
  let renewedAt = -Infinity;
  const client = new Client('account', async () => ({ 'ocp-apim-subscription-key': await keyOf(account) }), () => {
    if (performance.now() - renewedAt < 5000) return false;
    renewedAt = performance.now();
    return keys.delete(id);
  });
  clients.set(id, client);
  return client;
}

export interface Working { account: Account; client: Client }

/** What an area's page works with; the shell shows pages only when there is an account. */
export function useAccount(): Working {
  const all = useCell(accounts);
  const { query } = usePlace();
  const account = chosen(all, query.get('account'))!;
  return useMemo(() => ({ account, client: clientOf(account) }), [account]);
}

/** The same outside of pages, such as in samples. */
export function currentAccount(): Working | undefined {
  const account = chosen(accounts.get(), currentPlace().query.get('account'));
  return account && { account, client: clientOf(account) };
}
