/**
 * How often versions were asked. Every call writes a record of its own, so that calls at the same time never meet;
 * one in thirty-two adds up those that are there, so that few are left to read. They go with their app in one change,
 * which counters of the account, made for its usage and its quota, could not.
 */
import type { Services } from '../../contract/services.ts';
import { allOf } from '../../storage/all.ts';
import type { Change } from '../../storage/change.ts';
import { collection } from '../../storage/collection.ts';

/** By `appId/uid of the version/id`. */
export const hits = collection<{ count: number }>('understanding.hits');

const CALLS_UNTIL_SUM = 32;
const MOST_SUMMED = 1000;

export function hitsKey(appId: string, uid: string, id = ''): string {
  return `${appId}/${uid}/${id}`;
}

export async function countHit(change: Change, owner: string, { appId, uid }: { appId: string; uid: string }, { records, ids }: Pick<Services, 'records' | 'ids'>): Promise<void> {
  let count = 1;
  if (Math.random() * CALLS_UNTIL_SUM < 1) {
    for (const read of await records.page(hits, owner, { prefix: hitsKey(appId, uid), limit: MOST_SUMMED })) {
      count += read.value.count;
      change.delete(hits, owner, read);
    }
  }
  change.put(hits, owner, hitsKey(appId, uid, ids.uuid()), { count });
}

/** How often each version of an app was asked, by uid. */
export async function hitsOf({ records }: Pick<Services, 'records'>, owner: string, appId: string): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const { key, value: { count } } of await allOf(records, hits, owner, `${appId}/`)) {
    const uid = key.split('/')[1]!;
    counts.set(uid, (counts.get(uid) ?? 0) + count);
  }
  return counts;
}
