/** Roles of entities of every kind. */
import type { Operation } from '../../../kernel/operation.ts';
import { understandingFailure } from '../failures.ts';
import { isSameName } from '../model.ts';
import type { Entity } from '../model.ts';
import { renameRoleInPattern } from '../schema/templates.ts';
import { BareId, ModelName, OperationStatus, RoleInfo, RoleList } from '../schemas.ts';
import { found, replaceById, editSchema, versionOperation, removeById } from '../version-operation.ts';
import { checkNotInPattern, prepareRelabelling, replaceEntity } from './edits.ts';
import { requireEntity } from './entity-routes.ts';
import type { Place } from './entity-routes.ts';

export function roleOperations(place: Place): Operation[] {
  const route = `/${place.path}/{entityId}/roles` as const;
  const checkRole = (entity: Entity, name: string, except?: string): void => {
    if (entity.roles.some((role) => role.id !== except && isSameName(role.name, name))) throw understandingFailure('NameTaken', { name });
  };
  return [
    versionOperation({
      id: `understanding.list${place.noun}Roles`, summary: `List the roles of an entity under ${place.path}`, route: `GET ${route}`,
      replies: { 200: RoleList },
      run: (on, { params: { entityId } }) => ({ status: 200, body: requireEntity(on, place, entityId!).roles }),
    }),
    versionOperation({
      id: `understanding.add${place.noun}Role`, summary: `Add a role to an entity under ${place.path}`, route: `POST ${route}`,
      body: ModelName, example: { body: { name: 'destination' } }, replies: { 201: BareId }, fails: ['NameTaken'],
      run(on, { params: { entityId }, body: { name } }, { ids }) {
        const entity = requireEntity(on, place, entityId!);
        checkRole(entity, name);
        const id = ids.uuid();
        return replaceEntity(on, { ...entity, roles: [...entity.roles, { id, name }] }, { status: 201, body: id });
      },
    }),
    versionOperation({
      id: `understanding.get${place.noun}Role`, summary: `Get a role of an entity under ${place.path}`, route: `GET ${route}/{roleId}`,
      replies: { 200: RoleInfo },
      run: (on, { params: { entityId, roleId } }) => ({ status: 200, body: found(requireEntity(on, place, entityId!).roles, roleId!) }),
    }),
    versionOperation({
      id: `understanding.update${place.noun}Role`, summary: `Rename a role of an entity under ${place.path}`, route: `PUT ${route}/{roleId}`,
      body: ModelName, example: { body: { name: 'origin' } }, replies: { 200: OperationStatus }, fails: ['NameTaken'],
      run(on, { params: { entityId, roleId }, body: { name } }) {
        const entity = requireEntity(on, place, entityId!);
        const role = found(entity.roles, roleId!);
        checkRole(entity, name, role.id);
        const { schema } = on.version.value;
        const patterns = schema.patterns.map((rule) => ({ ...rule, pattern: renameRoleInPattern(rule.pattern, entity.name, role.name, name) }));
        return editSchema(on, { entities: replaceById(schema.entities, { ...entity, roles: replaceById(entity.roles, { ...role, name }) }), patterns });
      },
    }),
    versionOperation({
      id: `understanding.delete${place.noun}Role`, summary: `Delete a role of an entity under ${place.path}`, route: `DELETE ${route}/{roleId}`,
      replies: { 200: OperationStatus }, fails: ['EntityInUse'],
      async run(on, { params: { entityId, roleId } }, services) {
        const entity = requireEntity(on, place, entityId!);
        const role = found(entity.roles, roleId!);
        checkNotInPattern(on.version.value.schema, entity.name, role.name);
        return {
          ...replaceEntity(on, { ...entity, roles: removeById(entity.roles, role) }),
          writes: await prepareRelabelling(on, services, (label) => label.roleId === role.id ? { ...label, roleId: undefined } : label),
        };
      },
    }),
  ];
}
