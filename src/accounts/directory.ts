/**
 * Who a key belongs to, remembered. A key that was presented before is found in memory; only an unknown
 * one costs an HMAC and two reads. Any change to an account or a key, here or in another process,
 * empties the memory. It holds keys in the clear, as does the memory of a process that has the master
 * key in any case; a hash map with a random seed gives no prefix of them away by its timing.
 */
import type { Announcement, Records } from '../kernel/ports/store.ts';
import type { Keyring } from '../kernel/ports/accounts.ts';
import type { Account } from '../kernel/account.ts';
import { accountOfKey, accounts, keys } from './store.ts';

const REMEMBERED = 10_000;

export class Directory {
  readonly #records: Records;
  readonly #keyring: Keyring;
  #known = new Map<string, Account>();

  constructor(records: Records & { onAnnouncement(listener: (announcement: Announcement | undefined) => void): void }, keyring: Keyring) {
    this.#records = records;
    this.#keyring = keyring;
    records.onAnnouncement((announcement) => {
      if (!announcement || announcement.collection === accounts.name || announcement.collection === keys.name) this.#known = new Map();
    });
  }

  /** The account of a key; a promise only when it has to be looked up. */
  accountOf(key: string): Account | Promise<Account | undefined> {
    return this.#known.get(key) ?? this.#lookUp(key);
  }

  async #lookUp(key: string): Promise<Account | undefined> {
    const known = this.#known;
    const account = await accountOfKey(this.#records, this.#keyring.digest(key));
    if (account && known === this.#known) {
      if (known.size >= REMEMBERED) known.clear();
      known.set(key, account);
    }
    return account;
  }
}
