/** The references of dynamic groups to a person: found by an index of the groups' members, and erased with the person. */
import { Change } from '../../../kernel/change.ts';
import type { Stored } from '../../../kernel/change.ts';
import type { JobHandlers } from '../../../kernel/job-handler.ts';
import type { Ports } from '../../../kernel/ports.ts';
import type { Records } from '../../../kernel/ports/store.ts';
import type { GroupMember } from '../model.ts';
import { BY_PERSON, groupMembers, memberKey } from '../store.ts';
import { RETENTION_MS } from './operation-status.ts';

const ERASE_REFERENCES_JOB = 'faces.references.erase';
const BATCH_SIZE = 1000;
/** Sorts after every character of the id of a group; the other sorts before them, so that it makes the smallest id that is longer. */
const [AFTER_IDS, BEFORE_IDS] = ['~', '!'];

/** In the order of the groups' ids. */
export async function findReferences(
  account: string,
  personId: string,
  { start, limit }: { start: string; limit: number },
  records: Records,
): Promise<Stored<GroupMember>[]> {
  const range = { from: memberKey(personId, `${start}${BEFORE_IDS}`), to: memberKey(personId, AFTER_IDS), limit };
  return range.from > range.to ? [] : await records.find(groupMembers, account, BY_PERSON, range);
}

/**
 * Erases the references to a person whom the change deletes, and enqueues a job for those that the change does not reach: there are more,
 * or a group has got one since they were read. Returns the id of the job.
 */
export async function eraseReferences(
  change: Change,
  account: string,
  personId: string,
  { records, jobs }: Pick<Ports, 'records' | 'jobs'>,
): Promise<string> {
  for (const reference of await findReferences(account, personId, { start: '', limit: BATCH_SIZE }, records))
    change.clear(groupMembers, account, reference.key);
  return jobs.enqueue(change, { account, kind: ERASE_REFERENCES_JOB, input: { personId }, retentionMs: RETENTION_MS }).id;
}

export const referenceJobs: JobHandlers<Ports> = {
  async [ERASE_REFERENCES_JOB]({ account, input }, { services }) {
    const { personId } = input as { personId: string };
    const { records, jobs } = services;
    const change = new Change();
    const references = await findReferences(account, personId, { start: '', limit: BATCH_SIZE }, records);
    for (const { key } of references) change.clear(groupMembers, account, key);
    if (references.length === BATCH_SIZE) jobs.enqueue(change, { account, kind: ERASE_REFERENCES_JOB, input, retentionMs: RETENTION_MS });
    return { state: 'succeeded', change };
  },
};
