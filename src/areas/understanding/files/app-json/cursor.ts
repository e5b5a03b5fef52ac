/** Places in exported apps, and what is checked at many of them. */
import { Failure } from '../../../../kernel/failures.ts';
import { JsonCursor } from '../../../../kernel/json-cursor.ts';
import { RegexProblem } from '../../../../engines/recognizers/regex.ts';
import { understandingFailure } from '../../failures.ts';

export const MAX_NAME_CHARACTERS = 100;

export function appCursor(app: unknown): JsonCursor {
  return new JsonCursor(app, (path, details) => understandingFailure('AppInvalid', { path: path || 'the app', details }));
}

export function nameOf(place: JsonCursor): string {
  return place.field('name').text(MAX_NAME_CHARACTERS);
}

export function splitNames(place: JsonCursor, most: number): string[] {
  const items = place.items(most);
  return checkUniqueAt(items.map((item) => item.text(MAX_NAME_CHARACTERS)), (i) => items[i]!);
}

/** Throws what a check says of a place. */
export function checkAt<T>(place: JsonCursor, check: () => T): T {
  try {
    return check();
  } catch (problem) {
    if (problem instanceof RegexProblem || problem instanceof Failure) throw place.failure(problem.message);
    throw problem;
  }
}

/** The names, where none occurs twice. */
export function checkUniqueAt(names: string[], placeOf: (i: number) => JsonCursor): string[] {
  const seen = new Set<string>();
  names.forEach((name, i) => {
    if (seen.has(name.toLowerCase())) throw placeOf(i).failure(`the name ${name} is taken.`);
    seen.add(name.toLowerCase());
  });
  return names;
}
