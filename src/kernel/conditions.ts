/**
 * Optimistic concurrency with ETags: a read returns the version of a record as `ETag`, and a write may require that version
 * (`If-Match`), or that the resource is new (`If-None-Match: *`). RFC 9110, sections 8.8.3 and 13.1.
 *
 * The condition becomes an expectation of the change: when another write is faster, the store refuses the change, the
 * operation runs again, and finds that its condition no longer holds. A write without a condition replaces the resource.
 */
import type { Change, Stored } from './change.ts';
import type { Collection } from './collection.ts';
import { fail } from './failures.ts';
import type { Call } from './operation.ts';

/** The ETag header of a record. */
export function etag({ version }: Pick<Stored<unknown>, 'version'>): { etag: string } {
  return { etag: `"${version.toString(36)}"` };
}

/** The ETag header of a record that the change writes. */
export function writtenEtag<T>(change: Change, collection: Collection<T>, account: string, key: string): { etag: string } {
  return etag(change.puts.findLast((put) => put.collection === collection.name && put.account === account && put.key === key)!);
}

/** Rejects a write whose conditions do not match the record that was read, and makes the change expect that record. */
export function guard<T>(
  call: Pick<Call, 'headers'>,
  change: Change,
  collection: Collection<T>,
  account: string,
  key: string,
  read: Stored<T> | undefined,
): Change {
  if (!hasConditions(call)) return change;
  checkConditions(call, read && etag(read).etag);
  return read ? change.expect(collection, account, read) : change.expectAbsent(collection, account, key);
}

/** Checks the conditions of a resource that is not a record of its own, by its tag; undefined when it does not exist. */
export function checkConditions({ headers }: Pick<Call, 'headers'>, tag: string | undefined, what = 'it'): void {
  const { 'if-match': match, 'if-none-match': noneMatch } = headers;
  if (match !== undefined && !names(match, tag))
    throw fail('PreconditionFailed', {
      details: tag === undefined ? `${what} does not exist.` : `${what} has been changed since it was read.`,
    });
  if (noneMatch !== undefined && names(noneMatch, tag)) throw fail('PreconditionFailed', { details: `${what} exists already.` });
}

/** Whether a write has conditions; only then need its resource be read for them. */
export function hasConditions({ headers }: Pick<Call, 'headers'>): boolean {
  return headers['if-match'] !== undefined || headers['if-none-match'] !== undefined;
}

/** Whether a list of tags contains one. Proxies that compress weaken tags or add a suffix; the version is the same. */
function names(list: string | string[], tag: string | undefined): boolean {
  if (tag === undefined) return false;
  const tags = String(list)
    .split(',')
    .map((one) =>
      one
        .trim()
        .replace(/^W\//, '')
        .replace(/-(?:gzip|br)"$/, '"'),
    );
  return tags.includes('*') || tags.includes(tag);
}
