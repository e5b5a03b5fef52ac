/** A part of a file of unknown making, with the path that leads there: what is looked at is checked, and a refusal says where it is. */
import type { Failure } from './failures.ts';

/** How an area refuses what is at a path. */
export type RejectAt = (path: string, details: string) => Failure;

/** Only properties of its own are looked at; null counts as absent. */
export class JsonCursor {
  readonly value: unknown;
  readonly path: string;
  readonly #refuse: RejectAt;

  constructor(value: unknown, refuse: RejectAt, path = '') {
    this.value = value ?? undefined;
    this.path = path;
    this.#refuse = refuse;
  }

  refused(details: string): Failure {
    return this.#refuse(this.path, details);
  }

  /** Another value at the same place. */
  with(value: unknown): JsonCursor {
    return new JsonCursor(value, this.#refuse, this.path);
  }

  get isAbsent(): boolean {
    return this.value === undefined;
  }

  /** The field under the first of its names that is there; versions have names of their own for the same thing. */
  field(...names: readonly [string, ...string[]]): JsonCursor {
    const { value, path } = this;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw this.refused(value === undefined ? 'it is missing.' : 'it must be an object.');
    const own = value as Record<string, unknown>;
    const name = names.find((one) => Object.hasOwn(own, one) && own[one] !== null) ?? names[0];
    return new JsonCursor(Object.hasOwn(own, name) ? own[name] : undefined, this.#refuse, path === '' ? name : `${path}.${name}`);
  }

  items(most: number): JsonCursor[] {
    const { value, path } = this;
    if (value === undefined) return [];
    if (!Array.isArray(value)) throw this.refused('it must be a list.');
    if (value.length > most) throw this.refused(`it has ${value.length} items, and may have ${most} at most.`);
    return value.map((item, i) => new JsonCursor(item, this.#refuse, `${path}[${i}]`));
  }

  text(most: number, least = 1): string {
    const { value } = this;
    if (typeof value !== 'string') throw this.refused(value === undefined ? 'it is missing.' : 'it must be a text.');
    if (value.length < least) throw this.refused('it is empty.');
    if (value.length > most && Array.from(value).length > most) throw this.refused(`it has more than ${most} characters.`);
    return value;
  }

  textOr<T>(fallback: T, most: number): string | T {
    return this.isAbsent ? fallback : this.text(most, 0);
  }

  truthOr(fallback: boolean): boolean {
    if (this.isAbsent) return fallback;
    if (typeof this.value !== 'boolean') throw this.refused('it must be true or false.');
    return this.value;
  }

  /** A whole number that is not negative. */
  count(): number {
    if (!Number.isSafeInteger(this.value) || (this.value as number) < 0) throw this.refused('it must be a whole number, zero or more.');
    return this.value as number;
  }

  /** One of some words, in the spelling of the list; case is not looked at. */
  oneOf<T extends string>(words: readonly T[]): T {
    const { value } = this;
    const word = typeof value === 'string' ? words.find((one) => one.toLowerCase() === value.toLowerCase()) : undefined;
    if (word === undefined) throw this.refused(`it must be one of ${words.join(', ')}.`);
    return word;
  }
}
