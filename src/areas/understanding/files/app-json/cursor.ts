/** Checks that many fields of exported apps share. A failure names the path of the field. */
import { InvalidRegex } from '../../../../engines/language/recognizers/regex.ts';
import { Failure } from '../../../../kernel/failures.ts';
import { JsonCursor } from '../../../../shared/json-cursor.ts';
import { understandingFailure } from '../../failures.ts';

export const MAX_NAME_CHARACTERS = 100;

export function appCursor(app: unknown): JsonCursor {
  return new JsonCursor(app, (path, details) => understandingFailure('AppInvalid', { path: path || 'the app', details }));
}

export function readName(cursor: JsonCursor): string {
  return cursor.field('name').text(MAX_NAME_CHARACTERS);
}

/** Reads a list of unique names. */
export function readNames(cursor: JsonCursor, maxItems: number): string[] {
  const items = cursor.items(maxItems);
  const names = items.map((item) => item.text(MAX_NAME_CHARACTERS));
  checkUnique(names, items);
  return names;
}

/** Runs a check; its failure becomes a failure of the field. */
export function checkAt<T>(cursor: JsonCursor, check: () => T): T {
  try {
    return check();
  } catch (problem) {
    if (problem instanceof InvalidRegex || problem instanceof Failure) throw cursor.failure(problem.message);
    throw problem;
  }
}

export function namesOf(list: readonly { name: string }[]): string[] {
  return list.map(({ name }) => name);
}

/** Fails at the cursor of the first name that occurs twice or is taken already, ignoring case. */
export function checkUnique(names: readonly string[], cursors: readonly JsonCursor[], taken: readonly string[] = []): void {
  const seen = new Set(taken.map((name) => name.toLowerCase()));
  names.forEach((name, i) => {
    if (seen.has(name.toLowerCase())) throw cursors[i]!.failure(`the name ${name} is taken.`);
    seen.add(name.toLowerCase());
  });
}
