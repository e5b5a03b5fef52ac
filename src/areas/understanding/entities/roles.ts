/** Roles of entities of every kind. */
import { understandingFailure } from '../failures.ts';
import { isSameName } from '../model.ts';
import type { Entity } from '../model.ts';
import { renameRoleInPattern } from '../schema/templates.ts';
import { BareId, ModelName, RoleInfo, RoleList } from '../schemas.ts';
import type { UnderstandingOperation } from '../services.ts';
import { editSchema, findById, removeById, replaceById, versionOperation } from '../version-operation.ts';
import { checkNotInPattern, prepareRelabeling, replaceEntity } from './edits.ts';
import { ENTITY_NAMES, requireEntity } from './selectors.ts';
import type { EntitySelector } from './selectors.ts';

function checkRoleName({ roles }: Entity, name: string, exceptId?: string): void {
  if (roles.some((role) => role.id !== exceptId && isSameName(role.name, name))) throw understandingFailure('NameTaken', { name });
}

function listRoles(id: string, route: `GET /${string}`, selector: EntitySelector): UnderstandingOperation {
  return versionOperation({
    id,
    summary: `List the roles of ${ENTITY_NAMES[selector]}`,
    route,
    replies: { 200: RoleList },
    read: (context, { params }) => requireEntity(context, selector, params.entityId).roles,
  });
}

function addRole(id: string, route: `POST /${string}`, selector: EntitySelector): UnderstandingOperation {
  return versionOperation({
    id,
    summary: `Add a role to ${ENTITY_NAMES[selector]}`,
    route,
    body: ModelName,
    example: { body: { name: 'destination' } },
    replies: { 201: BareId },
    fails: ['NameTaken'],
    run(context, { params, body: { name } }, { ids }) {
      const entity = requireEntity(context, selector, params.entityId);
      checkRoleName(entity, name);
      const roleId = ids.uuid();
      return replaceEntity(context, { ...entity, roles: [...entity.roles, { id: roleId, name }] }, { status: 201, body: roleId });
    },
  });
}

function getRole(id: string, route: `GET /${string}`, selector: EntitySelector): UnderstandingOperation {
  return versionOperation({
    id,
    summary: `Get a role of ${ENTITY_NAMES[selector]}`,
    route,
    replies: { 200: RoleInfo },
    read: (context, { params: { entityId, roleId } }) => findById(requireEntity(context, selector, entityId).roles, roleId!),
  });
}

function renameRole(id: string, route: `PUT /${string}`, selector: EntitySelector): UnderstandingOperation {
  return versionOperation({
    id,
    summary: `Rename a role of ${ENTITY_NAMES[selector]}`,
    route,
    body: ModelName,
    example: { body: { name: 'origin' } },
    fails: ['NameTaken', 'PatternInvalid'],
    run(context, { params: { entityId, roleId }, body: { name } }) {
      const entity = requireEntity(context, selector, entityId);
      const role = findById(entity.roles, roleId!);
      checkRoleName(entity, name, role.id);
      const { schema } = context.version.value;
      const patterns = schema.patterns.map((rule) => ({
        ...rule,
        pattern: renameRoleInPattern(rule.pattern, entity.name, role.name, name),
      }));
      const roles = replaceById(entity.roles, { ...role, name });
      return editSchema(context, { entities: replaceById(schema.entities, { ...entity, roles }), patterns });
    },
  });
}

function deleteRole(id: string, route: `DELETE /${string}`, selector: EntitySelector): UnderstandingOperation {
  return versionOperation({
    id,
    summary: `Delete a role of ${ENTITY_NAMES[selector]}`,
    route,
    fails: ['EntityInUse'],
    async run(context, { params: { entityId, roleId } }, ports) {
      const entity = requireEntity(context, selector, entityId);
      const role = findById(entity.roles, roleId!);
      checkNotInPattern(context.version.value.schema, entity.name, role.name);
      return {
        ...replaceEntity(context, { ...entity, roles: removeById(entity.roles, role) }),
        writes: await prepareRelabeling(context, ports, (label) => (label.roleId === role.id ? { ...label, roleId: undefined } : label)),
      };
    },
  });
}

