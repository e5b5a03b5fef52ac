/** Relations of intents, entities and parts to the features and models that they look at. */
import type { Operation } from '../../../kernel/operation.ts';
import { understandingFailure } from '../failures.ts';
import { VERSION3 } from '../model.ts';
import type { FeatureUse, Schema } from '../model.ts';
import { placeName, withPart } from '../schema/parts.ts';
import { FeatureUseBody, FeatureUses, FeatureUsesBody, OperationStatus } from '../schemas.ts';
import type { FoundVersion } from '../store.ts';
import { checkedUse, sameUse } from '../schema/relations.ts';
import { found, replacedIn, schemaEdit, versionOperation } from '../version-operation.ts';
import { learnedPlace } from '../entities/learned-v3.ts';

/** A model by the id in its address, and the schema with other relations of it. */
interface Model { name: string; uses: readonly FeatureUse[]; withUses(uses: FeatureUse[]): Partial<Schema> }
type Find = (on: FoundVersion, id: string) => Model;

function intentOf({ version: { value: { schema } } }: FoundVersion, id: string): Model {
  const intent = found(schema.intents, id);
  return { name: intent.name, uses: intent.features ?? [], withUses: (features) => ({ intents: replacedIn(schema.intents, { ...intent, features }) }) };
}

function entityOf(on: FoundVersion, id: string): Model {
  const { entities } = on.version.value.schema;
  const place = learnedPlace(on, id);
  const { entity, way } = place;
  const withUses = (features: FeatureUse[]): Partial<Schema> => ({ entities: replacedIn(entities, way.length === 0 ? { ...entity, features } : withPart(place, (part) => ({ ...part, features }))) });
  return { name: placeName(place), uses: (way.at(-1) ?? entity).features ?? [], withUses };
}

function useOperations(noun: string, path: 'intents/{intentId}' | 'entities/{entityId}', find: Find): Operation[] {
  const versions = [VERSION3];
  const route = `/${path}/features` as const;
  const model = (on: FoundVersion, params: Record<string, string>): Model => find(on, (params.intentId ?? params.entityId)!);
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
        const use = checkedUse(on.version.value.schema, name, body);
        return schemaEdit(on, withUses([...uses.filter((other) => !sameUse(other, use)), use]));
      },
    }),
    versionOperation({
      id: `understanding.replace${noun}Features`, summary: `Replace what ${path} looks at`, route: `PUT ${route}`, versions,
      body: FeatureUsesBody, example: { body: [{ modelName: 'Guest' }] }, replies: { 200: OperationStatus }, fails: ['UseInvalid', 'UseUnknown'],
      run(on, { params, body }) {
        const { name, withUses } = model(on, params);
        const uses = body.map((given) => checkedUse(on.version.value.schema, name, given));
        return schemaEdit(on, withUses(uses.filter((use, i) => !uses.slice(i + 1).some((later) => sameUse(use, later)))));
      },
    }),
    versionOperation({
      id: `understanding.delete${noun}Feature`, summary: `No longer let ${path} look at a feature or a model`, route: `DELETE ${route}`, versions,
      body: FeatureUseBody, example: { body: { featureName: 'Towns' } }, replies: { 200: OperationStatus }, fails: ['FeatureNotFound'],
      run(on, { params, body }) {
        const { uses, withUses } = model(on, params);
        const kept = uses.filter((use) => !sameUse(use, body));
        if (kept.length === uses.length) throw understandingFailure('FeatureNotFound');
        return schemaEdit(on, withUses(kept));
      },
    }),
  ];
}

export const featureUseOperations: Operation[] = [...useOperations('Intent', 'intents/{intentId}', intentOf), ...useOperations('Entity', 'entities/{entityId}', entityOf)];
