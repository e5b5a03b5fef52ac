/** What v3.0-preview knows of entities beyond v2.0: learned ones have parts, and the address of an entity is that of a part too. */
import type { Ports } from '../../../kernel/ports.ts';
import { understandingFailure } from '../failures.ts';
import { VERSION3, isSameName } from '../model.ts';
import type { Child, Schema } from '../model.ts';
import { MAX_DEPTH, joinPartName, childrenAt, fullName, findPathById, updatePart } from '../schema/parts.ts';
import type { EntityPath } from '../schema/parts.ts';
import { BareId, EntityInfo, EntityUpdate, ModelName, NewEntity, NewPart, OperationStatus } from '../schemas.ts';
import type { VersionContext } from '../store.ts';
import { removeRelations } from '../schema/relations.ts';
import { SUCCESS, replaceById, editSchema, versionOperation } from '../version-operation.ts';
import { added, checkNotInPattern, checkNamesUnique, deleteEntityWithLabels, renameReferences, renamed, prepareLabelRemoval, replaceEntity } from './edits.ts';
import { updateHierarchicalEntity, updateHierarchicalEntityChild } from './hierarchical.ts';
import { describeChild, entityDescriber } from './view.ts';

const versions = [VERSION3];

interface GivenPart { name: string; instanceOf?: string | null; children?: GivenPart[] | null }

/** A learned entity, or a part of one. */
export function requireLearnedEntity({ version }: VersionContext, id: string): EntityPath {
  const place = findPathById(version.value.schema.entities.filter(({ kind }) => kind === 'simple'), id);
  if (!place) throw understandingFailure('ModelNotFound');
  return place;
}

function buildParts(given: readonly GivenPart[], schema: Schema, { ids }: Ports, depth = MAX_DEPTH): Child[] {
  if (given.length > 0 && depth === 0) throw understandingFailure('PartsTooDeep', { most: MAX_DEPTH });
  checkNamesUnique(given.map(({ name }) => name));
  return given.map(({ name, instanceOf, children }) => ({
    id: ids.uuid(), name, ...instanceOf && { instanceOf: entityNamed(schema, instanceOf) }, ...children && children.length > 0 && { children: buildParts(children, schema, { ids } as Ports, depth - 1) },
  }));
}

function entityNamed({ entities }: Schema, name: string): string {
  const known = entities.find((entity) => isSameName(entity.name, name));
  if (!known) throw understandingFailure('EntityUnknown', { name });
  return known.name;
}

export const addEntityWithParts = versionOperation({
  id: 'understanding.addEntityWithParts', summary: 'Add an entity that is learned from labels, with its parts', route: 'POST /entities', versions,
  body: NewEntity, example: { body: { name: 'Address', children: [{ name: 'Street' }, { name: 'Town', instanceOf: 'City' }] } }, replies: { 201: BareId }, fails: ['NameTaken', 'EntityUnknown'],
  run(on, { body: { name, children } }, services) {
    const parts = buildParts((children ?? []) as GivenPart[], on.version.value.schema, services);
    return added(on, { id: services.ids.uuid(), name, kind: 'simple', roles: [], ...parts.length > 0 && { children: parts } });
  },
});

export const getEntityOrPart = versionOperation({
  id: 'understanding.getEntityOrPart', summary: 'Get an entity that is learned from labels, or a part of one', route: 'GET /entities/{entityId}', hasEtag: true, versions,
  replies: { 200: EntityInfo },
  run(on, { params: { entityId } }) {
    const { entity, parts: way } = requireLearnedEntity(on, entityId!);
    const part = way.at(-1);
    return { status: 200, body: part ? describeChild(part, 'simple') : entityDescriber(VERSION3)(entity) };
  },
});

export const updateEntityOrPart = versionOperation({
  id: 'understanding.updateEntityOrPart', summary: 'Rename an entity or a part, or say what a part is an instance of', route: 'PATCH /entities/{entityId}', hasEtag: true, versions,
  body: EntityUpdate, example: { body: { name: 'Town' } }, replies: { 200: OperationStatus }, fails: ['NameTaken', 'EntityUnknown'],
  run(on, { params: { entityId }, body: { name, instanceOf } }) {
    const { schema } = on.version.value;
    const place = requireLearnedEntity(on, entityId!);
    const { entity, parts: way } = place;
    if (way.length === 0) return editSchema(on, renamed(schema, entity, name ?? entity.name));
    const others = childrenAt({ entity, parts: way.slice(0, -1) }).filter(({ id }) => id !== way.at(-1)!.id);
    if (name) checkNamesUnique([...others.map((other) => other.name), name]);
    const next = updatePart(place, (part) => ({ ...part, name: name ?? part.name, ...instanceOf !== undefined && { instanceOf: instanceOf ? entityNamed(schema, instanceOf) : undefined } }));
    const changed = { ...schema, entities: replaceById(schema.entities, next) };
    return editSchema(on, name ? renameReferences(changed, fullName(place), joinPartName(fullName({ entity, parts: way.slice(0, -1) }), name)) : changed);
  },
});

export const deleteEntityOrPart = versionOperation({
  id: 'understanding.deleteEntityOrPart', summary: 'Delete an entity that is learned from labels, or a part of one, with its labels', route: 'DELETE /entities/{entityId}', hasEtag: true, versions,
  replies: { 200: OperationStatus }, fails: ['EntityInUse', 'EntityInstanced'],
  async run(on, { params: { entityId } }, services) {
    const { schema } = on.version.value;
    const place = requireLearnedEntity(on, entityId!);
    const part = place.parts.at(-1);
    if (!part) return await deleteEntityWithLabels(on, place.entity, services);
    checkNotInPattern(schema, fullName(place));
    const within = ({ id, children = [] }: Child): string[] => [id, ...children.flatMap(within)];
    const gone = new Set(within(part));
    return {
      status: 200, body: SUCCESS,
      update: { schema: removeRelations({ ...schema, entities: replaceById(schema.entities, updatePart(place, () => undefined)) }, 'modelName', fullName(place)) },
      writes: await prepareLabelRemoval(on, services, ({ childId }) => childId !== undefined && gone.has(childId)),
    };
  },
});

export const addEntityChild = versionOperation({
  id: 'understanding.addEntityChild', summary: 'Add a part to an entity that is learned from labels, or to a part of one', route: 'POST /entities/{entityId}/children', versions,
  body: NewPart, example: { body: { name: 'District', children: [] } }, replies: { 201: BareId }, fails: ['NameTaken', 'EntityUnknown', 'PartsTooDeep'],
  run(on, { params: { entityId }, body }, services) {
    const place = requireLearnedEntity(on, entityId!);
    const parts = childrenAt(place);
    checkNamesUnique([...parts.map(({ name }) => name), body.name]);
    const [made] = buildParts([body as GivenPart], on.version.value.schema, services, MAX_DEPTH - place.parts.length);
    const children = [...parts, made!];
    return replaceEntity(on, place.parts.length === 0 ? { ...place.entity, children } : updatePart(place, (part) => ({ ...part, children })), { status: 201, body: made!.id });
  },
});

/** v3.0-preview renames by PATCH what v2.0 renames by PUT. */
export const renameHierarchicalEntity = { ...updateHierarchicalEntity, id: 'understanding.renameHierarchicalEntity', method: 'PATCH' as const, body: ModelName, example: { body: { name: 'Location' } }, versions };
export const renameHierarchicalEntityChild = { ...updateHierarchicalEntityChild, id: 'understanding.renameHierarchicalEntityChild', method: 'PATCH' as const, versions };
