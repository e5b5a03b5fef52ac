/**
 * Authoring as v3.0-preview has it: the operations of v2.0, less those that it lacks or has otherwise, and its own.
 * What both have is one object; where an answer shows more in v3.0-preview, the operation looks at the version called.
 */
import type { Operation } from '../../kernel/operation.ts';
import { VERSION2 } from './model.ts';
import { addEntityChild, addEntityWithParts, deleteEntityOrPart, getEntityOrPart, renameHierarchicalEntity, renameHierarchicalEntityChild, updateEntityOrPart } from './entities/learned-v3.ts';
import { featureUseOperations } from './features/relation-operations.ts';

const ONLY_VERSION2: ReadonlySet<string> = new Set([
  'addPatternFeature', 'listPatternFeatures', 'getPatternFeature', 'updatePatternFeature', 'deletePatternFeature',
  'listPermissions', 'addPermission', 'deletePermission', 'updatePermissions',
  'addHierarchicalEntity', 'addHierarchicalEntityChild', 'addCompositeEntity',
  'addEntity', 'getEntity', 'updateEntity', 'deleteEntity', 'updateHierarchicalEntity', 'updateHierarchicalEntityChild',
].map((name) => `understanding.${name}`));

/** The operations of both versions, from those of v2.0. */
export function bothVersions(version2: readonly Operation[]): Operation[] {
  return [
    ...version2.map((operation) => ONLY_VERSION2.has(operation.id) ? { ...operation, versions: [VERSION2] } : operation),
    addEntityWithParts, getEntityOrPart, updateEntityOrPart, deleteEntityOrPart, addEntityChild, renameHierarchicalEntity, renameHierarchicalEntityChild, ...featureUseOperations,
  ];
}
