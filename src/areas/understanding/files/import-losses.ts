/** What an import would lose or change. Everything else is imported unchanged, or the file is rejected. */
import { isRecognized, kindOf } from '../../../engines/language/recognizers/kinds.ts';
import { fullName, listPaths } from '../schema/parts.ts';
import { isFeatureUsed } from '../schema/relations.ts';
import type { ReadApp } from './app-json/read.ts';

export interface Loss {
  what: string;
  name: string;
  details: string;
}

/** The fields of all schema versions. */
const FIELDS: ReadonlySet<string> = new Set([
  'luis_schema_version',
  'understanding_schema_version',
  'versionId',
  'name',
  'desc',
  'culture',
  'tokenizerVersion',
  'intents',
  'entities',
  'hierarchicals',
  'composites',
  'closedLists',
  'patternAnyEntities',
  'regex_entities',
  'prebuiltEntities',
  'bing_entities',
  'model_features',
  'phraselists',
  'regex_features',
  'patterns',
  'utterances',
  'settings',
]);
const MAX_LOSSES = 500;

export function findImportLosses(file: unknown, { culture, schema, examples }: ReadApp): Loss[] {
  const { entities, intents, phraseLists } = schema;
  const unknownFields = typeof file === 'object' && file !== null ? Object.keys(file).filter((name) => !FIELDS.has(name)) : [];
  const unrecognized = entities.filter(({ kind, name }) => kind === 'prebuilt' && !isRecognizedPrebuilt(name, culture));
  const instances = entities.flatMap(listPaths).filter(({ parts }) => parts.at(-1)?.instanceOf !== undefined);
  const partialLists = phraseLists.filter((list) => list.enabledForAllModels === false && isFeatureUsed(schema, list.name));
  const intentNames = new Map(intents.map(({ id, name }) => [id, name]));
  const ambiguous = [...Map.groupBy(examples, ({ text }) => text.toLowerCase()).values()]
    .map((group) => ({ text: group[0]!.text, names: new Set(group.map(({ intentId }) => intentNames.get(intentId))) }))
    .filter(({ names }) => names.size > 1);
  return [
    ...unknownFields.map((name) => ({ what: 'field', name, details: 'No schema version has this field; it is ignored.' })),
    ...unrecognized.map(({ name }) => ({
      what: 'prebuilt entity',
      name,
      details: `It is stored and exported, but not recognized in ${culture}.`,
    })),
    ...instances.map((path) => ({
      what: 'part',
      name: fullName(path),
      details: `${path.parts.at(-1)!.instanceOf} helps to find it, but does not resolve it.`,
    })),
    ...partialLists.map(({ name }) => ({ what: 'phrase list', name, details: 'It is meant for some models, but teaches all of them.' })),
    ...ambiguous.map(({ text, names }) => ({
      what: 'utterance',
      name: text,
      details: `It belongs to several intents: ${[...names].join(', ')}.`,
    })),
  ].slice(0, MAX_LOSSES);
}

function isRecognizedPrebuilt(name: string, culture: string): boolean {
  const kind = kindOf(name);
  return kind !== undefined && isRecognized(kind, culture);
}
