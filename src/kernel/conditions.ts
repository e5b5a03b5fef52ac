/**
 * Two who write one thing lose nothing of each other's work: a read says which state it is of (`ETag`), and a write may say
 * which state it replaces (`If-Match`), or that it makes something new (`If-None-Match: *`). RFC 9110, sections 8.8.3 and 13.1.
 *
 * A state is the version of a record. What a write relied on is part of its change: when somebody else is quicker, the
 * store refuses the change, the operation runs again, and finds that its condition no longer holds. A write without a
 * condition replaces what is there, as ever.
 */
import type { Change, Stored } from './change.ts';
import type { Collection } from './collection.ts';
import { fail } from './failures.ts';
import type { Call } from './operation.ts';

/** The header that names the state of a record. */
export function etag({ version }: Pick<Stored<unknown>, 'version'>): { etag: string } {
  return { etag: `"${version.toString(36)}"` };
}

/** The same of a record that the change writes. */
export function writtenEtag<T>(change: Change, collection: Collection<T>, account: string, key: string): { etag: string } {
  return etag(change.puts.findLast((put) => put.collection === collection.name && put.account === account && put.key === key)!);
}

/** Refuses a write whose conditions do not hold for the record as it was read, and makes the change rely on them. */
export function guard<T>(call: Pick<Call, 'headers'>, change: Change, collection: Collection<T>, account: string, key: string, read: Stored<T> | undefined): Change {
  if (!hasConditions(call)) return change;
  checkConditions(call, read && etag(read).etag);
  return read ? change.expect(collection, account, read) : change.expectAbsent(collection, account, key);
}

/** The same for what is no record of its own, by the tag that it has; undefined where nothing is there. */
export function checkConditions({ headers }: Pick<Call, 'headers'>, tag: string | undefined, what = 'it'): void {
  const { 'if-match': match, 'if-none-match': noneMatch } = headers;
  if (match !== undefined && !names(match, tag)) throw fail('PreconditionFailed', { details: tag === undefined ? `${what} does not exist.` : `${what} has been changed since it was read.` });
  if (noneMatch !== undefined && names(noneMatch, tag)) throw fail('PreconditionFailed', { details: `${what} exists already.` });
}

/** Whether a write has conditions: what they hold of need be looked at only then. */
export function hasConditions({ headers }: Pick<Call, 'headers'>): boolean {
  return headers['if-match'] !== undefined || headers['if-none-match'] !== undefined;
}

/** Whether a list of tags has one. A proxy that compresses makes tags weak, or writes behind them how: the state that they name is the same. */
function names(list: string | string[], tag: string | undefined): boolean {
  if (tag === undefined) return false;
  const tags = String(list).split(',').map((one) => one.trim().replace(/^W\//, '').replace(/-(?:gzip|br)"$/, '"'));
  return tags.includes('*') || tags.includes(tag);
}
