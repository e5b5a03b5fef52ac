/** Names of files change with their content, so that browsers may keep them for good. */
import { createHash } from 'node:crypto';

export function hashOf(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 8).toUpperCase();
}
