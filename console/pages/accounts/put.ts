/** Updates an account: PUT replaces everything, so unchanged properties are sent again. */
import { loadAccounts } from '../../kit/accounts.ts';
import type { Account } from '../../kit/accounts.ts';
import { manager } from '../../kit/api.ts';

export interface AccountChanges { limits?: Account['properties']['limits']; collaborators?: readonly string[]; blocked?: boolean; storage?: { connectionString: string } | null }

export function putBody({ location, kind, properties: { limits, collaborators, blocked } }: Account, changes: AccountChanges): object {
  return { location, kind, properties: { limits, collaborators, blocked, ...changes } };
}

export async function changeAccount(account: Account, changes: AccountChanges): Promise<void> {
  await manager.put(account.id, putBody(account, changes));
  await loadAccounts();
}
