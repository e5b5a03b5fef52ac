/** What v3.0-preview knows of entities beyond v2.0: learned ones have parts, and the address of an entity is that of a part too. */
import type { Services } from '../../../kernel/ports.ts';
import { understandingFailure } from '../failures.ts';
import { VERSION3, sameName } from '../model.ts';
import type { Child, Schema } from '../model.ts';
import { MOST_DEPTH, partName, partsWithin, placeName, placeWithId, withPart } from '../schema/parts.ts';
import type { PartPlace } from '../schema/parts.ts';
import { BareId, EntityInfo, EntityUpdate, ModelName, NewEntity, NewPart, OperationStatus } from '../schemas.ts';
import type { FoundVersion } from '../store.ts';
import { usesDropped } from '../schema/relations.ts';
import { SUCCESS, replacedIn, schemaEdit, versionOperation } from '../version-operation.ts';
import { added, checkNoPattern, checkUnique, deletion, referencesRenamed, renamed, unlabelled, withEntity } from './edits.ts';
import { updateHierarchicalEntity, updateHierarchicalEntityChild } from './hierarchical.ts';
import { childInfo, entityInfoIn } from './view.ts';

const versions = [VERSION3];

interface GivenPart { name: string; instanceOf?: string | null; children?: GivenPart[] | null }

/** A learned entity, or a part of one. */
export function learnedPlace({ version }: FoundVersion, id: string): PartPlace {
  const place = placeWithId(version.value.schema.entities.filter(({ kind }) => kind === 'simple'), id);
  if (!place) throw understandingFailure('ModelNotFound');
  return place;
}

function madeParts(given: readonly GivenPart[], schema: Schema, { ids }: Services, depth = MOST_DEPTH): Child[] {
  if (given.length > 0 && depth === 0) throw understandingFailure('PartsTooDeep', { most: MOST_DEPTH });
  checkUnique(given.map(({ name }) => name));
  return given.map(({ name, instanceOf, children }) => ({
    id: ids.uuid(), name, ...instanceOf && { instanceOf: entityNamed(schema, instanceOf) }, ...children && children.length > 0 && { children: madeParts(children, schema, { ids } as Services, depth - 1) },
  }));
}

function entityNamed({ entities }: Schema, name: string): string {
  const known = entities.find((entity) => sameName(entity.name, name));
  if (!known) throw understandingFailure('EntityUnknown', { name });
  return known.name;
}

export const addEntityWithParts = versionOperation({
  id: 'understanding.addEntityWithParts', summary: 'Add an entity that is learned from labels, with its parts', route: 'POST /entities', versions,
  body: NewEntity, example: { body: { name: 'Address', children: [{ name: 'Street' }, { name: 'Town', instanceOf: 'City' }] } }, replies: { 201: BareId }, fails: ['NameTaken', 'EntityUnknown'],
  run(on, { body: { name, children } }, services) {
    const parts = madeParts((children ?? []) as GivenPart[], on.version.value.schema, services);
    return added(on, { id: services.ids.uuid(), name, kind: 'simple', roles: [], ...parts.length > 0 && { children: parts } });
  },
});

export const getEntityOrPart = versionOperation({
  id: 'understanding.getEntityOrPart', summary: 'Get an entity that is learned from labels, or a part of one', route: 'GET /entities/{entityId}', tagged: true, versions,
  replies: { 200: EntityInfo },
  run(on, { params: { entityId } }) {
    const { entity, way } = learnedPlace(on, entityId!);
    const part = way.at(-1);
    return { status: 200, body: part ? childInfo(part, 'simple') : entityInfoIn(VERSION3)(entity) };
  },
});

export const updateEntityOrPart = versionOperation({
  id: 'understanding.updateEntityOrPart', summary: 'Rename an entity or a part, or say what a part is an instance of', route: 'PATCH /entities/{entityId}', tagged: true, versions,
  body: EntityUpdate, example: { body: { name: 'Town' } }, replies: { 200: OperationStatus }, fails: ['NameTaken', 'EntityUnknown'],
  run(on, { params: { entityId }, body: { name, instanceOf } }) {
    const { schema } = on.version.value;
    const place = learnedPlace(on, entityId!);
    const { entity, way } = place;
    if (way.length === 0) return schemaEdit(on, renamed(schema, entity, name ?? entity.name));
    const others = partsWithin({ entity, way: way.slice(0, -1) }).filter(({ id }) => id !== way.at(-1)!.id);
    if (name) checkUnique([...others.map((other) => other.name), name]);
    const next = withPart(place, (part) => ({ ...part, name: name ?? part.name, ...instanceOf !== undefined && { instanceOf: instanceOf ? entityNamed(schema, instanceOf) : undefined } }));
    const changed = { ...schema, entities: replacedIn(schema.entities, next) };
    return schemaEdit(on, name ? referencesRenamed(changed, placeName(place), partName(placeName({ entity, way: way.slice(0, -1) }), name)) : changed);
  },
});

export const deleteEntityOrPart = versionOperation({
  id: 'understanding.deleteEntityOrPart', summary: 'Delete an entity that is learned from labels, or a part of one, with its labels', route: 'DELETE /entities/{entityId}', tagged: true, versions,
  replies: { 200: OperationStatus }, fails: ['EntityInUse', 'EntityInstanced'],
  async run(on, { params: { entityId } }, services) {
    const { schema } = on.version.value;
    const place = learnedPlace(on, entityId!);
    const part = place.way.at(-1);
    if (!part) return await deletion(on, place.entity, services);
    checkNoPattern(schema, placeName(place));
    const within = ({ id, children = [] }: Child): string[] => [id, ...children.flatMap(within)];
    const gone = new Set(within(part));
    return {
      status: 200, body: SUCCESS,
      next: { schema: usesDropped({ ...schema, entities: replacedIn(schema.entities, withPart(place, () => undefined)) }, 'modelName', placeName(place)) },
      also: await unlabelled(on, services, ({ childId }) => childId !== undefined && gone.has(childId)),
    };
  },
});

export const addEntityChild = versionOperation({
  id: 'understanding.addEntityChild', summary: 'Add a part to an entity that is learned from labels, or to a part of one', route: 'POST /entities/{entityId}/children', versions,
  body: NewPart, example: { body: { name: 'District', children: [] } }, replies: { 201: BareId }, fails: ['NameTaken', 'EntityUnknown', 'PartsTooDeep'],
  run(on, { params: { entityId }, body }, services) {
    const place = learnedPlace(on, entityId!);
    const parts = partsWithin(place);
    checkUnique([...parts.map(({ name }) => name), body.name]);
    const [made] = madeParts([body as GivenPart], on.version.value.schema, services, MOST_DEPTH - place.way.length);
    const children = [...parts, made!];
    return withEntity(on, place.way.length === 0 ? { ...place.entity, children } : withPart(place, (part) => ({ ...part, children })), { status: 201, body: made!.id });
  },
});

/** v3.0-preview renames by PATCH what v2.0 renames by PUT. */
export const renameHierarchicalEntity = { ...updateHierarchicalEntity, id: 'understanding.renameHierarchicalEntity', method: 'PATCH' as const, body: ModelName, example: { body: { name: 'Location' } }, versions };
export const renameHierarchicalEntityChild = { ...updateHierarchicalEntityChild, id: 'understanding.renameHierarchicalEntityChild', method: 'PATCH' as const, versions };
