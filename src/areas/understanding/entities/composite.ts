/** Composites, whose children are other entities. */
import type { Operation } from '../../../kernel/operation.ts';
import { understandingFailure } from '../failures.ts';
import { sameName } from '../model.ts';
import type { Child } from '../model.ts';
import { BareId, ModelName, NewHierarchical, OperationStatus, ParentUpdate } from '../schemas.ts';
import type { FoundVersion } from '../store.ts';
import { found, versionOperation, without } from '../version-operation.ts';
import { adding, updating } from './common.ts';
import { checkUnique, withEntity } from './edits.ts';
import { PLACES, entityAt } from './entity-routes.ts';

const { composite } = PLACES;

/** Children of a composite: entities of the version, a child of a hierarchical one as `Parent::Child`. */
function referredChildren(names: readonly string[], { version }: FoundVersion): Child[] {
  checkUnique(names);
  return names.map((name) => {
    for (const entity of version.value.schema.entities) {
      if (entity.kind === 'composite' || entity.kind === 'patternAny') continue;
      if (sameName(entity.name, name)) return { id: entity.id, name: entity.name };
      const child = entity.kind === 'hierarchical' ? entity.children!.find((one) => sameName(`${entity.name}::${one.name}`, name)) : undefined;
      if (child) return { id: child.id, name: `${entity.name}::${child.name}` };
    }
    throw understandingFailure('EntityUnknown', { name: name.slice(0, 100) });
  });
}

export const compositeOperations: readonly Operation[] = [
  adding(composite, NewHierarchical, { name: 'Journey', children: ['City', 'number'] }, ({ name, children }: { name: string; children: string[] }, on) => ({ name, children: referredChildren(children, on) })),
  updating(composite, ParentUpdate, { name: 'Journey', children: ['City'] }, ({ children }: { children?: string[] }, _entity, on) => children ? { children: referredChildren(children, on) } : {}, { fails: ['EntityUnknown'] }),
  versionOperation({
    id: 'understanding.addCompositeEntityChild', summary: 'Add a child to a composite entity', route: 'POST /compositeentities/{entityId}/children',
    body: ModelName, example: { body: { name: 'Class' } }, replies: { 201: BareId }, fails: ['NameTaken', 'EntityUnknown'],
    run(on, { params: { entityId }, body: { name } }) {
      const entity = entityAt(on, composite, entityId!);
      const children = referredChildren([...entity.children!.map((child) => child.name), name], on);
      return withEntity(on, { ...entity, children }, { status: 201, body: children.at(-1)!.id });
    },
  }),
  versionOperation({
    id: 'understanding.deleteCompositeEntityChild', summary: 'Take a child out of a composite entity', route: 'DELETE /compositeentities/{entityId}/children/{childId}',
    replies: { 200: OperationStatus },
    run(on, { params: { entityId, childId } }) {
      const entity = entityAt(on, composite, entityId!);
      return withEntity(on, { ...entity, children: without(entity.children!, found(entity.children!, childId!)) });
    },
  }),
];
