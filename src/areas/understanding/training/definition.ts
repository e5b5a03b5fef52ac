/** A version of an app in the form that the engine trains: its definition, and its examples as rows. */
import type { Definition, EntityDefinition, LanguageRow } from '../../../engines/language/models/definition.ts';
import { isRecognized, kindOf } from '../../../engines/language/recognizers/kinds.ts';
import { NONE_INTENT } from '../model.ts';
import type { Child, Entity, Example, Label, Schema } from '../model.ts';
import { findLabelPath, findPathByName, fullName, joinPartName, rolesAt } from '../schema/parts.ts';
import { isFeatureUsed } from '../schema/relations.ts';
import { replaceSlotNames } from '../schema/templates.ts';

/** Composites and parts are found on the levels above the entities that they are made of or belong to. */
const FIRST_NESTED_LEVEL = 1;

export function buildDefinition(schema: Schema, culture: string): Definition {
  const { intents, entities, phraseLists, patternFeatures, patterns } = schema;
  return {
    culture,
    intents: intents.map(({ name }) => name),
    noneIntent: NONE_INTENT,
    entities: entities.flatMap((entity) => buildEntityDefinitions(entity, culture)),
    phraseLists: phraseLists
      .filter((list) => list.isActive && (list.enabledForAllModels !== false || isFeatureUsed(schema, list.name)))
      .map(({ name, phrases, isExchangeable }) => ({ name, phrases: splitPhrases(phrases), exchangeable: isExchangeable })),
    regexFeatures: patternFeatures.filter(({ isActive }) => isActive).map(({ name, pattern }) => ({ name, pattern })),
    patterns: patterns.map(({ pattern, intent }) => ({ template: restoreSlotNames(pattern, entities), intent })),
    anys: entities
      .filter(({ kind }) => kind === 'patternAny')
      .map(({ name, explicitList = [] }) => ({ entity: name, explicit: explicitList.map(({ explicitListItem }) => explicitListItem) })),
  };
}

export function splitPhrases(commaSeparated: string): string[] {
  return commaSeparated
    .split(',')
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== '');
}

function buildEntityDefinitions(entity: Entity, culture: string): EntityDefinition[] {
  const { name, kind, children = [] } = entity;
  switch (kind) {
    case 'simple':
      return [{ name, learned: true }, ...buildPartDefinitions(name, children, FIRST_NESTED_LEVEL)];
    case 'hierarchical':
      return [
        { name, learned: true },
        ...children.map((child): EntityDefinition => ({ name: joinPartName(name, child.name), learned: true })),
      ];
    case 'composite':
      return [{ name, learned: true, level: FIRST_NESTED_LEVEL, madeOf: children.map((child) => child.name) }];
    case 'closedList':
      return [{ name, list: entity.subLists!.map(({ canonicalForm, list }) => ({ canonical: canonicalForm, synonyms: list })) }];
    case 'regex':
      return [{ name, regexes: [{ key: name, pattern: entity.regexPattern! }] }];
    case 'prebuilt': {
      const prebuiltKind = kindOf(name);
      return [{ name, prebuilts: prebuiltKind && isRecognized(prebuiltKind, culture) ? [prebuiltKind] : [] }];
    }
    case 'patternAny':
      return [];
  }
}

/** Each level of parts is found within the level before it. */
function buildPartDefinitions(whole: string, children: readonly Child[], level: number): EntityDefinition[] {
  return children.flatMap((child) => {
    const name = joinPartName(whole, child.name);
    return [{ name, learned: true, level, within: whole }, ...buildPartDefinitions(name, child.children ?? [], level + 1)];
  });
}

/** Patterns may name entities in any case; the engine needs their exact names. */
function restoreSlotNames(pattern: string, entities: readonly Entity[]): string {
  return replaceSlotNames(pattern, (name) => {
    const path = findPathByName(entities, name);
    return path && fullName(path);
  });
}

export function buildRows({ intents, entities }: Schema, examples: readonly Example[]): LanguageRow[] {
  const names = new Map(intents.map(({ id, name }) => [id, name]));
  return examples.map(({ text, intentId, labels }) => ({
    text,
    intents: [names.get(intentId) ?? NONE_INTENT],
    labels: labels.flatMap((label) => buildRowLabels(label, entities)),
  }));
}

/** A label and those within it; none for a deleted entity or part. */
function buildRowLabels(label: Label, entities: readonly Entity[]): LanguageRow['labels'] {
  const path = findLabelPath(label, entities);
  if (!path) return [];
  const role = rolesAt(path).find(({ id }) => id === label.roleId)?.name;
  return [
    { entity: fullName(path), start: label.start, end: label.end, ...(role !== undefined && { role }) },
    ...(label.children ?? []).flatMap((child) => buildRowLabels(child, entities)),
  ];
}
