/** Counts of queries for each version. They are records of the app, so that one change deletes them with it. */
import type { Change } from '../../../kernel/change.ts';
import { collection } from '../../../kernel/collection.ts';
import type { Ports } from '../../../kernel/ports.ts';
import { addTally, countOf, isTimeToSum, deleteTallies } from '../../../shared/tally.ts';
import type { Tallied } from '../../../shared/tally.ts';
import { streamRecords } from '../store.ts';

/** Key: `appId/uid of the version/id`. */
export const hits = collection<Tallied>('understanding.hits');

const MAX_SUMMED = 1000;

export function hitsPrefix(appId: string, uid: string): string {
  return `${appId}/${uid}/`;
}

/** Counts one query. Occasionally also sums the existing counts, so that few records remain. */
export async function countHit(
  change: Change,
  owner: string,
  { appId, uid }: { appId: string; uid: string },
  { records, ids, clock }: Pick<Ports, 'records' | 'ids' | 'clock'>,
): Promise<void> {
  const prefix = hitsPrefix(appId, uid);
  const summed = isTimeToSum() ? await records.page(hits, owner, { prefix, limit: MAX_SUMMED }) : [];
  deleteTallies(change, hits, owner, summed);
  addTally(change, hits, owner, prefix, { count: 1 + countOf(summed), at: clock.now() }, ids.uuid());
}

/** The number of queries of each version of an app, by uid. */
export async function readHits(ports: Pick<Ports, 'records'>, owner: string, appId: string): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for await (const {
    key,
    value: { count },
  } of streamRecords(ports, hits, owner, `${appId}/`)) {
    const uid = key.split('/')[1]!;
    counts.set(uid, (counts.get(uid) ?? 0) + count);
  }
  return counts;
}
