/**
 * Assignments: which projects and apps of other accounts answer the calls of an account.
 *
 * An assignment is one record. It is made only when the assigned account has agreed, and every call that relies on it reads it again,
 * so that withdrawing it takes effect with the commit. Accounts are recorded by id: a new account under an old name inherits nothing.
 * Records are found by the id of the caller alone: neither a reply nor its time depends on what other accounts own.
 */
import { acceptsAssignments } from '../kernel/account.ts';
import type { Account } from '../kernel/account.ts';
import { BY_ACCOUNT, SYSTEM, collection } from '../kernel/collection.ts';
import type { Records } from '../kernel/ports/store.ts';
import { readAll } from './read-all.ts';

export type AssignedKind = 'conversations' | 'texts' | 'understanding';

/** How the assigned account agreed: with its key, through a manager, or by its own settings, which must still say so. */
export type Agreement = 'key' | 'manager' | 'settings';

export interface Assignment {
  id: string;
  /** The owner of the project or app. */
  account: string;
  /** The account that it answers. */
  assigned: string;
  kind: AssignedKind;
  /** The name of the project, or the id of the app. */
  name: string;
  /** Unique to the project or app: a later one of the same name is another. */
  uid: string;
  agreedBy: Agreement;
  createdAt: number;
}

/** Owned by the system, by `assigned/kind/name/owner`; indexed by both accounts, since it ends with either. */
export const assignments = collection<Assignment>('assignments', {
  indexes: { [BY_ACCOUNT]: ({ account, assigned }) => [account, assigned] },
});

export function assignmentKey({ assigned, kind, name, account }: Pick<Assignment, 'assigned' | 'kind' | 'name' | 'account'>): string {
  return `${assigned}/${kind}/${name}/${account}`;
}

/** What is assigned to an account under a name; several owners can have projects of the same name. */
export async function findAssignments(
  records: Pick<Records, 'page'>,
  assigned: Account,
  kind: AssignedKind,
  name: string,
): Promise<Assignment[]> {
  const found = await readAll(records, assignments, SYSTEM, `${assigned.id}/${kind}/${name}/`);
  return found.map(({ value }) => value).filter((assignment) => isAgreed(assignment, assigned));
}

/** Whether the assigned account still agrees. */
export function isAgreed({ agreedBy, account }: Assignment, assigned: Account): boolean {
  return agreedBy !== 'settings' || acceptsAssignments(assigned, account);
}
