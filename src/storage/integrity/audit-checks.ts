/**
 * Checks audit chains as their rows pass by: each chain in itself, against its stored head, and against the newest of its heads that the
 * server's own chain names. Heads come first, then the server's chain, then the others.
 */
import { anchoredHeads, FIRST_HASH, verifyAuditRows } from '../../shared/audit-chain.ts';
import type { ChainVerdict } from '../../shared/audit-chain.ts';
import { SYSTEM } from '../../kernel/collection.ts';
import type { AuditHead, AuditRow } from '../../kernel/ports/store.ts';

export interface ChainProblem {
  account: string;
  problem: string;
}

interface Chain {
  verdict: ChainVerdict;
  last: number;
  problem?: string;
}

export class AuditChecks {
  entries = 0;
  /** How many entries of the server's chain name heads of others. */
  anchorEntries = 0;
  readonly #chains = new Map<string, Chain>();
  readonly #heads = new Map<string, AuditHead>();
  readonly #anchors = new Map<string, AuditHead & { source: string }>();

  get chains(): number {
    return this.#chains.size;
  }

  head(head: AuditHead): void {
    this.#heads.set(head.account, head);
  }

  /** Requires that a chain has an entry with this hash. */
  anchor(head: AuditHead, source: string): void {
    const known = this.#anchors.get(head.account);
    if (!known || known.sequence < head.sequence) this.#anchors.set(head.account, { ...head, source });
  }

  entry(row: AuditRow): void {
    this.entries++;
    const { account } = row;
    let chain = this.#chains.get(account);
    if (!chain) this.#chains.set(account, (chain = { verdict: { entries: 0, head: FIRST_HASH }, last: 0 }));
    chain.last = row.sequence;
    if (chain.problem === undefined) {
      chain.verdict = verifyAuditRows({ verdict: chain.verdict, rows: [row] });
      if (chain.verdict.brokenAt !== undefined) chain.problem = `is broken at entry ${chain.verdict.brokenAt}`;
    }
    for (const required of [this.#heads.get(account), this.#anchors.get(account)])
      if (required && required.sequence === row.sequence && required.hash !== row.hash)
        chain.problem ??= `is not the one that was noted: entry ${row.sequence} is another`;
    if (account !== SYSTEM) return;
    const heads = anchoredHeads(row.entry);
    if (heads.length > 0) this.anchorEntries++;
    for (const head of heads) this.anchor(head, `entry ${row.sequence} of the audit of the server`);
  }

  problems(): ChainProblem[] {
    const found: ChainProblem[] = [];
    for (const account of new Set([...this.#chains.keys(), ...this.#heads.keys(), ...this.#anchors.keys()])) {
      const problem = this.#problemOf(account);
      if (problem !== undefined) found.push({ account, problem });
    }
    return found;
  }

  #problemOf(account: string): string | undefined {
    const chain = this.#chains.get(account);
    const head = this.#heads.get(account);
    const anchor = this.#anchors.get(account);
    const expected = Math.max(head?.sequence ?? 0, anchor?.sequence ?? 0);
    if (!chain) return `is missing: it had at least ${expected} entries`;
    if (chain.problem !== undefined) return chain.problem;
    if (chain.last < expected) return `is cut: it ends with entry ${chain.last} of ${expected}`;
    if (anchor && head && head.sequence < anchor.sequence) return `was rolled back: ${anchor.source} names entry ${anchor.sequence}`;
    if (!head) return 'has no stored end';
    if (chain.last > head.sequence) return `has entries after its stored end, entry ${head.sequence}`;
    return undefined;
  }
}
