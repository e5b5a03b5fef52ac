/** Writes and removes single rows: when a backup is restored and when a damaged store is repaired. */
import type pg from 'pg';
import type { BackupRow, CheckedRow, Repair } from '../../../kernel/ports/store.ts';
import {
  auditHeadChecksum,
  checkedTerms,
  combineTerms,
  counterChecksum,
  eventChecksum,
  headChecksum,
  recordChecksum,
} from '../../integrity/checksum.ts';

type Queries = Pick<pg.PoolClient, 'query'>;

/** Writes a row of a backup, with its checksum; replaces the one of the same key. */
export async function writeRow(client: Queries, row: BackupRow): Promise<void> {
  const write = (table: string, key: readonly string[], columns: readonly string[], values: readonly unknown[]): Promise<unknown> => {
    const all = [...key, ...columns];
    const rest = columns.map((column) => `${column} = excluded.${column}`).join(', ');
    return client.query({
      name: `write ${table}`,
      text: `insert into ${table} (${all.join(', ')}) values (${all.map((_, i) => `$${i + 1}`).join(', ')}) on conflict (${key.join(', ')}) do update set ${rest}`,
      values: [...values],
    });
  };
  if ('record' in row) {
    const [collection, account, key, version, expires, value, terms] = row.record;
    const checked = checkedTerms(collection, account, key, terms);
    await write(
      'records',
      ['collection', 'account', 'key'],
      ['version', 'expires', 'value', 'checksum', 'terms_checksum'],
      [
        collection,
        account,
        key,
        version,
        expires,
        value,
        recordChecksum(collection, account, key, version, expires, value),
        combineTerms(checked.map(([, , one]) => one)),
      ],
    );
    await client.query('delete from terms where collection = $1 and account = $2 and key = $3', [collection, account, key]);
    for (const [name, term, checksum] of checked)
      await write(
        'terms',
        ['collection', 'account', 'name', 'term', 'key'],
        ['checksum'],
        [collection, account, name, term, key, checksum],
      );
  } else if ('event' in row)
    await client.query({
      name: 'write event',
      text: 'select perennial_write_event($1, $2, $3, $4, $5, $6)',
      values: [...row.event, eventChecksum(...row.event)],
    });
  else if ('head' in row)
    await write('event_heads', ['account', 'log'], ['position', 'checksum'], [...row.head, headChecksum(...row.head)]);
  else if ('counter' in row)
    await write('counters', ['account', 'name', 'period'], ['total', 'checksum'], [...row.counter, counterChecksum(...row.counter)]);
  else if ('audit' in row) await write('audit', ['account', 'sequence'], ['entry', 'hash'], row.audit);
  else await write('audit_heads', ['account'], ['sequence', 'hash', 'checksum'], [...row.auditHead, auditHeadChecksum(...row.auditHead)]);
}

export async function repairRows(client: Queries, steps: readonly Repair[]): Promise<void> {
  for (const step of steps) await ('write' in step ? writeRow(client, step.write) : removeRow(client, step.remove));
}

async function removeRow(client: Queries, { row }: CheckedRow): Promise<void> {
  const remove = (table: string, key: readonly string[], values: readonly unknown[]): Promise<unknown> =>
    client.query(
      `delete from ${table} where ${key.map((column, i) => `${column} = $${i + 1}`).join(' and ')}`,
      values.slice(0, key.length),
    );
  if ('record' in row) await remove('records', ['collection', 'account', 'key', 'version'], row.record);
  else if ('term' in row) await remove('terms', ['collection', 'account', 'key', 'name', 'term'], row.term);
  else if ('event' in row) await remove('event_log', ['account', 'log', 'position'], row.event);
  else if ('head' in row) await remove('event_heads', ['account', 'log'], row.head);
  else if ('counter' in row) await remove('counters', ['account', 'name', 'period'], row.counter);
  else if ('audit' in row) await remove('audit', ['account', 'sequence'], row.audit);
  else await remove('audit_heads', ['account'], row.auditHead);
}

/** Adds the heads of chains that have none: those of backups of earlier versions. */
export async function addMissingHeads(client: Queries): Promise<void> {
  await client.query(`insert into audit_heads
    select distinct on (account) account, sequence, hash, perennial_head_checksum(account, sequence, hash) from audit order by account, sequence desc
    on conflict do nothing`);
}
