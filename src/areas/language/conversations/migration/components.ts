/** Converts lists, expressions and prebuilts of an app to components of an entity of a project. */
import { InvalidRegex, UserRegex } from '../../../../engines/language/recognizers/regex.ts';
import type { AppEntity } from '../../../understanding/area.ts';
import type { Entity } from '../model.ts';
import { toCategory } from '../prebuilts/app-names.ts';

export type Components = Pick<Entity, 'list' | 'prebuilts' | 'regex'>;
export type Component = NonNullable<Entity['requiredComponents']>[number];

/** Expressions that cannot be matched in linear time, by the name of their entity in lower case. */
export type UnsupportedRegexes = ReadonlyMap<string, { pattern: string; why: string }>;

export function toComponents(
  { name, kind, subLists = [], regexPattern = '' }: AppEntity,
  language: string,
  unsupported: UnsupportedRegexes,
): Components {
  switch (kind) {
    case 'closedList':
      return {
        list: {
          sublists: subLists.map(({ canonicalForm, list }) => ({
            listKey: canonicalForm,
            synonyms: [{ language, values: withCanonicalForm(canonicalForm, list) }],
          })),
        },
      };
    case 'regex':
      return unsupported.has(name.toLowerCase()) ? {} : { regex: { expressions: [{ regexKey: name, language, regexPattern }] } };
    case 'prebuilt':
      return { prebuilts: [{ category: toCategory(name) }] };
    default:
      return {};
  }
}

/** In apps a canonical form matches itself, in projects only its synonyms match. */
function withCanonicalForm(form: string, list: readonly string[]): string[] {
  return [...new Set([form, ...list])].filter((synonym) => synonym !== '');
}

/** Combines the components of two entities. */
export function mergeComponents(a: Components, b: Components): Components {
  return {
    ...((a.list ?? b.list) && { list: { sublists: [...(a.list?.sublists ?? []), ...(b.list?.sublists ?? [])] } }),
    ...((a.prebuilts ?? b.prebuilts) && { prebuilts: [...(a.prebuilts ?? []), ...(b.prebuilts ?? [])] }),
    ...((a.regex ?? b.regex) && { regex: { expressions: [...(a.regex?.expressions ?? []), ...(b.regex?.expressions ?? [])] } }),
  };
}

const REGEX_FIELDS = [
  ['regex_entities', 'regexPattern'],
  ['regexEntities', 'regexPattern'],
  ['regex_features', 'pattern'],
] as const;
const MAX_PATTERN_CHARACTERS = 500;
/** Replaces an unsupported expression while the app is parsed. */
const PLACEHOLDER_PATTERN = 'x';

/** Replaces the unsupported expressions of a file with placeholders, and returns them. */
export function replaceUnsupportedRegexes(given: unknown): { file: unknown; unsupported: UnsupportedRegexes } {
  const unsupported = new Map<string, { pattern: string; why: string }>();
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return { file: given, unsupported };
  const file: Record<string, unknown> = { ...given };
  for (const [field, patternField] of REGEX_FIELDS) {
    const items = file[field];
    if (!Array.isArray(items)) continue;
    file[field] = items.map((item: Record<string, unknown> | null) => {
      const { name, [patternField]: pattern } = item ?? {};
      if (typeof name !== 'string' || typeof pattern !== 'string' || pattern === '' || pattern.length > MAX_PATTERN_CHARACTERS) return item;
      const why = regexProblem(pattern);
      if (why === undefined) return item;
      unsupported.set(name.toLowerCase(), { pattern, why });
      return { ...item, [patternField]: PLACEHOLDER_PATTERN };
    });
  }
  return { file, unsupported };
}

function regexProblem(pattern: string): string | undefined {
  try {
    new UserRegex(pattern);
    return undefined;
  } catch (problem) {
    if (problem instanceof InvalidRegex) return problem.message;
    throw problem;
  }
}
