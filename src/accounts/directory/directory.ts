/**
 * Finds the account of a key, with a cache: only an unknown key costs an HMAC and two reads. Any change to an
 * account or a key, here or in another process, clears the cache. It holds keys in clear text, as does the memory
 * of any process with the master key; lookups in a seeded hash map do not reveal prefixes by their timing.
 */
import type { Announcement, Records } from '../../kernel/ports/store.ts';
import type { Keyring } from '../../kernel/ports/accounts.ts';
import type { Account } from '../../kernel/account.ts';
import { accountById, accountOfKey, accounts, getAccount, keys } from '../store.ts';
import type { AccountName } from '../store.ts';

const MAX_CACHED = 10_000;

export class Directory {
  readonly #records: Records;
  readonly #keyring: Keyring;
  #cache = new Map<string, Account>();
  /** The accounts of keys that were valid when they were used last. */
  readonly #seen = new Map<string, string>();

  constructor(records: Records & { onAnnouncement(listener: (announcement: Announcement | undefined) => void): void }, keyring: Keyring) {
    this.#records = records;
    this.#keyring = keyring;
    records.onAnnouncement((announcement) => {
      if (!announcement || announcement.collection === accounts.name || announcement.collection === keys.name) this.#cache = new Map();
    });
  }

  /** The account of a key; a promise only when it has to be looked up. */
  accountOf(key: string): Account | Promise<Account | undefined> {
    return this.#cache.get(key) ?? this.#lookUp(key);
  }

  /** An account by its id. */
  async byId(id: string): Promise<Account | undefined> {
    return (await accountById(this.#records, id))?.value;
  }

  async byName(name: AccountName): Promise<Account | undefined> {
    return (await getAccount(this.#records, name))?.value;
  }

  /** The id of the account of a key that was valid lately. */
  known(key: string): string | undefined {
    return this.#seen.get(key);
  }

  async #lookUp(key: string): Promise<Account | undefined> {
    const cache = this.#cache;
    const account = await accountOfKey(this.#records, this.#keyring.digest(key));
    if (!account) this.#seen.delete(key);
    else {
      if (this.#seen.size >= MAX_CACHED) this.#seen.clear();
      this.#seen.set(key, account.id);
      if (cache.size >= MAX_CACHED) cache.clear();
      if (cache === this.#cache) cache.set(key, account);
    }
    return account;
  }
}
