/** The jobs of an account. */
import { Change } from '../../kernel/change.ts';
import { SYSTEM } from '../../kernel/collection.ts';
import { jobs as jobRecords, withLogLine } from '../../kernel/job.ts';
import type { Job, StoredJob } from '../../kernel/job.ts';
import { operation, reply } from '../../kernel/operation.ts';
import type { Ports } from '../../kernel/ports.ts';
import { mustGetAccount, ONE } from '../directory/operations.ts';
import type { AccountParams } from '../directory/operations.ts';
import { accountFailure } from '../failures.ts';
import { AccountPath, JobList, JobListQuery, JobPath, JobView } from '../schemas.ts';

const params = { subscription: 'default', resourceGroup: 'default', account: 'example' };

export function jobView(job: Job): object {
  const at = (time: number): string => new Date(time).toISOString();
  return {
    jobId: job.id,
    kind: job.kind,
    subject: job.subject,
    status: job.state,
    percentCompleted: Math.floor(job.progress * 100),
    completed: job.completed,
    attempts: job.attempt,
    createdDateTime: at(job.createdAt),
    lastUpdatedDateTime: at(job.updatedAt),
    expirationDateTime: at(job.expiresAt),
    ...(job.startedAt !== undefined && { startedDateTime: at(job.startedAt) }),
    ...(job.endedAt !== undefined && { endedDateTime: at(job.endedAt) }),
    errors: job.errors,
    log: (job.log ?? []).map(({ at: time, text }) => ({ dateTime: at(time), text })),
    result: job.result,
  };
}

async function mustGetJob(
  params: AccountParams & { jobId: string },
  { records, jobs }: Pick<Ports, 'records' | 'jobs'>,
): Promise<StoredJob> {
  const {
    value: { id },
  } = await mustGetAccount(records, params);
  const read = await jobs.get(id, params.jobId);
  if (!read) throw accountFailure('JobNotFound', { jobId: params.jobId });
  return read;
}

export const listJobs = operation({
  id: 'accounts.listJobs',
  summary: 'The jobs of an account, newest first',
  route: `GET ${ONE}/jobs`,
  needs: 'manager',
  params: AccountPath,
  query: JobListQuery,
  replies: { 200: JobList },
  fails: ['AccountNotFound'],
  example: { params },
  async run(call, { records, jobs }) {
    const {
      value: { id },
    } = await mustGetAccount(records, call.params);
    return reply(200, { value: (await jobs.list(id, call.query.top, call.query.after)).map(jobView) });
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
    const read = await mustGetJob(call.params, { records, jobs });
    return reply(200, jobView(read.value));
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
    const read = await mustGetJob(call.params, { records, jobs });
    const change = new Change();
    return reply(202, jobView(jobs.cancel(change, read)), { change });
  },
});

export const retryJob = operation({
  id: 'accounts.retryJob',
  summary: 'Run a job again that failed or was cancelled; it keeps its id',
  route: `POST ${ONE}/jobs/{jobId}/retry`,
  needs: 'manager',
  params: JobPath,
  replies: { 202: JobView },
  fails: ['AccountNotFound', 'JobNotFound', 'JobNotRetried'],
  example: { params: { ...params, jobId: 'none' } },
  async run(call, { records, jobs, clock }) {
    const read = await mustGetJob(call.params, { records, jobs });
    const { id, account, kind, input, subject, state, createdAt, expiresAt, log } = read.value;
    if (state !== 'failed' && state !== 'cancelled') throw accountFailure('JobNotRetried', { jobId: id, state });
    const now = clock.now();
    const again: Job = {
      id,
      account,
      kind,
      input,
      subject,
      createdAt,
      state: 'notStarted',
      progress: 0,
      attempt: 0,
      dueAt: now,
      updatedAt: now,
      expiresAt: now + (expiresAt - createdAt),
      errors: [],
      log,
    };
    const logged = withLogLine(again, now, 'Retry requested');
    return reply(202, jobView(logged), { change: new Change().replace(jobRecords, SYSTEM, read, logged) });
  },
});
