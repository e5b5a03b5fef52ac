/** Operations that entities of every kind have, made once and listed for each of them. */
import type { TSchema } from 'typebox';
import type { Operation } from '../../../kernel/operation.ts';
import type { Ports } from '../../../kernel/ports.ts';
import type { Entity } from '../model.ts';
import { BareId, EntityInfo, EntityList, OperationStatus, Paging } from '../schemas.ts';
import type { VersionContext } from '../store.ts';
import { slicePage, editSchema, versionOperation } from '../version-operation.ts';
import type { EditResult } from '../version-operation.ts';
import { added, deleteEntityWithLabels, renamed } from './edits.ts';
import { entityDescriber } from './view.ts';
import { requireEntity } from './entity-routes.ts';
import type { Place } from './entity-routes.ts';

export function listing(place: Place): Operation {
  return versionOperation({
    id: `understanding.list${place.nouns}`,
    summary: `List the entities under ${place.path}`,
    route: `GET /${place.path}`,
    query: Paging,
    replies: { 200: EntityList },
    run: ({ version }, call) => ({ status: 200, body: slicePage(version.value.schema.entities.filter(({ kind }) => kind === place.kind), call.query).map(entityDescriber(call.version)) }),
  });
}

export function getting(place: Place): Operation {
  return versionOperation({
    id: `understanding.get${place.noun}`,
    summary: `Get an entity under ${place.path}`,
    route: `GET /${place.path}/{entityId}`, hasEtag: true,
    replies: { 200: EntityInfo },
    run: (on, { params: { entityId }, version }) => ({ status: 200, body: entityDescriber(version)(requireEntity(on, place, entityId!)) }),
  });
}

export function deleting(place: Place): Operation {
  return versionOperation({
    id: `understanding.delete${place.noun}`,
    summary: `Delete an entity under ${place.path}, with its labels`,
    route: `DELETE /${place.path}/{entityId}`, hasEtag: true,
    replies: { 200: OperationStatus },
    fails: ['EntityInUse', 'EntityInstanced'],
    run: (on, { params: { entityId } }, services) => deleteEntityWithLabels(on, requireEntity(on, place, entityId!), services),
  });
}

/** Adds an entity of a kind, made from the body. */
export function adding<const Body extends TSchema>(place: Place, body: Body, example: object, make: (given: never, on: VersionContext, services: Ports) => Partial<Entity> & { name: string }): Operation {
  return versionOperation({
    id: `understanding.add${place.noun}`,
    summary: `Add an entity under ${place.path}`,
    route: `POST /${place.path}`,
    body,
    example: { body: example },
    replies: { 201: BareId },
    fails: ['NameTaken'],
    run: (on, call, services) => added(on, { id: services.ids.uuid(), kind: place.kind, roles: [], ...make(call.body as never, on, services) }),
  });
}

type Also = (on: VersionContext, before: Entity, next: Entity, services: Ports) => Promise<EditResult['writes']>;

/** Updates an entity of a kind: its name, and what the body changes in it; `also` is what that does to labels. */
export function updating<const Body extends TSchema>(place: Place, body: Body, example: object, change: (given: never, entity: Entity, on: VersionContext, services: Ports) => Partial<Entity>, { fails = [], also }: { fails?: string[]; also?: Also } = {}): Operation {
  return versionOperation({
    id: `understanding.update${place.noun}`,
    summary: `Update an entity under ${place.path}`,
    route: `PUT /${place.path}/{entityId}`, hasEtag: true,
    body,
    example: { body: example },
    replies: { 200: OperationStatus },
    fails: ['NameTaken', 'PatternInvalid', ...fails],
    async run(on, call, services) {
      const entity = requireEntity(on, place, call.params.entityId!);
      const { name = entity.name } = call.body as { name?: string };
      const next = { ...entity, ...change(call.body as never, entity, on, services) };
      return { ...editSchema(on, renamed(on.version.value.schema, next, name)), writes: await also?.(on, entity, next, services) };
    },
  });
}
