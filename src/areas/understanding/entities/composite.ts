/** Composites, whose children are other entities. */
import type { Operation } from '../../../kernel/operation.ts';
import { understandingFailure } from '../failures.ts';
import { isSameName } from '../model.ts';
import type { Child } from '../model.ts';
import { BareId, ModelName, NewHierarchical, OperationStatus, ParentUpdate } from '../schemas.ts';
import type { VersionContext } from '../store.ts';
import { found, versionOperation, removeById } from '../version-operation.ts';
import { adding, updating } from './common.ts';
import { checkNamesUnique, replaceEntity } from './edits.ts';
import { PLACES, requireEntity } from './entity-routes.ts';

const { composite } = PLACES;

/** Children of a composite: entities of the version, a child of a hierarchical one as `Parent::Child`. */
function resolveChildren(names: readonly string[], { version }: VersionContext): Child[] {
  checkNamesUnique(names);
  return names.map((name) => {
    for (const entity of version.value.schema.entities) {
      if (entity.kind === 'composite' || entity.kind === 'patternAny') continue;
      if (isSameName(entity.name, name)) return { id: entity.id, name: entity.name };
      const child = entity.kind === 'hierarchical' ? entity.children!.find((one) => isSameName(`${entity.name}::${one.name}`, name)) : undefined;
      if (child) return { id: child.id, name: `${entity.name}::${child.name}` };
    }
    throw understandingFailure('EntityUnknown', { name: name.slice(0, 100) });
  });
}

export const compositeOperations: readonly Operation[] = [
  adding(composite, NewHierarchical, { name: 'Journey', children: ['City', 'number'] }, ({ name, children }: { name: string; children: string[] }, on) => ({ name, children: resolveChildren(children, on) })),
  updating(composite, ParentUpdate, { name: 'Journey', children: ['City'] }, ({ children }: { children?: string[] }, _entity, on) => children ? { children: resolveChildren(children, on) } : {}, { fails: ['EntityUnknown'] }),
  versionOperation({
    id: 'understanding.addCompositeEntityChild', summary: 'Add a child to a composite entity', route: 'POST /compositeentities/{entityId}/children',
    body: ModelName, example: { body: { name: 'Class' } }, replies: { 201: BareId }, fails: ['NameTaken', 'EntityUnknown'],
    run(on, { params: { entityId }, body: { name } }) {
      const entity = requireEntity(on, composite, entityId!);
      const children = resolveChildren([...entity.children!.map((child) => child.name), name], on);
      return replaceEntity(on, { ...entity, children }, { status: 201, body: children.at(-1)!.id });
    },
  }),
  versionOperation({
    id: 'understanding.deleteCompositeEntityChild', summary: 'Take a child out of a composite entity', route: 'DELETE /compositeentities/{entityId}/children/{childId}',
    replies: { 200: OperationStatus },
    run(on, { params: { entityId, childId } }) {
      const entity = requireEntity(on, composite, entityId!);
      return replaceEntity(on, { ...entity, children: removeById(entity.children!, found(entity.children!, childId!)) });
    },
  }),
];
