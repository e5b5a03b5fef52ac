/** The jobs of an account. */
import { Change } from '../../kernel/change.ts';
import { SYSTEM } from '../../kernel/collection.ts';
import { jobs as jobRecords, withLogLine } from '../../kernel/job.ts';
import type { Job, StoredJob } from '../../kernel/job.ts';
import { operation, reply } from '../../kernel/operation.ts';
import type { Ports } from '../../kernel/ports.ts';
import { mustGetAccount, ofAccount, ONE } from '../directory/operations.ts';
import type { AccountParams } from '../directory/operations.ts';
import { accountFailure } from '../failures.ts';
import { JobList, JobListQuery, JobPath, JobView } from '../schemas.ts';

const ofJob = {
  ...ofAccount,
  params: JobPath,
  fails: [...ofAccount.fails, 'JobNotFound'],
  example: { params: { ...ofAccount.example.params, jobId: 'none' } },
} as const;

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
  const { id } = (await mustGetAccount(records, params)).value;
  const read = await jobs.get(id, params.jobId);
  if (!read) throw accountFailure('JobNotFound', { jobId: params.jobId });
  return read;
}

export const listJobs = operation({
  ...ofAccount,
  id: 'accounts.listJobs',
  summary: 'The jobs of an account, newest first',
  route: `GET ${ONE}/jobs`,
  query: JobListQuery,
  replies: { 200: JobList },
  async run(call, { records, jobs }) {
    const { id } = (await mustGetAccount(records, call.params)).value;
    return reply(200, { value: (await jobs.list(id, call.query.top, call.query.after)).map(jobView) });
  },
});

export const getJob = operation({
  ...ofJob,
  id: 'accounts.getJob',
  summary: 'A job of an account',
  route: `GET ${ONE}/jobs/{jobId}`,
  replies: { 200: JobView },
  async run(call, { records, jobs }) {
    const read = await mustGetJob(call.params, { records, jobs });
    return reply(200, jobView(read.value));
  },
});

export const cancelJob = operation({
  ...ofJob,
  id: 'accounts.cancelJob',
  summary: 'Cancel a job of an account',
  route: `POST ${ONE}/jobs/{jobId}/cancel`,
  replies: { 202: JobView },
  async run(call, { records, jobs }) {
    const read = await mustGetJob(call.params, { records, jobs });
    const change = new Change();
    return reply(202, jobView(jobs.cancel(change, read)), { change });
  },
});

export const retryJob = operation({
  ...ofJob,
  id: 'accounts.retryJob',
  summary: 'Run a job again that failed or was cancelled; it keeps its id',
  route: `POST ${ONE}/jobs/{jobId}/retry`,
  replies: { 202: JobView },
  fails: [...ofJob.fails, 'JobNotRetried'],
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
