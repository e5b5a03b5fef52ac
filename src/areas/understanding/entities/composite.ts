/** Composite entities, whose children are other entities. */
import { understandingFailure } from '../failures.ts';
import { VERSION2, isSameName } from '../model.ts';
import type { Child } from '../model.ts';
import { joinPartName } from '../schema/parts.ts';
import { BareId, ModelName, NewHierarchical, ParentUpdate } from '../schemas.ts';
import type { UnderstandingOperation } from '../services.ts';
import type { VersionContext } from '../store.ts';
import { findById, removeById, versionOperation } from '../version-operation.ts';
import { addOperation, deleteOperation, getOperation, listOperation, updateOperation } from './common.ts';
import { checkNamesUnique, replaceEntity } from './edits.ts';
import { requireEntity } from './selectors.ts';

/** Finds the children of a composite by name: entities of the version, or children of a hierarchical one as `Parent::Child`. */
function resolveChildren(names: readonly string[], { version }: VersionContext): Child[] {
  checkNamesUnique(names);
  return names.map((name) => {
    for (const entity of version.value.schema.entities) {
      if (entity.kind === 'composite' || entity.kind === 'patternAny') continue;
      if (isSameName(entity.name, name)) return { id: entity.id, name: entity.name };
      const child =
        entity.kind === 'hierarchical' ? entity.children!.find((one) => isSameName(joinPartName(entity.name, one.name), name)) : undefined;
      if (child) return { id: child.id, name: joinPartName(entity.name, child.name) };
    }
    throw understandingFailure('EntityUnknown', { name: name.slice(0, 100) });
  });
}

export const compositeOperations: readonly UnderstandingOperation[] = [
  listOperation('understanding.listCompositeEntities', 'GET /compositeentities', 'composite', 'List the composite entities'),
  getOperation('understanding.getCompositeEntity', 'GET /compositeentities/{entityId}', 'composite'),
  deleteOperation('understanding.deleteCompositeEntity', 'DELETE /compositeentities/{entityId}', 'composite'),
  addOperation({
    id: 'understanding.addCompositeEntity',
    route: 'POST /compositeentities',
    kind: 'composite',
    versions: [VERSION2],
    body: NewHierarchical,
    example: { name: 'Journey', children: ['City', 'number'] },
    fails: ['EntityUnknown'],
    create: ({ name, children }, context) => ({ name, children: resolveChildren(children, context) }),
  }),
  updateOperation({
    id: 'understanding.updateCompositeEntity',
    route: 'PUT /compositeentities/{entityId}',
    kind: 'composite',
    body: ParentUpdate,
    example: { name: 'Journey', children: ['City'] },
    fails: ['EntityUnknown'],
    update: ({ children }, _entity, context) => (children ? { children: resolveChildren(children, context) } : {}),
  }),
  versionOperation({
    id: 'understanding.addCompositeEntityChild',
    summary: 'Add a child to a composite entity',
    route: 'POST /compositeentities/{entityId}/children',
    body: ModelName,
    example: { body: { name: 'Class' } },
    replies: { 201: BareId },
    fails: ['NameTaken', 'EntityUnknown'],
    run(context, { params, body: { name } }) {
      const entity = requireEntity(context, 'composite', params.entityId);
      const children = resolveChildren([...entity.children!.map((child) => child.name), name], context);
      return replaceEntity(context, { ...entity, children }, { status: 201, body: children.at(-1)!.id });
    },
  }),
  versionOperation({
    id: 'understanding.deleteCompositeEntityChild',
    summary: 'Remove a child from a composite entity',
    route: 'DELETE /compositeentities/{entityId}/children/{childId}',
    run(context, { params: { entityId, childId } }) {
      const entity = requireEntity(context, 'composite', entityId);
      return replaceEntity(context, { ...entity, children: removeById(entity.children!, findById(entity.children!, childId!)) });
    },
  }),
];
