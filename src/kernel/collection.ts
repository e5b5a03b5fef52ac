/** A named set of records of one type. Everything a store must know of a record besides its bytes is declared here. */
export interface Collection<T> {
  readonly name: string;
  /** Terms under which a record can be found, by index name. */
  readonly indexes?: Readonly<Record<string, (value: T) => readonly string[]>>;
  /** When the record stops existing, in epoch milliseconds. An expired record reads as absent and is swept later. */
  readonly expiresAt?: (value: T) => number | undefined;
  /** Ids of the blobs that live as long as the record does. */
  readonly blobs?: (value: T) => readonly string[];
  /** Whether other processes are notified of each change (for caches and wake-ups). */
  readonly announced?: boolean;
}

/** A system record that refers to something an account owns, indexed by that account. */
export interface SystemIndexEntry {
  readonly account: string;
}

export const BY_ACCOUNT = 'account';

/** A collection of such records. */
export function systemIndex<T extends SystemIndexEntry>(
  name: string,
  options: Omit<Collection<T>, 'name' | 'indexes'> = {},
): Collection<T> {
  return { name, ...options, indexes: { [BY_ACCOUNT]: ({ account }) => [account] } };
}

/** The index in which a store lists the blobs of a record. */
export const BLOB_INDEX = 'blob';

export function collection<T>(name: string, options: Omit<Collection<T>, 'name'> = {}): Collection<T> {
  return { name, ...options };
}

/** The owner of records that belong to no account: the accounts themselves, keys, jobs. */
export const SYSTEM = '';
