/** What an account has done and is doing: usage, audit and jobs. */
import { operation, reply } from '../../contract/operation.ts';
import type { Job } from '../../jobs/model.ts';
import { Change } from '../../storage/change.ts';
import { SYSTEM } from '../../storage/collection.ts';
import type { AuditRow } from '../../storage/ports.ts';
import { accountFailure } from '../failures.ts';
import { VERIFY_JOB } from '../jobs.ts';
import { AccountPath, AuditPage, AuditQuery, JobList, JobListQuery, JobPath, JobView, Usage, UsageQuery } from '../schemas.ts';
import { mustGetAccount, ONE } from './accounts.ts';

const params = { subscription: 'default', resourceGroup: 'default', account: 'example' };

function view(job: Job): object {
  const at = (time: number): string => new Date(time).toISOString();
  return {
    jobId: job.id, kind: job.kind, status: job.state, percentCompleted: Math.floor(job.progress * 100),
    createdDateTime: at(job.createdAt), lastUpdatedDateTime: at(job.updatedAt), expirationDateTime: at(job.expiresAt),
    errors: job.errors, result: job.result,
  };
}

function auditView({ sequence, hash, entry }: AuditRow): object {
  return { sequence, hash, entry: JSON.parse(entry) as object };
}

export const usage = operation({
  id: 'accounts.usage',
  summary: 'Calls of an account by month and operation',
  route: `GET ${ONE}/usage`,
  needs: 'manager',
  params: AccountPath,
  query: UsageQuery,
  replies: { 200: Usage },
  fails: ['AccountNotFound'],
  example: { params },
  async run(call, { records }) {
    const { value: { id } } = await mustGetAccount(records, call.params);
    const counters = await records.counters(id, call.query.period);
    return reply(200, { value: counters.map(({ period, name, total }) => ({ period, operation: name, calls: total })) });
  },
});

export const audit = operation({
  id: 'accounts.audit',
  summary: 'The audit of an account, oldest first',
  route: `GET ${ONE}/audit`,
  needs: 'manager',
  params: AccountPath,
  query: AuditQuery,
  replies: { 200: AuditPage },
  fails: ['AccountNotFound'],
  example: { params },
  async run(call, { records }) {
    const { value: { id } } = await mustGetAccount(records, call.params);
    const rows = await records.audit(id, call.query.after, call.query.top);
    return reply(200, { value: rows.map(auditView) });
  },
});

export const serverAudit = operation({
  id: 'accounts.serverAudit',
  summary: 'The audit of the management plane itself, oldest first',
  route: 'GET /audit',
  needs: 'manager',
  query: AuditQuery,
  replies: { 200: AuditPage },
  async run({ query }, { records }) {
    return reply(200, { value: (await records.audit(SYSTEM, query.after, query.top)).map(auditView) });
  },
});

export const verifyAudit = operation({
  id: 'accounts.verifyAudit',
  summary: 'Start a job that walks the audit chain of an account',
  route: `POST ${ONE}/verifyAudit`,
  needs: 'manager',
  params: AccountPath,
  replies: { 202: null },
  fails: ['AccountNotFound'],
  example: { params },
  async run(call, { records, jobs }) {
    const { value: { id } } = await mustGetAccount(records, call.params);
    const change = new Change();
    const job = jobs.enqueue(change, { account: id, kind: VERIFY_JOB, input: {} });
    return reply(202, undefined, { change, headers: { 'Operation-Location': call.link(`${ONE}/jobs/{jobId}`, { ...call.params, jobId: job.id }) } });
  },
});

export const listJobs = operation({
  id: 'accounts.listJobs',
  summary: 'The jobs of an account',
  route: `GET ${ONE}/jobs`,
  needs: 'manager',
  params: AccountPath,
  query: JobListQuery,
  replies: { 200: JobList },
  fails: ['AccountNotFound'],
  example: { params },
  async run(call, { records, jobs }) {
    const { value: { id } } = await mustGetAccount(records, call.params);
    return reply(200, { value: (await jobs.list(id, call.query.top, call.query.after)).map(view) });
  },
});

export const getJob = operation({
  id: 'accounts.getJob',
  summary: 'A job of an account',
  route: `GET ${ONE}/jobs/{jobId}`,
  needs: 'manager',
  params: JobPath,
  replies: { 200: JobView },
  fails: ['AccountNotFound', 'JobNotFound'],
  example: { params: { ...params, jobId: 'none' } },
  async run(call, { records, jobs }) {
    const { value: { id } } = await mustGetAccount(records, call.params);
    const read = await jobs.get(id, call.params.jobId);
    if (!read) throw accountFailure('JobNotFound', { jobId: call.params.jobId });
    return reply(200, view(read.value));
  },
});

export const cancelJob = operation({
  id: 'accounts.cancelJob',
  summary: 'Cancel a job of an account',
  route: `POST ${ONE}/jobs/{jobId}/cancel`,
  needs: 'manager',
  params: JobPath,
  replies: { 202: JobView },
  fails: ['AccountNotFound', 'JobNotFound'],
  example: { params: { ...params, jobId: 'none' } },
  async run(call, { records, jobs }) {
    const { value: { id } } = await mustGetAccount(records, call.params);
    const read = await jobs.get(id, call.params.jobId);
    if (!read) throw accountFailure('JobNotFound', { jobId: call.params.jobId });
    const change = new Change();
    return reply(202, view(jobs.cancel(change, read)), { change });
  },
});
