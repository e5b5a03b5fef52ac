/** The whole chain of the audit in one step; the product verifies it in several. */
import type { Audit } from '../../src/kernel/ports/store.ts';
import { FIRST_HASH, verifyAuditRows } from '../../src/shared/audit-chain.ts';
import type { ChainVerdict } from '../../src/shared/audit-chain.ts';

export async function verifyChain(audit: Audit, account: string): Promise<ChainVerdict> {
  let verdict: ChainVerdict = { entries: 0, head: FIRST_HASH };
  for (;;) {
    const rows = await audit.audit(account, verdict.entries, 1000);
    if (rows.length === 0) return verdict;
    verdict = verifyAuditRows({ verdict, rows });
    if (verdict.brokenAt !== undefined) return verdict;
  }
}
