/** Operations that entities of every kind have, made once and listed for each of them. */
import type { TSchema } from 'typebox';
import type { Operation } from '../../../kernel/operation.ts';
import type { Services } from '../../../kernel/ports.ts';
import type { Entity } from '../model.ts';
import { BareId, EntityInfo, EntityList, OperationStatus, Paging } from '../schemas.ts';
import type { FoundVersion } from '../store.ts';
import { paged, schemaEdit, versionOperation } from '../version-operation.ts';
import type { Edit } from '../version-operation.ts';
import { added, deletion, renamed } from './edits.ts';
import { entityInfoIn } from './view.ts';
import { entityAt } from './entity-routes.ts';
import type { Place } from './entity-routes.ts';

export function listing(place: Place): Operation {
  return versionOperation({
    id: `understanding.list${place.nouns}`,
    summary: `List the entities under ${place.path}`,
    route: `GET /${place.path}`,
    query: Paging,
    replies: { 200: EntityList },
    run: ({ version }, call) => ({ status: 200, body: paged(version.value.schema.entities.filter(({ kind }) => kind === place.kind), call.query).map(entityInfoIn(call.version)) }),
  });
}

export function getting(place: Place): Operation {
  return versionOperation({
    id: `understanding.get${place.noun}`,
    summary: `Get an entity under ${place.path}`,
    route: `GET /${place.path}/{entityId}`, tagged: true,
    replies: { 200: EntityInfo },
    run: (on, { params: { entityId }, version }) => ({ status: 200, body: entityInfoIn(version)(entityAt(on, place, entityId!)) }),
  });
}

export function deleting(place: Place): Operation {
  return versionOperation({
    id: `understanding.delete${place.noun}`,
    summary: `Delete an entity under ${place.path}, with its labels`,
    route: `DELETE /${place.path}/{entityId}`, tagged: true,
    replies: { 200: OperationStatus },
    fails: ['EntityInUse', 'EntityInstanced'],
    run: (on, { params: { entityId } }, services) => deletion(on, entityAt(on, place, entityId!), services),
  });
}

/** Adds an entity of a kind, made from the body. */
export function adding<const Body extends TSchema>(place: Place, body: Body, example: object, make: (given: never, on: FoundVersion, services: Services) => Partial<Entity> & { name: string }): Operation {
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

type Also = (on: FoundVersion, before: Entity, next: Entity, services: Services) => Promise<Edit['also']>;

/** Updates an entity of a kind: its name, and what the body changes in it; `also` is what that does to labels. */
export function updating<const Body extends TSchema>(place: Place, body: Body, example: object, change: (given: never, entity: Entity, on: FoundVersion, services: Services) => Partial<Entity>, { fails = [], also }: { fails?: string[]; also?: Also } = {}): Operation {
  return versionOperation({
    id: `understanding.update${place.noun}`,
    summary: `Update an entity under ${place.path}`,
    route: `PUT /${place.path}/{entityId}`, tagged: true,
    body,
    example: { body: example },
    replies: { 200: OperationStatus },
    fails: ['NameTaken', 'PatternInvalid', ...fails],
    async run(on, call, services) {
      const entity = entityAt(on, place, call.params.entityId!);
      const { name = entity.name } = call.body as { name?: string };
      const next = { ...entity, ...change(call.body as never, entity, on, services) };
      return { ...schemaEdit(on, renamed(on.version.value.schema, next, name)), also: await also?.(on, entity, next, services) };
    },
  });
}
