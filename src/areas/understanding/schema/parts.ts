/** Entities within entities: the children of hierarchical ones, and the parts of learned ones at any depth. */
import type { Child, Entity, Label, Role } from '../model.ts';

/** How deep parts lie within one another at most. */
export const MAX_DEPTH = 10;

/** A part and the way to it, outermost first; an empty way is the entity itself. */
export interface EntityPath { entity: Entity; parts: readonly Child[] }

/** The name of a part of an entity: `Whole::Part`. */
export function joinPartName(whole: string, part: string): string {
  return `${whole}::${part}`;
}

export function fullName({ entity, parts: way }: EntityPath): string {
  return way.reduce((whole, { name }) => joinPartName(whole, name), entity.name);
}

/** An entity and all its parts. The children of a composite are entities of their own. */
export function listPaths(entity: Entity): EntityPath[] {
  const below = (way: readonly Child[], children: readonly Child[] = []): EntityPath[] =>
    children.flatMap((child) => [{ entity, parts: [...way, child] }, ...below([...way, child], child.children)]);
  return [{ entity, parts: [] }, ...entity.kind === 'composite' ? [] : below([], entity.children)];
}

/** All parts of an entity with their full names. */
export function listNamedParts(entity: Entity): [name: string, part: Child][] {
  return listPaths(entity).flatMap((place): [string, Child][] => place.parts.length > 0 ? [[fullName(place), place.parts.at(-1)!]] : []);
}

export function findPathById(entities: readonly Entity[], id: string): EntityPath | undefined {
  return entities.flatMap(listPaths).find(({ entity, parts: way }) => (way.at(-1) ?? entity).id.toLowerCase() === id.toLowerCase());
}

/** What a label is a label of; undefined where it is no more. */
export function findLabelPath({ entityId, childId }: Label, entities: readonly Entity[]): EntityPath | undefined {
  const entity = entities.find(({ id }) => id === entityId);
  return entity && childId !== undefined ? listPaths(entity).find(({ parts: way }) => way.at(-1)?.id === childId) : entity && { entity, parts: [] };
}

/** An entity or a part by its full name. Goes down only where the name leads. */
export function findPathByName(entities: readonly Entity[], name: string): EntityPath | undefined {
  const key = name.toLowerCase();
  const down = (place: EntityPath, whole: string): EntityPath | undefined => {
    if (key === whole) return place;
    if (place.entity.kind === 'composite' || !key.startsWith(joinPartName(whole, ''))) return undefined;
    for (const part of childrenAt(place)) {
      const found = down({ entity: place.entity, parts: [...place.parts, part] }, joinPartName(whole, part.name.toLowerCase()));
      if (found) return found;
    }
    return undefined;
  };
  for (const entity of entities) {
    const found = down({ entity, parts: [] }, entity.name.toLowerCase());
    if (found) return found;
  }
  return undefined;
}

/** The parts directly within a place. */
export function childrenAt({ entity, parts: way }: EntityPath): readonly Child[] {
  return (way.at(-1) ?? entity).children ?? [];
}

/** A part without roles of its own has those of its entity. */
export function rolesAt({ entity, parts: way }: EntityPath): readonly Role[] {
  return way.at(-1)?.roles ?? entity.roles;
}

/** The entity with the part at a place changed, or without it. */
export function updatePart({ entity, parts: way }: EntityPath, change: (part: Child) => Child | undefined): Entity {
  const changed = (children: readonly Child[] = [], [first, ...rest]: readonly Child[]): Child[] => children.flatMap((child) => {
    if (child.id !== first!.id) return [child];
    if (rest.length > 0) return [{ ...child, children: changed(child.children, rest) }];
    return change(child) ?? [];
  });
  return { ...entity, children: changed(entity.children, way) };
}
