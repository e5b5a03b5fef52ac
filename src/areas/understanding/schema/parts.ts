/** Entities within entities: the children of hierarchical ones, and the parts of learned ones at any depth. */
import type { Child, Entity, Label, Role } from '../model.ts';

/** Levels of parts that an entity may have. */
export const MAX_DEPTH = 10;

/** A part of an entity by the parts that lead to it, outermost first; without parts it is the entity itself. */
export interface EntityPath {
  entity: Entity;
  parts: readonly Child[];
}

/** The full name of a part: `Whole::Part`. */
export function joinPartName(whole: string, part: string): string {
  return `${whole}::${part}`;
}

export function fullName({ entity, parts }: EntityPath): string {
  return parts.reduce((whole, { name }) => joinPartName(whole, name), entity.name);
}

/** The paths of an entity and all its parts. The children of a composite are entities of their own. */
export function listPaths(entity: Entity): EntityPath[] {
  const descend = (parts: readonly Child[], children: readonly Child[] = []): EntityPath[] =>
    children.flatMap((child) => [{ entity, parts: [...parts, child] }, ...descend([...parts, child], child.children)]);
  return [{ entity, parts: [] }, ...(entity.kind === 'composite' ? [] : descend([], entity.children))];
}

/** All parts of an entity with their full names. */
export function listNamedParts(entity: Entity): [name: string, part: Child][] {
  return listPaths(entity).flatMap((path): [string, Child][] => (path.parts.length > 0 ? [[fullName(path), path.parts.at(-1)!]] : []));
}

export function findPathById(entities: readonly Entity[], id: string): EntityPath | undefined {
  return entities.flatMap(listPaths).find(({ entity, parts }) => (parts.at(-1) ?? entity).id.toLowerCase() === id.toLowerCase());
}

/** The entity or part that a label refers to; undefined when it was deleted. */
export function findLabelPath({ entityId, childId }: Label, entities: readonly Entity[]): EntityPath | undefined {
  const entity = entities.find(({ id }) => id === entityId);
  return entity && childId !== undefined
    ? listPaths(entity).find(({ parts }) => parts.at(-1)?.id === childId)
    : entity && { entity, parts: [] };
}

/** Finds an entity or a part by its full name. Descends only into parts whose name matches. */
export function findPathByName(entities: readonly Entity[], name: string): EntityPath | undefined {
  const key = name.toLowerCase();
  const descend = (path: EntityPath, pathName: string): EntityPath | undefined => {
    if (key === pathName) return path;
    if (path.entity.kind === 'composite' || !key.startsWith(joinPartName(pathName, ''))) return undefined;
    for (const part of childrenAt(path)) {
      const match = descend({ entity: path.entity, parts: [...path.parts, part] }, joinPartName(pathName, part.name.toLowerCase()));
      if (match) return match;
    }
    return undefined;
  };
  for (const entity of entities) {
    const match = descend({ entity, parts: [] }, entity.name.toLowerCase());
    if (match) return match;
  }
  return undefined;
}

export function childrenAt({ entity, parts }: EntityPath): readonly Child[] {
  return (parts.at(-1) ?? entity).children ?? [];
}

/** A part without roles of its own has those of its entity. */
export function rolesAt({ entity, parts }: EntityPath): readonly Role[] {
  return parts.at(-1)?.roles ?? entity.roles;
}

/** The entity with one part changed, or removed when `change` returns nothing. */
export function updatePart({ entity, parts }: EntityPath, change: (part: Child) => Child | undefined): Entity {
  const updateIn = (children: readonly Child[] = [], [first, ...rest]: readonly Child[]): Child[] =>
    children.flatMap((child) => {
      if (child.id !== first!.id) return [child];
      if (rest.length > 0) return [{ ...child, children: updateIn(child.children, rest) }];
      return change(child) ?? [];
    });
  return { ...entity, children: updateIn(entity.children, parts) };
}
