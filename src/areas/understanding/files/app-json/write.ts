/**
 * Writes versions as exported apps.
 *
 * There are two forms. v3.0-preview uses the newest: schema 7.0.0, with `phraselists` and `hierarchicals`. v2.0 uses the one that
 * its clients read: 3.0.0, with phrase lists as `model_features` and hierarchical entities among the others, in the order of the
 * interface. If an app has something that 3.0.0 cannot express (parts, features, settings, nested labels), it is added
 * and the file is 7.0.0. Reading either form gives the same app except for ids.
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
  /** Whether to write the newest form rather than that of v2.0. */
  isNewest?: boolean;
}

/** Writes a version as an exported app. */
export function writeApp({ name, description, culture, version, settings, schema, examples, isNewest = false }: WritableApp): AppJson {
  const { intents, entities, phraseLists, patternFeatures, patterns, tokenizerVersion } = schema;
  const ofKind = (kind: EntityKind): Entity[] => entities.filter((entity) => entity.kind === kind);
  const relations = new RelationWriter(schema);
  /** A field that only the newest form writes when it is empty. */
  const optionalList = <T>(field: string, items: readonly T[]): Record<string, readonly T[]> =>
    isNewest || items.length > 0 ? { [field]: items } : {};
  const writeCommon = ({ origin, features = [] }: Intent | Entity): Partial<JsonModel> => ({
    ...(origin && { inherits: { domain_name: origin.domainName, model_name: origin.modelName } }),
    ...optionalList(
      'features',
      features.flatMap((relation) => relations.write(relation)),
    ),
  });
  const writeKind = <T extends object>(kind: EntityKind, writeFields: (entity: Entity) => T) =>
    ofKind(kind).map((entity) => ({
      name: entity.name,
      ...writeFields(entity),
      roles: entity.roles.map((role) => role.name),
      ...writeCommon(entity),
    }));
  const writeParents = (kind: 'hierarchical' | 'composite'): JsonParent<string>[] =>
    writeKind(kind, (entity) => ({
      children: entity.children!.map((child) => child.name),
    }));
  const learned = writeKind('simple', ({ children = [] }) =>
    optionalList(
      'children',
      children.map((part) => relations.writePart(part)),
    ),
  );
  const hierarchicals = writeParents('hierarchical');
  /** Among the other entities, a hierarchical one is only recognized by its children. */
  const isSeparate = ({ children }: JsonParent<string>): boolean => isNewest || children.length === 0;
  const lists = phraseLists.map(({ name: list, isExchangeable, phrases, isActive, enabledForAllModels }): JsonPhraseList => ({
    name: list,
    mode: isExchangeable,
    words: phrases,
    activated: isActive,
    ...(enabledForAllModels !== undefined && { enabledForAllModels }),
  }));
  const labels = new LabelWriter(entities, isNewest);
  const intentNames = new Map(intents.map((intent) => [intent.id, intent.name]));
  return {
    luis_schema_version: isNewest || hasNewerParts(schema, settings, examples) ? '7.0.0' : '3.0.0',
    versionId: version,
    name,
    desc: description,
    culture,
    ...(tokenizerVersion !== undefined && { tokenizerVersion }),
    intents: intents.map((intent) => ({ name: intent.name, ...writeCommon(intent) })),
    entities: [...learned, ...hierarchicals.filter((entity) => !isSeparate(entity))],
    ...optionalList('hierarchicals', hierarchicals.filter(isSeparate)),
    composites: writeParents('composite'),
    closedLists: writeKind('closedList', ({ subLists = [] }) => ({
      subLists: subLists.map(({ canonicalForm, list }) => ({ canonicalForm, list })),
    })),
    patternAnyEntities: writeKind('patternAny', ({ explicitList = [] }) => ({
      explicitList: explicitList.map(({ explicitListItem }) => explicitListItem),
    })),
    regex_entities: writeKind('regex', ({ regexPattern = '' }) => ({ regexPattern })),
    prebuiltEntities: writeKind('prebuilt', () => ({})),
    [isNewest ? 'phraselists' : 'model_features']: lists,
    regex_features: patternFeatures.map(({ name: feature, pattern, isActive }) => ({ name: feature, pattern, activated: isActive })),
    patterns: patterns.map(({ pattern, intent }) => ({ pattern, intent })),
    utterances: examples.map(({ text, intentId, labels: stored }) => ({
      text,
      intent: intentNames.get(intentId) ?? NONE_INTENT,
      entities: stored.flatMap((label) => labels.write(label)),
    })),
    ...optionalList(
      'settings',
      settings.map((setting) => ({ name: setting.name, value: setting.value })),
    ),
  };
}

