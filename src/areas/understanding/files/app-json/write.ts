/**
 * Versions written as exported apps.
 *
 * Two forms. v3.0-preview has the newest: schema 7.0.0, with `phraselists` and `hierarchicals`. v2.0 has the one that its
 * clients read: 3.0.0, phrase lists as `model_features` and hierarchical entities among the others, in the order that the
 * interface shows. What that has no place for (parts, features, settings, labels within labels) is added to it where an app
 * has some, which makes it 7.0.0. What is written in either form reads as the same app again, but for the ids.
 */
import type { AppJson, JsonFeature, JsonLabel, JsonModel, JsonParent, JsonPart, JsonPhraseList } from './format.ts';
import { NONE_INTENT } from '../../model.ts';
import type { Child, Entity, EntityKind, Example, FeatureRelation, Intent, Label, Schema, Version } from '../../model.ts';
import { listNamedParts } from '../../schema/parts.ts';

export interface WritableApp {
  name: string;
  description: string;
  culture: string;
  version: string;
  settings: Version['settings'];
  schema: Schema;
  examples: readonly Example[];
  /** Whether it is written in the newest form, and not in that of v2.0. */
  newest?: boolean;
}

/** Writes a version as an exported app. */
export function writeApp({ name, description, culture, version, settings, schema, examples, newest = false }: WritableApp): AppJson {
  const { intents, entities, phraseLists, patternFeatures, patterns, tokenizerVersion } = schema;
  const of = (kind: EntityKind): Entity[] => entities.filter((entity) => entity.kind === kind);
  const uses = new Uses(schema);
  /** What only the newest form always has. */
  const listed = <T>(field: string, items: readonly T[]): Record<string, readonly T[]> => newest || items.length > 0 ? { [field]: items } : {};
  const common = ({ origin, features = [] }: Intent | Entity): Partial<JsonModel> => ({
    ...origin && { inherits: { domain_name: origin.domainName, model_name: origin.modelName } }, ...listed('features', features.flatMap((use) => uses.feature(use))),
  });
  const written = <T extends object>(kind: EntityKind, parts: (entity: Entity) => T) =>
    of(kind).map((entity) => ({ name: entity.name, ...parts(entity), roles: entity.roles.map((role) => role.name), ...common(entity) }));
  const parents = (kind: 'hierarchical' | 'composite'): JsonParent<string>[] => written(kind, (entity) => ({ children: entity.children!.map((child) => child.name) }));
  const learned = written('simple', ({ children = [] }) => listed('children', children.map((part) => uses.part(part))));
  const hierarchicals = parents('hierarchical');
  /** Among the others, a hierarchical entity is known by its children. */
  const isApart = ({ children }: JsonParent<string>): boolean => newest || children.length === 0;
  const lists = phraseLists.map(({ name: list, isExchangeable, phrases, isActive, enabledForAllModels }): JsonPhraseList => ({
    name: list, mode: isExchangeable, words: phrases, activated: isActive, ...enabledForAllModels !== undefined && { enabledForAllModels },
  }));
  const labels = new LabelWriter(entities, newest);
  const intentNames = new Map(intents.map((intent) => [intent.id, intent.name]));
  return {
    luis_schema_version: newest || hasNewerParts(schema, settings, examples) ? '7.0.0' : '3.0.0', versionId: version, name, desc: description, culture, ...tokenizerVersion !== undefined && { tokenizerVersion },
    intents: intents.map((intent) => ({ name: intent.name, ...common(intent) })),
    entities: [...learned, ...hierarchicals.filter((entity) => !isApart(entity))],
    ...listed('hierarchicals', hierarchicals.filter(isApart)),
    composites: parents('composite'),
    closedLists: written('closedList', ({ subLists = [] }) => ({ subLists: subLists.map(({ canonicalForm, list }) => ({ canonicalForm, list })) })),
    patternAnyEntities: written('patternAny', ({ explicitList = [] }) => ({ explicitList: explicitList.map(({ explicitListItem }) => explicitListItem) })),
    regex_entities: written('regex', ({ regexPattern = '' }) => ({ regexPattern })),
    prebuiltEntities: written('prebuilt', () => ({})),
    [newest ? 'phraselists' : 'model_features']: lists,
    regex_features: patternFeatures.map(({ name: feature, pattern, isActive }) => ({ name: feature, pattern, activated: isActive })),
    patterns: patterns.map(({ pattern, intent }) => ({ pattern, intent })),
    utterances: examples.map(({ text, intentId, labels: given }) => ({ text, intent: intentNames.get(intentId) ?? NONE_INTENT, entities: given.flatMap((label) => labels.write(label)) })),
    ...listed('settings', settings.map((setting) => ({ name: setting.name, value: setting.value }))),
  };
}

