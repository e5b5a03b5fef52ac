/** Where the blobs of a database are, as the database itself records it, so that all servers agree at every moment. */
export interface BlobPlace {
  /** A location; blobs are written there. */
  at: string;
  /** Where the rest of them still is, while they are moved. */
  from?: string;
}

export interface BlobPlaceRecord {
  /** Undefined when there are no blobs yet. Never cached. */
  read(): Promise<BlobPlace | undefined>;
  /** Replaces what was read; false when another process has replaced it meanwhile. */
  replace(read: BlobPlace | undefined, next: BlobPlace): Promise<boolean>;
}

export function isSamePlace(a: BlobPlace | undefined, b: BlobPlace | undefined): boolean {
  return a?.at === b?.at && a?.from === b?.from;
}

export function parsePlace(text: string): BlobPlace {
  return JSON.parse(text) as BlobPlace;
}

export function formatPlace({ at, from }: BlobPlace): string {
  return JSON.stringify({ at, ...(from !== undefined && { from }) });
}
