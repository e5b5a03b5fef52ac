/** How often versions were asked, as tallies: they go with their app in one change. */
import type { Ports } from '../../../kernel/ports.ts';
import { readAll } from '../../../kernel/read-all.ts';
import type { Change } from '../../../kernel/change.ts';
import { collection } from '../../../kernel/collection.ts';
import { addTally, countOf, isTimeToSum, takeOut, tallyGroups } from '../../../kernel/tally.ts';
import type { Tallied } from '../../../kernel/tally.ts';

/** By `appId/uid of the version/id`. */
export const hits = collection<Tallied>('understanding.hits');

const MAX_SUMMED = 1000;

export function hitsPrefix(appId: string, uid: string): string {
  return `${appId}/${uid}/`;
}

export async function countHit(change: Change, owner: string, { appId, uid }: { appId: string; uid: string }, { records, ids, clock }: Pick<Ports, 'records' | 'ids' | 'clock'>): Promise<void> {
  const group = hitsPrefix(appId, uid);
  const before = isTimeToSum() ? await records.page(hits, owner, { prefix: group, limit: MAX_SUMMED }) : [];
  takeOut(change, hits, owner, before);
  addTally(change, hits, owner, group, { count: 1 + countOf(before), at: clock.now() }, ids.uuid());
}

/** How often each version of an app was asked, by uid. */
export async function readHits({ records }: Pick<Ports, 'records'>, owner: string, appId: string): Promise<Map<string, number>> {
  const groups = tallyGroups(await readAll(records, hits, owner, `${appId}/`));
  return new Map([...groups].map(([group, read]) => [group.split('/')[1]!, countOf(read)]));
}
