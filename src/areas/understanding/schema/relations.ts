/** Models that look at others by name: relations to features and models, and parts that are instances of an entity. */
import { understandingFailure } from '../failures.ts';
import { isSameName } from '../model.ts';
import type { Child, FeatureRelation, Schema } from '../model.ts';
import { fullName, listPaths } from './parts.ts';
import { isWithin } from './templates.ts';

type Named = 'modelName' | 'featureName';

interface Uses { features?: FeatureRelation[] }

/** The schema with the names that models use changed; a relation whose name becomes nothing is gone. */
function withNames(schema: Schema, named: Named, change: (name: string) => string | undefined): Schema {
  const relations = (uses: readonly FeatureRelation[]): FeatureRelation[] => uses.flatMap((use) => {
    if (use[named] === undefined) return [use];
    const next = change(use[named]);
    return next === undefined ? [] : [{ ...use, [named]: next }];
  });
  const of = <T extends Uses>(model: T): T => model.features ? { ...model, features: relations(model.features) } : model;
  const part = (child: Child): Child => ({
    ...of(child),
    ...child.children && { children: child.children.map(part) },
    ...named === 'modelName' && child.instanceOf !== undefined && { instanceOf: change(child.instanceOf) },
  });
  return { ...schema, intents: schema.intents.map(of), entities: schema.entities.map((entity) => ({ ...of(entity), ...entity.children && { children: entity.children.map(part) } })) };
}

/** The schema with a model or a feature under another name wherever it is used; of models the parts too. */
export function renameInRelations(schema: Schema, named: Named, from: string, to: string): Schema {
  return withNames(schema, named, (name) => isOf(named, name, from) ? to + name.slice(from.length) : name);
}

/** The schema without relations to a model, or its parts, or a feature. */
export function removeRelations(schema: Schema, named: Named, gone: string): Schema {
  return withNames(schema, named, (name) => isOf(named, name, gone) ? undefined : name);
}

function isOf(named: Named, name: string, of: string): boolean {
  return named === 'modelName' ? isWithin(name, of) : isSameName(name, of);
}

/** Whether a model looks at a feature. */
export function isUsed({ intents, entities }: Schema, feature: string): boolean {
  const models: readonly Uses[] = [...intents, ...entities.flatMap(listPaths).map(({ entity, parts: way }) => way.at(-1) ?? entity)];
  return models.some(({ features = [] }) => features.some(({ featureName }) => featureName !== undefined && isSameName(featureName, feature)));
}

/** An entity stays as long as a part is an instance of it. */
export function checkNoInstances({ entities }: Schema, name: string): void {
  const instance = entities.flatMap(listPaths).find(({ parts: way }) => way.at(-1)?.instanceOf !== undefined && isSameName(way.at(-1)!.instanceOf!, name));
  if (instance) throw understandingFailure('EntityInstanced', { name, part: fullName(instance) });
}

/** A relation as it is kept; throws where it names nothing that the version has, or the model itself. */
export function parseRelation({ intents, entities, phraseLists, patternFeatures }: Schema, model: string, { modelName, featureName, isRequired }: { modelName?: string | null; featureName?: string | null; isRequired?: boolean | null }): FeatureRelation {
  if (!modelName === !featureName) throw understandingFailure('UseInvalid');
  const known = modelName ? [...intents, ...entities].find(({ name }) => isSameName(name, modelName)) : [...phraseLists, ...patternFeatures].find(({ name }) => isSameName(name, featureName!));
  if (!known || isSameName(known.name, model)) throw understandingFailure('UseUnknown', { name: (modelName ?? featureName)!.slice(0, 100) });
  return { ...modelName ? { modelName: known.name } : { featureName: known.name }, ...isRequired && { isRequired } };
}

export function isSameRelation(a: FeatureRelation, b: { modelName?: string | null; featureName?: string | null }): boolean {
  return isSameName(a.modelName ?? '', b.modelName ?? '') && isSameName(a.featureName ?? '', b.featureName ?? '');
}
