/** Entities as answers show them. */
import { KINDS, VERSION3 } from '../model.ts';
import type { Child, Entity, EntityKind } from '../model.ts';

export function describeEntity({ id, name, kind, roles, children, subLists, regexPattern, explicitList, origin, features }: Entity): object {
  return {
    id, name, ...KINDS[kind], roles, ...features && { features },
    ...children && { children: children.map((child) => ({ id: child.id, name: child.name })) },
    ...subLists && { subLists }, ...regexPattern !== undefined && { regexPattern }, ...explicitList && { explicitList },
    ...origin && { customPrebuiltDomainName: origin.domainName, customPrebuiltModelName: origin.modelName },
  };
}

/** v3.0-preview shows children with what they are and what they have within them; v2.0 by id and name. */
export function entityDescriber(version: string): (entity: Entity) => object {
  return version === VERSION3 ? (entity) => ({ ...describeEntity(entity), ...entity.children && { children: entity.children.map((child) => describeChild(child, entity.kind)) } }) : describeEntity;
}

/** A part, or a child of a hierarchical entity; those of composites are entities of their own. */
export function describeChild({ id, name, instanceOf, children = [] }: Child, kind: EntityKind): object {
  return { id, name, instanceOf: instanceOf ?? null, ...kind === 'hierarchical' ? KINDS.hierarchicalChild : kind === 'simple' ? KINDS.part : {}, children: children.map((child) => describeChild(child, kind)) };
}
