/**
 * Slows down guessing of secrets. After five wrong ones from one place, what comes from there has to wait before it is looked at, twice as
 * long after each further one, up to a minute. A place is an address, or a browser that has signed in before: who guesses elsewhere does
 * not keep the right person out. Each process counts for itself.
 */
import { fail } from '../../kernel/failures.ts';

const FREE_GUESSES = 5;
const LONGEST_WAIT_MS = 60_000;
const FORGET_MS = 15 * 60_000;
const MAX_PLACES = 10_000;

interface Guesses {
  count: number;
  waitUntil: number;
  at: number;
}

/** How long to wait after this number of wrong guesses. */
export function waitAfter(count: number): number {
  return count < FREE_GUESSES ? 0 : Math.min(LONGEST_WAIT_MS, 1000 * 2 ** (count - FREE_GUESSES));
}

export class WrongGuesses {
  /** The place that guessed last comes last. */
  readonly #places = new Map<string, Guesses>();

  /** Throws while nothing from this place is looked at. */
  check(place: string, now: number): void {
    const { waitUntil = 0 } = this.#places.get(place) ?? {};
    if (now < waitUntil) throw fail('RateExceeded', { retryAfter: Math.ceil((waitUntil - now) / 1000) });
  }

  count(place: string, now: number): void {
    const before = this.#places.get(place);
    const count = (before && now - before.at < FORGET_MS ? before.count : 0) + 1;
    this.#places.delete(place);
    this.#places.set(place, { count, waitUntil: now + waitAfter(count), at: now });
    if (this.#places.size > MAX_PLACES) this.#places.delete(this.#places.keys().next().value!);
  }

  forget(place: string): void {
    this.#places.delete(place);
  }
}
