import { defineArea } from '../kernel/area.ts';
import type { Area } from '../kernel/area.ts';
import type { Operation } from '../kernel/operation.ts';
import type { Ports } from '../kernel/ports.ts';
import type { JobHandlers } from '../kernel/job.ts';
import { accountFailure, managementDialect } from './failures.ts';
import { deleteAccountOperation, getAccountOperation, listAll, listGroup, putAccount } from './operations/accounts.ts';
import { listAssignments, withdrawAssignment } from './operations/assignments.ts';
import { listKeys, regenerateKey } from './operations/keys.ts';
import {
  changeOperator,
  endOperatorSessions,
  inviteOperator,
  inviteOperatorAgain,
  listOperators,
  removeOperator,
} from './operations/operators.ts';
import { audit, cancelJob, getJob, listJobs, retryJob, serverAudit, usage, verifyAudit } from './operations/records.ts';
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
      token,
      putAccount,
      getAccountOperation,
      listGroup,
      listAll,
      deleteAccountOperation,
      listKeys,
      regenerateKey,
      listAssignments,
      withdrawAssignment,
      usage,
      audit,
      serverAudit,
      verifyAudit,
      listJobs,
      getJob,
      cancelJob,
      retryJob,
      listOperators,
      inviteOperator,
      inviteOperatorAgain,
      changeOperator,
      removeOperator,
      endOperatorSessions,
      ...more,
    ],
    jobs,
    upgrades: { 'accounts.indexes': indexAccounts },
  });
}
