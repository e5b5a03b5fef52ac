/** The admin secret, which only the operations that sign people in know; wrong guesses of all callers together are slowed. */
import { fail } from '../kernel/failures.ts';
import { accountFailure } from './failures.ts';
import type { Keyring } from '../kernel/ports/accounts.ts';
import { RateLimiter } from './limiter.ts';

const WRONG_TRIES_PER_SECOND = 5;

export class AdminSecret {
  readonly #keyring: Keyring;
  readonly #secret: string;
  readonly #wrongTries = new RateLimiter();

  constructor(keyring: Keyring, secret: string) {
    this.#keyring = keyring;
    this.#secret = secret;
  }

  /** Throws unless it is the secret. */
  check(given: string, now: number): void {
    if (!this.#keyring.same(given, this.#secret)) throw this.wrong('WrongSecret', now);
  }

  /** What a wrong try of any kind is answered with. */
  wrong(kind: 'WrongSecret' | 'SignInCodeInvalid', now: number): Error {
    const retryAfter = this.#wrongTries.take('all', WRONG_TRIES_PER_SECOND, now);
    return retryAfter > 0 ? fail('RateExceeded', { retryAfter }) : accountFailure(kind);
  }
}
