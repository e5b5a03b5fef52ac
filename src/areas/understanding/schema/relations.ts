/** References between models by name: feature relations, and parts that are instances of an entity. */
import { understandingFailure } from '../failures.ts';
import { isSameName } from '../model.ts';
import type { Child, FeatureRelation, Schema } from '../model.ts';
import { fullName, listPaths } from './parts.ts';
import { isEntityOrPart } from './templates.ts';

type NameField = 'modelName' | 'featureName';
type RelationInput = { modelName?: string | null; featureName?: string | null; isRequired?: boolean | null };

interface WithFeatures {
  features?: FeatureRelation[];
}

/** Maps the names in all relations of a schema; a relation whose name becomes undefined is removed. */
function mapNames(schema: Schema, field: NameField, map: (name: string) => string | undefined): Schema {
  const mapRelations = (relations: readonly FeatureRelation[]): FeatureRelation[] =>
    relations.flatMap((relation) => {
      if (relation[field] === undefined) return [relation];
      const name = map(relation[field]);
      return name === undefined ? [] : [{ ...relation, [field]: name }];
    });
  const mapFeatures = <T extends WithFeatures>(model: T): T =>
    model.features ? { ...model, features: mapRelations(model.features) } : model;
  const mapPart = (child: Child): Child => ({
    ...mapFeatures(child),
    ...(child.children && { children: child.children.map(mapPart) }),
    ...(field === 'modelName' && child.instanceOf !== undefined && { instanceOf: map(child.instanceOf) }),
  });
  return {
    ...schema,
    intents: schema.intents.map(mapFeatures),
    entities: schema.entities.map((entity) => ({
      ...mapFeatures(entity),
      ...(entity.children && { children: entity.children.map(mapPart) }),
    })),
  };
}

/** Renames a model with its parts, or a feature, wherever it is referred to. */
export function renameInRelations(schema: Schema, field: NameField, from: string, to: string): Schema {
  return mapNames(schema, field, (name) => (refersTo(field, name, from) ? to + name.slice(from.length) : name));
}

/** Removes the relations to a model and its parts, or to a feature. */
export function removeRelations(schema: Schema, field: NameField, removed: string): Schema {
  return mapNames(schema, field, (name) => (refersTo(field, name, removed) ? undefined : name));
}

function refersTo(field: NameField, name: string, target: string): boolean {
  return field === 'modelName' ? isEntityOrPart(name, target) : isSameName(name, target);
}

/** Whether a model has a relation to a feature. */
export function isFeatureUsed({ intents, entities }: Schema, feature: string): boolean {
  const models: readonly WithFeatures[] = [...intents, ...entities.flatMap(listPaths).map(({ entity, parts }) => parts.at(-1) ?? entity)];
  const relations = models.flatMap(({ features = [] }) => features);
  return relations.some(({ featureName }) => featureName !== undefined && isSameName(featureName, feature));
}

/** An entity cannot be deleted while a part is an instance of it. */
export function checkNoInstances({ entities }: Schema, name: string): void {
  const instance = entities.flatMap(listPaths).find(({ parts }) => {
    const instanceOf = parts.at(-1)?.instanceOf;
    return instanceOf !== undefined && isSameName(instanceOf, name);
  });
  if (instance) throw understandingFailure('EntityInstanced', { name, part: fullName(instance) });
}

/** Checks a relation from a request. It must name an existing model or feature other than the model itself. */
export function parseRelation(
  { intents, entities, phraseLists, patternFeatures }: Schema,
  model: string,
  { modelName, featureName, isRequired }: RelationInput,
): FeatureRelation {
  if (!modelName === !featureName) throw understandingFailure('UseInvalid');
  const target = modelName
    ? [...intents, ...entities].find(({ name }) => isSameName(name, modelName))
    : [...phraseLists, ...patternFeatures].find(({ name }) => isSameName(name, featureName!));
  if (!target || isSameName(target.name, model)) {
    throw understandingFailure('UseUnknown', { name: (modelName ?? featureName)!.slice(0, 100) });
  }
  return { ...(modelName ? { modelName: target.name } : { featureName: target.name }), ...(isRequired && { isRequired }) };
}

export function isSameRelation(a: FeatureRelation, b: RelationInput): boolean {
  return isSameName(a.modelName ?? '', b.modelName ?? '') && isSameName(a.featureName ?? '', b.featureName ?? '');
}
