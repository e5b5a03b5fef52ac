/** Assignments of apps to accounts. */
import { assignmentKey, assignments } from '../../../shared/assignments.ts';
import type { Assignment } from '../../../shared/assignments.ts';
import type { Change } from '../../../kernel/change.ts';
import { SYSTEM } from '../../../kernel/collection.ts';
import type { Ports } from '../../../kernel/ports.ts';
import type { Accounts } from '../../../kernel/ports/accounts.ts';
import type { CloudAccount } from '../model.ts';
import type { AppContext } from '../store.ts';

export function accountName({ cloudSubscriptionId, resourceGroup, accountName: name }: CloudAccount): Parameters<Accounts['named']>[0] {
  return { subscription: cloudSubscriptionId, resourceGroup, name };
}

/** The manager's token is the agreement of the account: whoever has one may manage both accounts. */
export function addAssignment(
  change: Change,
  { owner, app }: AppContext,
  assigned: string,
  { ids, clock }: Pick<Ports, 'ids' | 'clock'>,
): void {
  const { id: name } = app.value;
  const assignment: Assignment = {
    id: ids.uuid(),
    account: owner,
    assigned,
    kind: 'understanding',
    name,
    uid: name,
    agreedBy: 'manager',
    createdAt: clock.now(),
  };
  change.put(assignments, SYSTEM, assignmentKey(assignment), assignment);
}

/** Ends the assignment of an app to an account. */
export function clearAssignment(change: Change, owner: string, appId: string, assigned: string | undefined): void {
  if (assigned === undefined) return;
  change.clear(assignments, SYSTEM, assignmentKey({ assigned, kind: 'understanding', name: appId, account: owner }));
}

/** The accounts that an app is assigned to, without those that were deleted or have withdrawn. */
export async function assignedAccounts({ owner, app }: AppContext, { records }: Pick<Ports, 'records'>): Promise<CloudAccount[]> {
  const { id: name, assigned } = app.value;
  const isCurrent = await Promise.all(
    assigned.map(async ({ accountId }) => {
      if (accountId === undefined) return false;
      const key = assignmentKey({ assigned: accountId, kind: 'understanding', name, account: owner });
      return (await records.get(assignments, SYSTEM, key)) !== undefined;
    }),
  );
  return assigned.filter((_, index) => isCurrent[index]);
}
