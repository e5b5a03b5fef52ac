/** A version of an app as the engine knows it: its definition, and its utterances as rows. */
import type { Definition, EntityDefinition, LanguageRow } from '../../../engines/language/definition.ts';
import { kindOf, libraryCulture } from '../../../engines/recognizers/kinds.ts';
import { NONE_INTENT } from '../model.ts';
import type { Child, Entity, Example, Label, Schema } from '../model.ts';
import { findLabelPath, joinPartName, fullName, findPathByName, rolesAt } from '../schema/parts.ts';
import { replaceSlotNames } from '../schema/templates.ts';
import { isUsed } from '../schema/relations.ts';

const COMPOSITES = 1;

export function buildDefinition(schema: Schema, culture: string): Definition {
  return {
    culture,
    intents: schema.intents.map(({ name }) => name),
    noneIntent: NONE_INTENT,
    entities: schema.entities.flatMap((entity) => entityDefinitions(entity, culture)),
    phraseLists: schema.phraseLists.filter((list) => list.isActive && (list.enabledForAllModels !== false || isUsed(schema, list.name))).map(({ name, phrases, isExchangeable }) => ({ name, phrases: phrasesOf(phrases), exchangeable: isExchangeable })),
    regexFeatures: schema.patternFeatures.filter(({ isActive }) => isActive).map(({ name, pattern }) => ({ name, pattern })),
    patterns: schema.patterns.map(({ pattern, intent }) => ({ template: withNames(pattern, schema.entities), intent })),
    anys: schema.entities.filter(({ kind }) => kind === 'patternAny').map(({ name, explicitList = [] }) => ({ entity: name, explicit: explicitList.map(({ explicitListItem }) => explicitListItem) })),
  };
}

export function phrasesOf(commaSeparated: string): string[] {
  return commaSeparated.split(',').map((phrase) => phrase.trim()).filter((phrase) => phrase !== '');
}

function entityDefinitions(entity: Entity, culture: string): EntityDefinition[] {
  const { name, kind, children = [] } = entity;
  switch (kind) {
    case 'simple': return [{ name, learned: true }, ...partDefinitions(name, children, COMPOSITES)];
    case 'hierarchical': return [{ name, learned: true }, ...children.map((child): EntityDefinition => ({ name: joinPartName(name, child.name), learned: true }))];
    case 'composite': return [{ name, learned: true, level: COMPOSITES, madeOf: children.map((child) => child.name) }];
    case 'closedList': return [{ name, list: entity.subLists!.map(({ canonicalForm, list }) => ({ canonical: canonicalForm, synonyms: list })) }];
    case 'regex': return [{ name, regexes: [{ key: name, pattern: entity.regexPattern! }] }];
    case 'prebuilt': {
      const known = kindOf(name);
      return [{ name, prebuilts: known && libraryCulture(known, culture) !== undefined ? [known] : [] }];
    }
    case 'patternAny': return [];
  }
}

/** Parts of a learned entity stand on the levels after it, within it. */
function partDefinitions(whole: string, children: readonly Child[], level: number): EntityDefinition[] {
  return children.flatMap((child) => {
    const name = joinPartName(whole, child.name);
    return [{ name, learned: true, level, within: whole }, ...partDefinitions(name, child.children ?? [], level + 1)];
  });
}

/** Patterns name entities without regard to case; the engine goes by their names. */
function withNames(pattern: string, entities: readonly Entity[]): string {
  return replaceSlotNames(pattern, (given) => {
    const place = findPathByName(entities, given);
    return place && fullName(place);
  });
}

export function buildRows({ intents, entities }: Schema, examples: readonly Example[]): LanguageRow[] {
  const names = new Map(intents.map(({ id, name }) => [id, name]));
  return examples.map(({ text, intentId, labels }) => ({ text, intents: [names.get(intentId) ?? NONE_INTENT], labels: labels.flatMap((label) => rowLabels(label, entities)) }));
}

/** A label and those within it; nothing for an entity or a part that is no more. */
function rowLabels(label: Label, entities: readonly Entity[]): LanguageRow['labels'] {
  const place = findLabelPath(label, entities);
  if (!place) return [];
  const role = rolesAt(place).find(({ id }) => id === label.roleId)?.name;
  return [{ entity: fullName(place), start: label.start, end: label.end, ...role !== undefined && { role } }, ...(label.children ?? []).flatMap((child) => rowLabels(child, entities))];
}
