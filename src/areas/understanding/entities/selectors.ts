/** The kinds of entities as operations select them. */
import type { Entity, EntityKind } from '../model.ts';
import type { VersionContext } from '../store.ts';
import { findById } from '../version-operation.ts';

/** Custom prebuilt entities are simple entities that were added from a prebuilt domain. */
export type EntitySelector = EntityKind | 'customPrebuilt';

/** Each kind with its article, for summaries. */
export const ENTITY_NAMES: Readonly<Record<EntitySelector, string>> = {
  simple: 'a simple entity',
  hierarchical: 'a hierarchical entity',
  composite: 'a composite entity',
  closedList: 'a closed list',
  regex: 'a regex entity',
  patternAny: 'a Pattern.Any entity',
  prebuilt: 'a prebuilt entity',
  customPrebuilt: 'an entity of a prebuilt domain',
};

export function requireEntity({ version }: VersionContext, selector: EntitySelector, id: string | undefined): Entity {
  const kind = selector === 'customPrebuilt' ? 'simple' : selector;
  const matches = version.value.schema.entities.filter(
    (entity) => entity.kind === kind && (selector !== 'customPrebuilt' || entity.origin),
  );
  return findById(matches, id!);
}