export const roleOperations: readonly UnderstandingOperation[] = [
  listRoles('understanding.listEntityRoles', 'GET /entities/{entityId}/roles', 'simple'),
  addRole('understanding.addEntityRole', 'POST /entities/{entityId}/roles', 'simple'),
  getRole('understanding.getEntityRole', 'GET /entities/{entityId}/roles/{roleId}', 'simple'),
  renameRole('understanding.updateEntityRole', 'PUT /entities/{entityId}/roles/{roleId}', 'simple'),
  deleteRole('understanding.deleteEntityRole', 'DELETE /entities/{entityId}/roles/{roleId}', 'simple'),

  listRoles('understanding.listHierarchicalEntityRoles', 'GET /hierarchicalentities/{entityId}/roles', 'hierarchical'),
  addRole('understanding.addHierarchicalEntityRole', 'POST /hierarchicalentities/{entityId}/roles', 'hierarchical'),
  getRole('understanding.getHierarchicalEntityRole', 'GET /hierarchicalentities/{entityId}/roles/{roleId}', 'hierarchical'),
  renameRole('understanding.updateHierarchicalEntityRole', 'PUT /hierarchicalentities/{entityId}/roles/{roleId}', 'hierarchical'),
  deleteRole('understanding.deleteHierarchicalEntityRole', 'DELETE /hierarchicalentities/{entityId}/roles/{roleId}', 'hierarchical'),

  listRoles('understanding.listCompositeEntityRoles', 'GET /compositeentities/{entityId}/roles', 'composite'),
  addRole('understanding.addCompositeEntityRole', 'POST /compositeentities/{entityId}/roles', 'composite'),
  getRole('understanding.getCompositeEntityRole', 'GET /compositeentities/{entityId}/roles/{roleId}', 'composite'),
  renameRole('understanding.updateCompositeEntityRole', 'PUT /compositeentities/{entityId}/roles/{roleId}', 'composite'),
  deleteRole('understanding.deleteCompositeEntityRole', 'DELETE /compositeentities/{entityId}/roles/{roleId}', 'composite'),

  listRoles('understanding.listClosedListRoles', 'GET /closedlists/{entityId}/roles', 'closedList'),
  addRole('understanding.addClosedListRole', 'POST /closedlists/{entityId}/roles', 'closedList'),
  getRole('understanding.getClosedListRole', 'GET /closedlists/{entityId}/roles/{roleId}', 'closedList'),
  renameRole('understanding.updateClosedListRole', 'PUT /closedlists/{entityId}/roles/{roleId}', 'closedList'),
  deleteRole('understanding.deleteClosedListRole', 'DELETE /closedlists/{entityId}/roles/{roleId}', 'closedList'),

  listRoles('understanding.listRegexEntityRoles', 'GET /regexentities/{entityId}/roles', 'regex'),
  addRole('understanding.addRegexEntityRole', 'POST /regexentities/{entityId}/roles', 'regex'),
  getRole('understanding.getRegexEntityRole', 'GET /regexentities/{entityId}/roles/{roleId}', 'regex'),
  renameRole('understanding.updateRegexEntityRole', 'PUT /regexentities/{entityId}/roles/{roleId}', 'regex'),
  deleteRole('understanding.deleteRegexEntityRole', 'DELETE /regexentities/{entityId}/roles/{roleId}', 'regex'),

  listRoles('understanding.listPatternAnyEntityRoles', 'GET /patternanyentities/{entityId}/roles', 'patternAny'),
  addRole('understanding.addPatternAnyEntityRole', 'POST /patternanyentities/{entityId}/roles', 'patternAny'),
  getRole('understanding.getPatternAnyEntityRole', 'GET /patternanyentities/{entityId}/roles/{roleId}', 'patternAny'),
  renameRole('understanding.updatePatternAnyEntityRole', 'PUT /patternanyentities/{entityId}/roles/{roleId}', 'patternAny'),
  deleteRole('understanding.deletePatternAnyEntityRole', 'DELETE /patternanyentities/{entityId}/roles/{roleId}', 'patternAny'),

  listRoles('understanding.listPrebuiltRoles', 'GET /prebuilts/{entityId}/roles', 'prebuilt'),
  addRole('understanding.addPrebuiltRole', 'POST /prebuilts/{entityId}/roles', 'prebuilt'),
  getRole('understanding.getPrebuiltRole', 'GET /prebuilts/{entityId}/roles/{roleId}', 'prebuilt'),
  renameRole('understanding.updatePrebuiltRole', 'PUT /prebuilts/{entityId}/roles/{roleId}', 'prebuilt'),
  deleteRole('understanding.deletePrebuiltRole', 'DELETE /prebuilts/{entityId}/roles/{roleId}', 'prebuilt'),

  listRoles('understanding.listCustomPrebuiltEntityRoles', 'GET /customprebuiltentities/{entityId}/roles', 'customPrebuilt'),
  addRole('understanding.addCustomPrebuiltEntityRole', 'POST /customprebuiltentities/{entityId}/roles', 'customPrebuilt'),
  getRole('understanding.getCustomPrebuiltEntityRole', 'GET /customprebuiltentities/{entityId}/roles/{roleId}', 'customPrebuilt'),
  renameRole('understanding.updateCustomPrebuiltEntityRole', 'PUT /customprebuiltentities/{entityId}/roles/{roleId}', 'customPrebuilt'),
  deleteRole('understanding.deleteCustomPrebuiltEntityRole', 'DELETE /customprebuiltentities/{entityId}/roles/{roleId}', 'customPrebuilt'),
];
