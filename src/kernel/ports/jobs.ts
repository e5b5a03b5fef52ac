import type { Change } from '../change.ts';
import type { Job, StoredJob } from '../job.ts';

export interface NewJob {
  account: string;
  kind: string;
  input: unknown;
  /** What it works on, for people; the id is its name where that is omitted. */
  subject?: { id: string; name?: string | undefined };
  id?: string;
  /** How long to wait before a worker may take it. */
  delayMs?: number;
  /** How long the record is kept. */
  retentionMs?: number;
}

/** What operations do with jobs. */
export interface Jobs {
  enqueue(change: Change, job: NewJob): Job;
  /** The record of work that the change itself does: pollers find it completed. */
  done(change: Change, job: NewJob, result?: unknown): Job;
  get(account: string, id: string): Promise<StoredJob | undefined>;
  /** Newest first; `after` is the id of the last one seen, and nothing follows one that is gone. */
  list(account: string, limit: number, after?: string): Promise<Job[]>;
  /** A waiting job is cancelled immediately; a running one is asked to stop; a completed one is left unchanged. */
  cancel(change: Change, read: StoredJob): Job;
}
