/** A part of an untrusted JSON file, with its path: every access is checked, and a rejection names the path. */
import type { Failure } from '../kernel/failures.ts';

/** The failure of an area for the value at a path. */
export type FailureAt = (path: string, details: string) => Failure;

/** Only own properties count; null counts as absent. */
export class JsonCursor {
  readonly value: unknown;
  readonly path: string;
  readonly #failureAt: FailureAt;

  constructor(value: unknown, failureAt: FailureAt, path = '') {
    this.value = value ?? undefined;
    this.path = path;
    this.#failureAt = failureAt;
  }

  failure(details: string): Failure {
    return this.#failureAt(this.path, details);
  }

  /** Another value at the same path. */
  with(value: unknown): JsonCursor {
    return new JsonCursor(value, this.#failureAt, this.path);
  }

  get isAbsent(): boolean {
    return this.value === undefined;
  }

  /** The field under the first of its names that is present; versions have different names for the same field. */
  field(...names: readonly [string, ...string[]]): JsonCursor {
    const { value, path } = this;
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw this.failure(value === undefined ? 'it is missing.' : 'it must be an object.');
    const own = value as Record<string, unknown>;
    const name = names.find((one) => Object.hasOwn(own, one) && own[one] !== null) ?? names[0];
    return new JsonCursor(Object.hasOwn(own, name) ? own[name] : undefined, this.#failureAt, path === '' ? name : `${path}.${name}`);
  }

  /** An object with the field, as `read` reads it, or an empty one if it is absent. */
  optional<Name extends string, T>(name: Name, read: (field: JsonCursor) => T): { [Key in Name]?: T } {
    const field = this.field(name);
    return field.isAbsent ? {} : ({ [name]: read(field) } as { [Key in Name]?: T });
  }

  items(most: number): JsonCursor[] {
    const { value, path } = this;
    if (value === undefined) return [];
    if (!Array.isArray(value)) throw this.failure('it must be an array.');
    if (value.length > most) throw this.failure(`it has ${value.length} items, and may have ${most} at most.`);
    return value.map((item, i) => new JsonCursor(item, this.#failureAt, `${path}[${i}]`));
  }

  text(most: number, least = 1): string {
    const { value } = this;
    if (typeof value !== 'string') throw this.failure(value === undefined ? 'it is missing.' : 'it must be a string.');
    if (value.length < least) throw this.failure('it is empty.');
    if (value.length > most && Array.from(value).length > most) throw this.failure(`it has more than ${most} characters.`);
    return value;
  }

  textOr<T>(fallback: T, most: number): string | T {
    return this.isAbsent ? fallback : this.text(most, 0);
  }

  truthOr(fallback: boolean): boolean {
    if (this.isAbsent) return fallback;
    if (typeof this.value !== 'boolean') throw this.failure('it must be true or false.');
    return this.value;
  }

  /** A non-negative integer. */
  count(): number {
    if (!Number.isSafeInteger(this.value) || (this.value as number) < 0) throw this.failure('it must be a non-negative integer.');
    return this.value as number;
  }

  /** A number from 0 to 1. */
  share(): number {
    const { value } = this;
    if (typeof value !== 'number' || !(value >= 0 && value <= 1)) throw this.failure('it must be a number from 0 to 1.');
    return value;
  }

  /** One of the given words, in the spelling of the list; case-insensitive. */
  oneOf<T extends string>(words: readonly T[]): T {
    const { value } = this;
    const word = typeof value === 'string' ? words.find((one) => one.toLowerCase() === value.toLowerCase()) : undefined;
    if (word === undefined) throw this.failure(`it must be one of ${words.join(', ')}.`);
    return word;
  }
}
