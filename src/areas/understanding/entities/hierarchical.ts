/** Hierarchical entities, and the children of their own. */
import type { Operation } from '../../../kernel/operation.ts';
import type { Ports } from '../../../kernel/ports.ts';
import type { Change } from '../../../kernel/change.ts';
import { KINDS, VERSION3, isSameName } from '../model.ts';
import type { Child, Entity } from '../model.ts';
import { joinPartName } from '../schema/parts.ts';
import { BareId, ChildInfo, ModelName, NewHierarchical, OperationStatus, ParentUpdate } from '../schemas.ts';
import type { VersionContext } from '../store.ts';
import { removeRelations } from '../schema/relations.ts';
import { found, replaceById, editSchema, versionOperation, removeById } from '../version-operation.ts';
import { adding, updating } from './common.ts';
import { checkNotInPattern, checkNamesUnique, refreshComposites, renameReferences, prepareLabelRemoval, replaceEntity } from './edits.ts';
import { describeChild } from './view.ts';
import { PLACES, requireEntity } from './entity-routes.ts';

const { hierarchical } = PLACES;

/** Children of a hierarchical entity that it no longer has go with their labels; not while a pattern names them. */
async function prepareChildRemoval(on: VersionContext, before: Entity, next: Entity, services: Ports): Promise<(change: Change) => void> {
  const left = before.children!.filter(({ id }) => !next.children!.some((child) => child.id === id));
  for (const { name } of left) checkNotInPattern(on.version.value.schema, joinPartName(before.name, name));
  const gone = new Set(left.map(({ id }) => id));
  return await prepareLabelRemoval(on, services, ({ childId }) => childId !== undefined && gone.has(childId));
}

/** Children of a hierarchical entity, by name; those that stay keep their ids. */
function buildChildren(names: readonly string[], before: readonly Child[], { ids }: Ports): Child[] {
  checkNamesUnique(names);
  return names.map((name) => ({ ...before.find((child) => isSameName(child.name, name)) ?? { id: ids.uuid() }, name }));
}

export const updateHierarchicalEntity = updating(hierarchical, ParentUpdate, { name: 'Location', children: ['Here', 'Elsewhere'] }, ({ children }: { children?: string[] }, entity, _on, services) => children ? { children: buildChildren(children, entity.children!, services) } : {}, { fails: ['EntityInUse'], also: prepareChildRemoval });
export const updateHierarchicalEntityChild = versionOperation({
  id: 'understanding.updateHierarchicalEntityChild', summary: 'Rename a child of a hierarchical entity', route: 'PUT /hierarchicalentities/{entityId}/children/{childId}',
  body: ModelName, example: { body: { name: 'Away' } }, replies: { 200: OperationStatus }, fails: ['NameTaken'],
  run(on, { params: { entityId, childId }, body: { name } }) {
    const { schema } = on.version.value;
    const entity = requireEntity(on, hierarchical, entityId!);
    const child = found(entity.children!, childId!);
    checkNamesUnique([...removeById(entity.children!, child).map((other) => other.name), name]);
    const entities = replaceById(schema.entities, { ...entity, children: replaceById(entity.children!, { ...child, name }) });
    return editSchema(on, renameReferences({ ...schema, entities }, joinPartName(entity.name, child.name), joinPartName(entity.name, name)));
  },
});

export const hierarchicalOperations: readonly Operation[] = [
  adding(hierarchical, NewHierarchical, { name: 'Location', children: ['Inside', 'Outside'] }, ({ name, children }: { name: string; children: string[] }, _on, services) => ({ name, children: buildChildren(children, [], services) })),
  updateHierarchicalEntity,
  versionOperation({
    id: 'understanding.addHierarchicalEntityChild', summary: 'Add a child to a hierarchical entity', route: 'POST /hierarchicalentities/{entityId}/children',
    body: ModelName, example: { body: { name: 'Nearby' } }, replies: { 201: BareId }, fails: ['NameTaken'],
    run(on, { params: { entityId }, body: { name } }, { ids }) {
      const entity = requireEntity(on, hierarchical, entityId!);
      checkNamesUnique([...entity.children!.map((child) => child.name), name]);
      const id = ids.uuid();
      return replaceEntity(on, { ...entity, children: [...entity.children!, { id, name }] }, { status: 201, body: id });
    },
  }),
  versionOperation({
    id: 'understanding.getHierarchicalEntityChild', summary: 'Get a child of a hierarchical entity', route: 'GET /hierarchicalentities/{entityId}/children/{childId}',
    replies: { 200: ChildInfo },
    run(on, { params: { entityId, childId }, version }) {
      const child = found(requireEntity(on, hierarchical, entityId!).children!, childId!);
      return { status: 200, body: version === VERSION3 ? describeChild(child, 'hierarchical') : { id: child.id, name: child.name, ...KINDS.hierarchicalChild } };
    },
  }),
  updateHierarchicalEntityChild,
  versionOperation({
    id: 'understanding.deleteHierarchicalEntityChild', summary: 'Delete a child of a hierarchical entity, with its labels', route: 'DELETE /hierarchicalentities/{entityId}/children/{childId}',
    replies: { 200: OperationStatus }, fails: ['EntityInUse'],
    async run(on, { params: { entityId, childId } }, services) {
      const { schema } = on.version.value;
      const entity = requireEntity(on, hierarchical, entityId!);
      const child = found(entity.children!, childId!);
      const next = { ...entity, children: removeById(entity.children!, child) };
      const left = removeRelations({ ...schema, entities: refreshComposites(replaceById(schema.entities, next)) }, 'modelName', joinPartName(entity.name, child.name));
      return { ...editSchema(on, left), writes: await prepareChildRemoval(on, entity, next, services) };
    },
  }),
];
