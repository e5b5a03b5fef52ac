/** Ways to sabotage the server of test/faults, so that those who look for lost changes can be tested. */
import { setTimeout as wait } from 'node:timers/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Change } from '../../src/kernel/change.ts';
import type { Store } from '../../src/kernel/ports/store.ts';

export const SABOTAGES = ['drops commits', 'acknowledges early', 'skips a checksum', 'loses an index entry'] as const;

/** Of dropped commits; and of those that only `verify`, or a kill, can show. */
const SHARE = 0.01;
const LARGER_SHARE = 0.1;
const EARLY_MS = 15;

/** Replaces `commit` of the store: one in a hundred commits, or one in ten, is not what it seems. */
export function sabotage(store: Store, way: string, folder: string): void {
  const commit = store.commit.bind(store);
  const isSpared = ({ puts }: Change): boolean => puts.length === 0;
  store.commit = async (change) => {
    if (isSpared(change)) return await commit(change);
    if (way === 'acknowledges early' && Math.random() < LARGER_SHARE) {
      void wait(EARLY_MS)
        .then(() => commit(change))
        .catch(() => undefined);
      return;
    }
    if (Math.random() >= (way === 'drops commits' ? SHARE : LARGER_SHARE)) return await commit(change);
    if (way === 'drops commits') return;
    await commit(change);
    if (way === 'skips a checksum') forgetChecksum(folder, change);
    if (way === 'loses an index entry') forgetEntries(folder, change);
  };
}

function forgetChecksum(folder: string, { puts }: Change): void {
  inDatabase(folder, (db) => {
    for (const { collection, account, key } of puts)
      db.prepare('update records set checksum = -1 where collection = ? and account = ? and key = ?').run(collection, account, key);
  });
}

function forgetEntries(folder: string, { puts }: Change): void {
  inDatabase(folder, (db) => {
    for (const { collection, account, key } of puts)
      db.prepare('delete from terms where collection = ? and account = ? and key = ?').run(collection, account, key);
  });
}

function inDatabase(folder: string, work: (db: DatabaseSync) => void): void {
  const db = new DatabaseSync(join(folder, 'perennial.db'), { timeout: 5000 });
  try {
    work(db);
  } finally {
    db.close();
  }
}
