/** Hierarchical entities, and the children of their own. */
import type { Operation } from '../../../kernel/operation.ts';
import type { Services } from '../../../kernel/ports.ts';
import type { Change } from '../../../kernel/change.ts';
import { KINDS, VERSION3, sameName } from '../model.ts';
import type { Child, Entity } from '../model.ts';
import { partName } from '../schema/parts.ts';
import { BareId, ChildInfo, ModelName, NewHierarchical, OperationStatus, ParentUpdate } from '../schemas.ts';
import type { FoundVersion } from '../store.ts';
import { usesDropped } from '../schema/relations.ts';
import { found, replacedIn, schemaEdit, versionOperation, without } from '../version-operation.ts';
import { adding, updating } from './common.ts';
import { checkNoPattern, checkUnique, composed, referencesRenamed, unlabelled, withEntity } from './edits.ts';
import { childInfo } from './view.ts';
import { PLACES, entityAt } from './entity-routes.ts';

const { hierarchical } = PLACES;

/** Children of a hierarchical entity that it no longer has go with their labels; not while a pattern names them. */
async function childrenLeft(on: FoundVersion, before: Entity, next: Entity, services: Services): Promise<(change: Change) => void> {
  const left = before.children!.filter(({ id }) => !next.children!.some((child) => child.id === id));
  for (const { name } of left) checkNoPattern(on.version.value.schema, partName(before.name, name));
  const gone = new Set(left.map(({ id }) => id));
  return await unlabelled(on, services, ({ childId }) => childId !== undefined && gone.has(childId));
}

/** Children of a hierarchical entity, by name; those that stay keep their ids. */
function ownChildren(names: readonly string[], before: readonly Child[], { ids }: Services): Child[] {
  checkUnique(names);
  return names.map((name) => ({ ...before.find((child) => sameName(child.name, name)) ?? { id: ids.uuid() }, name }));
}

export const updateHierarchicalEntity = updating(hierarchical, ParentUpdate, { name: 'Location', children: ['Here', 'Elsewhere'] }, ({ children }: { children?: string[] }, entity, _on, services) => children ? { children: ownChildren(children, entity.children!, services) } : {}, { fails: ['EntityInUse'], also: childrenLeft });
export const updateHierarchicalEntityChild = versionOperation({
  id: 'understanding.updateHierarchicalEntityChild', summary: 'Rename a child of a hierarchical entity', route: 'PUT /hierarchicalentities/{entityId}/children/{childId}',
  body: ModelName, example: { body: { name: 'Away' } }, replies: { 200: OperationStatus }, fails: ['NameTaken'],
  run(on, { params: { entityId, childId }, body: { name } }) {
    const { schema } = on.version.value;
    const entity = entityAt(on, hierarchical, entityId!);
    const child = found(entity.children!, childId!);
    checkUnique([...without(entity.children!, child).map((other) => other.name), name]);
    const entities = replacedIn(schema.entities, { ...entity, children: replacedIn(entity.children!, { ...child, name }) });
    return schemaEdit(on, referencesRenamed({ ...schema, entities }, partName(entity.name, child.name), partName(entity.name, name)));
  },
});

export const hierarchicalOperations: readonly Operation[] = [
  adding(hierarchical, NewHierarchical, { name: 'Location', children: ['Inside', 'Outside'] }, ({ name, children }: { name: string; children: string[] }, _on, services) => ({ name, children: ownChildren(children, [], services) })),
  updateHierarchicalEntity,
  versionOperation({
    id: 'understanding.addHierarchicalEntityChild', summary: 'Add a child to a hierarchical entity', route: 'POST /hierarchicalentities/{entityId}/children',
    body: ModelName, example: { body: { name: 'Nearby' } }, replies: { 201: BareId }, fails: ['NameTaken'],
    run(on, { params: { entityId }, body: { name } }, { ids }) {
      const entity = entityAt(on, hierarchical, entityId!);
      checkUnique([...entity.children!.map((child) => child.name), name]);
      const id = ids.uuid();
      return withEntity(on, { ...entity, children: [...entity.children!, { id, name }] }, { status: 201, body: id });
    },
  }),
  versionOperation({
    id: 'understanding.getHierarchicalEntityChild', summary: 'Get a child of a hierarchical entity', route: 'GET /hierarchicalentities/{entityId}/children/{childId}',
    replies: { 200: ChildInfo },
    run(on, { params: { entityId, childId }, version }) {
      const child = found(entityAt(on, hierarchical, entityId!).children!, childId!);
      return { status: 200, body: version === VERSION3 ? childInfo(child, 'hierarchical') : { id: child.id, name: child.name, ...KINDS.hierarchicalChild } };
    },
  }),
  updateHierarchicalEntityChild,
  versionOperation({
    id: 'understanding.deleteHierarchicalEntityChild', summary: 'Delete a child of a hierarchical entity, with its labels', route: 'DELETE /hierarchicalentities/{entityId}/children/{childId}',
    replies: { 200: OperationStatus }, fails: ['EntityInUse'],
    async run(on, { params: { entityId, childId } }, services) {
      const { schema } = on.version.value;
      const entity = entityAt(on, hierarchical, entityId!);
      const child = found(entity.children!, childId!);
      const next = { ...entity, children: without(entity.children!, child) };
      const left = usesDropped({ ...schema, entities: composed(replacedIn(schema.entities, next)) }, 'modelName', partName(entity.name, child.name));
      return { ...schemaEdit(on, left), also: await childrenLeft(on, entity, next, services) };
    },
  }),
];
