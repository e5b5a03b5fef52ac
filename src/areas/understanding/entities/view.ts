/** Entities as replies show them. */
import { KINDS, VERSION3 } from '../model.ts';
import type { Child, Entity, EntityKind } from '../model.ts';

export function describeEntity({
  id,
  name,
  kind,
  roles,
  children,
  subLists,
  regexPattern,
  explicitList,
  origin,
  features,
}: Entity): object {
  return {
    id,
    name,
    ...KINDS[kind],
    roles,
    ...(features && { features }),
    ...(children && { children: children.map((child) => ({ id: child.id, name: child.name })) }),
    ...(subLists && { subLists }),
    ...(regexPattern !== undefined && { regexPattern }),
    ...(explicitList && { explicitList }),
    ...(origin && { customPrebuiltDomainName: origin.domainName, customPrebuiltModelName: origin.modelName }),
  };
}

/** v3.0-preview shows the kinds and the parts of children, v2.0 only their ids and names. */
export function entityDescriber(version: string): (entity: Entity) => object {
  if (version !== VERSION3) return describeEntity;
  return (entity) => ({
    ...describeEntity(entity),
    ...(entity.children && { children: entity.children.map((child) => describeChild(child, entity.kind)) }),
  });
}

/** Describes a part of an entity of the given kind. The children of composites are entities of their own and have no kind here. */
export function describeChild({ id, name, instanceOf, children = [] }: Child, parentKind: EntityKind): object {
  const kind = parentKind === 'hierarchical' ? KINDS.hierarchicalChild : parentKind === 'simple' ? KINDS.part : {};
  return { id, name, instanceOf: instanceOf ?? null, ...kind, children: children.map((child) => describeChild(child, parentKind)) };
}
