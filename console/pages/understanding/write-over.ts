/**
 * One thing in place of what was seen of it. It is written on condition that it still is so; where somebody else was
 * quicker, it is asked what is to stand.
 */
import { CallFailed, isOvertaken } from '../../kit/api.ts';
import type { Client } from '../../kit/api.ts';
import { confirm } from '../../kit/dialog.tsx';
import { same } from '../../kit/differences.ts';
import type { Item } from '../../kit/differences.ts';
import { meanwhile } from '../../kit/meanwhile.tsx';

/** A thing in a state; the tag is not known of what came with others in a list. */
export interface Seen<T> { value: T; etag?: string; /** What somebody else has made of it was left to stand. */ isTheirs?: boolean }

export interface Place<T> {
  what: string;
  /** As it is now; undefined where it is no more. */
  read: () => Promise<{ value: T; etag: string } | undefined>;
  /** Answers the tag of what was written. */
  write: (value: T, condition: Record<string, string>) => Promise<string | undefined>;
  items: (value: T) => Item[];
  merge: (before: T, mine: T, theirs: T) => T;
  /** Told each state on the way, where what was not chosen can be brought back. */
  steps?: (value: T) => void;
}

/** What stands then; undefined where that is nothing new, or was left for later. */
export async function writeOver<T>(place: Place<T>, seen: Seen<T>, wanted: T): Promise<Seen<T> | undefined> {
  const { what, read, write, items, merge, steps } = place;
  let [on, mine] = [seen, wanted];
  for (;;) {
    let refusal: unknown;
    if (on.etag !== undefined) {
      try {
        return { value: mine, etag: await write(mine, { 'if-match': on.etag }) };
      } catch (error) {
        if (!isOvertaken(error)) throw error;
        refusal = error;
      }
    }
    const now = await read();
    if (!now) {
      if (!steps) throw new Error(`Somebody has deleted ${what} meanwhile.`);
      if (!await confirm({ title: 'Somebody has deleted this meanwhile', text: `${what} is not saved anywhere. It can be made again, as you see it.`, action: 'Make it again', danger: false })) return undefined;
      return { value: mine, etag: await write(mine, { 'if-none-match': '*' }) };
    }
    // It stands as it was read, and is refused all the same: something between here and the server changes tags.
    if (refusal !== undefined && now.etag === on.etag) throw refusal;
    if (same(now.value, mine)) return { ...now, value: mine };
    if (!same(now.value, on.value)) {
      const choice = await meanwhile(what, { before: items(on.value), mine: items(mine), theirs: items(now.value) }, steps ? { later: false } : { later: true, back: '' });
      if (choice === undefined) return undefined;
      steps?.(now.value);
      if (choice === 'theirs') return { ...now, isTheirs: true };
      if (choice === 'both') mine = merge(on.value, mine, now.value);
      steps?.(mine);
    }
    on = now;
  }
}

/** A thing that has an address of its own, as it is now; the server answers 400 where it is no more. */
export async function tagged<W, T>(client: Client, path: string, valueOf: (written: W) => T): Promise<{ value: T; etag: string } | undefined> {
  try {
    const { body, headers } = await client.call<W>('GET', path, { quiet: true });
    return { value: valueOf(body), etag: headers.get('etag') ?? '' };
  } catch (error) {
    if (error instanceof CallFailed && error.status === 400) return undefined;
    throw error;
  }
}

/** Deletes what was seen; what is another by now only after asking again. Whether it is gone. */
export async function deleteOver<T>({ what, read }: Pick<Place<T>, 'what' | 'read'>, seen: T, remove: (condition: Record<string, string>) => Promise<unknown>): Promise<boolean> {
  const now = await read();
  if (!now) return true;
  if (!same(now.value, seen) && !await confirm({ title: `Somebody has changed ${what} meanwhile`, text: 'It is not as you see it any more. Delete it all the same?', action: 'Delete it all the same' })) return false;
  await remove({ 'if-match': now.etag });
  return true;
}
