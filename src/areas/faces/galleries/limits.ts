/**
 * How many there are, exact whoever adds at the same time: a count that has reached its limit lets nobody in. One count that every
 * call writes would have all of them meet; so it is divided into parts, each with a share of the limit, and a call writes
 * one part, told by the random id of what is added. Only when that part is full are the others looked at.
 */
import type { Failure } from '../../../kernel/failures.ts';
import type { Change, Stored } from '../../../kernel/change.ts';
import type { Records } from '../../../kernel/ports/store.ts';
import { tallies } from '../store.ts';

export interface Tally { count: number }

export interface Counted {
  account: string;
  /** What is counted: the beginning of the parts' keys. */
  scope: string;
  parts: number;
  most: number;
}

const PART_DIGITS = 2;

export function tallyKey(scope: string, part: number): string {
  return `${scope}/${String(part).padStart(PART_DIGITS, '0')}`;
}

/** Counts one more, as part of the change; answers in which part, which is to be remembered. */
export async function countIn(change: Change, counted: Counted, id: string, records: Records, reached: () => Failure): Promise<number> {
  const { account, scope, parts } = counted;
  const first = Number.parseInt(id.slice(0, 8), 16) % parts;
  const read = await records.get(tallies, account, tallyKey(scope, first));
  if (hasRoom(counted, first, read)) return add(change, counted, first, read);
  const found = new Map((await talliesOf(counted, records)).map((tally) => [tally.key, tally]));
  for (let part = 0; part < parts; part++) {
    const other = found.get(tallyKey(scope, part));
    if (hasRoom(counted, part, other)) return add(change, counted, part, other);
  }
  throw reached();
}

/** Counts one less in the part that it was counted in. */
export async function countOut(change: Change, { account, scope }: Counted, part: number, records: Records): Promise<void> {
  const read = await records.get(tallies, account, tallyKey(scope, part));
  if (read) change.replace(tallies, account, read, { count: read.value.count - 1 });
}

/** The parts of a count. */
export async function talliesOf({ account, scope, parts }: Counted, records: Records): Promise<Stored<Tally>[]> {
  return await records.page(tallies, account, { prefix: `${scope}/`, limit: parts });
}

function hasRoom({ parts, most }: Counted, part: number, read: Stored<Tally> | undefined): boolean {
  const share = Math.floor(most / parts) + (part < most % parts ? 1 : 0);
  return (read?.value.count ?? 0) < share;
}

function add(change: Change, { account, scope }: Counted, part: number, read: Stored<Tally> | undefined): number {
  if (read) change.replace(tallies, account, read, { count: read.value.count + 1 });
  else change.create(tallies, account, tallyKey(scope, part), { count: 1 });
  return part;
}
