/** Hierarchical entities and their children. */
import type { Change } from '../../../kernel/change.ts';
import type { Method } from '../../../kernel/operation.ts';
import type { Ports } from '../../../kernel/ports.ts';
import { KINDS, VERSION2, VERSION3, isSameName } from '../model.ts';
import type { Child, Entity } from '../model.ts';
import { joinPartName } from '../schema/parts.ts';
import { removeRelations } from '../schema/relations.ts';
import { BareId, ChildInfo, ModelName, NewHierarchical, ParentUpdate } from '../schemas.ts';
import type { UnderstandingOperation } from '../services.ts';
import type { VersionContext } from '../store.ts';
import { editSchema, findById, removeById, replaceById, versionOperation } from '../version-operation.ts';
import { addOperation, deleteOperation, getOperation, listOperation, updateOperation } from './common.ts';
import { checkNamesUnique, checkNotInPattern, prepareLabelRemoval, refreshComposites, renameReferences, replaceEntity } from './edits.ts';
import { requireEntity } from './selectors.ts';
import { describeChild } from './view.ts';

/** Removes the labels of the children that an entity no longer has. Fails while a pattern names one of them. */
async function prepareChildRemoval(context: VersionContext, before: Entity, next: Entity, ports: Ports): Promise<(change: Change) => void> {
  const removed = before.children!.filter(({ id }) => !next.children!.some((child) => child.id === id));
  for (const { name } of removed) checkNotInPattern(context.version.value.schema, joinPartName(before.name, name));
  const removedIds = new Set(removed.map(({ id }) => id));
  return await prepareLabelRemoval(context, ports, ({ childId }) => childId !== undefined && removedIds.has(childId));
}

/** Children by name; existing ones keep their ids. */
function buildChildren(names: readonly string[], before: readonly Child[], { ids }: Ports): Child[] {
  checkNamesUnique(names);
  return names.map((name) => ({ ...(before.find((child) => isSameName(child.name, name)) ?? { id: ids.uuid() }), name }));
}

/** v2.0 renames a child with PUT, v3.0-preview with PATCH. */
function renameChildOperation(
  id: string,
  route: `${Extract<Method, 'PUT' | 'PATCH'>} /${string}`,
  version: string,
): UnderstandingOperation {
  return versionOperation({
    id,
    summary: 'Rename a child of a hierarchical entity',
    route,
    versions: [version],
    body: ModelName,
    example: { body: { name: 'Away' } },
    fails: ['NameTaken'],
    run(context, { params: { entityId, childId }, body: { name } }) {
      const { schema } = context.version.value;
      const entity = requireEntity(context, 'hierarchical', entityId);
      const child = findById(entity.children!, childId!);
      checkNamesUnique([...removeById(entity.children!, child).map((other) => other.name), name]);
      const entities = replaceById(schema.entities, { ...entity, children: replaceById(entity.children!, { ...child, name }) });
      return editSchema(
        context,
        renameReferences({ ...schema, entities }, joinPartName(entity.name, child.name), joinPartName(entity.name, name)),
      );
    },
  });
}

export const hierarchicalOperations: readonly UnderstandingOperation[] = [
  listOperation('understanding.listHierarchicalEntities', 'GET /hierarchicalentities', 'hierarchical', 'List the hierarchical entities'),
  getOperation('understanding.getHierarchicalEntity', 'GET /hierarchicalentities/{entityId}', 'hierarchical'),
  deleteOperation('understanding.deleteHierarchicalEntity', 'DELETE /hierarchicalentities/{entityId}', 'hierarchical'),
  addOperation({
    id: 'understanding.addHierarchicalEntity',
    route: 'POST /hierarchicalentities',
    kind: 'hierarchical',
    versions: [VERSION2],
    body: NewHierarchical,
    example: { name: 'Location', children: ['Inside', 'Outside'] },
    create: ({ name, children }, _context, ports) => ({ name, children: buildChildren(children, [], ports) }),
  }),
  updateOperation({
    id: 'understanding.updateHierarchicalEntity',
    route: 'PUT /hierarchicalentities/{entityId}',
    kind: 'hierarchical',
    versions: [VERSION2],
    body: ParentUpdate,
    example: { name: 'Location', children: ['Here', 'Elsewhere'] },
    fails: ['EntityInUse'],
    update: ({ children }, entity, _context, ports) => (children ? { children: buildChildren(children, entity.children!, ports) } : {}),
    relabel: prepareChildRemoval,
  }),
  updateOperation({
    id: 'understanding.renameHierarchicalEntity',
    route: 'PATCH /hierarchicalentities/{entityId}',
    kind: 'hierarchical',
    versions: [VERSION3],
    body: ModelName,
    example: { name: 'Location' },
    update: () => ({}),
  }),
  versionOperation({
    id: 'understanding.addHierarchicalEntityChild',
    summary: 'Add a child to a hierarchical entity',
    route: 'POST /hierarchicalentities/{entityId}/children',
    versions: [VERSION2],
    body: ModelName,
    example: { body: { name: 'Nearby' } },
    replies: { 201: BareId },
    fails: ['NameTaken'],
    run(context, { params, body: { name } }, { ids }) {
      const entity = requireEntity(context, 'hierarchical', params.entityId);
      checkNamesUnique([...entity.children!.map((child) => child.name), name]);
      const id = ids.uuid();
      return replaceEntity(context, { ...entity, children: [...entity.children!, { id, name }] }, { status: 201, body: id });
    },
  }),
  versionOperation({
    id: 'understanding.getHierarchicalEntityChild',
    summary: 'Get a child of a hierarchical entity',
    route: 'GET /hierarchicalentities/{entityId}/children/{childId}',
    replies: { 200: ChildInfo },
    read(context, { params: { entityId, childId }, version }) {
      const child = findById(requireEntity(context, 'hierarchical', entityId).children!, childId!);
      return version === VERSION3 ? describeChild(child, 'hierarchical') : { id: child.id, name: child.name, ...KINDS.hierarchicalChild };
    },
  }),
  renameChildOperation('understanding.updateHierarchicalEntityChild', 'PUT /hierarchicalentities/{entityId}/children/{childId}', VERSION2),
  renameChildOperation(
    'understanding.renameHierarchicalEntityChild',
    'PATCH /hierarchicalentities/{entityId}/children/{childId}',
    VERSION3,
  ),
  versionOperation({
    id: 'understanding.deleteHierarchicalEntityChild',
    summary: 'Delete a child of a hierarchical entity and its labels',
    route: 'DELETE /hierarchicalentities/{entityId}/children/{childId}',
    fails: ['EntityInUse'],
    async run(context, { params: { entityId, childId } }, ports) {
      const { schema } = context.version.value;
      const entity = requireEntity(context, 'hierarchical', entityId);
      const child = findById(entity.children!, childId!);
      const next = { ...entity, children: removeById(entity.children!, child) };
      const remaining = { ...schema, entities: refreshComposites(replaceById(schema.entities, next)) };
      return {
        ...editSchema(context, removeRelations(remaining, 'modelName', joinPartName(entity.name, child.name))),
        writes: await prepareChildRemoval(context, entity, next, ports),
      };
    },
  }),
];
