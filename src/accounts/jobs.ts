import { singletonTaskKey, singletonTasks } from '../kernel/singleton-task.ts';
import type { Blobs } from '../kernel/ports/blobs.ts';
import type { JobHandlers } from '../kernel/job-handler.ts';
import { jobKey, jobs as jobRecords } from '../kernel/job.ts';
import { Change } from '../kernel/change.ts';
import { BY_ACCOUNT, SYSTEM } from '../kernel/collection.ts';
import type { Collection } from '../kernel/collection.ts';
import type { Store } from '../kernel/ports/store.ts';
import { verifyAudit } from './audit/verify-audit.ts';

export const ERASE_JOB = 'accounts.erase';
export const VERIFY_JOB = 'accounts.verifyAudit';

/** Erasing an account is not a change that an operation could return, so these jobs use the store itself. */
export function accountJobs({
  store,
  blobs,
  systemIndexes,
  anchorProblem,
}: {
  store: Store;
  blobs: Blobs;
  /** What is wrong with the server's audit compared with its anchor outside of the database. */
  anchorProblem?: () => Promise<string | undefined>;
  systemIndexes: readonly Collection<never>[];
}): JobHandlers {
  return {
    /** Erases everything of a deleted account except its audit. Each step is idempotent, so that an interrupted job starts over. */
    [ERASE_JOB]: async ({ input }) => {
      const { account } = input as { account: string };
      await store.commit(new Change().clear(singletonTasks, SYSTEM, singletonTaskKey(account, '')));
      for (const collection of systemIndexes) await deleteReferences(store, collection, account);
      await store.erase(account);
      await blobs.erase(account);
      return { state: 'succeeded', change: new Change().clear(jobRecords, SYSTEM, jobKey(account, '')) };
    },
    [VERIFY_JOB]: async ({ account }, { services: { threads }, signal, progress }) => ({
      state: 'succeeded',
      result: await verifyAudit(account, { store, threads, signal, progress, anchorProblem }),
    }),
  };
}

const BATCH_SIZE = 500;

/** Deletes the system records that refer to an account. */
async function deleteReferences(store: Store, collection: Collection<never>, account: string): Promise<void> {
  for (;;) {
    const found = await store.find(collection, SYSTEM, BY_ACCOUNT, { from: account, to: account, limit: BATCH_SIZE });
    if (found.length === 0) return;
    const change = new Change();
    for (const read of found) change.delete(collection, SYSTEM, read);
    await store.commit(change);
  }
}
