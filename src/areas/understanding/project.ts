/** A version of an app as the engine knows it: its definition, and its utterances as rows. */
import type { Definition, EntityDefinition, LanguageRow } from '../../engines/language/definition.ts';
import { kindOf, libraryCulture } from '../../engines/recognizers/kinds.ts';
import { NONE, sameName } from './model.ts';
import type { Child, Entity, Example, Label, Schema } from './model.ts';

const COMPOSITES = 1;

/** The name of a part of an entity: `Whole::Part`. */
export function partName(whole: string, part: string): string {
  return `${whole}::${part}`;
}

export function definitionOf(schema: Schema, culture: string): Definition {
  return {
    culture,
    intents: schema.intents.map(({ name }) => name),
    noneIntent: NONE,
    entities: schema.entities.flatMap((entity) => entityDefinitions(entity, culture)),
    phraseLists: schema.phraseLists.filter(({ isActive }) => isActive).map(({ name, phrases, isExchangeable }) => ({ name, phrases: phrasesOf(phrases), exchangeable: isExchangeable })),
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
    case 'hierarchical': return [{ name, learned: true }, ...children.map((child): EntityDefinition => ({ name: partName(name, child.name), learned: true }))];
    case 'composite': return [{ name, learned: true, level: COMPOSITES }];
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
    const name = partName(whole, child.name);
    return [{ name, learned: true, level, within: whole }, ...partDefinitions(name, child.children ?? [], level + 1)];
  });
}

/** Patterns name entities without regard to case; the engine goes by their names. */
function withNames(pattern: string, entities: readonly Entity[]): string {
  return pattern.replace(/\{\s*@?([^:{}]+?)\s*(:[^{}]*)?\}/g, (whole, given: string, role = '') => {
    for (const { name, children = [] } of entities) {
      if (sameName(name, given)) return `{${name}${role as string}}`;
      const child = children.find((one) => sameName(partName(name, one.name), given));
      if (child) return `{${partName(name, child.name)}${role as string}}`;
    }
    return whole;
  });
}

export function rowsOf(schema: Schema, examples: readonly Example[]): LanguageRow[] {
  const intents = new Map(schema.intents.map(({ id, name }) => [id, name]));
  const entities = new Map(schema.entities.map((entity) => [entity.id, entity]));
  return examples.map(({ text, intentId, labels }) => ({
    text, intents: [intents.get(intentId) ?? NONE],
    labels: labels.flatMap((label) => rowLabels(label, entities)),
  }));
}

function rowLabels(label: Label, entities: ReadonlyMap<string, Entity>): LanguageRow['labels'] {
  const entity = entities.get(label.entityId);
  if (!entity) return [];
  const child = label.childId === undefined ? undefined : entity.children?.find(({ id }) => id === label.childId);
  const name = child ? partName(entity.name, child.name) : entity.name;
  const role = entity.roles.find(({ id }) => id === label.roleId)?.name;
  return [{ entity: name, start: label.start, end: label.end, ...role !== undefined && { role } }, ...partLabels(name, label.children ?? [], entity.children ?? [])];
}

function partLabels(whole: string, labels: readonly Label[], children: readonly Child[]): LanguageRow['labels'] {
  return labels.flatMap(({ childId, start, end, children: inner = [] }) => {
    const child = children.find(({ id }) => id === childId);
    if (!child) return [];
    const name = partName(whole, child.name);
    return [{ entity: name, start, end }, ...partLabels(name, inner, child.children ?? [])];
  });
}
