import { BLOB_INDEX } from '../../kernel/collection.ts';
import type { BackupRow } from '../../kernel/ports/store.ts';

/** The blobs that a row names. */
export function blobsInRow(row: BackupRow): { account: string; id: string }[] {
  if (!('record' in row)) return [];
  const [, account, , , , , terms] = row.record;
  return terms.filter(([index]) => index === BLOB_INDEX).map(([, id]) => ({ account, id }));
}
