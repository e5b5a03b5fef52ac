/** Learned entities as v3.0-preview has them: they have parts, and `/entities/{entityId}` takes the id of a part too. */
import { inVersions } from '../../../kernel/operation.ts';
import type { Ports } from '../../../kernel/ports.ts';
import { understandingFailure } from '../failures.ts';
import { VERSION3, isSameName } from '../model.ts';
import type { Child, Schema } from '../model.ts';
import { MAX_DEPTH, childrenAt, findPathById, fullName, joinPartName, updatePart } from '../schema/parts.ts';
import type { EntityPath } from '../schema/parts.ts';
import { removeRelations } from '../schema/relations.ts';
import { BareId, EntityInfo, EntityUpdate, NewEntity, NewPart } from '../schemas.ts';
import type { UnderstandingOperation } from '../services.ts';
import type { VersionContext } from '../store.ts';
import { SUCCESS, editSchema, replaceById, versionOperation } from '../version-operation.ts';
import {
  addEntity,
  checkNamesUnique,
  checkNotInPattern,
  deleteEntityWithLabels,
  prepareLabelRemoval,
  renameEntity,
  renameReferences,
  replaceEntity,
} from './edits.ts';
import { describeChild, entityDescriber } from './view.ts';

interface PartInput {
  name: string;
  instanceOf?: string | null;
  children?: PartInput[] | null;
}

/** Finds a learned entity or a part of one. */
export function requireLearnedEntity({ version }: VersionContext, id: string): EntityPath {
  const path = findPathById(
    version.value.schema.entities.filter(({ kind }) => kind === 'simple'),
    id,
  );
  if (!path) throw understandingFailure('ModelNotFound');
  return path;
}

function buildParts(inputs: readonly PartInput[], schema: Schema, ids: Ports['ids'], depth = MAX_DEPTH): Child[] {
  if (inputs.length > 0 && depth === 0) throw understandingFailure('PartsTooDeep', { max: MAX_DEPTH });
  checkNamesUnique(inputs.map(({ name }) => name));
  return inputs.map(({ name, instanceOf, children }) => ({
    id: ids.uuid(),
    name,
    ...(instanceOf && { instanceOf: resolveEntityName(schema, instanceOf) }),
    ...(children && children.length > 0 && { children: buildParts(children, schema, ids, depth - 1) }),
  }));
}

function resolveEntityName({ entities }: Schema, requested: string): string {
  const entity = entities.find(({ name }) => isSameName(name, requested));
  if (!entity) throw understandingFailure('EntityUnknown', { name: requested });
  return entity.name;
}

function listPartIds({ id, children = [] }: Child): string[] {
  return [id, ...children.flatMap(listPartIds)];
}

const versions = [VERSION3];

export const learnedEntityOperations: readonly UnderstandingOperation[] = inVersions(versions, [
  versionOperation({
    id: 'understanding.addEntityWithParts',
    summary: 'Add a learned entity with its parts',
    route: 'POST /entities',
    body: NewEntity,
    example: { body: { name: 'Address', children: [{ name: 'Street' }, { name: 'Town', instanceOf: 'City' }] } },
    replies: { 201: BareId },
    fails: ['NameTaken', 'EntityUnknown', 'PartsTooDeep'],
    run(context, { body: { name, children } }, { ids }) {
      const parts = buildParts((children ?? []) as PartInput[], context.version.value.schema, ids);
      return addEntity(context, { id: ids.uuid(), name, kind: 'simple', roles: [], ...(parts.length > 0 && { children: parts }) });
    },
  }),
  versionOperation({
    id: 'understanding.getEntityOrPart',
    summary: 'Get a learned entity or a part of one',
    route: 'GET /entities/{entityId}',
    hasEtag: true,
    replies: { 200: EntityInfo },
    read(context, { params: { entityId } }) {
      const { entity, parts } = requireLearnedEntity(context, entityId!);
      const part = parts.at(-1);
      return part ? describeChild(part, 'simple') : entityDescriber(VERSION3)(entity);
    },
  }),
  versionOperation({
    id: 'understanding.updateEntityOrPart',
    summary: 'Rename an entity or a part, or set the entity that a part is an instance of',
    route: 'PATCH /entities/{entityId}',
    hasEtag: true,
    body: EntityUpdate,
    example: { body: { name: 'Town' } },
    fails: ['NameTaken', 'EntityUnknown', 'PatternInvalid'],
    run(context, { params: { entityId }, body: { name, instanceOf } }) {
      const { schema } = context.version.value;
      const path = requireLearnedEntity(context, entityId!);
      const { entity, parts } = path;
      if (parts.length === 0) return editSchema(context, renameEntity(schema, entity, name ?? entity.name));
      const parent: EntityPath = { entity, parts: parts.slice(0, -1) };
      const siblings = childrenAt(parent).filter(({ id }) => id !== parts.at(-1)!.id);
      if (name) checkNamesUnique([...siblings.map((sibling) => sibling.name), name]);
      const next = updatePart(path, (part) => ({
        ...part,
        name: name ?? part.name,
        ...(instanceOf !== undefined && { instanceOf: instanceOf ? resolveEntityName(schema, instanceOf) : undefined }),
      }));
      const updated = { ...schema, entities: replaceById(schema.entities, next) };
      return editSchema(context, name ? renameReferences(updated, fullName(path), joinPartName(fullName(parent), name)) : updated);
    },
  }),
  versionOperation({
    id: 'understanding.deleteEntityOrPart',
    summary: 'Delete a learned entity or a part of one, with its labels',
    route: 'DELETE /entities/{entityId}',
    hasEtag: true,
    fails: ['EntityInUse', 'EntityInstanced'],
    async run(context, { params: { entityId } }, services) {
      const { schema } = context.version.value;
      const path = requireLearnedEntity(context, entityId!);
      const part = path.parts.at(-1);
      if (!part) return await deleteEntityWithLabels(context, path.entity, services);
      checkNotInPattern(schema, fullName(path));
      const removedIds = new Set(listPartIds(part));
      const entities = replaceById(
        schema.entities,
        updatePart(path, () => undefined),
      );
      return {
        status: 200,
        body: SUCCESS,
        update: { schema: removeRelations({ ...schema, entities }, 'modelName', fullName(path)) },
        writes: await prepareLabelRemoval(context, services, ({ childId }) => childId !== undefined && removedIds.has(childId)),
      };
    },
  }),
  versionOperation({
    id: 'understanding.addEntityChild',
    summary: 'Add a part to a learned entity or to a part of one',
    route: 'POST /entities/{entityId}/children',
    body: NewPart,
    example: { body: { name: 'District', children: [] } },
    replies: { 201: BareId },
    fails: ['NameTaken', 'EntityUnknown', 'PartsTooDeep'],
    run(context, { params: { entityId }, body }, { ids }) {
      const path = requireLearnedEntity(context, entityId!);
      const siblings = childrenAt(path);
      checkNamesUnique([...siblings.map(({ name }) => name), body.name]);
      const [part] = buildParts([body as PartInput], context.version.value.schema, ids, MAX_DEPTH - path.parts.length);
      const children = [...siblings, part!];
      const entity = path.parts.length === 0 ? { ...path.entity, children } : updatePart(path, (parent) => ({ ...parent, children }));
      return replaceEntity(context, entity, { status: 201, body: part!.id });
    },
  }),
]);