/** Whether a version has something that schema 3.0.0 cannot express. */
function hasNewerParts(
  { intents, entities, phraseLists, tokenizerVersion }: Schema,
  settings: Version['settings'],
  examples: readonly Example[],
): boolean {
  return (
    tokenizerVersion !== undefined ||
    settings.length > 0 ||
    [...intents, ...entities].some(({ features = [] }) => features.length > 0) ||
    entities.some(({ kind, children = [] }) =>
      kind === 'simple' ? children.length > 0 : kind === 'hierarchical' && children.length === 0,
    ) ||
    phraseLists.some(({ enabledForAllModels }) => enabledForAllModels !== undefined) ||
    examples.some(({ labels }) => labels.some(({ children = [] }) => children.length > 0))
  );
}

/** Writes references to models by name, except those to deleted ones, which a reader would reject. */
class RelationWriter {
  readonly #models: ReadonlySet<string>;
  readonly #features: ReadonlySet<string>;

  constructor({ intents, entities, phraseLists, patternFeatures }: Schema) {
    const parts = entities.flatMap(listNamedParts).flatMap(([path, { name }]) => [path, name]);
    const keys = (names: readonly string[]): Set<string> => new Set(names.map((name) => name.toLowerCase()));
    this.#models = keys([...[...intents, ...entities].map(({ name }) => name), ...parts]);
    this.#features = keys([...phraseLists, ...patternFeatures].map(({ name }) => name));
  }

  write({ modelName, featureName, isRequired }: FeatureRelation): JsonFeature[] {
    const written: JsonFeature = {
      ...(modelName !== undefined && this.#models.has(modelName.toLowerCase()) && { modelName }),
      ...(featureName !== undefined && this.#features.has(featureName.toLowerCase()) && { featureName }),
    };
    return Object.keys(written).length === 0 ? [] : [{ ...written, ...(isRequired && { isRequired }) }];
  }

  writePart({ name, instanceOf, children = [], features = [], roles = [] }: Child): JsonPart {
    return {
      name,
      ...(instanceOf !== undefined && this.#models.has(instanceOf.toLowerCase()) && { instanceOf }),
      children: children.map((child) => this.writePart(child)),
      features: features.flatMap((relation) => this.write(relation)),
      ...(roles.length > 0 && { roles: roles.map((role) => role.name) }),
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
    this.#roles = new Map(
      [...entities, ...parts.map(([, part]) => part)].flatMap(({ roles = [] }) => roles.map(({ id, name }) => [id, name])),
    );
    this.#isNewest = isNewest;
  }

  /** Writes nothing for a label of a deleted model. */
  write({ entityId, start, end, childId, roleId, children = [] }: Label, isWithin = false): JsonLabel[] {
    const part = childId === undefined ? undefined : this.#parts.get(childId);
    const entity = childId === undefined ? this.#entities.get(entityId) : isWithin ? part?.name : part?.path;
    if (entity === undefined) return [];
    const role = roleId === undefined ? undefined : this.#roles.get(roleId);
    const within = children.flatMap((child) => this.write(child, true));
    return [
      {
        entity,
        startPos: start,
        endPos: end - 1,
        ...(role !== undefined && { role }),
        ...((this.#isNewest || within.length > 0) && { children: within }),
      },
    ];
  }
}
