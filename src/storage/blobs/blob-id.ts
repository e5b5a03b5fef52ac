import { hash } from 'node:crypto';

/** The id of a blob ends in the SHA-256 of its bytes, so that damage is detected. */
export const BLOB_ID = /^[0-9a-f]{16}-[0-9a-f]{64}$/;

/** Whether the bytes match the id. */
export function isBlobIntact(id: string, bytes: Uint8Array): boolean {
  return id.slice(17) === hash('sha256', bytes);
}
