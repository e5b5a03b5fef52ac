import { hash, randomBytes } from 'node:crypto';

/** As the stores make them while the bytes arrive. */
export function newBlobId(bytes: Uint8Array): string {
  return `${randomBytes(8).toString('hex')}-${hash('sha256', bytes)}`;
}
