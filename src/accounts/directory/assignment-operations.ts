/** What is assigned to an account: projects and apps of other accounts that answer its calls. */
import { assignments, isAgreed } from '../../shared/assignments.ts';
import type { Assignment } from '../../shared/assignments.ts';
import { Change } from '../../kernel/change.ts';
import type { Stored } from '../../kernel/change.ts';
import { SYSTEM } from '../../kernel/collection.ts';
import { operation, reply } from '../../kernel/operation.ts';
import type { Ports } from '../../kernel/ports.ts';
import { readAll } from '../../shared/read-all.ts';
import { accountFailure } from '../failures.ts';
import { AssignmentList, AssignmentPath } from '../schemas.ts';
import { mustGetAccount, ofAccount, ONE } from './operations.ts';

async function readAssignments(records: Ports['records'], assigned: string): Promise<Stored<Assignment>[]> {
  return await readAll(records, assignments, SYSTEM, `${assigned}/`);
}

export const listAssignments = operation({
  ...ofAccount,
  id: 'accounts.listAssignments',
  summary: 'List the projects and apps of other accounts that are assigned to an account',
  route: `GET ${ONE}/assignments`,
  replies: { 200: AssignmentList },
  async run(call, { records }) {
    const { value: account } = await mustGetAccount(records, call.params);
    const found = (await readAssignments(records, account.id)).filter(({ value }) => isAgreed(value, account));
    return reply(200, {
      value: found.map(({ value: { id, account: ownerId, kind, name, agreedBy, createdAt } }) => ({
        assignmentId: id,
        ownerId,
        kind,
        name,
        agreedBy,
        createdDateTime: new Date(createdAt).toISOString(),
      })),
    });
  },
});

export const withdrawAssignment = operation({
  ...ofAccount,
  id: 'accounts.withdrawAssignment',
  summary: 'Withdraw the agreement of an account to an assignment, which ends it',
  route: `DELETE ${ONE}/assignments/{assignmentId}`,
  params: AssignmentPath,
  replies: { 200: null },
  fails: [...ofAccount.fails, 'AssignmentNotFound'],
  example: { params: { ...ofAccount.example.params, assignmentId: '00000000-0000-0000-0000-000000000000' } },
  async run(call, { records }) {
    const { assignmentId } = call.params;
    const { value: account } = await mustGetAccount(records, call.params);
    const found = (await readAssignments(records, account.id)).find(({ value }) => value.id === assignmentId);
    if (!found) throw accountFailure('AssignmentNotFound', { assignmentId });
    return reply(200, undefined, { change: new Change().delete(assignments, SYSTEM, found) });
  },
});
