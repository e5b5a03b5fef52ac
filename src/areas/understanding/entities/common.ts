/** Operations that every kind of entity has. Each caller passes the id and the route of one operation. */
import type { UnderstandingOperation } from '../services.ts';
import type { Static, TSchema } from 'typebox';
import type { Method } from '../../../kernel/operation.ts';
import type { Ports } from '../../../kernel/ports.ts';
import type { Entity, EntityKind } from '../model.ts';
import { BareId, EntityInfo, EntityList, Paging } from '../schemas.ts';
import type { VersionContext } from '../store.ts';
import { editSchema, slicePage, versionOperation } from '../version-operation.ts';
import type { EditResult } from '../version-operation.ts';
import { addEntity, deleteEntityWithLabels, renameEntity } from './edits.ts';
import { ENTITY_NAMES, requireEntity } from './selectors.ts';
import { entityDescriber } from './view.ts';

type Route<M extends Method> = `${M} /${string}`;

export function listOperation(id: string, route: Route<'GET'>, entityKind: EntityKind, summary: string): UnderstandingOperation {
  return versionOperation({
    id,
    summary,
    route,
    query: Paging,
    replies: { 200: EntityList },
    read({ version }, call) {
      const entities = version.value.schema.entities.filter(({ kind }) => kind === entityKind);
      return slicePage(entities, call.query).map(entityDescriber(call.version));
    },
  });
}

export function getOperation(id: string, route: Route<'GET'>, kind: EntityKind, versions?: readonly string[]): UnderstandingOperation {
  return versionOperation({
    id,
    summary: `Get ${ENTITY_NAMES[kind]}`,
    route,
    hasEtag: true,
    ...(versions && { versions }),
    replies: { 200: EntityInfo },
    read: (context, { params, version }) => entityDescriber(version)(requireEntity(context, kind, params.entityId)),
  });
}

export function deleteOperation(
  id: string,
  route: Route<'DELETE'>,
  kind: EntityKind,
  versions?: readonly string[],
): UnderstandingOperation {
  return versionOperation({
    id,
    summary: `Delete ${ENTITY_NAMES[kind]} and its labels`,
    route,
    hasEtag: true,
    ...(versions && { versions }),
    fails: ['EntityInUse', 'EntityInstanced'],
    run: (context, { params }, ports) => deleteEntityWithLabels(context, requireEntity(context, kind, params.entityId), ports),
  });
}

interface EntityOperationParts<Body extends TSchema> {
  id: string;
  kind: EntityKind;
  body: Body;
  example: Static<Body>;
  versions?: readonly string[];
  fails?: readonly string[];
}

interface AddParts<Body extends TSchema> extends EntityOperationParts<Body> {
  route: Route<'POST'>;
  create(body: Static<Body>, context: VersionContext, ports: Ports): Partial<Entity> & { name: string };
}

/** Adds an entity that is created from the body. */
export function addOperation<Body extends TSchema>({
  id,
  route,
  kind,
  body,
  example,
  versions,
  fails = [],
  create,
}: AddParts<Body>): UnderstandingOperation {
  return versionOperation({
    id,
    summary: `Add ${ENTITY_NAMES[kind]}`,
    route,
    ...(versions && { versions }),
    body,
    example: { body: example },
    replies: { 201: BareId },
    fails: ['NameTaken', ...fails],
    run: (context, call, ports) =>
      addEntity(context, { id: ports.ids.uuid(), kind, roles: [], ...create(call.body as Static<Body>, context, ports) }),
  });
}

interface UpdateParts<Body extends TSchema> extends EntityOperationParts<Body> {
  route: Route<'PUT' | 'PATCH'>;
  update(body: Static<Body>, entity: Entity, context: VersionContext, ports: Ports): Partial<Entity>;
  /** Changes to the labels of the entity. */
  relabel?(context: VersionContext, before: Entity, next: Entity, ports: Ports): Promise<EditResult['writes']>;
}

/** Updates an entity: its name, and what the body changes in it. */
export function updateOperation<Body extends TSchema>({
  id,
  route,
  kind,
  body,
  example,
  versions,
  fails = [],
  update,
  relabel,
}: UpdateParts<Body>): UnderstandingOperation {
  return versionOperation({
    id,
    summary: `Update ${ENTITY_NAMES[kind]}`,
    route,
    hasEtag: true,
    ...(versions && { versions }),
    body,
    example: { body: example },
    fails: ['NameTaken', 'PatternInvalid', ...fails],
    async run(context, call, ports) {
      const entity = requireEntity(context, kind, call.params.entityId);
      const { name = entity.name } = call.body as { name?: string };
      const next = { ...entity, ...update(call.body as Static<Body>, entity, context, ports) };
      return {
        ...editSchema(context, renameEntity(context.version.value.schema, next, name)),
        writes: await relabel?.(context, entity, next, ports),
      };
    },
  });
}
