/** Every row of a database with what is wrong with it. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { CheckedRow, Damage } from '../../../kernel/ports/store.ts';
import { checkCounter, checkAuditHead, checkEvent, checkHead, checkRecord, checkTerm } from '../../integrity/checked-row.ts';
import type { StoredTerm } from '../../integrity/checked-row.ts';
import { everyRow, isCorruption, toNumbers } from './read.ts';

type Reading = CheckedRow | { damage: Damage };

export function* checkedRows(db: DatabaseSync): Iterable<Reading> {
  const gaps: Damage[] = [];
  const rows = (table: string, key: readonly string[], columns: string): Iterable<unknown[]> =>
    everyRow(db, { select: `select ${columns} from ${table}`, orderBy: key }, (error, after) => {
      const where = after ? `after ${after.slice(0, key.length).join('/')}` : 'at its beginning';
      gaps.push({ kind: 'database', account: '', key: table, problem: `rows ${where} cannot be read: ${error.message}` });
    });
  const termsOf = termReader(db, gaps);
  for (const row of rows(
    'records',
    ['collection', 'account', 'key'],
    'collection, account, key, version, expires, value, checksum, terms_checksum',
  ))
    yield checkRecord(row, termsOf(row));
  for (const row of rows('events', ['account', 'log', 'position'], 'account, log, position, at, value, checksum')) yield checkEvent(row);
  for (const row of rows('event_heads', ['account', 'log'], 'account, log, position, checksum')) yield checkHead(row);
  for (const row of rows('counters', ['account', 'period', 'name'], 'account, name, period, total, checksum')) yield checkCounter(row);
  for (const row of rows('audit_heads', ['account'], 'account, sequence, hash, checksum')) yield checkAuditHead(row);
  for (const row of rows('audit', ['account', 'sequence'], 'account, sequence, entry, hash'))
    yield { row: { audit: row as [string, number, string, string] } };
  for (const row of rows(
    'terms',
    ['collection', 'account', 'name', 'term', 'key'],
    `collection, account, key, name, term, checksum, ${HAS_RECORD}`,
  )) {
    const checked = checkTerm(row);
    if (checked.damage) yield checked;
  }
  for (const damage of gaps) yield { damage };
}

const HAS_RECORD =
  'exists (select 1 from records r where r.collection = terms.collection and r.account = terms.account and r.key = terms.key)';

function termReader(db: DatabaseSync, gaps: Damage[]): (record: unknown[]) => StoredTerm[] | undefined {
  const statement = prepareTerms(db);
  statement.setReturnArrays(true);
  statement.setReadBigInts(true);
  return ([collection, account, key]) => {
    try {
      const rows = statement.all(collection as string, account as string, key as string) as unknown as unknown[][];
      return rows.map((row) => toNumbers(row) as StoredTerm);
    } catch (error) {
      if (!isCorruption(error)) throw error;
      gaps.push({
        kind: 'database',
        account: String(account),
        key: 'terms',
        problem: `index entries of a record cannot be read: ${error.message}`,
      });
      return undefined;
    }
  };
}

/** The index is faster, but a view of an earlier schema has none. */
function prepareTerms(db: DatabaseSync): StatementSync {
  const where = 'where collection = ? and account = ? and key = ?';
  try {
    return db.prepare(`select name, term, checksum from terms indexed by terms_by_key ${where}`);
  } catch {
    return db.prepare(`select name, term, checksum from terms ${where}`);
  }
}
