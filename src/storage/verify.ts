/** Verifies the stored data: the store itself, every audit chain, every blob that a record names. */
import type { Blobs } from '../kernel/ports/blobs.ts';
import { FIRST_HASH, verifyAuditRows } from '../kernel/audit-chain.ts';
import type { ChainVerdict } from '../kernel/audit-chain.ts';
import { isBlobIntact } from './blob-id.ts';
import { blobsInRow } from './rows.ts';
import type { Store } from '../kernel/ports/store.ts';

export interface Verdict {
  records: number;
  events: number;
  auditEntries: number;
  auditChains: number;
  blobs: number;
  problems: string[];
}

export async function verifyStore(store: Store, blobs: Blobs): Promise<Verdict> {
  const verdict: Verdict = { records: 0, events: 0, auditEntries: 0, auditChains: 0, blobs: 0, problems: await store.problems() };
  const chains = new Map<string, ChainVerdict>();
  for await (const row of store.dump()) {
    if ('record' in row) verdict.records++;
    else if ('event' in row) verdict.events++;
    else if ('audit' in row) {
      verdict.auditEntries++;
      const [account, sequence, entry, hash] = row.audit;
      const before = chains.get(account) ?? { entries: 0, head: FIRST_HASH };
      if (before.brokenAt === undefined)
        chains.set(account, verifyAuditRows({ verdict: before, rows: [{ account, sequence, entry, hash }] }));
    }
    for (const { account, id } of blobsInRow(row)) {
      verdict.blobs++;
      const bytes = await blobs.get(account, id);
      if (!bytes) verdict.problems.push(`blob ${id} of account ${account} is missing`);
      else if (!isBlobIntact(id, bytes)) verdict.problems.push(`blob ${id} of account ${account} is damaged`);
    }
  }
  verdict.auditChains = chains.size;
  for (const [account, { brokenAt }] of chains) {
    if (brokenAt !== undefined)
      verdict.problems.push(`the audit of ${account === '' ? 'the server' : `account ${account}`} is broken at entry ${brokenAt}`);
  }
  return verdict;
}
