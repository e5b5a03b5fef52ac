/** The admin secret. Wrong guesses of all callers together are rate-limited. */
import { fail } from '../../kernel/failures.ts';
import { accountFailure } from '../failures.ts';
import type { Keyring } from '../../kernel/ports/accounts.ts';
import { LocalRateLimiter } from '../limits/limiter.ts';

const WRONG_GUESSES_PER_SECOND = 5;

export class AdminSecret {
  readonly #keyring: Keyring;
  readonly #secret: string;
  readonly #wrongGuesses = new LocalRateLimiter();

  constructor(keyring: Keyring, secret: string) {
    this.#keyring = keyring;
    this.#secret = secret;
  }

  /** Throws when the secret is wrong. */
  check(given: string, now: number): void {
    if (!this.#keyring.same(given, this.#secret)) throw this.wrong('WrongSecret', now);
  }

  /** The failure of a wrong guess. */
  wrong(kind: 'WrongSecret' | 'SignInCodeInvalid' | 'PasswordWrong' | 'InvitationInvalid', now: number): Error {
    const retryAfter = this.#wrongGuesses.take('all', WRONG_GUESSES_PER_SECOND, now);
    return retryAfter > 0 ? fail('RateExceeded', { retryAfter }) : accountFailure(kind);
  }
}
