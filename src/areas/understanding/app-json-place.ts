/** A part of a file of unknown making, with the path that leads there: what is looked at is checked, and a failure says where it is. */
import { Failure } from '../../contract/failures.ts';
import { RegexProblem } from '../../engines/recognizers/regex.ts';
import { understandingFailure } from './failures.ts';

export const NAME_CHARACTERS = 100;

/** Only properties of its own are looked at; null counts as absent. */
export class Place {
  readonly value: unknown;
  readonly path: string;

  constructor(value: unknown, path: string) {
    this.value = value ?? undefined;
    this.path = path;
  }

  refused(details: string): Failure {
    return understandingFailure('AppInvalid', { path: this.path || 'the app', details });
  }

  get isAbsent(): boolean {
    return this.value === undefined;
  }

  field(name: string): Place {
    const { value, path } = this;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw this.refused('it must be an object.');
    return new Place(Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined, path === '' ? name : `${path}.${name}`);
  }

  items(most: number): Place[] {
    const { value, path } = this;
    if (value === undefined) return [];
    if (!Array.isArray(value)) throw this.refused('it must be a list.');
    if (value.length > most) throw this.refused(`it has ${value.length} items, and may have ${most} at most.`);
    return value.map((item, i) => new Place(item, `${path}[${i}]`));
  }

  text(most: number, least = 1): string {
    const { value } = this;
    if (typeof value !== 'string') throw this.refused(value === undefined ? 'it is missing.' : 'it must be a text.');
    if (value.length < least) throw this.refused('it is empty.');
    if (value.length > most && Array.from(value).length > most) throw this.refused(`it has more than ${most} characters.`);
    return value;
  }

  textOr(fallback: string, most: number): string {
    return this.isAbsent ? fallback : this.text(most, 0);
  }

  truthOr(fallback: boolean): boolean {
    if (this.isAbsent) return fallback;
    if (typeof this.value !== 'boolean') throw this.refused('it must be true or false.');
    return this.value;
  }

  position(): number {
    if (!Number.isSafeInteger(this.value) || (this.value as number) < 0) throw this.refused('it must be a position in the text.');
    return this.value as number;
  }

  name(): string {
    return this.field('name').text(NAME_CHARACTERS);
  }

  names(most: number): string[] {
    const items = this.items(most);
    return uniqueIn(items.map((item) => item.text(NAME_CHARACTERS)), (i) => items[i]!);
  }

  /** Throws what a check says of this place. */
  checked<T>(check: () => T): T {
    try {
      return check();
    } catch (problem) {
      if (problem instanceof RegexProblem || problem instanceof Failure) throw this.refused(problem.message);
      throw problem;
    }
  }
}

/** The names, where none occurs twice. */
export function uniqueIn(names: string[], placeOf: (i: number) => Place): string[] {
  const seen = new Set<string>();
  names.forEach((name, i) => {
    if (seen.has(name.toLowerCase())) throw placeOf(i).refused(`the name ${name} is taken.`);
    seen.add(name.toLowerCase());
  });
  return names;
}
