/** The content of a text project, and each edit of it as a new value. Offsets count UTF-16 units, as in files. */
import type { Item } from '../../kit/differences.ts';
import type { Label } from '../../shared/language/entities.ts';
import type { LoggedQuery } from '../../shared/projects/review.tsx';

export const SINGLE = 'CustomSingleLabelClassification';
export const MULTI = 'CustomMultiLabelClassification';
export const ENTITIES = 'CustomEntityRecognition';

/** Of a document. */
export const MAX_CHARACTERS = 125_000;

interface NamedItem {
  category: string;
}
/** A span of a document in which all entities are labeled. */
export interface Region {
  regionOffset: number;
  regionLength: number;
  labels: { category: string; offset: number; length: number }[];
}
/** Without a text, it is in the container of the account's linked storage. */
export interface TextDocument {
  location: string;
  language?: string;
  dataset?: string;
  text?: string;
  class?: NamedItem;
  classes?: NamedItem[];
  entities?: Region[];
}
export interface Assets {
  projectKind: string;
  classes?: NamedItem[];
  entities?: NamedItem[];
  documents: TextDocument[];
}

/** Whether the project extracts entities; otherwise it classifies documents. */
export function isExtraction({ projectKind }: Pick<Assets, 'projectKind'>): boolean {
  return projectKind === ENTITIES;
}

/** The names of the project's classes or entities. */
export function categoryNames(assets: Assets): string[] {
  return ((isExtraction(assets) ? assets.entities : assets.classes) ?? []).map(({ category }) => category);
}

export function classesOf({ class: one, classes = [] }: TextDocument): string[] {
  return [...(one ? [one] : []), ...classes].map(({ category }) => category);
}

export function labelsOf({ entities = [] }: TextDocument): Label[] {
  return entities
    .flatMap(({ labels }) => labels)
    .map(({ category, offset, length }) => ({ entity: category, start: offset, end: offset + length }))
    .sort((a, b) => a.start - b.start);
}

/** The labels of a document, without duplicates. */
export function labelNames(document: TextDocument): string[] {
  return [...new Set([...classesOf(document), ...labelsOf(document).map(({ entity }) => entity)])];
}

/** Whether a person has labeled it, possibly as having none. */
export function isLabeled(document: TextDocument): boolean {
  return classesOf(document).length > 0 || (document.entities ?? []).length > 0;
}

function changeDocument(assets: Assets, location: string, change: (document: TextDocument) => TextDocument): Assets {
  return { ...assets, documents: assets.documents.map((one) => (one.location === location ? change(one) : one)) };
}

export function setClasses(assets: Assets, location: string, names: readonly string[]): Assets {
  const classes = names.map((category) => ({ category }));
  return changeDocument(assets, location, ({ class: _class, classes: _classes, ...rest }) => ({
    ...rest,
    ...(classes.length > 0 && (assets.projectKind === SINGLE ? { class: classes.at(-1)! } : { classes })),
  }));
}

/**
 * Sets the labels. A document labeled as a whole, or not at all, stays labeled as a whole; if only spans of it are
 * labeled, a label goes to the span that contains it, or becomes a span of its own.
 */
export function setLabels(assets: Assets, location: string, labels: readonly Label[]): Assets {
  return changeDocument(assets, location, (document) => {
    const length = document.text?.length ?? 0;
    const given = document.entities ?? [];
    const isWhole = given.length === 0 || (given.length === 1 && given[0]!.regionOffset === 0 && given[0]!.regionLength >= length);
    const regions: Region[] = isWhole
      ? [{ regionOffset: 0, regionLength: length, labels: [] }]
      : given.map((region) => ({ ...region, labels: [] }));
    for (const { entity, start, end } of labels) {
      let region = regions.find(({ regionOffset, regionLength }) => regionOffset <= start && end <= regionOffset + regionLength);
      if (!region) regions.push((region = { regionOffset: start, regionLength: end - start, labels: [] }));
      region.labels.push({ category: entity, offset: start, length: end - start });
    }
    return { ...document, entities: regions };
  });
}

/** Back to unlabeled. */
export function clearLabels(assets: Assets, location: string): Assets {
  return changeDocument(assets, location, ({ entities: _entities, class: _class, classes: _classes, ...rest }) => rest);
}

export function setDataset(assets: Assets, location: string, set: string): Assets {
  return changeDocument(assets, location, ({ dataset: _dataset, ...rest }) => ({ ...rest, ...(set !== '' && { dataset: set }) }));
}

/** Names already in use get a number. */
export function addDocuments(assets: Assets, given: readonly { location: string; text: string }[], category?: string): Assets {
  const existing = new Set(assets.documents.map(({ location }) => location));
  const added = given.map(({ location: preferred, text }): TextDocument => {
    let location = preferred;
    for (let n = 2; existing.has(location); n++) location = `${preferred} (${n})`;
    existing.add(location);
    return {
      location,
      text,
      ...(category !== undefined && (assets.projectKind === SINGLE ? { class: { category } } : { classes: [{ category }] })),
    };
  });
  return { ...assets, documents: [...assets.documents, ...added] };
}

