/**
 * The audit of an account is a chain: each entry's hash covers the entry, its number and the hash
 * before it, so that changing, removing or moving an entry is detected.
 */
import { hash } from 'node:crypto';
import type { AuditHead, AuditRow } from '../kernel/ports/store.ts';

export const FIRST_HASH = '0'.repeat(64);

export function chainHash(previous: string, sequence: number, entry: string): string {
  return hash('sha256', `${previous}\n${sequence}\n${entry}`);
}

const ANCHOR_OPERATION = 'accounts.anchorAudits';
/** How many heads one entry names. */
export const HEADS_PER_ANCHOR = 500;

/** The entry of the server's own chain that names the heads of other chains, so that a chain that was cut or removed is noticed. */
export function anchorEntry(at: string, heads: readonly AuditHead[]): string {
  return JSON.stringify({
    at,
    operation: ANCHOR_OPERATION,
    caller: 'server',
    request: '',
    params: {},
    heads: heads.map(({ account, sequence, hash: head }) => [account, sequence, head]),
  });
}

/** The heads that an entry of the server's chain names; none for other entries. */
export function anchoredHeads(entry: string): AuditHead[] {
  if (!entry.includes(`"${ANCHOR_OPERATION}"`)) return [];
  try {
    const { operation, heads } = JSON.parse(entry) as { operation?: unknown; heads?: [string, number, string][] };
    if (operation !== ANCHOR_OPERATION || !Array.isArray(heads)) return [];
    return heads.map(([account, sequence, head]) => ({ account, sequence, hash: head }));
  } catch {
    return [];
  }
}

/** How far a chain is intact; `brokenAt` is the number of the first entry that does not match. */
export interface ChainVerdict {
  entries: number;
  head: string;
  brokenAt?: number;
}

/** Continues a verdict over the next rows. */
export function verifyAuditRows({ verdict, rows }: { verdict: ChainVerdict; rows: readonly AuditRow[] }): ChainVerdict {
  let { entries, head } = verdict;
  for (const row of rows) {
    if (row.sequence !== entries + 1 || row.hash !== chainHash(head, row.sequence, row.entry))
      return { entries, head, brokenAt: entries + 1 };
    entries = row.sequence;
    head = row.hash;
  }
  return { entries, head };
}
