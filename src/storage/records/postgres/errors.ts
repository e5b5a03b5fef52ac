/** Classifies errors of PostgreSQL and of connections to it: not available now, not usable as configured, or a defect. */
import pg from 'pg';
import { StorageUnavailable } from '../../../kernel/storage-unavailable.ts';
import type { StorageProblem } from '../../../kernel/storage-unavailable.ts';
import { NewerData } from '../../newer-data.ts';
import { StorageUnusable } from '../../storage-unusable.ts';

/** By the beginning of the SQLSTATE (PostgreSQL documentation, appendix A). */
const PROBLEMS: readonly (readonly [prefix: string, problem: StorageProblem])[] = [
  ['08', 'unreachable'],
  ['28', 'unreachable'],
  ['3D', 'unreachable'],
  ['57P', 'unreachable'],
  ['57014', 'unreachable'],
  ['533', 'unreachable'],
  ['531', 'full'],
  ['53', 'failing'],
  ['58', 'failing'],
  ['25006', 'readOnly'],
  ['25P03', 'unreachable'],
  ['40', 'failing'],
  ['55P03', 'failing'],
];

/** A transaction that failed so may succeed when it is repeated: deadlock, serialization, a lock that was not free. */
export const RETRYABLE: ReadonlySet<string> = new Set(['40P01', '40001', '55P03']);

/** An error of a query as StorageUnavailable where the database cannot serve now. */
export function databaseError(error: unknown): Error {
  if (error instanceof StorageUnavailable) return error;
  // Every other error of a query is one of its connection.
  if (!(error instanceof pg.DatabaseError)) return isDefect(error) ? (error as Error) : new StorageUnavailable('unreachable', error);
  const problem = PROBLEMS.find(([prefix]) => error.code?.startsWith(prefix))?.[1];
  return problem ? new StorageUnavailable(problem, error) : error;
}

function isDefect(error: unknown): boolean {
  return error instanceof TypeError || error instanceof RangeError || !(error instanceof Error);
}

function addressOf(url: string): string {
  const { hostname, port } = new URL(url);
  return `The database at ${hostname || 'localhost'}:${port || '5432'}`;
}

/** Why processes would not notice each other's changes. */
export function noNotifications({ url, directUrl }: { url: string; directUrl?: string }): string {
  return directUrl === undefined
    ? `${addressOf(url)} does not deliver notifications, as behind a connection pooler in transaction mode. ` +
        'Set PERENNIAL_DATABASE_DIRECT_URL to the address of PostgreSQL itself, or let the pooler work in session mode.'
    : 'PERENNIAL_DATABASE_DIRECT_URL receives no notifications that are sent by DATABASE_URL. ' +
        'Both must lead to the same database, and the direct one to PostgreSQL itself, without a connection pooler in transaction mode.';
}

/** The SQLSTATE of an error, or of its cause. */
export function sqlState(error: unknown): string {
  const { code, cause } = error as { code?: string; cause?: unknown };
  return code ?? (cause instanceof Error ? sqlState(cause) : '');
}

/** Why a database cannot be used at start, in words that never hold its password. */
export function unusableDatabase(error: unknown, url: string, directUrl = url): Error {
  if (isDefect(error) || error instanceof StorageUnusable || error instanceof NewerData) return error as Error;
  const code = sqlState(error);
  const name = decodeURIComponent(new URL(url).pathname.slice(1));
  const at = directUrl === url ? addressOf(url) : `${addressOf(url)}, or the one of PERENNIAL_DATABASE_DIRECT_URL,`;
  const options = { cause: error };
  if (!(error instanceof pg.DatabaseError))
    return new StorageUnusable(
      `${at} cannot be reached${code === '' ? '' : ` (${code})`}. Check DATABASE_URL, and that PostgreSQL runs and accepts connections from this machine.`,
      options,
    );
  if (code.startsWith('28')) return new StorageUnusable(`${at} rejects the user or the password of DATABASE_URL.`, options);
  if (code === '3D000') return new StorageUnusable(`${at} has no database "${name}". Create it, or correct DATABASE_URL.`, options);
  if (code === '42501')
    return new StorageUnusable(
      `${at} does not let the user of DATABASE_URL create tables in "${name}". Make it the owner of the database.`,
      options,
    );
  if (code === '25006')
    return new StorageUnusable(`${at} is read-only, as a standby is. Point DATABASE_URL to the primary server.`, options);
  if (code.startsWith('533'))
    return new StorageUnusable(`${at} has no connection left. Raise its max_connections, or stop other clients.`, options);
  if (code.startsWith('57P'))
    return new StorageUnusable(`${at} is starting or stopping (${code}). Start again when it accepts connections.`, options);
  if (code.startsWith('53') || code.startsWith('58'))
    return new StorageUnusable(`${at} reports a lack of resources or a failing disk (${code}). See its log.`, options);
  return error as Error;
}