export function deleteDocument(assets: Assets, location: string): Assets {
  return { ...assets, documents: assets.documents.filter((one) => one.location !== location) };
}

export function addCategory(assets: Assets, category: string): Assets {
  return replaceCategories(assets, [...categoryNames(assets), category]);
}

function replaceCategories(assets: Assets, names: readonly string[]): Assets {
  return { ...assets, [isExtraction(assets) ? 'entities' : 'classes']: names.map((category) => ({ category })) };
}

/** Renames it, or without a name deletes it with its labels. */
export function renameCategory(assets: Assets, from: string, to: string | undefined): Assets {
  const rename = <T extends NamedItem>(list: readonly T[]): T[] =>
    list.flatMap((one) => (one.category !== from ? [one] : to === undefined ? [] : [{ ...one, category: to }]));
  const documents = assets.documents.map(({ class: one, classes, entities, ...rest }): TextDocument => ({
    ...rest,
    ...(one && rename([one])[0] && { class: rename([one])[0]! }),
    ...(classes && { classes: rename(classes) }),
    ...(entities && { entities: entities.map((region) => ({ ...region, labels: rename(region.labels) })) }),
  }));
  return {
    ...replaceCategories(
      assets,
      categoryNames(assets).flatMap((name) => (name !== from ? [name] : (to ?? []))),
    ),
    documents,
  };
}

export function toItems(assets: Assets): Item[] {
  return [
    ...categoryNames(assets).map((name) => ({ sort: isExtraction(assets) ? 'entity' : 'class', name, content: {} })),
    ...assets.documents.map(({ location, text, dataset, language, ...labels }) => ({
      sort: 'document',
      name: location,
      content: [text, dataset, language, labels],
    })),
  ];
}

/** Splits a long text at line or sentence ends, so that only one part is rendered. */
export function splitText(text: string, maxLength = 4000): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  for (let start = 0; start < text.length;) {
    let end = Math.min(text.length, start + maxLength);
    if (end < text.length) {
      const cut = Math.max(text.lastIndexOf('\n', end - 1), text.lastIndexOf('. ', end - 2)) + 1;
      const blank = text.lastIndexOf(' ', end - 1) + 1;
      end = cut > start + maxLength / 2 ? cut : blank > start ? blank : end;
    }
    found.push({ start, end });
    start = end;
  }
  return found.length === 0 ? [{ start: 0, end: 0 }] : found;
}

export interface Suggested {
  id: string;
  text: string;
  language?: string;
  score: number;
  count: number;
  classes: readonly string[];
  labels: readonly Label[];
}

const NAME_CHARACTERS = 8;

/** Without classes and entities that were deleted. */
export function toSuggestions(queries: readonly LoggedQuery[], assets: Assets): Suggested[] {
  const known = new Set(categoryNames(assets));
  return queries.map(({ id, text, language, count, confidenceScore, classes = [], entities = [] }) => ({
    id,
    text,
    ...(language !== undefined && { language }),
    count,
    score: confidenceScore,
    classes: classes.map(({ category }) => category).filter((name) => known.has(name)),
    labels: entities
      .filter(({ category }) => known.has(category))
      .map(({ category, offset, length }) => ({ entity: category, start: offset, end: offset + length })),
  }));
}

/** With the accepted documents and their texts. A document without entities is labeled as having none. */
export function addAccepted(assets: Assets, accepted: readonly Suggested[], projectLanguage: string): Assets {
  let next = addDocuments(
    assets,
    accepted.map(({ id, text }) => ({ location: `asked-${id.slice(0, NAME_CHARACTERS)}`, text })),
  );
  const added = next.documents.slice(assets.documents.length);
  for (const [i, { location }] of added.entries()) {
    const { classes, labels } = accepted[i]!;
    next = isExtraction(assets) ? setLabels(next, location, labels) : setClasses(next, location, classes);
  }
  const languages = new Map(added.map(({ location }, i) => [location, accepted[i]!.language]));
  return {
    ...next,
    documents: next.documents.map((one) =>
      (languages.get(one.location) ?? projectLanguage) === projectLanguage ? one : { ...one, language: languages.get(one.location) },
    ),
  };
}

/** With labeled documents, and the classes or entities that they name. */
export function addLabeled(
  assets: Assets,
  given: readonly { text: string; expected: readonly string[]; labels: readonly Label[] }[],
): Assets {
  const first = assets.documents.length;
  const isEntityProject = isExtraction(assets);
  const mentioned = given.flatMap(({ expected, labels }) => (isEntityProject ? labels.map(({ entity }) => entity) : expected));
  const known = categoryNames(assets);
  const named = [...new Set(mentioned)].filter((name) => !known.includes(name)).reduce(addCategory, assets);
  const added = addDocuments(
    named,
    given.map(({ text }, i) => ({ location: `document-${first + i + 1}`, text })),
  );
  return given.reduce((before, { expected, labels }, i) => {
    const { location } = before.documents[first + i]!;
    return isEntityProject ? setLabels(before, location, labels) : setClasses(before, location, expected);
  }, added);
}
