import type { Area } from '../contract/area.ts';
import type { Operation } from '../contract/operation.ts';
import type { JobHandlers } from '../jobs/model.ts';
import { accountFailure, managementDialect } from './failures.ts';
import { deleteAccountOperation, getAccountOperation, listAll, listGroup, putAccount } from './operations/accounts.ts';
import { listKeys, regenerateKey } from './operations/keys.ts';
import { audit, cancelJob, getJob, listJobs, serverAudit, usage, verifyAudit } from './operations/records.ts';

/** The management plane. It is declared like an area, but answers to bearer tokens and belongs to no account. */
export function managementArea({ token, jobs }: { token: Operation; jobs: JobHandlers }): Area {
  return {
    name: 'accounts',
    title: 'Accounts (management plane)',
    mounts: [{ base: '', version: 'v1', marker: 'path' }],
    kinds: [],
    dialect: managementDialect,
    failures: accountFailure,
    operations: [
      token, putAccount, getAccountOperation, listGroup, listAll, deleteAccountOperation,
      listKeys, regenerateKey, usage, audit, serverAudit, verifyAudit, listJobs, getJob, cancelJob,
    ],
    jobs,
  };
}
