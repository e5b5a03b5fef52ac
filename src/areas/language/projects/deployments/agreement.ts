/** Which accounts agree that a project of another account answers their calls. */
import { accountKey } from '../../../../kernel/account.ts';
import type { Account } from '../../../../kernel/account.ts';
import { assignmentKey, assignments } from '../../../../shared/assignments.ts';
import type { Agreement } from '../../../../shared/assignments.ts';
import { VENDOR_FIELDS } from '../../../../kernel/aliases.ts';
import { SYSTEM } from '../../../../kernel/collection.ts';
import type { Call } from '../../../../kernel/operation.ts';
import type { Ports } from '../../../../kernel/ports.ts';
import { projectFailure } from '../failures.ts';
import type { FamilyName, Resource } from '../model.ts';
import type { FoundProject } from '../store.ts';

/** Keys of accounts that agree to be assigned, separated by commas. */
const ASSIGNED_KEY_HEADER = 'perennial-assigned-account-key';

/** Resource ids of the vendor contain a provider, ours do not. */
const RESOURCE_ID = /^\/subscriptions\/([^/]+)\/resourceGroups\/([^/]+)\/(?:providers\/[^/]+\/)?accounts\/([^/]+)$/i;

type AccountName = Pick<Account, 'subscription' | 'resourceGroup' | 'name'>;

function parseResourceId(id: string): AccountName | undefined {
  const [, subscription, resourceGroup, name] = RESOURCE_ID.exec(id) ?? [];
  return name === undefined ? undefined : { subscription: subscription!, resourceGroup: resourceGroup!, name };
}

/** Whether two resource ids are those of one account. */
export function isSameResource(one: string, other: string): boolean {
  const address = (id: string): string => {
    const name = parseResourceId(id);
    return name ? accountKey(name) : id.toLowerCase();
  };
  return address(one) === address(other);
}

export interface AgreedResource extends Resource {
  accountId: string;
  agreedBy: Agreement;
}

/**
 * The accounts with the given resource ids. They are looked for among those that agree; only a manager can have others looked up. So an
 * account that does not agree and one that does not exist take the same path.
 */
export async function requireAgreed(
  { accounts, region }: Ports,
  { account: caller, headers }: Pick<Call, 'account' | 'headers'>,
  owner: string,
  ids: readonly string[],
): Promise<AgreedResource[]> {
  const agreed = new Map<string, { account: Account; agreedBy: Agreement }>();
  const add = (agreedBy: Agreement, account: Account | undefined): void => {
    if (account) agreed.set(accountKey(account), { account, agreedBy });
  };
  for (const account of await accounts.accepting(owner)) add('settings', account);
  add('key', owner === caller.id ? caller : await accounts.byId(owner));
  add('key', caller);
  for (const key of presentedKeys(headers).slice(0, ids.length)) add('key', await accounts.ofKey(key));
  const authorization = [headers.authorization].flat()[0];
  const isManager = authorization !== undefined && /^bearer /i.test(authorization);
  if (isManager) await accounts.manager(authorization);
  return await Promise.all(
    ids.map(async (id) => {
      const name = parseResourceId(id);
      if (name && isManager) add('manager', await accounts.named(name));
      const found = name && agreed.get(accountKey(name));
      if (!found) throw projectFailure('ResourceUnknown', { id, target: VENDOR_FIELDS.resourceId });
      const { account, agreedBy } = found;
      return { id, accountId: account.id, region: account.location || region, agreedBy };
    }),
  );
}

function presentedKeys(headers: Call['headers']): string[] {
  return [headers[ASSIGNED_KEY_HEADER] ?? []]
    .flat()
    .flatMap((value) => value.split(','))
    .map((key) => key.trim())
    .filter((key) => key !== '');
}

/** The resources of a project whose accounts still exist and agree. */
export async function agreedResources(
  { records, accounts }: Ports,
  family: FamilyName,
  { owner, project: { value: project } }: FoundProject,
): Promise<Resource[]> {
  const accepting = new Set((await accounts.accepting(owner)).map(({ id }) => id));
  const agreed = await Promise.all(
    project.resources.map(async ({ accountId }) => {
      if (accountId === undefined) return false;
      const key = assignmentKey({ assigned: accountId, kind: family, name: project.name, account: owner });
      const assignment = (await records.get(assignments, SYSTEM, key))?.value;
      return assignment?.uid === project.uid && (assignment.agreedBy !== 'settings' || accepting.has(accountId));
    }),
  );
  return project.resources.filter((_, index) => agreed[index]);
}
