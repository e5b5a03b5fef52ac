/**
 * A job is durable background work and the record that callers poll.
 *
 *   notStarted → running → succeeded | failed | partiallyCompleted
 *   notStarted → cancelled;  running → cancelling → cancelled
 *   running → notStarted (returned at shutdown, or to be retried)
 *
 * A worker holds a job by a lease that it renews. Every step replaces the job's record at the version
 * that the worker last wrote, and the effects of a job are committed together with its last step: a
 * worker whose lease was taken over finds the version changed and has no effect. So a job may run more
 * than once, but its effects are applied once.
 */
import type { Change, Stored } from './change.ts';
import { collection } from './collection.ts';
import type { Completed } from './ports/workers.ts';

export type JobState = 'notStarted' | 'running' | 'succeeded' | 'failed' | 'partiallyCompleted' | 'cancelling' | 'cancelled';

export interface JobError {
  code: string;
  message: string;
  target?: string;
}

export interface JobSubject {
  id: string;
  name: string;
}

/** A line of a job's log, for its operator. */
export interface JobNote {
  at: number;
  text: string;
}

export interface Job {
  id: string;
  account: string;
  kind: string;
  state: JobState;
  input: unknown;
  /** What it works on, for people. */
  subject?: JobSubject;
  /** From 0 to 1, of the current attempt. */
  progress: number;
  /** What the current attempt has completed, where its steps can be counted. */
  completed?: Completed;
  attempt: number;
  /** When a worker may claim it: its start, or the end of another worker's lease. */
  dueAt: number;
  createdAt: number;
  updatedAt: number;
  startedAt?: number;
  endedAt?: number;
  expiresAt: number;
  errors: JobError[];
  result?: unknown;
  /** The call or job that enqueued it, as a `traceparent` header, where traces are on. */
  trace?: string;
  /** Its history, oldest first; only the newest lines are kept. */
  log?: JobNote[];
}

export interface JobOutcome {
  state: 'succeeded' | 'partiallyCompleted' | 'failed';
  result?: unknown;
  errors?: JobError[];
  /** Committed together with the completion of the job, unless it failed. */
  change?: Change;
  /** Committed instead when the job failed. */
  ifFailed?: Change;
}

/** What the runner offers to the handler of a job. */
export interface JobRun {
  /** Aborted when the job is cancelled, its lease is lost or the server stops. */
  signal: AbortSignal;
  /** Reports the progress, for the log the current step, and what can be counted. Reports in quick succession are left out. */
  progress(fraction: number, doing?: string, completed?: Completed): Promise<void>;
}

export function isFinal({ state }: Job): boolean {
  return state === 'succeeded' || state === 'failed' || state === 'partiallyCompleted' || state === 'cancelled';
}

/**
 * Whether a worker holds it, by a lease that may have expired. Every claim increments the attempt and only the
 * holder decrements it, when returning the job: so no two workers hold a job with the same attempt.
 */
export function isHeld({ state }: Job): boolean {
  return state === 'running' || state === 'cancelling';
}

const LOG_LINES = 100;
/** Error messages may contain whole documents. */
const LINE_LENGTH = 500;

export function withLogLine(job: Job, at: number, text: string): Job {
  return { ...job, log: [...(job.log ?? []), { at, text: text.slice(0, LINE_LENGTH) }].slice(-LOG_LINES) };
}

export type StoredJob = Stored<Job>;

/** Index of the jobs that a worker may claim, by the time they are due. */
export const DUE = 'due';
/** The same by kind and account, so that one account's backlog hides nobody's jobs. */
export const DUE_BY_ACCOUNT = 'dueByAccount';
/** Index of all jobs of an account, newest first. */
export const NEWEST = 'newest';

export const jobs = collection<Job>('jobs', {
  indexes: {
    [DUE]: (job) => (isFinal(job) ? [] : [dueTerm(job.dueAt)]),
    [DUE_BY_ACCOUNT]: (job) => (isFinal(job) ? [] : [`${dueByAccountPrefix(job)}${dueTerm(job.dueAt)}`]),
    [NEWEST]: (job) => [newestTerm(job)],
  },
  expiresAt: (job) => (isFinal(job) ? job.expiresAt : undefined),
  announced: true,
});

/** Times as index terms that sort like the times. */
export function dueTerm(time: number): string {
  return String(Math.max(0, Math.ceil(time))).padStart(16, '0');
}

export function dueByAccountPrefix({ kind, account }: Pick<Job, 'kind' | 'account'>): string {
  return `${kind}/${account}/`;
}

/** Older jobs have greater terms. */
export function newestTerm({ account, createdAt, id }: Pick<Job, 'account' | 'createdAt' | 'id'>): string {
  return `${account}/${dueTerm(Number.MAX_SAFE_INTEGER - createdAt)}/${id}`;
}

export function jobKey(account: string, id: string): string {
  return `${account}/${id}`;
}
