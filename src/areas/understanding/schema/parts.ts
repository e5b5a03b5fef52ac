/** Entities within entities: the children of hierarchical ones, and the parts of learned ones at any depth. */
import type { Child, Entity, Label, Role } from '../model.ts';

/** How deep parts lie within one another at most. */
export const MOST_DEPTH = 10;

/** A part and the way to it, outermost first; an empty way is the entity itself. */
export interface PartPlace { entity: Entity; way: readonly Child[] }

/** The name of a part of an entity: `Whole::Part`. */
export function partName(whole: string, part: string): string {
  return `${whole}::${part}`;
}

export function placeName({ entity, way }: PartPlace): string {
  return way.reduce((whole, { name }) => partName(whole, name), entity.name);
}

/** An entity and all its parts. The children of a composite are entities of their own. */
export function placesOf(entity: Entity): PartPlace[] {
  const below = (way: readonly Child[], children: readonly Child[] = []): PartPlace[] =>
    children.flatMap((child) => [{ entity, way: [...way, child] }, ...below([...way, child], child.children)]);
  return [{ entity, way: [] }, ...entity.kind === 'composite' ? [] : below([], entity.children)];
}

/** All parts of an entity with their full names. */
export function namedParts(entity: Entity): [name: string, part: Child][] {
  return placesOf(entity).flatMap((place): [string, Child][] => place.way.length > 0 ? [[placeName(place), place.way.at(-1)!]] : []);
}

export function placeWithId(entities: readonly Entity[], id: string): PartPlace | undefined {
  return entities.flatMap(placesOf).find(({ entity, way }) => (way.at(-1) ?? entity).id.toLowerCase() === id.toLowerCase());
}

/** What a label is a label of; undefined where it is no more. */
export function labelledPlace({ entityId, childId }: Label, entities: readonly Entity[]): PartPlace | undefined {
  const entity = entities.find(({ id }) => id === entityId);
  return entity && childId !== undefined ? placesOf(entity).find(({ way }) => way.at(-1)?.id === childId) : entity && { entity, way: [] };
}

/** An entity or a part by its full name. Goes down only where the name leads. */
export function placeNamed(entities: readonly Entity[], name: string): PartPlace | undefined {
  const key = name.toLowerCase();
  const down = (place: PartPlace, whole: string): PartPlace | undefined => {
    if (key === whole) return place;
    if (place.entity.kind === 'composite' || !key.startsWith(partName(whole, ''))) return undefined;
    for (const part of partsWithin(place)) {
      const found = down({ entity: place.entity, way: [...place.way, part] }, partName(whole, part.name.toLowerCase()));
      if (found) return found;
    }
    return undefined;
  };
  for (const entity of entities) {
    const found = down({ entity, way: [] }, entity.name.toLowerCase());
    if (found) return found;
  }
  return undefined;
}

/** The parts directly within a place. */
export function partsWithin({ entity, way }: PartPlace): readonly Child[] {
  return (way.at(-1) ?? entity).children ?? [];
}

/** A part without roles of its own has those of its entity. */
export function rolesOf({ entity, way }: PartPlace): readonly Role[] {
  return way.at(-1)?.roles ?? entity.roles;
}

/** The entity with the part at a place changed, or without it. */
export function withPart({ entity, way }: PartPlace, change: (part: Child) => Child | undefined): Entity {
  const changed = (children: readonly Child[] = [], [first, ...rest]: readonly Child[]): Child[] => children.flatMap((child) => {
    if (child.id !== first!.id) return [child];
    if (rest.length > 0) return [{ ...child, children: changed(child.children, rest) }];
    return change(child) ?? [];
  });
  return { ...entity, children: changed(entity.children, way) };
}
