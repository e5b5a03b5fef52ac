/**
 * Erases the members of a deleted gallery or dynamic group. Those of a small one are deleted with it; those of a large one by a job, one
 * part per commit, so that no commit blocks the others for long. Ids are random, so a part is all ids with the same leading hex digits.
 */
import { Change } from '../../kernel/change.ts';
import type { Ports } from '../../kernel/ports.ts';
import type { JobHandlers } from '../../kernel/job-handler.ts';
import { groupMembers, memberKey, persistedFaces, persons } from './store.ts';

/** Stored as job input. */
interface EraseInput {
  uid: string;
  /** Number of leading hex digits of the ids that separate the parts, and the next part. */
  digits: number;
  part: number;
}

const ERASE_JOB = 'faces.erase';
const BATCH_SIZE = 1000;
const RETENTION_MS = 60_000;

/** Erases the members of a gallery as part of the change, or with a job that the change enqueues. */
export function eraseMembers(
  change: Change,
  account: string,
  { uid, members }: { uid: string; members: number },
  jobs: Ports['jobs'],
): void {
  const digits = Math.max(0, Math.ceil(Math.log(members / BATCH_SIZE) / Math.log(16)));
  erasePart(change, account, { uid, digits, part: 0 }, jobs);
}

function erasePart(change: Change, account: string, { uid, digits, part }: EraseInput, jobs: Ports['jobs']): void {
  const prefix = memberKey(uid, digits === 0 ? '' : part.toString(16).padStart(digits, '0'));
  change.clear(persons, account, prefix).clear(persistedFaces, account, prefix).clear(groupMembers, account, prefix);
  const input: EraseInput = { uid, digits, part: part + 1 };
  if (input.part < 16 ** digits) jobs.enqueue(change, { account, kind: ERASE_JOB, input, retentionMs: RETENTION_MS });
}

export const eraseJobs: JobHandlers<Ports> = {
  async [ERASE_JOB]({ account, input }, { services: { jobs } }) {
    const part = input as EraseInput;
    const change = new Change();
    // A job of version 0.1.0 may have had only a blob to delete.
    if (part.part < 16 ** part.digits) erasePart(change, account, part, jobs);
    return { state: 'succeeded', change };
  },
};
