/** Feature relations of intents, entities and parts: the features and models that help to find them. v3.0-preview only. */
import { inVersions } from '../../../kernel/operation.ts';
import { requireLearnedEntity } from '../entities/learned-v3.ts';
import { understandingFailure } from '../failures.ts';
import { VERSION3 } from '../model.ts';
import type { FeatureRelation, Schema } from '../model.ts';
import { fullName, updatePart } from '../schema/parts.ts';
import { isSameRelation, parseRelation } from '../schema/relations.ts';
import { FeatureUseBody, FeatureUses, FeatureUsesBody } from '../schemas.ts';
import type { UnderstandingOperation } from '../services.ts';
import type { VersionContext } from '../store.ts';
import { editSchema, findById, replaceById, versionOperation } from '../version-operation.ts';

/** A model with relations; `replace` returns the schema with other relations of it. */
interface RelatedModel {
  name: string;
  relations: readonly FeatureRelation[];
  replace(relations: FeatureRelation[]): Partial<Schema>;
}
type ModelKind = 'intent' | 'entity';

function requireModel(context: VersionContext, kind: ModelKind, { intentId, entityId }: Readonly<Record<string, string>>): RelatedModel {
  return kind === 'intent' ? requireIntent(context, intentId!) : requireEntity(context, entityId!);
}

function requireIntent({ version }: VersionContext, id: string): RelatedModel {
  const { schema } = version.value;
  const intent = findById(schema.intents, id);
  return {
    name: intent.name,
    relations: intent.features ?? [],
    replace: (features) => ({ intents: replaceById(schema.intents, { ...intent, features }) }),
  };
}

function requireEntity(context: VersionContext, id: string): RelatedModel {
  const { entities } = context.version.value.schema;
  const path = requireLearnedEntity(context, id);
  const { entity, parts } = path;
  return {
    name: fullName(path),
    relations: (parts.at(-1) ?? entity).features ?? [],
    replace: (features) => ({
      entities: replaceById(entities, parts.length === 0 ? { ...entity, features } : updatePart(path, (part) => ({ ...part, features }))),
    }),
  };
}

const MODEL_NAMES = { intent: 'an intent', entity: 'a learned entity' } as const;

function listRelations(id: string, route: `GET /${string}`, kind: ModelKind): UnderstandingOperation {
  return versionOperation({
    id,
    summary: `List the feature relations of ${MODEL_NAMES[kind]}`,
    route,
    replies: { 200: FeatureUses },
    read: (context, { params }) => requireModel(context, kind, params).relations,
  });
}

function addRelation(id: string, route: `POST /${string}`, kind: ModelKind): UnderstandingOperation {
  return versionOperation({
    id,
    summary: `Add a feature relation to ${MODEL_NAMES[kind]}`,
    route,
    body: FeatureUseBody,
    example: { body: { featureName: 'Towns', isRequired: false } },
    fails: ['UseInvalid', 'UseUnknown'],
    run(context, { params, body }) {
      const { name, relations, replace } = requireModel(context, kind, params);
      const relation = parseRelation(context.version.value.schema, name, body);
      return editSchema(context, replace([...relations.filter((other) => !isSameRelation(other, relation)), relation]));
    },
  });
}

function replaceRelations(id: string, route: `PUT /${string}`, kind: ModelKind): UnderstandingOperation {
  return versionOperation({
    id,
    summary: `Replace the feature relations of ${MODEL_NAMES[kind]}`,
    route,
    body: FeatureUsesBody,
    example: { body: [{ modelName: 'Guest' }] },
    fails: ['UseInvalid', 'UseUnknown'],
    run(context, { params, body }) {
      const { name, replace } = requireModel(context, kind, params);
      const relations = body.map((input) => parseRelation(context.version.value.schema, name, input));
      return editSchema(
        context,
        replace(relations.filter((relation, i) => !relations.slice(i + 1).some((later) => isSameRelation(relation, later)))),
      );
    },
  });
}

function deleteRelation(id: string, route: `DELETE /${string}`, kind: ModelKind): UnderstandingOperation {
  return versionOperation({
    id,
    summary: `Delete a feature relation of ${MODEL_NAMES[kind]}`,
    route,
    body: FeatureUseBody,
    example: { body: { featureName: 'Towns' } },
    fails: ['FeatureNotFound'],
    run(context, { params, body }) {
      const { relations, replace } = requireModel(context, kind, params);
      const remaining = relations.filter((relation) => !isSameRelation(relation, body));
      if (remaining.length === relations.length) throw understandingFailure('FeatureNotFound');
      return editSchema(context, replace(remaining));
    },
  });
}

const versions = [VERSION3];

export const featureRelationOperations: readonly UnderstandingOperation[] = inVersions(versions, [
  listRelations('understanding.listIntentFeatures', 'GET /intents/{intentId}/features', 'intent'),
  addRelation('understanding.addIntentFeature', 'POST /intents/{intentId}/features', 'intent'),
  replaceRelations('understanding.replaceIntentFeatures', 'PUT /intents/{intentId}/features', 'intent'),
  deleteRelation('understanding.deleteIntentFeature', 'DELETE /intents/{intentId}/features', 'intent'),

  listRelations('understanding.listEntityFeatures', 'GET /entities/{entityId}/features', 'entity'),
  addRelation('understanding.addEntityFeature', 'POST /entities/{entityId}/features', 'entity'),
  replaceRelations('understanding.replaceEntityFeatures', 'PUT /entities/{entityId}/features', 'entity'),
  deleteRelation('understanding.deleteEntityFeature', 'DELETE /entities/{entityId}/features', 'entity'),
]);
