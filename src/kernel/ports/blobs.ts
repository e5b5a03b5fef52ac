/** All bytes of a blob, or its bytes in chunks of any size, of which only a few are in memory at a time. */
export type BlobContent = Uint8Array | AsyncIterable<Uint8Array>;

export interface BlobStream {
  size: number;
  /** Can be read once. Rejects when the blob is deleted meanwhile. */
  chunks: AsyncIterable<Uint8Array>;
}

export interface BlobUsage {
  bytes: number;
  count: number;
}

/** Bytes by account and id. A blob is written before the record that names it and never changed. */
export interface Blobs {
  /** Resolves once the blob is on disk; nobody sees a part of it. */
  put(account: string, content: BlobContent): Promise<string>;
  /** A copy, which the caller may change or move to a thread. */
  get(account: string, id: string): Promise<Uint8Array | undefined>;
  /** The same in chunks. */
  read(account: string, id: string): Promise<BlobStream | undefined>;
  /** Resolves once the deletion is on disk. */
  delete(account: string, ...ids: string[]): Promise<void>;
  /** Every blob written before the given time. */
  list(before: number): AsyncIterable<{ account: string; id: string }>;
  erase(account: string): Promise<void>;
  /** Rejects with StorageUnavailable when blobs cannot be read and written now. */
  probe(): Promise<void>;
  /** Counts all blobs, which takes a while. */
  usage(): Promise<BlobUsage>;
  close(): Promise<void>;
}

export interface BlobEntry {
  name: string;
  bytes: number;
}

/** A container of the vendor's blob storage that a customer has linked. */
export interface BlobContainer {
  /** The blobs whose names start with the prefix, in the order of their names. */
  list(prefix: string, options?: { signal?: AbortSignal }): Promise<BlobEntry[]>;
  /** The content of a blob; undefined when there is none of that name. */
  get(name: string, options: { maxBytes: number; signal?: AbortSignal }): Promise<Buffer | undefined>;
  /** Writes a whole blob, replacing one of the same name. */
  put(name: string, content: Uint8Array, options: { type: string; signal?: AbortSignal }): Promise<void>;
}
