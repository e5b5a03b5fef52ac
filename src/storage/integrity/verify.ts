/** Verifies the stored data: the database itself, every row, every audit chain, every blob that a record names. */
import type { Blobs } from '../../kernel/ports/blobs.ts';
import { SYSTEM } from '../../kernel/collection.ts';
import type { AuditHead, CheckedRow, Store } from '../../kernel/ports/store.ts';
import { AuditChecks } from './audit-checks.ts';
import { isStreamIntact } from '../blobs/blob-store.ts';
import { describeDamage } from './checked-row.ts';
import type { RosterChecks } from './rosters.ts';
import { blobsInRow } from './rows.ts';

/** A problem, and what it is about, for a repair. */
export type Problem = { text: string } & (
  | { database: true }
  | { row: CheckedRow }
  | { blob: { account: string; id: string } }
  | { chain: string }
  | { anchor: true }
  | { signature: true }
);

export interface Verdict {
  records: number;
  events: number;
  auditEntries: number;
  auditChains: number;
  /** Entries of the server's audit that name the ends of the others. */
  auditAnchors: number;
  blobs: number;
  /** Rows of versions without checksums, which get one when they are written again. */
  withoutChecksum: number;
  problems: Problem[];
}

export interface VerifyOptions {
  /** Heads of chains that are known from outside the database. */
  anchors?: readonly (AuditHead & { source: string })[];
  /** Where the records that give power are signed. */
  rosters?: RosterChecks;
}

export async function verifyStore(
  store: Store,
  blobs: Pick<Blobs, 'read'>,
  { anchors = [], rosters }: VerifyOptions = {},
): Promise<Verdict> {
  const verdict: Verdict = {
    records: 0,
    events: 0,
    auditEntries: 0,
    auditChains: 0,
    auditAnchors: 0,
    blobs: 0,
    withoutChecksum: 0,
    problems: [],
  };
  const { problems } = verdict;
  for (const text of await store.integrity()) problems.push({ text: `the database reports: ${text}`, database: true });
  const audits = new AuditChecks();
  for (const anchor of anchors) audits.anchor(anchor, anchor.source);
  for await (const checked of store.checkedRows()) {
    if (!('row' in checked)) {
      problems.push({ text: describeDamage(checked.damage), database: true });
      continue;
    }
    const { row, damage, isUnchecked } = checked;
    if (isUnchecked) verdict.withoutChecksum++;
    if (damage) problems.push({ text: describeDamage(damage), row: checked });
    if ('record' in row) {
      verdict.records++;
      const [name, account, key, version, , value] = row.record;
      if (account === SYSTEM && !damage) rosters?.record(name, key, version, value);
    } else if ('event' in row) verdict.events++;
    else if ('auditHead' in row && !damage) audits.head({ account: row.auditHead[0], sequence: row.auditHead[1], hash: row.auditHead[2] });
    else if ('audit' in row) {
      const [account, sequence, entry, hash] = row.audit;
      audits.entry({ account, sequence, entry, hash });
    }
    if ('term' in row) continue;
    for (const { account, id } of blobsInRow(row)) {
      verdict.blobs++;
      const problem = await blobProblem(blobs, account, id);
      if (problem !== undefined) problems.push({ text: `blob ${id} of account ${account} is ${problem}`, blob: { account, id } });
    }
  }
  verdict.auditEntries = audits.entries;
  verdict.auditChains = audits.chains;
  verdict.auditAnchors = audits.anchorEntries;
  for (const { account, problem } of audits.problems())
    problems.push({ text: `the audit of ${account === SYSTEM ? 'the server' : `account ${account}`} ${problem}`, chain: account });
  const isReported = new Set(
    problems.flatMap((problem) => ('row' in problem && 'record' in problem.row.row ? [problem.row.row.record[2]] : [])),
  );
  for (const { collection, key, problem } of rosters?.problems() ?? [])
    if (!isReported.has(key)) problems.push({ text: `record ${key} of ${collection} ${problem}`, signature: true });
  return verdict;
}

async function blobProblem(blobs: Pick<Blobs, 'read'>, account: string, id: string): Promise<string | undefined> {
  try {
    const stream = await blobs.read(account, id);
    if (!stream) return 'missing';
    return (await isStreamIntact(id, stream)) ? undefined : 'damaged';
  } catch (error) {
    return `not readable: ${(error as Error).message}`;
  }
}
