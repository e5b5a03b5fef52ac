import { defineArea } from '../kernel/area.ts';
import type { Area } from '../kernel/area.ts';
import { inGroup } from '../kernel/operation.ts';
import type { Operation } from '../kernel/operation.ts';
import type { Ports } from '../kernel/ports.ts';
import type { JobHandlers } from '../kernel/job-handler.ts';
import { accountFailure, managementDialect } from './failures.ts';
import { deleteAccountOperation, getAccountOperation, listAll, listGroup, putAccount } from './directory/operations.ts';
import { listAssignments, withdrawAssignment } from './directory/assignment-operations.ts';
import { listKeys, regenerateKey } from './keys/operations.ts';
import {
  changeOperator,
  endOperatorSessions,
  inviteOperator,
  inviteOperatorAgain,
  listOperators,
  removeAccountRole,
  removeOperator,
  setAccountRole,
} from './operators/operations.ts';
import { audit, serverAudit, usage, verifyAudit } from './audit/operations.ts';
import { cancelJob, getJob, listJobs, retryJob } from './work/job-operations.ts';
import { indexAccounts } from './store.ts';

export interface ManagementParts {
  token: Operation<Ports>;
  /** Operations with dependencies beyond the ports: sign-in, and those on the server itself. */
  more?: readonly Operation<Ports>[];
  jobs: JobHandlers;
}

/** The management plane. It is declared like an area, but needs bearer tokens and belongs to no account. */
export function managementArea({ token, more = [], jobs }: ManagementParts): Area {
  return defineArea({
    name: 'accounts',
    title: 'Accounts (management plane)',
    mounts: [{ base: '', version: 'v1', marker: 'path' }],
    kinds: [],
    dialect: managementDialect,
    failures: accountFailure,
    operations: [
      ...inGroup('Sign-in', [token]),
      ...inGroup('Accounts and keys', [
        putAccount,
        getAccountOperation,
        listGroup,
        listAll,
        deleteAccountOperation,
        listKeys,
        regenerateKey,
        listAssignments,
        withdrawAssignment,
      ]),
      ...inGroup('Usage and audit', [usage, audit, serverAudit, verifyAudit]),
      ...inGroup('Jobs', [listJobs, getJob, cancelJob, retryJob]),
      ...inGroup('Operators', [
        listOperators,
        inviteOperator,
        inviteOperatorAgain,
        changeOperator,
        setAccountRole,
        removeAccountRole,
        removeOperator,
        endOperatorSessions,
      ]),
      ...more,
    ],
    jobs,
    upgrades: { 'accounts.indexes': indexAccounts },
  });
}
