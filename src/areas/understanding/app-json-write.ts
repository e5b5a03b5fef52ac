/**
 * Versions written as exported apps.
 *
 * One that has nothing newer is written as schema 3.0.0, in the shape and order that the interface shows. One that has
 * parts, features, settings or labels within labels is written as 7.0.0: the same order, with what the newer schemas add.
 * What is written reads as the same app again, but for the ids.
 */
import { pathsOf } from './app-json.ts';
import type { AppJson, JsonFeature, JsonLabel, JsonModel, JsonParent, JsonPart, JsonPhraseList } from './app-json.ts';
import { NONE } from './model.ts';
import type { Child, Entity, EntityKind, Example, FeatureUse, Intent, Label, Schema, Version } from './model.ts';

export interface WritableApp {
  name: string;
  description: string;
  culture: string;
  version: string;
  settings: Version['settings'];
  schema: Schema;
  examples: readonly Example[];
  /** Whether it is written in the newest form even where an older one would do. */
  newest?: boolean;
}

/** Writes a version as an exported app. */
export function writeApp({ name, description, culture, version, settings, schema, examples, newest = false }: WritableApp): AppJson {
  const isNewer = newest || hasNewerParts(schema, settings, examples);
  const { intents, entities, phraseLists, patternFeatures, patterns, tokenizerVersion } = schema;
  const of = (kind: EntityKind): Entity[] => entities.filter((entity) => entity.kind === kind);
  const uses = new Uses(schema);
  const common = ({ origin, features = [] }: Intent | Entity): Partial<JsonModel> => ({
    ...origin && { inherits: { domain_name: origin.domainName, model_name: origin.modelName } }, ...isNewer && { features: features.flatMap((use) => uses.feature(use)) },
  });
  const written = <T extends object>(kind: EntityKind, parts: (entity: Entity) => T) =>
    of(kind).map((entity) => ({ name: entity.name, ...parts(entity), roles: entity.roles.map((role) => role.name), ...common(entity) }));
  const parents = (kind: 'hierarchical' | 'composite'): JsonParent<string>[] => written(kind, (entity) => ({ children: entity.children!.map((child) => child.name) }));
  const lists = phraseLists.map(({ name: list, isExchangeable, phrases, isActive, enabledForAllModels }): JsonPhraseList => ({
    name: list, mode: isExchangeable, words: phrases, activated: isActive, ...enabledForAllModels !== undefined && { enabledForAllModels },
  }));
  const labels = new LabelWriter(entities, isNewer);
  const intentNames = new Map(intents.map((intent) => [intent.id, intent.name]));
  return {
    luis_schema_version: isNewer ? '7.0.0' : '3.0.0', versionId: version, name, desc: description, culture, ...tokenizerVersion !== undefined && { tokenizerVersion },
    intents: intents.map((intent) => ({ name: intent.name, ...common(intent) })),
    entities: isNewer ? written('simple', ({ children = [] }) => ({ children: children.map((part) => uses.part(part)) })) : [...written('simple', () => ({})), ...parents('hierarchical')],
    ...isNewer && { hierarchicals: parents('hierarchical') },
    composites: parents('composite'),
    closedLists: written('closedList', ({ subLists = [] }) => ({ subLists: subLists.map(({ canonicalForm, list }) => ({ canonicalForm, list })) })),
    patternAnyEntities: written('patternAny', ({ explicitList = [] }) => ({ explicitList: explicitList.map(({ explicitListItem }) => explicitListItem) })),
    regex_entities: written('regex', ({ regexPattern = '' }) => ({ regexPattern })),
    prebuiltEntities: written('prebuilt', () => ({})),
    ...isNewer ? { phraselists: lists } : { model_features: lists },
    regex_features: patternFeatures.map(({ name: feature, pattern, isActive }) => ({ name: feature, pattern, activated: isActive })),
    patterns: patterns.map(({ pattern, intent }) => ({ pattern, intent })),
    utterances: examples.map(({ text, intentId, labels: given }) => ({ text, intent: intentNames.get(intentId) ?? NONE, entities: given.flatMap((label) => labels.write(label)) })),
    ...isNewer && { settings: settings.map((setting) => ({ name: setting.name, value: setting.value })) },
  };
}

/** Whether a version has something that the form of the interface's examples cannot hold. */
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
    const parts = entities.flatMap(({ name, children }) => pathsOf(name, children)).flatMap(([path, { name }]) => [path, name]);
    const keys = (names: readonly string[]): Set<string> => new Set(names.map((name) => name.toLowerCase()));
    this.#models = keys([...[...intents, ...entities].map(({ name }) => name), ...parts]);
    this.#features = keys([...phraseLists, ...patternFeatures].map(({ name }) => name));
  }

  feature({ modelName, featureName, isRequired }: FeatureUse): JsonFeature[] {
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
  readonly #isNewer: boolean;

  constructor(entities: readonly Entity[], isNewer: boolean) {
    const parts = entities.filter(({ kind }) => kind !== 'composite').flatMap((entity) => pathsOf(entity.name, entity.children));
    this.#entities = new Map(entities.map(({ id, name }) => [id, name]));
    this.#parts = new Map(parts.map(([path, { id, name }]) => [id, { path, name }]));
    this.#roles = new Map([...entities, ...parts.map(([, part]) => part)].flatMap(({ roles = [] }) => roles.map(({ id, name }) => [id, name])));
    this.#isNewer = isNewer;
  }

  /** Nothing for a label of a model that is no more. */
  write({ entityId, start, end, childId, roleId, children = [] }: Label, isWithin = false): JsonLabel[] {
    const part = childId === undefined ? undefined : this.#parts.get(childId);
    const entity = childId === undefined ? this.#entities.get(entityId) : isWithin ? part?.name : part?.path;
    if (entity === undefined) return [];
    const role = roleId === undefined ? undefined : this.#roles.get(roleId);
    return [{ entity, startPos: start, endPos: end - 1, ...role !== undefined && { role }, ...this.#isNewer && { children: children.flatMap((child) => this.write(child, true)) } }];
  }
}
