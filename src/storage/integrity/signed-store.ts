/**
 * A store whose records that give power are signed: those of some collections are listed in rosters (rosters.ts), those of others, which
 * expire, carry a tag. A record that was written, changed or put back beside the server is reported; it is refused where it is asked for
 * by its key, and left out of lists.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { Change, Conflict } from '../../kernel/change.ts';
import type { Stored } from '../../kernel/change.ts';
import { SYSTEM } from '../../kernel/collection.ts';
import type { Collection } from '../../kernel/collection.ts';
import { fail } from '../../kernel/failures.ts';
import type { Keyring } from '../../kernel/ports/accounts.ts';
import type { Damage, Store } from '../../kernel/ports/store.ts';
import { readAll } from '../../shared/read-all.ts';
import { wrap } from '../../shared/wrap.ts';
import { ADDED, problemOf, ROOT, rosterOf, rosters, rowsOf, signRoster, tagOf } from './rosters.ts';
import type { Roster, RosterRows } from './rosters.ts';

export interface SigningOptions {
  keyring: Keyring;
  /** All of the system. */
  listed: readonly { name: string }[];
  tagged: readonly { name: string }[];
  /** Whether the records are signed; those of earlier versions are not until all processes sign. */
  isSigned: () => boolean;
  onDamage?: (damage: Damage) => void;
}

/** Another process or thread may change a roster between its reading and the commit. */
const MAX_TRIES = 20;
const WAIT_MS = 10;
/** A record and its roster are read one after the other. */
const MAX_READS = 4;

interface Tagged {
  tag?: string;
}

export function signedStore(store: Store, options: SigningOptions): Store {
  const signing = new Signing(store, options);
  const covers = ({ name }: Collection<never>): boolean => options.isSigned() && signing.covers(name);
  return wrap(store, {
    commit: (change) => (options.isSigned() && signing.concerns(change) ? signing.commit(change) : store.commit(change)),
    get: (from, account, key) =>
      covers(from) ? signing.get(from, key, () => store.get(from, account, key)) : store.get(from, account, key),
    page: (from, account, page) =>
      covers(from) ? signing.list(from, () => store.page(from, account, page)) : store.page(from, account, page),
    find: (from, account, index, range) => {
      if (!covers(from)) return store.find(from, account, index, range);
      const { from: first = '', to } = range;
      const isFound = ({ value }: Stored<never>): boolean =>
        from.indexes![index]!(value).some((term) => term >= first && (to === undefined || term <= to));
      return signing.list(from, async () => (await store.find(from, account, index, range)).filter(isFound as never));
    },
  } satisfies Partial<Store>);
}

/** Lists all records as they are, for data of earlier versions; `others` is committed with the rosters. */
export async function signRecords(
  store: Store,
  keyring: Keyring,
  collections: readonly Collection<never>[],
  others: Change,
): Promise<void> {
  const rowsByRoster = new Map<string, Map<string, string>>([[ROOT, new Map()]]);
  for (const from of collections) {
    for (const read of await readAll(store, from, SYSTEM, '')) {
      const roster = rosterOf(from.name, read.key);
      const rows = rowsByRoster.get(roster) ?? new Map<string, string>();
      rows.set(read.key, tagOf(keyring, from.name, read.key, read.version, JSON.stringify(read.value)));
      rowsByRoster.set(roster, rows).get(ROOT)!.set(roster, '');
      others.expect(from, SYSTEM, read);
    }
  }
  others.clear(rosters, SYSTEM);
  for (const [roster, rows] of rowsByRoster) others.put(rosters, SYSTEM, roster, signRoster(keyring, roster, rows));
  await store.commit(others);
}

class Signing {
  readonly #store: Store;
  readonly #keyring: Keyring;
  readonly #listed: ReadonlySet<string>;
  readonly #tagged: ReadonlySet<string>;
  readonly #onDamage: (damage: Damage) => void;
  #committed = Promise.resolve();

  constructor(store: Store, { keyring, listed, tagged, onDamage = () => undefined }: SigningOptions) {
    this.#store = store;
    this.#keyring = keyring;
    this.#listed = new Set(listed.map(({ name }) => name));
    this.#tagged = new Set(tagged.map(({ name }) => name));
    this.#onDamage = onDamage;
  }

  covers(name: string): boolean {
    return this.#listed.has(name) || this.#tagged.has(name);
  }

  concerns({ puts, deletes, clears }: Change): boolean {
    const isCovered = ({ collection }: { collection: string }): boolean => this.covers(collection);
    return puts.some(isCovered) || deletes.some(isCovered) || clears.some(isCovered);
  }

