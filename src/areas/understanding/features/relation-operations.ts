/** Relations of intents, entities and parts to the features and models that they look at. */
import type { Operation } from '../../../kernel/operation.ts';
import { understandingFailure } from '../failures.ts';
import { VERSION3 } from '../model.ts';
import type { FeatureRelation, Schema } from '../model.ts';
import { fullName, updatePart } from '../schema/parts.ts';
import { FeatureUseBody, FeatureUses, FeatureUsesBody, OperationStatus } from '../schemas.ts';
import type { VersionContext } from '../store.ts';
import { parseRelation, isSameRelation } from '../schema/relations.ts';
import { found, replaceById, editSchema, versionOperation } from '../version-operation.ts';
import { requireLearnedEntity } from '../entities/learned-v3.ts';

/** A model by the id in its address, and the schema with other relations of it. */
interface Model { name: string; uses: readonly FeatureRelation[]; withUses(uses: FeatureRelation[]): Partial<Schema> }
type Find = (on: VersionContext, id: string) => Model;

function intentOf({ version: { value: { schema } } }: VersionContext, id: string): Model {
  const intent = found(schema.intents, id);
  return { name: intent.name, uses: intent.features ?? [], withUses: (features) => ({ intents: replaceById(schema.intents, { ...intent, features }) }) };
}

function entityOf(on: VersionContext, id: string): Model {
  const { entities } = on.version.value.schema;
  const place = requireLearnedEntity(on, id);
  const { entity, parts: way } = place;
  const withUses = (features: FeatureRelation[]): Partial<Schema> => ({ entities: replaceById(entities, way.length === 0 ? { ...entity, features } : updatePart(place, (part) => ({ ...part, features }))) });
  return { name: fullName(place), uses: (way.at(-1) ?? entity).features ?? [], withUses };
}

function useOperations(noun: string, path: 'intents/{intentId}' | 'entities/{entityId}', find: Find): Operation[] {
  const versions = [VERSION3];
  const route = `/${path}/features` as const;
  const model = (on: VersionContext, params: Record<string, string>): Model => find(on, (params.intentId ?? params.entityId)!);
  return [
    versionOperation({
      id: `understanding.list${noun}Features`, summary: `List what ${path} looks at`, route: `GET ${route}`, versions,
      replies: { 200: FeatureUses },
      run: (on, { params }) => ({ status: 200, body: model(on, params).uses }),
    }),
    versionOperation({
      id: `understanding.add${noun}Feature`, summary: `Let ${path} look at a feature or a model`, route: `POST ${route}`, versions,
      body: FeatureUseBody, example: { body: { featureName: 'Towns', isRequired: false } }, replies: { 200: OperationStatus }, fails: ['UseInvalid', 'UseUnknown'],
      run(on, { params, body }) {
        const { name, uses, withUses } = model(on, params);
        const use = parseRelation(on.version.value.schema, name, body);
        return editSchema(on, withUses([...uses.filter((other) => !isSameRelation(other, use)), use]));
      },
    }),
    versionOperation({
      id: `understanding.replace${noun}Features`, summary: `Replace what ${path} looks at`, route: `PUT ${route}`, versions,
      body: FeatureUsesBody, example: { body: [{ modelName: 'Guest' }] }, replies: { 200: OperationStatus }, fails: ['UseInvalid', 'UseUnknown'],
      run(on, { params, body }) {
        const { name, withUses } = model(on, params);
        const uses = body.map((given) => parseRelation(on.version.value.schema, name, given));
        return editSchema(on, withUses(uses.filter((use, i) => !uses.slice(i + 1).some((later) => isSameRelation(use, later)))));
      },
    }),
    versionOperation({
      id: `understanding.delete${noun}Feature`, summary: `No longer let ${path} look at a feature or a model`, route: `DELETE ${route}`, versions,
      body: FeatureUseBody, example: { body: { featureName: 'Towns' } }, replies: { 200: OperationStatus }, fails: ['FeatureNotFound'],
      run(on, { params, body }) {
        const { uses, withUses } = model(on, params);
        const kept = uses.filter((use) => !isSameRelation(use, body));
        if (kept.length === uses.length) throw understandingFailure('FeatureNotFound');
        return editSchema(on, withUses(kept));
      },
    }),
  ];
}

export const featureUseOperations: Operation[] = [...useOperations('Intent', 'intents/{intentId}', intentOf), ...useOperations('Entity', 'entities/{entityId}', entityOf)];
