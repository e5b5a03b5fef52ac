/**
 * A change is a value: what an operation wants written, and the reads it relied on.
 *
 * A store commits a change atomically. It refuses it (`Conflict`) when an expectation fails: a
 * record was changed, deleted or created since it was read. Versions are random, so that a record
 * that was deleted and created again is never taken for the one that was read.
 */
import { BLOB_INDEX } from './collection.ts';
import type { Collection } from './collection.ts';
import { randomVersion } from './random.ts';

export interface Stored<T> {
  readonly key: string;
  readonly version: number;
  readonly value: T;
}

/** The version that means "no such record". */
export const ABSENT = 0;

export interface Expectation {
  collection: string;
  account: string;
  key: string;
  version: number;
  /** The error to throw when it fails, instead of running the operation again. */
  otherwise?: () => Error;
}
export interface Put {
  collection: string;
  account: string;
  key: string;
  version: number;
  value: string;
  expires: number | null;
  /** Undefined when the collection has no index. */
  terms?: [index: string, term: string][];
  announced: boolean;
}
export interface Delete {
  collection: string;
  account: string;
  key: string;
  indexed: boolean;
  announced: boolean;
}
export interface Clear {
  collection: string;
  account: string;
  prefix: string;
}
export interface Append {
  account: string;
  log: string;
  value: string;
}
export interface Count {
  account: string;
  name: string;
  period: string;
  by: number;
}
export interface AuditEntry {
  account: string;
  entry: string;
}

/** What a record may need that is written with a deletion, such as a count. */
const MAX_BYTES_TO_DELETE = 16_384;

export class Conflict extends Error {
  override name = 'Conflict';
}

/** The error of a commit whose expectation with this number failed. */
export function conflictOf({ expects }: Change, failed: number): Error {
  return expects[failed]?.otherwise?.() ?? new Conflict('A record has changed since it was read.');
}

export class Change {
  readonly expects: Expectation[] = [];
  readonly puts: Put[] = [];
  readonly deletes: Delete[] = [];
  readonly clears: Clear[] = [];
  readonly appends: Append[] = [];
  readonly counts: Count[] = [];
  readonly audits: AuditEntry[] = [];
  /** Set where a change frees space, or is needed to, though it writes records: it is then committed on a full disk. */
  isForDeletion = false;

  /** Writes a record that must not exist yet. */
  create<T>(collection: Collection<T>, account: string, key: string, value: T, otherwise?: () => Error): this {
    return this.expectAbsent(collection, account, key, otherwise).put(collection, account, key, value);
  }

  /** Replaces the record that was read. */
  replace<T>(collection: Collection<T>, account: string, read: Stored<T>, value: T): this {
    return this.expect(collection, account, read).put(collection, account, read.key, value);
  }

  /** Writes a record unconditionally. */
  put<T>(collection: Collection<T>, account: string, key: string, value: T): this {
    this.puts.push({
      collection: collection.name,
      account,
      key,
      version: randomVersion(),
      value: JSON.stringify(value),
      expires: collection.expiresAt?.(value) ?? null,
      terms: termsOf(collection, value),
      announced: collection.announced ?? false,
    });
    return this;
  }

  delete<T>(collection: Collection<T>, account: string, read: Stored<T>): this {
    this.deletes.push({
      collection: collection.name,
      account,
      key: read.key,
      indexed: isIndexed(collection),
      announced: collection.announced ?? false,
    });
    return this.expect(collection, account, read);
  }

  /** Deletes all records of an account in a collection whose key has the prefix. */
  clear<T>(collection: Collection<T>, account: string, prefix = ''): this {
    this.clears.push({ collection: collection.name, account, prefix });
    return this;
  }

  /** Requires that the record is unchanged since it was read. */
  expect<T>(collection: Collection<T>, account: string, read: Stored<T>, otherwise?: () => Error): this {
    this.expects.push({ collection: collection.name, account, key: read.key, version: read.version, otherwise });
    return this;
  }

  expectAbsent<T>(collection: Collection<T>, account: string, key: string, otherwise?: () => Error): this {
    this.expects.push({ collection: collection.name, account, key, version: ABSENT, otherwise });
    return this;
  }

  /** Appends an entry to an event log of the account. */
  append(account: string, log: string, value: unknown): this {
    this.appends.push({ account, log, value: JSON.stringify(value) });
    return this;
  }

  count(account: string, name: string, period: string, by: number): this {
    this.counts.push({ account, name, period, by });
    return this;
  }

  audit(account: string, entry: object): this {
    this.audits.push({ account, entry: JSON.stringify(entry) });
    return this;
  }

  /** Whether it may use the space that is kept for deleting. */
  get freesSpace(): boolean {
    if (this.isForDeletion) return true;
    return this.deletes.length + this.clears.length > 0 && this.puts.every(({ value }) => value.length <= MAX_BYTES_TO_DELETE);
  }

  get isEmpty(): boolean {
    return this.puts.length + this.deletes.length + this.clears.length + this.appends.length + this.counts.length === 0;
  }
}

function isIndexed<T>(collection: Collection<T>): boolean {
  return collection.indexes !== undefined || collection.blobs !== undefined;
}

function termsOf<T>(collection: Collection<T>, value: T): [string, string][] | undefined {
  if (!isIndexed(collection)) return undefined;
  const terms: [string, string][] = [];
  for (const [index, of] of Object.entries(collection.indexes ?? {})) for (const term of of(value)) terms.push([index, term]);
  for (const blob of collection.blobs?.(value) ?? []) terms.push([BLOB_INDEX, blob]);
  return terms;
}
