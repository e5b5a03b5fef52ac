/**
 * The audit of an account is a chain: each entry's hash covers the entry, its number and the hash
 * before it, so that an entry cannot be changed, dropped from the middle or moved without notice.
 */
import { createHash } from 'node:crypto';
import type { Audit } from './ports.ts';

export const FIRST_HASH = '0'.repeat(64);

export function chainHash(previous: string, sequence: number, entry: string): string {
  return createHash('sha256').update(`${previous}\n${sequence}\n${entry}`).digest('hex');
}

export interface ChainVerdict { entries: number; head: string; brokenAt?: number }

/** Walks an account's chain; `brokenAt` is the number of the first entry that does not fit. */
export async function verifyChain(audit: Audit, account: string, onProgress?: (entries: number) => void | Promise<void>): Promise<ChainVerdict> {
  let hash = FIRST_HASH;
  let sequence = 0;
  for (;;) {
    const rows = await audit.audit(account, sequence, 1000);
    if (rows.length === 0) return { entries: sequence, head: hash };
    for (const row of rows) {
      const expected = chainHash(hash, sequence + 1, row.entry);
      if (row.sequence !== sequence + 1 || row.hash !== expected) return { entries: sequence, head: hash, brokenAt: sequence + 1 };
      hash = row.hash;
      sequence = row.sequence;
    }
    await onProgress?.(sequence);
  }
}
