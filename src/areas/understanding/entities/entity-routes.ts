/** Where the entities of each kind are found: their paths, and what they are called in the names of operations. */
import type { Entity, EntityKind } from '../model.ts';
import type { VersionContext } from '../store.ts';
import { found } from '../version-operation.ts';

export interface Place { kind: EntityKind; path: string; noun: string; nouns: string; fromDomain?: boolean }

export const PLACES = {
  simple: { kind: 'simple', path: 'entities', noun: 'Entity', nouns: 'Entities' },
  hierarchical: { kind: 'hierarchical', path: 'hierarchicalentities', noun: 'HierarchicalEntity', nouns: 'HierarchicalEntities' },
  composite: { kind: 'composite', path: 'compositeentities', noun: 'CompositeEntity', nouns: 'CompositeEntities' },
  closedList: { kind: 'closedList', path: 'closedlists', noun: 'ClosedList', nouns: 'ClosedLists' },
  regex: { kind: 'regex', path: 'regexentities', noun: 'RegexEntity', nouns: 'RegexEntities' },
  patternAny: { kind: 'patternAny', path: 'patternanyentities', noun: 'PatternAnyEntity', nouns: 'PatternAnyEntities' },
  prebuilt: { kind: 'prebuilt', path: 'prebuilts', noun: 'Prebuilt', nouns: 'Prebuilts' },
} as const satisfies Record<EntityKind, Place>;
export const CUSTOM_PREBUILT: Place = { kind: 'simple', path: 'customprebuiltentities', noun: 'CustomPrebuiltEntity', nouns: 'CustomPrebuiltEntities', fromDomain: true };

export function requireEntity({ version }: VersionContext, { kind, fromDomain }: Place, id: string): Entity {
  return found(version.value.schema.entities.filter((entity) => entity.kind === kind && (!fromDomain || entity.origin)), id);
}
