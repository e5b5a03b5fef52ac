/**
 * What was in a deleted gallery. The change that deletes a gallery takes a small one's persons and faces with it. A large one's are erased
 * by a job, a part at a time, so that no commit holds up all others: their ids are random, so the parts are told by their first digits.
 * What training has made lies in a blob, which goes once the record that names it is gone.
 */
import { Change } from '../../../kernel/change.ts';
import type { Ports } from '../../../kernel/ports.ts';
import type { JobHandlers } from '../../../kernel/job.ts';
import { memberKey, persistedFaces, persons } from '../store.ts';

interface Erasing {
  uid: string;
  /** How many digits of the ids tell the parts, and which part is next. */
  digits: number;
  part: number;
  /** Blobs that nothing names any more. */
  blobs: string[];
}

const ERASE = 'faces.erase';
const MEMBERS_AT_ONCE = 1000;
const KEPT_MS = 60_000;

/** Erases what is in a gallery: now as part of the change, or by a job that the change enqueues. */
export function eraseMembers(change: Change, account: string, { uid, members, blobs }: { uid: string; members: number; blobs: string[] }, jobs: Ports['jobs']): void {
  const digits = Math.max(0, Math.ceil(Math.log(members / MEMBERS_AT_ONCE) / Math.log(16)));
  step(change, account, { uid, digits, part: 0, blobs }, jobs);
}

/** Has blobs deleted once the change is committed. */
export function eraseBlobs(change: Change, account: string, blobs: string[], jobs: Ports['jobs']): void {
  if (blobs.length > 0) jobs.enqueue(change, { account, kind: ERASE, input: { uid: '', digits: 0, part: 1, blobs } satisfies Erasing, keptMs: KEPT_MS });
}

function step(change: Change, account: string, { uid, digits, part, blobs }: Erasing, jobs: Ports['jobs']): void {
  const prefix = memberKey(uid, digits === 0 ? '' : part.toString(16).padStart(digits, '0'));
  change.clear(persons, account, prefix).clear(persistedFaces, account, prefix);
  const input: Erasing = { uid, digits, part: part + 1, blobs };
  if (input.part < 16 ** digits || blobs.length > 0) jobs.enqueue(change, { account, kind: ERASE, input, keptMs: KEPT_MS });
}

export const eraseJobs: JobHandlers<Ports> = {
  async [ERASE]({ account, input }, { services: { blobs, jobs } }) {
    const { blobs: ids, ...rest } = input as Erasing;
    await Promise.all(ids.map((id) => blobs.delete(account, id)));
    const change = new Change();
    if (rest.part < 16 ** rest.digits) step(change, account, { ...rest, blobs: [] }, jobs);
    return { state: 'succeeded', change };
  },
};
