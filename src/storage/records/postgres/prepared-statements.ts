/**
 * Names of prepared statements. A connection pooler in transaction mode may send a statement to a connection that does not know it, or
 * that knows it from another client. Such a statement is not executed, and from then on none is prepared. The name contains a hash of
 * the text: two versions of this program behind one pooler never mean different statements by one name.
 */
import { createHash } from 'node:crypto';
import { sqlState } from './errors.ts';

/** `invalid_sql_statement_name` and `duplicate_prepared_statement`. */
const UNKNOWN = new Set(['26000', '42P05']);
/** By address; threads of a process learn it for themselves. */
const unprepared = new Set<string>();
const names = new Map<string, string>();

export class PreparedStatements {
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  nameOf(name: string, text: string): string | undefined {
    if (unprepared.has(this.#url)) return undefined;
    let full = names.get(text);
    if (full === undefined) names.set(text, (full = `${name} ${createHash('sha256').update(text).digest('hex').slice(0, 16)}`));
    return full;
  }

  /** Whether the statement was not executed because the connection does not know it, or knows it already. */
  isUnknown(error: unknown): boolean {
    if (!UNKNOWN.has(sqlState(error))) return false;
    unprepared.add(this.#url);
    return true;
  }
}