/** Whether a version has something that schema 3.0.0 has no place for. */
function hasNewerParts({ intents, entities, phraseLists, tokenizerVersion }: Schema, settings: Version['settings'], examples: readonly Example[]): boolean {
  return tokenizerVersion !== undefined || settings.length > 0
    || [...intents, ...entities].some(({ features = [] }) => features.length > 0)
    || entities.some(({ kind, children = [] }) => kind === 'simple' ? children.length > 0 : kind === 'hierarchical' && children.length === 0)
    || phraseLists.some(({ enabledForAllModels }) => enabledForAllModels !== undefined)
    || examples.some(({ labels }) => labels.some(({ children = [] }) => children.length > 0));
}

/** Writes what models use by name; not what is no more, which a reader would refuse. */
class Uses {
  readonly #models: ReadonlySet<string>;
  readonly #features: ReadonlySet<string>;

  constructor({ intents, entities, phraseLists, patternFeatures }: Schema) {
    const parts = entities.flatMap(listNamedParts).flatMap(([path, { name }]) => [path, name]);
    const keys = (names: readonly string[]): Set<string> => new Set(names.map((name) => name.toLowerCase()));
    this.#models = keys([...[...intents, ...entities].map(({ name }) => name), ...parts]);
    this.#features = keys([...phraseLists, ...patternFeatures].map(({ name }) => name));
  }

  feature({ modelName, featureName, isRequired }: FeatureRelation): JsonFeature[] {
    const written: JsonFeature = {
      ...modelName !== undefined && this.#models.has(modelName.toLowerCase()) && { modelName }, ...featureName !== undefined && this.#features.has(featureName.toLowerCase()) && { featureName },
    };
    return Object.keys(written).length === 0 ? [] : [{ ...written, ...isRequired && { isRequired } }];
  }

  part({ name, instanceOf, children = [], features = [], roles = [] }: Child): JsonPart {
    return {
      name, ...instanceOf !== undefined && this.#models.has(instanceOf.toLowerCase()) && { instanceOf }, children: children.map((child) => this.part(child)),
      features: features.flatMap((use) => this.feature(use)), ...roles.length > 0 && { roles: roles.map((role) => role.name) },
    };
  }
}

/** Writes labels by the names of entities, parts and roles. */
class LabelWriter {
  readonly #entities: ReadonlyMap<string, string>;
  readonly #parts: ReadonlyMap<string, { path: string; name: string }>;
  readonly #roles: ReadonlyMap<string, string>;
  readonly #isNewest: boolean;

  constructor(entities: readonly Entity[], isNewest: boolean) {
    const parts = entities.flatMap(listNamedParts);
    this.#entities = new Map(entities.map(({ id, name }) => [id, name]));
    this.#parts = new Map(parts.map(([path, { id, name }]) => [id, { path, name }]));
    this.#roles = new Map([...entities, ...parts.map(([, part]) => part)].flatMap(({ roles = [] }) => roles.map(({ id, name }) => [id, name])));
    this.#isNewest = isNewest;
  }

  /** Nothing for a label of a model that is no more. */
  write({ entityId, start, end, childId, roleId, children = [] }: Label, isWithin = false): JsonLabel[] {
    const part = childId === undefined ? undefined : this.#parts.get(childId);
    const entity = childId === undefined ? this.#entities.get(entityId) : isWithin ? part?.name : part?.path;
    if (entity === undefined) return [];
    const role = roleId === undefined ? undefined : this.#roles.get(roleId);
    const within = children.flatMap((child) => this.write(child, true));
    return [{ entity, startPos: start, endPos: end - 1, ...role !== undefined && { role }, ...(this.#isNewest || within.length > 0) && { children: within } }];
  }
}
