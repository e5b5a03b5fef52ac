/** Finds out how each problem that `verify` has found can be repaired, with the help of a backup where there is one. */
import { FIRST_HASH, verifyAuditRows } from '../../shared/audit-chain.ts';
import { SYSTEM } from '../../kernel/collection.ts';
import type { BackupRow, CheckedRow, Repair, Store } from '../../kernel/ports/store.ts';
import { isBlobIntact } from '../blobs/blob-id.ts';
import { blobsInRow } from './rows.ts';
import type { Problem } from './verify.ts';

export interface BackupSource {
  createdDateTime: string;
  rows(): AsyncIterable<BackupRow>;
  blob(account: string, id: string): Promise<Uint8Array | undefined>;
}

export interface Remedy {
  problem: Problem;
  /** What a repair does about it, or why it can do nothing. */
  text: string;
  isRepairable: boolean;
  steps: Repair[];
  blobs: { account: string; id: string }[];
}

type RecordRow = Extract<BackupRow, { record: unknown }>;
type AuditBackupRow = Extract<BackupRow, { audit: unknown }>;

const CHAIN_PAGE = 1000;

export async function planRepair(problems: readonly Problem[], store: Store, backup: BackupSource | undefined): Promise<Remedy[]> {
  const copies = new Copies(problems);
  if (backup) for await (const row of backup.rows()) copies.offer(row);
  const planner = new Planner(store, copies, backup);
  const remedies: Remedy[] = [];
  for (const problem of problems) remedies.push({ ...(await planner.remedy(problem)), problem });
  return remedies;
}

/** The rows of a backup that may replace damaged ones. */
class Copies {
  readonly byKey = new Map<string, BackupRow>();
  readonly byVersion = new Map<number, RecordRow>();
  readonly chains = new Map<string, AuditBackupRow[]>();
  readonly #keys = new Set<string>();
  readonly #versions = new Set<number>();

  constructor(problems: readonly Problem[]) {
    for (const problem of problems) {
      if ('chain' in problem) this.chains.set(problem.chain, []);
      if (!('row' in problem)) continue;
      const { row } = problem.row;
      this.#keys.add(keyOf(row));
      if ('record' in row) this.#versions.add(row.record[3]);
    }
  }

