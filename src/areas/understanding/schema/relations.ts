/** Models that look at others by name: relations to features and models, and parts that are instances of an entity. */
import { understandingFailure } from '../failures.ts';
import { sameName } from '../model.ts';
import type { Child, FeatureUse, Schema } from '../model.ts';
import { placeName, placesOf } from './parts.ts';
import { isWithin } from './templates.ts';

type Named = 'modelName' | 'featureName';

interface Uses { features?: FeatureUse[] }

/** The schema with the names that models use changed; a relation whose name becomes nothing is gone. */
function withNames(schema: Schema, named: Named, change: (name: string) => string | undefined): Schema {
  const relations = (uses: readonly FeatureUse[]): FeatureUse[] => uses.flatMap((use) => {
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
export function usesRenamed(schema: Schema, named: Named, from: string, to: string): Schema {
  return withNames(schema, named, (name) => isOf(named, name, from) ? to + name.slice(from.length) : name);
}

/** The schema without relations to a model, or its parts, or a feature. */
export function usesDropped(schema: Schema, named: Named, gone: string): Schema {
  return withNames(schema, named, (name) => isOf(named, name, gone) ? undefined : name);
}

function isOf(named: Named, name: string, of: string): boolean {
  return named === 'modelName' ? isWithin(name, of) : sameName(name, of);
}

/** Whether a model looks at a feature. */
export function isUsed({ intents, entities }: Schema, feature: string): boolean {
  const models: readonly Uses[] = [...intents, ...entities.flatMap(placesOf).map(({ entity, way }) => way.at(-1) ?? entity)];
  return models.some(({ features = [] }) => features.some(({ featureName }) => featureName !== undefined && sameName(featureName, feature)));
}

/** An entity stays as long as a part is an instance of it. */
export function checkNoInstances({ entities }: Schema, name: string): void {
  const instance = entities.flatMap(placesOf).find(({ way }) => way.at(-1)?.instanceOf !== undefined && sameName(way.at(-1)!.instanceOf!, name));
  if (instance) throw understandingFailure('EntityInstanced', { name, part: placeName(instance) });
}

/** A relation as it is kept; throws where it names nothing that the version has, or the model itself. */
export function checkedUse({ intents, entities, phraseLists, patternFeatures }: Schema, model: string, { modelName, featureName, isRequired }: { modelName?: string | null; featureName?: string | null; isRequired?: boolean | null }): FeatureUse {
  if (!modelName === !featureName) throw understandingFailure('UseInvalid');
  const known = modelName ? [...intents, ...entities].find(({ name }) => sameName(name, modelName)) : [...phraseLists, ...patternFeatures].find(({ name }) => sameName(name, featureName!));
  if (!known || sameName(known.name, model)) throw understandingFailure('UseUnknown', { name: (modelName ?? featureName)!.slice(0, 100) });
  return { ...modelName ? { modelName: known.name } : { featureName: known.name }, ...isRequired && { isRequired } };
}

export function sameUse(a: FeatureUse, b: { modelName?: string | null; featureName?: string | null }): boolean {
  return sameName(a.modelName ?? '', b.modelName ?? '') && sameName(a.featureName ?? '', b.featureName ?? '');
}
