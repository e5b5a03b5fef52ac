/** Places in exported apps, and what is checked at many of them. */
import { Failure } from '../../../../kernel/failures.ts';
import { Place } from '../../../../kernel/json-cursor.ts';
import { RegexProblem } from '../../../../engines/recognizers/regex.ts';
import { understandingFailure } from '../../failures.ts';

export const NAME_CHARACTERS = 100;

export function appPlace(app: unknown): Place {
  return new Place(app, (path, details) => understandingFailure('AppInvalid', { path: path || 'the app', details }));
}

export function nameOf(place: Place): string {
  return place.field('name').text(NAME_CHARACTERS);
}

export function namesIn(place: Place, most: number): string[] {
  const items = place.items(most);
  return uniqueIn(items.map((item) => item.text(NAME_CHARACTERS)), (i) => items[i]!);
}

/** Throws what a check says of a place. */
export function checkedAt<T>(place: Place, check: () => T): T {
  try {
    return check();
  } catch (problem) {
    if (problem instanceof RegexProblem || problem instanceof Failure) throw place.refused(problem.message);
    throw problem;
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
