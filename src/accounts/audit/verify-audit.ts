/** Walks the audit chain of an account, and compares it with its stored head and with the heads that the server's own chain names. */
import { anchoredHeads, FIRST_HASH } from '../../shared/audit-chain.ts';
import type { ChainVerdict, verifyAuditRows } from '../../shared/audit-chain.ts';
import { SYSTEM } from '../../kernel/collection.ts';
import type { Ports } from '../../kernel/ports.ts';
import type { AuditHead, AuditRow, Store } from '../../kernel/ports/store.ts';

const CHAIN_MODULE = new URL('../../shared/audit-chain.ts', import.meta.url);
const PAGE_ROWS = 1000;

export interface AuditVerdict extends ChainVerdict {
  /** What is wrong besides, or instead of, a broken entry. */
  problem?: string;
}

export interface VerifyAuditOptions {
  store: Pick<Store, 'audit' | 'auditHead' | 'lastAudit'>;
  threads: Ports['threads'];
  signal: AbortSignal;
  progress: (fraction: number) => Promise<void>;
  /** What is wrong with the server's chain compared with its anchor outside of the database. */
  anchorProblem?: () => Promise<string | undefined>;
}

export async function verifyAudit(account: string, options: VerifyAuditOptions): Promise<AuditVerdict> {
  const { store, progress } = options;
  // Entries may be added meanwhile: what is required is read before the chain.
  const head = await store.auditHead(account);
  const anchored = await serverAnchor(account, options);
  const expected = await store.lastAudit(account);
  const verdict = await walk(
    account,
    options,
    () => {},
    (entries) => progress(expected === 0 ? 1 : entries / expected),
  );
  if (verdict.brokenAt !== undefined) return verdict;
  const problem = 'problem' in anchored ? anchored.problem : await missingHead(store, account, [head, anchored.head], verdict.entries);
  if (problem !== undefined) return { ...verdict, brokenAt: verdict.entries + 1, problem };
  return verdict;
}

async function missingHead(
  store: Pick<Store, 'audit'>,
  account: string,
  heads: readonly (AuditHead | undefined)[],
  entries: number,
): Promise<string | undefined> {
  for (const head of heads) {
    if (!head) continue;
    if (head.sequence > entries) return `The audit is cut: it ends with entry ${entries} of ${head.sequence}.`;
    const [row] = await store.audit(account, head.sequence - 1, 1);
    if (row?.hash !== head.hash) return `The audit is not the one that was noted: entry ${head.sequence} is another.`;
  }
  return undefined;
}

/** The newest head of the account's chain that the server's chain names. */
async function serverAnchor(account: string, options: VerifyAuditOptions): Promise<{ problem: string } | { head: AuditHead | undefined }> {
  const problem = await options.anchorProblem?.();
  if (problem !== undefined) return { problem };
  const required = await options.store.auditHead(SYSTEM);
  let head: AuditHead | undefined;
  const { entries, brokenAt } = await walk(SYSTEM, options, ({ entry }) => {
    for (const one of anchoredHeads(entry)) if (one.account === account) head = one;
  });
  if (brokenAt !== undefined)
    return { problem: `The audit of the server, which this one is compared with, is broken at entry ${brokenAt}.` };
  if (required && required.sequence > entries)
    return {
      problem: `The audit of the server, which this one is compared with, is cut: it ends with entry ${entries} of ${required.sequence}.`,
    };
  return { head };
}

async function walk(
  account: string,
  { store, threads, signal }: VerifyAuditOptions,
  onRow: (row: AuditRow) => void,
  onPage?: (entries: number) => Promise<void>,
): Promise<ChainVerdict> {
  let verdict: ChainVerdict = { entries: 0, head: FIRST_HASH };
  for (;;) {
    const rows = await store.audit(account, verdict.entries, PAGE_ROWS);
    if (rows.length === 0) return verdict;
    rows.forEach(onRow);
    verdict = await threads.run<ReturnType<typeof verifyAuditRows>>({
      module: CHAIN_MODULE,
      function: 'verifyAuditRows',
      input: { verdict, rows },
      signal,
    });
    if (verdict.brokenAt !== undefined) return verdict;
    await onPage?.(verdict.entries);
  }
}
