/**
 * Exact limits under concurrent additions. A single count record would make concurrent calls conflict, so a count is split into parts,
 * each with a share of the limit. A call increments one part, chosen by the random id of what is added, and looks at the others only
 * when that part is full.
 */
import type { Failure } from '../../kernel/failures.ts';
import type { Change, Stored } from '../../kernel/change.ts';
import type { Records } from '../../kernel/ports/store.ts';
import type { Tally } from './model.ts';
import { tallies } from './store.ts';

export interface TallyScope {
  account: string;
  /** Key prefix of the parts. */
  scope: string;
  parts: number;
  max: number;
}

const PART_DIGITS = 2;

export function tallyKey(scope: string, part: number): string {
  return `${scope}/${String(part).padStart(PART_DIGITS, '0')}`;
}

/** Adds one as part of the change; returns the index of the part, which the record must store for decrementTally. */
export async function incrementTally(
  change: Change,
  tally: TallyScope,
  id: string,
  records: Records,
  limitReached: () => Failure,
): Promise<number> {
  const { account, scope, parts } = tally;
  const first = Number.parseInt(id.slice(0, 8), 16) % parts;
  const read = await records.get(tallies, account, tallyKey(scope, first));
  if (hasRoom(tally, first, read)) return increment(change, tally, first, read);
  const stored = new Map((await readTallies(tally, records)).map((part) => [part.key, part]));
  for (let part = 0; part < parts; part++) {
    const other = stored.get(tallyKey(scope, part));
    if (hasRoom(tally, part, other)) return increment(change, tally, part, other);
  }
  throw limitReached();
}

/** Subtracts one from the part that incrementTally returned. */
export async function decrementTally(change: Change, { account, scope }: TallyScope, part: number, records: Records): Promise<void> {
  const read = await records.get(tallies, account, tallyKey(scope, part));
  if (read) change.replace(tallies, account, read, { count: read.value.count - 1 });
}

export async function readTallies({ account, scope, parts }: TallyScope, records: Records): Promise<Stored<Tally>[]> {
  return await records.page(tallies, account, { prefix: `${scope}/`, limit: parts });
}

function hasRoom({ parts, max }: TallyScope, part: number, read: Stored<Tally> | undefined): boolean {
  const share = Math.floor(max / parts) + (part < max % parts ? 1 : 0);
  return (read?.value.count ?? 0) < share;
}

function increment(change: Change, { account, scope }: TallyScope, part: number, read: Stored<Tally> | undefined): number {
  if (read) change.replace(tallies, account, read, { count: read.value.count + 1 });
  else change.create(tallies, account, tallyKey(scope, part), { count: 1 });
  return part;
}
