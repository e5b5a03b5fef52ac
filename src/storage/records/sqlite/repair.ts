/** Removes and writes single rows, when a damaged store is repaired. */
import type { SQLInputValue } from 'node:sqlite';
import type { CheckedRow, Repair } from '../../../kernel/ports/store.ts';
import type { Applier } from './apply.ts';

export function repair(applier: Applier, steps: readonly Repair[]): void {
  applier.inTransaction((run) => {
    for (const step of steps) {
      if ('write' in step) applier.writeRow(step.write);
      else removeRow(run, step.remove);
    }
  });
}

function removeRow(run: (sql: string, ...values: SQLInputValue[]) => number, { row, checksum }: CheckedRow): void {
  if ('record' in row) {
    const [collection, account, key, version] = row.record;
    const removed = run(
      'delete from records where collection = ? and account = ? and key = ? and version = ?',
      collection,
      account,
      key,
      version,
    );
    // A damaged key may not be valid text, so that no parameter equals it.
    if (removed === 0 && checksum !== undefined) run('delete from records where version = ? and checksum = ?', version, checksum);
  } else if ('term' in row) {
    const [collection, account, key, name, term] = row.term;
    const removed = run(
      'delete from terms where collection = ? and account = ? and key = ? and name = ? and term = ?',
      collection,
      account,
      key,
      name,
      term,
    );
    if (removed === 0 && checksum !== undefined) run('delete from terms where checksum = ?', checksum);
  } else if ('event' in row) run('delete from events where account = ? and log = ? and position = ?', ...row.event.slice(0, 3));
  else if ('head' in row) run('delete from event_heads where account = ? and log = ?', ...row.head.slice(0, 2));
  else if ('counter' in row) run('delete from counters where account = ? and name = ? and period = ?', ...row.counter.slice(0, 3));
  else if ('audit' in row) run('delete from audit where account = ? and sequence = ?', ...row.audit.slice(0, 2));
  else run('delete from audit_heads where account = ?', row.auditHead[0]);
}
