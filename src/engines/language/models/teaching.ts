/**
 * The training data of a project: what lists, expressions and prebuilts find in its texts, as they will at query time,
 * and the rows and levels of its learned entities. Dates are computed relative to a fixed day: training must not
 * depend on when it is done.
 */
import type { ModelRow, EntityLevel } from '../entities/model.ts';
import type { RoleLabel } from '../entities/tagging/roles.ts';
import type { WordVector } from '../sentences/encoder.ts';
import type { ReferenceTime } from '../recognizers/entity.ts';
import type { Definition, LanguageRow } from './definition.ts';
import { Finders } from './finders.ts';
import type { Findings } from './finders.ts';

const WHEN: ReferenceTime = { referenceMs: Date.UTC(2020, 0, 1, 12) };
const PROGRESS_ROWS = 100;
const MAX_ROWS_WITH_WORDS = 4000;

/** What is found in each row; `tell` is called with the completed share. */
export function findInRows(definition: Definition, rows: readonly LanguageRow[], tell?: (done: number) => void): Findings[] {
  const finders = new Finders(definition);
  return rows.map(({ text, culture = definition.culture }, i) => {
    if (i % PROGRESS_ROWS === 0) tell?.(i / rows.length);
    return finders.find(text, culture, WHEN);
  });
}

/** The rows as learned entities are taught by them; labels of what is not learned teach roles only. */
export function entityRows(definition: Definition, rows: readonly LanguageRow[], found: readonly Findings[]): ModelRow[] {
  const learned = new Set(definition.entities.filter((entity) => entity.learned).map(({ name }) => name));
  const withRoles = new Set(
    rows.flatMap(({ labels }) => labels.flatMap(({ entity, role }) => (role && !learned.has(entity) ? [entity] : []))),
  );
  return rows.map((row, i) => ({
    text: row.text,
    culture: row.culture ?? definition.culture,
    intent: row.intents[0],
    hits: [...found[i]!.hits, ...found[i]!.dates],
    labels: row.labels.filter(({ entity }) => learned.has(entity)),
    given: [...withRoles].flatMap((entity) => givenLabels(entity, row, found[i]!)),
  }));
}

/**
 * What is found of an entity, with the roles of the labels that it overlaps; then labels of what is not found, whose roles teach as well.
 * Authors do not label all that a text has: where they gave roles at all, the role of what they left out is unknown, unless they labeled
 * its words as another entity.
 */
function givenLabels(entity: string, { labels }: LanguageRow, { parts }: Findings): RoleLabel[] {
  const own = labels.filter((label) => label.entity === entity);
  const overlaps = (a: { start: number; end: number }, b: { start: number; end: number }): boolean => a.start < b.end && b.start < a.end;
  const isUnknown = labels.some(({ role }) => role);
  const spans = (parts.get(entity) ?? []).filter((span) => !isUnknown || labels.some((label) => overlaps(label, span)));
  return [
    ...spans.map((span) => ({ entity, start: span.start, end: span.end, role: own.find((label) => overlaps(label, span))?.role })),
    ...own.filter((label) => !spans.some((span) => overlaps(label, span))),
  ];
}

/** The vectors of the words of texts. */
export type EncodeWords = (texts: readonly string[]) => Promise<readonly (readonly WordVector[])[]>;

/**
 * The rows with the vectors of their words, if there are labels to learn from. Many rows in one language teach the meaning of words
 * without vectors, which would only take time.
 */
export async function withWords(rows: ModelRow[], encodeWords: EncodeWords | undefined, isMultilingual = false): Promise<ModelRow[]> {
  if (!encodeWords || rows.every(({ labels }) => labels.length === 0) || (!isMultilingual && rows.length > MAX_ROWS_WITH_WORDS))
    return rows;
  const words = await encodeWords(rows.map(({ text }) => text));
  return rows.map((row, i) => ({ ...row, words: words[i] }));
}

/** Where learned entities stand that may overlap. */
export function entityLevels({ entities }: Definition): EntityLevel[] {
  return entities.flatMap(({ name, level, within }): EntityLevel[] =>
    level === undefined ? [] : [{ entity: name, level, ...(within !== undefined && { within }) }],
  );
}
