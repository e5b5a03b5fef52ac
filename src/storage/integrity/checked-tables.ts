/** The tables whose rows carry a checksum, and what it covers. */
import { auditHeadChecksum, counterChecksum, eventChecksum, headChecksum, recordChecksum } from './checksum.ts';

export type ColumnValue = string | number | null;

export interface CheckedTable {
  name: string;
  key: readonly string[];
  columns: readonly string[];
  checksum(row: ColumnValue[]): number;
}

export const CHECKED_TABLES: readonly CheckedTable[] = [
  {
    name: 'records',
    key: ['collection', 'account', 'key'],
    columns: ['version', 'expires', 'value'],
    checksum: (row) => recordChecksum(...(row as [string, string, string, number, number | null, string])),
  },
  {
    name: 'events',
    key: ['account', 'log', 'position'],
    columns: ['at', 'value'],
    checksum: (row) => eventChecksum(...(row as [string, string, number, number, string])),
  },
  {
    name: 'event_heads',
    key: ['account', 'log'],
    columns: ['position'],
    checksum: (row) => headChecksum(...(row as [string, string, number])),
  },
  {
    name: 'counters',
    key: ['account', 'period', 'name'],
    columns: ['total'],
    checksum: ([account, period, name, total]) => counterChecksum(account as string, name as string, period as string, total as number),
  },
  {
    name: 'audit_heads',
    key: ['account'],
    columns: ['sequence', 'hash'],
    checksum: (row) => auditHeadChecksum(...(row as [string, number, string])),
  },
];
