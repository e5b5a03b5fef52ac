/** What of a file would not be, or not do, here what it is and does elsewhere. Everything else comes in as it is, or refuses the file. */
import { kindOf, libraryCulture } from '../../../engines/recognizers/kinds.ts';
import type { ReadApp } from './app-json/read.ts';
import { fullName, listPaths } from '../schema/parts.ts';
import { isUsed } from '../schema/relations.ts';

export interface Loss { what: string; name: string; details: string }

/** The fields that some schema version has. */
const KNOWN: ReadonlySet<string> = new Set([
  'luis_schema_version', 'understanding_schema_version', 'versionId', 'name', 'desc', 'culture', 'tokenizerVersion', 'intents', 'entities', 'hierarchicals', 'composites', 'closedLists', 'patternAnyEntities', 'regex_entities',
  'prebuiltEntities', 'bing_entities', 'model_features', 'phraselists', 'regex_features', 'patterns', 'utterances', 'settings',
]);
const MAX_LOSSES = 500;

export function findImportLosses(file: unknown, { culture, schema, examples }: ReadApp): Loss[] {
  const { entities, intents, phraseLists } = schema;
  const fields = typeof file === 'object' && file !== null ? Object.keys(file).filter((name) => !KNOWN.has(name)) : [];
  const names = new Map(intents.map(({ id, name }) => [id, name]));
  const byText = Map.groupBy(examples, ({ text }) => text.toLowerCase());
  return [
    ...fields.map((name) => ({ what: 'field', name, details: 'No schema version has it; it is left out.' })),
    ...entities.filter(({ kind, name }) => kind === 'prebuilt' && !isRecognised(name, culture)).map(({ name }) => ({ what: 'prebuilt entity', name, details: `It is kept and exported again, but nothing recognises it in ${culture}.` })),
    ...entities.flatMap(listPaths).filter(({ parts: way }) => way.at(-1)?.instanceOf !== undefined).map((place) => ({ what: 'part', name: fullName(place), details: `${place.parts.at(-1)!.instanceOf} helps to find it, but does not resolve it.` })),
    ...phraseLists.filter((list) => list.enabledForAllModels === false && isUsed(schema, list.name)).map(({ name }) => ({ what: 'phrase list', name, details: 'It is meant for some models, and teaches all of them.' })),
    ...[...byText.values()].filter((same) => new Set(same.map(({ intentId }) => intentId)).size > 1).map((same) => ({ what: 'utterance', name: same[0]!.text, details: `It stands under several intents: ${[...new Set(same.map(({ intentId }) => names.get(intentId)))].join(', ')}.` })),
  ].slice(0, MAX_LOSSES);
}

function isRecognised(name: string, culture: string): boolean {
  const kind = kindOf(name);
  return kind !== undefined && libraryCulture(kind, culture) !== undefined;
}
