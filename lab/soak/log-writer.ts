/** A process of the scene `logs`: commits numbered changes to a SQLite store until it is killed, and prints each number that is on disk. */
import { Change } from '../../src/kernel/change.ts';
import { collection } from '../../src/kernel/collection.ts';
import { openSqlite } from '../../src/storage/records/sqlite/store.ts';

export const numbers = collection<{ n: number }>('soak.numbers');
export const ACCOUNT = 'soak';
export const LOG = 'numbers';
export const KEYS = 5;

/** A change writes two records that must agree, and appends to a log and an audit chain. */
export function numberedChange(n: number): Change {
  return new Change()
    .put(numbers, ACCOUNT, `left-${n % KEYS}`, { n })
    .put(numbers, ACCOUNT, `right-${n % KEYS}`, { n })
    .append(ACCOUNT, LOG, n)
    .audit(ACCOUNT, { n });
}

if (process.argv[2] === 'write') {
  const store = await openSqlite({ folder: process.argv[3]!, now: Date.now });
  for (let n = 1; ; n++) {
    await store.commit(numberedChange(n));
    process.stdout.write(`${n}\n`);
  }
}
