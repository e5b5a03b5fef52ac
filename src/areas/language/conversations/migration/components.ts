/** What finds an entity of an app without learning, as components of an entity of a project. */
import { RegexProblem, UserRegex } from '../../../../engines/recognizers/regex.ts';
import type { AppEntity } from '../../../understanding/area.ts';
import type { Entity } from '../model.ts';
import { prebuiltCategory } from '../prebuilts/app-names.ts';

export type Components = Pick<Entity, 'list' | 'prebuilts' | 'regex'>;
export type Component = NonNullable<Entity['requiredComponents']>[number];

/** Expressions that are not searched for, by the name of their entity in lower case. */
export type Unsearchable = ReadonlyMap<string, { pattern: string; why: string }>;

export function componentsOf({ name, kind, subLists = [], regexPattern = '' }: AppEntity, language: string, unsearchable: Unsearchable): Components {
  switch (kind) {
    case 'closedList': return { list: { sublists: subLists.map(({ canonicalForm, list }) => ({ listKey: canonicalForm, synonyms: [{ language, values: withForm(canonicalForm, list) }] })) } };
    case 'regex': return unsearchable.has(name.toLowerCase()) ? {} : { regex: { expressions: [{ regexKey: name, language, regexPattern }] } };
    case 'prebuilt': return { prebuilts: [{ category: prebuiltCategory(name) }] };
    default: return {};
  }
}

/** In apps a form is found by its own name too, in projects only by its synonyms. Empty ones find nothing. */
function withForm(form: string, list: readonly string[]): string[] {
  return [...new Set([form, ...list])].filter((synonym) => synonym !== '');
}

/** Two entities' components as one's. */
export function joined(a: Components, b: Components): Components {
  return {
    ...(a.list ?? b.list) && { list: { sublists: [...a.list?.sublists ?? [], ...b.list?.sublists ?? []] } },
    ...(a.prebuilts ?? b.prebuilts) && { prebuilts: [...a.prebuilts ?? [], ...b.prebuilts ?? []] },
    ...(a.regex ?? b.regex) && { regex: { expressions: [...a.regex?.expressions ?? [], ...b.regex?.expressions ?? []] } },
  };
}

const REGEX_FIELDS = [['regex_entities', 'regexPattern'], ['regexEntities', 'regexPattern'], ['regex_features', 'pattern']] as const;
const MOST_PATTERN = 500;
/** Stands for an expression that cannot be searched for in linear time while the app is read. */
const STAND_IN = 'x';

/** A file with a stand-in for each expression that cannot be searched for, and those expressions; anything else in it stays as it is. */
export function withoutUnsearchable(given: unknown): { file: unknown; unsearchable: Unsearchable } {
  const unsearchable = new Map<string, { pattern: string; why: string }>();
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return { file: given, unsearchable };
  const file: Record<string, unknown> = { ...given };
  for (const [field, of] of REGEX_FIELDS) {
    const items = file[field];
    if (!Array.isArray(items)) continue;
    file[field] = items.map((item: Record<string, unknown> | null) => {
      const { name, [of]: pattern } = item ?? {};
      if (typeof name !== 'string' || typeof pattern !== 'string' || pattern === '' || pattern.length > MOST_PATTERN) return item;
      const why = problemOf(pattern);
      if (why === undefined) return item;
      unsearchable.set(name.toLowerCase(), { pattern, why });
      return { ...item, [of]: STAND_IN };
    });
  }
  return { file, unsearchable };
}

function problemOf(pattern: string): string | undefined {
  try {
    new UserRegex(pattern);
    return undefined;
  } catch (problem) {
    if (problem instanceof RegexProblem) return problem.message;
    throw problem;
  }
}
