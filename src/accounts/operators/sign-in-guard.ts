/**
 * Slows down guessing of passwords. After five wrong ones for a name from one place, each further try from there has to wait,
 * twice as long as the one before, up to a minute. The counts are records, so that all processes share them; they are kept for unknown
 * names too, so that replies do not reveal which names exist.
 */
import { Change, Conflict } from '../../kernel/change.ts';
import { collection, SYSTEM } from '../../kernel/collection.ts';
import { fail } from '../../kernel/failures.ts';
import type { Clock } from '../../kernel/ports.ts';
import type { Keyring } from '../../kernel/ports/accounts.ts';
import type { Store } from '../../kernel/ports/store.ts';
import { waitAfter } from '../keys/guesses.ts';

interface WrongGuesses {
  count: number;
  /** No try before. */
  waitUntil: number;
  expiresAt: number;
}

const wrongGuesses = collection<WrongGuesses>('wrongGuesses', { expiresAt: ({ expiresAt }) => expiresAt });

const FORGET_MS = 15 * 60_000;

export class SignInGuard {
  readonly #store: Pick<Store, 'get' | 'commit'>;
  readonly #keyring: Keyring;
  readonly #clock: Clock;

  constructor({ store, keyring, clock }: { store: Pick<Store, 'get' | 'commit'>; keyring: Keyring; clock: Clock }) {
    this.#store = store;
    this.#keyring = keyring;
    this.#clock = clock;
  }

  /** Throws while nothing may be tried for the name from the place. Each try is wrong until `forget`, so that concurrent ones count. */
  async take(name: string, place: string): Promise<void> {
    const key = this.#key(name, place);
    const now = this.#clock.now();
    const read = await this.#store.get(wrongGuesses, SYSTEM, key);
    const { count = 0, waitUntil = 0 } = read?.value ?? {};
    if (now < waitUntil) throw fail('RateExceeded', { retryAfter: Math.ceil((waitUntil - now) / 1000) });
    const next = { count: count + 1, waitUntil: now + waitAfter(count + 1), expiresAt: now + FORGET_MS };
    const change = new Change();
    if (read) change.replace(wrongGuesses, SYSTEM, read, next);
    else change.create(wrongGuesses, SYSTEM, key, next);
    try {
      await this.#store.commit(change);
    } catch (error) {
      // Of concurrent attempts only one is checked.
      throw error instanceof Conflict ? fail('RateExceeded', { retryAfter: 1 }) : error;
    }
  }

  /** Adds to a change that the password was right. */
  async forget(change: Change, name: string, place: string): Promise<void> {
    const read = await this.#store.get(wrongGuesses, SYSTEM, this.#key(name, place));
    if (read) change.delete(wrongGuesses, SYSTEM, read);
  }

  #key(name: string, place: string): string {
    return this.#keyring.digest(`guess ${name.toLowerCase()} ${place}`);
  }
}