  offer(row: BackupRow): void {
    if ('audit' in row) this.chains.get(row.audit[0])?.push(row);
    if (this.#keys.has(keyOf(row))) this.byKey.set(keyOf(row), row);
    if ('record' in row && this.#versions.has(row.record[3])) this.byVersion.set(row.record[3], row);
  }
}

type Plan = Omit<Remedy, 'problem'>;

class Planner {
  readonly #store: Store;
  readonly #copies: Copies;
  readonly #backup: BackupSource | undefined;

  constructor(store: Store, copies: Copies, backup: BackupSource | undefined) {
    this.#store = store;
    this.#copies = copies;
    this.#backup = backup;
  }

  async remedy(problem: Problem): Promise<Plan> {
    if ('blob' in problem) return await this.#blob(problem.blob);
    if ('chain' in problem) return await this.#chain(problem.chain);
    if ('row' in problem) return await this.#row(problem.row);
    if ('anchor' in problem)
      return impossible(
        'The anchor is evidence of what the audit was. Once you know why it differs, remove the file; the server writes it anew',
      );
    if ('signature' in problem)
      return impossible(
        'Restore a backup into an empty data folder; if you know why it is so, `verify --sign` signs all records as they are',
      );
    return impossible('Restore a backup into an empty data folder');
  }

  async #row(checked: CheckedRow): Promise<Plan> {
    const { row, damage } = checked;
    if ('record' in row) return damage!.kind === 'index entry' ? await this.#entries(row) : await this.#record(checked, row);
    if ('term' in row) return await this.#term(checked, row.term);
    if ('head' in row) {
      const [account, log] = row.head;
      const position = await this.#store.lastPosition(account, log);
      return possible('The position is that of the newest event', [{ write: { head: [account, log, position] } }]);
    }
    if ('auditHead' in row) return await this.#auditHead(row.auditHead[0]);
    const copy = this.#copies.byKey.get(keyOf(row));
    if (!copy) return this.#noCopy();
    return possible(`${this.#when()} holds an intact copy${'counter' in row ? ', with the count of that time' : ''}`, [{ write: copy }]);
  }

  /** By its version, since a damaged key may lead elsewhere; or an older one of the same key. */
  async #record(checked: CheckedRow, row: RecordRow): Promise<Plan> {
    const exact = this.#copies.byVersion.get(row.record[3]);
    const copy = exact ?? (this.#copies.byKey.get(keyOf(row)) as RecordRow | undefined);
    if (!copy) return this.#noCopy();
    const [collection, account, key] = copy.record;
    const isMoved = keyOf(copy) !== keyOf(row);
    if (isMoved && (await this.#isIntact(collection, account, key)))
      return possible('An intact record with its key is there; the damaged one is removed', [{ remove: checked }]);
    const blobs = await this.#blobsFor(copy);
    if (!blobs) return impossible(`${this.#when()} holds a copy that names blobs which are no longer there`);
    return {
      text: `${this.#when()} holds ${exact ? 'an intact copy' : 'an older version'}`,
      isRepairable: true,
      steps: [...(isMoved ? [{ remove: checked }] : []), { write: copy }],
      blobs,
    };
  }

  async #entries(row: RecordRow): Promise<Plan> {
    const copy = this.#copies.byKey.get(keyOf(row)) as RecordRow | undefined;
    if (copy && copy.record[3] === row.record[3]) return possible(`${this.#when()} holds its index entries`, [{ write: copy }]);
    return impossible('The record itself is intact: its index entries are written again when it is next changed');
  }

  async #term(checked: CheckedRow, [collection, account, key]: [string, string, string, string, string]): Promise<Plan> {
    const copy = this.#copies.byKey.get(keyOf(checked.row)) as RecordRow | undefined;
    const removed: Repair = { remove: checked };
    if (!copy || (await this.#exists(collection, account, key))) return possible('The index entry is removed', [removed]);
    const blobs = await this.#blobsFor(copy);
    if (!blobs) return possible('The index entry is removed', [removed]);
    return { text: `${this.#when()} holds its record`, isRepairable: true, steps: [removed, { write: copy }], blobs };
  }

  async #auditHead(account: string): Promise<Plan> {
    const last = await this.#store.lastAudit(account);
    const [row] = await this.#store.audit(account, last - 1, 1);
    if (!row) return impossible('Its audit is missing too');
    return possible('It is that of the newest entry', [{ write: { auditHead: [account, row.sequence, row.hash] } }]);
  }

  async #blob({ account, id }: { account: string; id: string }): Promise<Plan> {
    if (!(await this.#hasBlob(account, id))) return this.#noCopy();
    return { text: `${this.#when()} holds an intact copy`, isRepairable: true, steps: [], blobs: [{ account, id }] };
  }

  /** Entries of the backup fill gaps and replace altered ones, if the chain is whole with them. */
  async #chain(account: string): Promise<Plan> {
    const kept = this.#copies.chains.get(account) ?? [];
    const stored: AuditBackupRow[] = [];
    for (let after = 0; ;) {
      const rows = await this.#store.audit(account, after, CHAIN_PAGE);
      for (const { sequence, entry, hash } of rows) stored.push({ audit: [account, sequence, entry, hash] });
      if (rows.length < CHAIN_PAGE) break;
      after = rows.at(-1)!.sequence;
    }
    const merged = new Map(stored.map((row) => [row.audit[1], row]));
    const written: Repair[] = [];
    for (const row of kept) {
      const [, sequence, entry, hash] = row.audit;
      const before = merged.get(sequence)?.audit;
      if (before?.[2] === entry && before[3] === hash) continue;
      merged.set(sequence, row);
      written.push({ write: row });
    }
    const rows = [...merged.values()].sort((a, b) => a.audit[1] - b.audit[1]);
    const verdict = verifyAuditRows({
      verdict: { entries: 0, head: FIRST_HASH },
      rows: rows.map(({ audit: [, sequence, entry, hash] }) => ({ account, sequence, entry, hash })),
    });
    const end = (await this.#store.auditHead(account))?.sequence ?? verdict.entries;
    if (written.length > 0 && verdict.brokenAt === undefined && verdict.entries >= end)
      return possible(`${this.#when()} holds the ${written.length} entries that are missing or altered`, written);
    const name = account === SYSTEM ? 'the server' : 'the account';
    if (!this.#backup) return this.#noCopy();
    return impossible(`${this.#when()} does not hold all entries that are missing or altered; it has ${kept.length} entries of ${name}`);
  }

  /** The blobs to restore with a record; undefined when one of them is lost. */
  async #blobsFor(row: RecordRow): Promise<{ account: string; id: string }[] | undefined> {
    const blobs = blobsInRow(row);
    for (const { account, id } of blobs) if (!(await this.#hasBlob(account, id))) return undefined;
    return blobs;
  }

  async #hasBlob(account: string, id: string): Promise<boolean> {
    const bytes = await this.#backup?.blob(account, id);
    return bytes !== undefined && isBlobIntact(id, bytes);
  }

  async #isIntact(collection: string, account: string, key: string): Promise<boolean> {
    return await this.#store.get({ name: collection }, account, key).then(
      (read) => read !== undefined,
      () => false,
    );
  }

  async #exists(collection: string, account: string, key: string): Promise<boolean> {
    return await this.#store.get({ name: collection }, account, key).then(
      (read) => read !== undefined,
      () => true,
    );
  }

  #when(): string {
    return `The backup of ${this.#backup!.createdDateTime}`;
  }

  #noCopy(): Plan {
    return impossible(this.#backup ? `${this.#when()} holds no intact copy` : 'Name a backup with --backup to see whether it holds a copy');
  }
}

function keyOf(row: CheckedRow['row']): string {
  if ('record' in row) return ['record', ...row.record.slice(0, 3)].join('\0');
  // An index entry is repaired with its record.
  if ('term' in row) return ['record', ...row.term.slice(0, 3)].join('\0');
  const [[kind, values]] = Object.entries(row) as [[string, (string | number)[]]];
  const length = { event: 3, head: 2, counter: 3, audit: 2, auditHead: 1 }[kind]!;
  return [kind, ...values.slice(0, length)].join('\0');
}

function possible(text: string, steps: Repair[]): Plan {
  return { text, isRepairable: true, steps, blobs: [] };
}

function impossible(text: string): Plan {
  return { text, isRepairable: false, steps: [], blobs: [] };
}
