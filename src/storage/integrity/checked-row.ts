/** Judges stored rows: the same rules for every store. */
import type { AuditHead, BackupRow, CheckedRow, Damage, Store } from '../../kernel/ports/store.ts';
import {
  UNCHECKED,
  auditHeadChecksum,
  combineTerms,
  counterChecksum,
  eventChecksum,
  headChecksum,
  recordChecksum,
  termChecksum,
} from './checksum.ts';
import { NO_JSON, WRONG_CHECKSUM, isJson } from './row-checks.ts';

export type StoredTerm = [name: string, term: string, checksum: number];

type Where = Pick<Damage, 'kind' | 'collection' | 'account' | 'key'>;

export function checkRecord(columns: unknown[], terms: StoredTerm[] | undefined): CheckedRow {
  const [collection, account, key, version, expires, value, checksum, termsChecksum] = columns as [
    string,
    string,
    string,
    number,
    number | null,
    string,
    number,
    number,
  ];
  const intactTerms = (terms ?? []).filter(
    ([name, term, stored]) => stored === UNCHECKED || stored === termChecksum(collection, account, key, name, term),
  );
  const row: BackupRow = { record: [collection, account, key, version, expires, value, intactTerms.map(([name, term]) => [name, term])] };
  const where: Where = { kind: 'record', collection, account, key };
  const checked = judge(row, where, checksum, recordChecksum(collection, account, key, version, expires, value));
  if (checked.damage) return checked;
  if (checked.isUnchecked && !isJson(value)) return { ...checked, damage: { ...where, problem: NO_JSON } };
  if (terms && termsChecksum !== UNCHECKED && combineTerms(intactTerms.map(([, , stored]) => stored)) !== termsChecksum)
    return { ...checked, damage: { ...where, kind: 'index entry', problem: 'its index entries are not those that were written with it' } };
  return checked;
}

/** Columns: those of the entry, and whether its record exists. */
export function checkTerm(columns: unknown[]): CheckedRow {
  const [collection, account, key, name, term, checksum, hasRecord] = columns as [string, string, string, string, string, number, unknown];
  const row: CheckedRow['row'] = { term: [collection, account, key, name, term] };
  const where: Where = { kind: 'index entry', collection, account, key };
  const expected = termChecksum(collection, account, key, name, term);
  const checked = judge(row, where, checksum, expected);
  if (checked.damage || hasRecord) return checked;
  return { ...checked, damage: { ...where, problem: `an index entry (${name}) has no record` } };
}

export function checkEvent(columns: unknown[]): CheckedRow {
  const event = columns.slice(0, 5) as [string, string, number, number, string];
  const [account, log, position] = event;
  const where: Where = { kind: 'event', account, key: `${log}/${position}` };
  const checked = judge({ event }, where, columns[5] as number, eventChecksum(...event));
  return checked.isUnchecked && !isJson(event[4]) ? { ...checked, damage: { ...where, problem: NO_JSON } } : checked;
}

export function checkHead(columns: unknown[]): CheckedRow {
  const head = columns.slice(0, 3) as [string, string, number];
  const [account, log] = head;
  return judge({ head }, { kind: 'event head', account, key: log }, columns[3] as number, headChecksum(...head));
}

export function checkCounter(columns: unknown[]): CheckedRow {
  const counter = columns.slice(0, 4) as [string, string, string, number];
  const [account, name, period] = counter;
  const where: Where = { kind: 'counter', account, key: `${period}/${name}` };
  return judge({ counter }, where, columns[4] as number, counterChecksum(...counter));
}

export function checkAuditHead(columns: unknown[]): CheckedRow {
  const auditHead = columns.slice(0, 3) as [string, number, string];
  const where: Where = { kind: 'audit head', account: auditHead[0], key: '' };
  return judge({ auditHead }, where, columns[3] as number, auditHeadChecksum(...auditHead));
}

/** Undefined when it is damaged. */
export function intactAuditHead(account: string, sequence: number, hash: string, checksum: number): AuditHead | undefined {
  const isIntact = checksum === UNCHECKED || checksum === auditHeadChecksum(account, sequence, hash);
  return isIntact ? { account, sequence, hash } : undefined;
}

/** The intact rows for a backup. Audit entries are kept whatever they hold: the chain shows what is wrong with them. */
export async function* intactRows(
  rows: AsyncIterable<CheckedRow | { damage: Damage }>,
  onDamage: (damage: Damage) => void,
): AsyncIterable<BackupRow> {
  for await (const checked of rows) {
    if (checked.damage) onDamage(checked.damage);
    // A record whose index entries are damaged is itself intact; its entries are those of the next write.
    if (!('row' in checked) || 'term' in checked.row || (checked.damage && checked.damage.kind !== 'index entry')) continue;
    yield checked.row;
  }
}

/** Everything that is wrong with a store, in words. */
export async function problemsOf(store: Pick<Store, 'integrity' | 'checkedRows'>): Promise<string[]> {
  const problems = await store.integrity();
  for await (const { damage } of store.checkedRows()) if (damage) problems.push(describeDamage(damage));
  return problems;
}

export function describeDamage({ kind, collection, account, key, problem }: Damage): string {
  if (kind === 'database') return `table ${key}: ${problem}`;
  const owner = account === '' ? 'the server' : `account ${account}`;
  if (kind === 'audit head') return `the stored end of the audit of ${owner} is damaged: ${problem}`;
  return `${kind}${collection === undefined ? '' : ` in ${collection}`} of ${owner}, key ${JSON.stringify(key)}: ${problem}`;
}

function judge(row: CheckedRow['row'], where: Where, checksum: number, expected: number): CheckedRow {
  if (checksum === expected) return { row, checksum };
  if (checksum === UNCHECKED) return { row, checksum, isUnchecked: true };
  return { row, checksum, damage: { ...where, problem: WRONG_CHECKSUM } };
}