  async get<T>(from: Collection<T>, key: string, read: () => Promise<Stored<T> | undefined>): Promise<Stored<T> | undefined> {
    const [found] = await this.#intact(from, async () => {
      const stored = await read();
      return stored ? [stored] : [];
    });
    if (found === undefined || !('problem' in found)) return found;
    // A session that is not signed has ended, also one of an earlier version.
    if (this.#tagged.has(from.name)) return undefined;
    this.#report(from.name, key, found.problem);
    throw fail('DataDamaged');
  }

  async list<T>(from: Collection<T>, read: () => Promise<Stored<T>[]>): Promise<Stored<T>[]> {
    const found = await this.#intact(from, read);
    return found.filter((row) => {
      if ('problem' in row) this.#report(from.name, row.key, row.problem);
      return !('problem' in row);
    }) as Stored<T>[];
  }

  /** One after the other: they are few, and most write the same rosters. */
  commit(change: Change): Promise<void> {
    const committed = this.#committed.then(() => this.#commit(change));
    this.#committed = committed.catch(() => undefined);
    return committed;
  }

  async #commit(change: Change): Promise<void> {
    for (let tries = 1; ; tries++) {
      const signed = copyOf(change);
      for (const put of signed.puts) {
        if (this.#tagged.has(put.collection)) {
          const tag = tagOf(this.#keyring, put.collection, put.key, put.version, put.value);
          put.value = `${put.value.slice(0, -1)}${put.value === '{}' ? '' : ','}"tag":"${tag}"}`;
        }
      }
      const read = await this.#addRosters(signed, await this.#changes(change));
      try {
        return await this.#store.commit(signed);
      } catch (error) {
        if (!(error instanceof Conflict) || tries === MAX_TRIES || !(await this.#haveChanged(read))) throw error;
        await wait(Math.random() * WAIT_MS * tries);
      }
    }
  }

  #report(collectionName: string, key: string, problem: string): void {
    this.#onDamage({ kind: 'record', collection: collectionName, account: SYSTEM, key, problem: `it ${problem}` });
  }

  /** The rows, or what is wrong with them; read again while a commit of another may explain it. */
  async #intact<T>(from: Collection<T>, read: () => Promise<Stored<T>[]>): Promise<(Stored<T> | { key: string; problem: string })[]> {
    for (let reads = 1; ; reads++) {
      const known = new Map<string, RosterRows>();
      const found = [];
      for (const row of await read()) found.push(await this.#checked(from, row, known));
      if (reads === MAX_READS || found.every((row) => !('problem' in row))) return found;
    }
  }

  async #checked<T>(
    { name }: Collection<T>,
    row: Stored<T>,
    known: Map<string, RosterRows>,
  ): Promise<Stored<T> | { key: string; problem: string }> {
    const { key, version } = row;
    if (this.#tagged.has(name)) {
      const { tag, ...value } = row.value as Tagged;
      return tag === tagOf(this.#keyring, name, key, version, JSON.stringify(value))
        ? { key, version, value: value as T }
        : { key, problem: ADDED };
    }
    const roster = rosterOf(name, key);
    let rows = known.get(roster);
    if (!rows) known.set(roster, (rows = (await this.#roster(roster)).rows));
    const problem = problemOf(tagOf(this.#keyring, name, key, version, JSON.stringify(row.value)), rows.get(key));
    return problem === undefined ? row : { key, problem };
  }

  async #roster(roster: string): Promise<{ read: Stored<Roster> | undefined; rows: RosterRows }> {
    const read = await this.#store.get(rosters, SYSTEM, roster);
    if (!read) return { read, rows: new Map() };
    const rows = rowsOf(this.#keyring, roster, read.value);
    if (rows) return { read, rows };
    this.#report(rosters.name, roster, ADDED);
    throw fail('DataDamaged');
  }

  /** The tags that change, by roster and key; undefined for what is removed. */
  async #changes({ puts, deletes, clears }: Change): Promise<Map<string, Map<string, string | undefined>>> {
    const changes = new Map<string, Map<string, string | undefined>>();
    const set = (name: string, key: string, tag: string | undefined): void => {
      if (!this.#listed.has(name)) return;
      const roster = rosterOf(name, key);
      const keys = changes.get(roster) ?? new Map<string, string | undefined>();
      changes.set(roster, keys.set(key, tag));
    };
    for (const { collection, prefix } of clears) {
      if (!this.#listed.has(collection)) continue;
      for (const { key } of await readAll(this.#store, { name: collection }, SYSTEM, prefix)) set(collection, key, undefined);
    }
    for (const { collection, key } of deletes) set(collection, key, undefined);
    for (const { collection, key, version, value } of puts) set(collection, key, tagOf(this.#keyring, collection, key, version, value));
    return changes;
  }

  /** Returns the versions of the rosters that the change relies on. */
  async #addRosters(change: Change, changes: Map<string, Map<string, string | undefined>>): Promise<Map<string, number>> {
    const versions = new Map<string, number>();
    const added: string[] = [];
    const update = async (roster: string, keys: Iterable<[string, string | undefined]>): Promise<void> => {
      const { read, rows } = await this.#roster(roster);
      const next = new Map(rows);
      for (const [key, tag] of keys) {
        if (tag === undefined) next.delete(key);
        else next.set(key, tag);
      }
      versions.set(roster, read?.version ?? 0);
      const value = signRoster(this.#keyring, roster, next);
      if (read) change.replace(rosters, SYSTEM, read, value);
      else {
        change.create(rosters, SYSTEM, roster, value);
        if (roster !== ROOT) added.push(roster);
      }
    };
    for (const [roster, keys] of changes) await update(roster, keys);
    if (added.length > 0)
      await update(
        ROOT,
        added.map((roster) => [roster, '']),
      );
    return versions;
  }

  async #haveChanged(versions: Map<string, number>): Promise<boolean> {
    for (const [roster, version] of versions) if (((await this.#store.get(rosters, SYSTEM, roster))?.version ?? 0) !== version) return true;
    return false;
  }
}

function copyOf(change: Change): Change {
  const copy = new Change();
  copy.expects.push(...change.expects);
  copy.puts.push(...change.puts.map((put) => ({ ...put })));
  copy.deletes.push(...change.deletes);
  copy.clears.push(...change.clears);
  copy.appends.push(...change.appends);
  copy.counts.push(...change.counts);
  copy.audits.push(...change.audits);
  copy.isForDeletion = change.freesSpace;
  return copy;
}
