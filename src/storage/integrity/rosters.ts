/**
 * Rosters: lists of the records that give power (accounts, keys, operators, assignments), with a tag of each that needs the master key. Who
 * can write to the database alone can neither add, change nor remove such a record without being noticed, nor put an earlier one back.
 * A roster lists the records of a collection whose keys have the same hash prefix, so that changes seldom meet; the root lists the
 * rosters. They are written in the same commit as the records.
 */
import { createHash } from 'node:crypto';
import { collection } from '../../kernel/collection.ts';
import type { Keyring } from '../../kernel/ports/accounts.ts';

/** Tags by key; in the root, nothing by the key of a roster. */
export type RosterRows = ReadonlyMap<string, string>;

export interface Roster {
  rows: [key: string, tag: string][];
  signature: string;
}

export const rosters = collection<Roster>('rosters');

export const ROOT = 'root';
const TAG_LENGTH = 32;

export function rosterOf(collectionName: string, key: string): string {
  return `${collectionName}/${createHash('sha256').update(key).digest('hex').slice(0, 2)}`;
}

/** Of a record as it is stored. */
export function tagOf(keyring: Pick<Keyring, 'sign'>, collectionName: string, key: string, version: number, value: string): string {
  return keyring.sign(Buffer.from(JSON.stringify([collectionName, key, version, value])), 'record').slice(0, TAG_LENGTH);
}

export function signRoster(keyring: Pick<Keyring, 'sign'>, roster: string, rows: RosterRows): Roster {
  const list = [...rows];
  return { rows: list, signature: signatureOf(keyring, roster, list) };
}

/** Undefined when it was not signed with this keyring. */
export function rowsOf(keyring: Pick<Keyring, 'sign'>, roster: string, { rows, signature }: Roster): RosterRows | undefined {
  return signature === signatureOf(keyring, roster, rows) ? new Map(rows) : undefined;
}

function signatureOf(keyring: Pick<Keyring, 'sign'>, roster: string, rows: Roster['rows']): string {
  return keyring.sign(Buffer.from(JSON.stringify([roster, rows])), 'roster');
}

export const ADDED = 'was not written by this server';
const CHANGED = 'was changed, or put back, beside the server';
const REMOVED = 'was removed beside the server';
const UNSIGNED = 'is missing or was not signed by this server';

/** Compares all records with the rosters, for `verify`. */
export class RosterChecks {
  readonly #keyring: Pick<Keyring, 'sign'>;
  readonly #names: ReadonlySet<string>;
  readonly #records = new Map<string, Map<string, string>>();
  readonly #rosters = new Map<string, Roster>();

  constructor(keyring: Pick<Keyring, 'sign'>, collections: readonly { name: string }[]) {
    this.#keyring = keyring;
    this.#names = new Set(collections.map(({ name }) => name));
  }

  record(collectionName: string, key: string, version: number, value: string): void {
    if (collectionName === rosters.name) this.#rosters.set(key, JSON.parse(value) as Roster);
    if (!this.#names.has(collectionName)) return;
    const roster = rosterOf(collectionName, key);
    const rows = this.#records.get(roster) ?? new Map<string, string>();
    this.#records.set(roster, rows.set(key, tagOf(this.#keyring, collectionName, key, version, value)));
  }

  problems(): { key: string; problem: string; collection: string }[] {
    const root = this.#rows(ROOT);
    if (!root) return [{ collection: rosters.name, key: ROOT, problem: UNSIGNED }];
    return [...new Set([...root.keys(), ...this.#records.keys()])].flatMap((roster) => {
      const [name] = roster.split('/') as [string];
      const found: RosterRows = this.#records.get(roster) ?? new Map();
      const expected: RosterRows | undefined = root.has(roster) ? this.#rows(roster) : new Map();
      if (!expected) return [{ collection: rosters.name, key: roster, problem: UNSIGNED }];
      return [...new Set([...found.keys(), ...expected.keys()])].flatMap((key) => {
        const problem = problemOf(found.get(key), expected.get(key));
        return problem === undefined ? [] : [{ collection: name, key, problem }];
      });
    });
  }

  #rows(roster: string): RosterRows | undefined {
    const stored = this.#rosters.get(roster);
    return stored && rowsOf(this.#keyring, roster, stored);
  }
}

export function problemOf(found: string | undefined, expected: string | undefined): string | undefined {
  if (found === expected) return undefined;
  return found === undefined ? REMOVED : expected === undefined ? ADDED : CHANGED;
}
