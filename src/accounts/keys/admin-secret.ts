/** The admin secret. Guesses of it, and of codes and invitations, are limited by the place that they come from, right or wrong. */
import { accountFailure } from '../failures.ts';
import type { Keyring } from '../../kernel/ports/accounts.ts';
import { WrongGuesses } from './guesses.ts';

export class AdminSecret {
  readonly #keyring: Keyring;
  readonly #secret: string;
  readonly #guesses = new WrongGuesses();

  constructor(keyring: Keyring, secret: string) {
    this.#keyring = keyring;
    this.#secret = secret;
  }

  /** Throws when the secret is wrong, or the place has guessed too often. */
  check(given: string, place: string, now: number): void {
    this.checkPlace(place, now);
    if (!this.#keyring.same(given, this.#secret)) throw this.wrong('WrongSecret', place, now);
    this.#guesses.forget(place);
  }

  /** Before anything else that may be guessed is looked at. */
  checkPlace(place: string, now: number): void {
    this.#guesses.check(place, now);
  }

  /** The failure of a wrong guess. */
  wrong(kind: 'WrongSecret' | 'SignInCodeInvalid' | 'PasswordWrong' | 'InvitationInvalid', place: string, now: number): Error {
    this.#guesses.count(place, now);
    return accountFailure(kind);
  }
}
