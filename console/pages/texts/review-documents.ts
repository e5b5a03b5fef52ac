/** Logged documents of a text project, as suggestions to label, and as project documents once accepted. */
import type { Label } from '../../language/labels.ts';
import type { LoggedQuery } from '../../projects/review.tsx';
import { categoryNames, isExtraction, setClasses, addDocuments, setLabels } from './assets.ts';
import type { Assets } from './assets.ts';

export interface Suggested { id: string; text: string; language?: string; score: number; count: number; classes: readonly string[]; labels: readonly Label[] }

const NAME_CHARACTERS = 8;

/** Without classes and entities that were deleted. */
export function toSuggestions(queries: readonly LoggedQuery[], assets: Assets): Suggested[] {
  const known = new Set(categoryNames(assets));
  return queries.map(({ id, text, language, count, confidenceScore, classes = [], entities = [] }) => ({
    id, text, ...language !== undefined && { language }, count, score: confidenceScore, classes: classes.map(({ category }) => category).filter((name) => known.has(name)),
    labels: entities.filter(({ category }) => known.has(category)).map(({ category, offset, length }) => ({ entity: category, start: offset, end: offset + length })),
  }));
}

/** With the accepted documents and their texts. A document without entities is labelled as having none. */
export function addAccepted(assets: Assets, accepted: readonly Suggested[], projectLanguage: string): Assets {
  let next = addDocuments(assets, accepted.map(({ id, text }) => ({ location: `asked-${id.slice(0, NAME_CHARACTERS)}`, text })));
  const added = next.documents.slice(assets.documents.length);
  for (const [i, { location }] of added.entries()) {
    const { classes, labels } = accepted[i]!;
    next = isExtraction(assets) ? setLabels(next, location, labels) : setClasses(next, location, classes);
  }
  const languages = new Map(added.map(({ location }, i) => [location, accepted[i]!.language]));
  return { ...next, documents: next.documents.map((one) => (languages.get(one.location) ?? projectLanguage) === projectLanguage ? one : { ...one, language: languages.get(one.location) }) };
}
