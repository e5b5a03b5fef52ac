/**
 * A change as a message to the writer thread. Rows are columns one after the other in one list: copying that to another thread costs
 * half as much as a list for each row, and a third of objects.
 */
import type { Change } from '../../../kernel/change.ts';
import type { Announcement } from '../../../kernel/ports/store.ts';

type Terms = readonly (readonly [name: string, term: string])[];

/** Lists of collection, account, key and version. */
export type ExpectColumns = (string | number)[];
export const EXPECT_COLUMNS = 4;
/** Lists of collection, account, key, version, expires, value and terms. */
export type PutColumns = (string | number | null | undefined | Terms)[];
export const PUT_COLUMNS = 7;

/** What fewer changes have. */
export interface OtherRows {
  deletes: [collection: string, account: string, key: string, indexed: boolean][];
  clears: [collection: string, account: string, prefix: string][];
  counts: [account: string, name: string, period: string, by: number][];
  /** What the thread that started the writer announces for the one that commits. */
  announcements: Announcement[];
}

export type CommitMessage = [
  id: number,
  now: number,
  expects: ExpectColumns,
  puts: PutColumns,
  /** Account, log and value. */
  appends: string[],
  /** Account and entry. */
  audits: string[],
  others?: OtherRows,
];

/** The id is set when it is sent. */
export function messageOf(change: Change, now: number, announcements: Announcement[]): CommitMessage {
  const { deletes, clears, counts } = change;
  const expects: ExpectColumns = [];
  for (const { collection, account, key, version } of change.expects) expects.push(collection, account, key, version);
  const puts: PutColumns = [];
  for (const { collection, account, key, version, expires, value, terms } of change.puts)
    puts.push(collection, account, key, version, expires, value, terms);
  const appends: string[] = [];
  for (const { account, log, value } of change.appends) appends.push(account, log, value);
  const audits: string[] = [];
  for (const { account, entry } of change.audits) audits.push(account, entry);
  const message: CommitMessage = [0, now, expects, puts, appends, audits];
  if (deletes.length + clears.length + counts.length + announcements.length > 0)
    message.push({
      deletes: deletes.map(({ collection, account, key, indexed }) => [collection, account, key, indexed]),
      clears: clears.map(({ collection, account, prefix }) => [collection, account, prefix]),
      counts: counts.map(({ account, name, period, by }) => [account, name, period, by]),
      announcements,
    });
  return message;
}
