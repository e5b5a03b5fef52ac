import type { LanguageServices } from '../services.ts';
import { inGroup } from '../../../kernel/operation.ts';
import type { Operation } from '../../../kernel/operation.ts';
import type { Family } from './family.ts';
import { deploymentOperations } from './deployments/operations.ts';
import { globalOperations } from './management/global.ts';
import { importExportOperations } from './files/operations.ts';
import { modelOperations } from './training/models.ts';
import { projectOperations } from './management/operations.ts';
import { queryOperations } from './query-log/operations.ts';
import { resourceOperations } from './deployments/resources.ts';
import { testSetOperations } from './test-sets/operations.ts';
import { trainingOperations } from './training/operations.ts';

/** All authoring operations of a family. */
export function authoringOperations<Assets extends object>(family: Family<Assets>): Operation<LanguageServices>[] {
  return [
    ...inGroup('Projects', projectOperations(family)),
    ...inGroup('Import and export', importExportOperations(family)),
    ...inGroup('Training', trainingOperations(family)),
    ...inGroup('Models and evaluation', modelOperations(family)),
    ...inGroup('Deployments', deploymentOperations(family)),
    ...inGroup('Assigned accounts', resourceOperations(family)),
    ...inGroup('Logged queries', queryOperations(family)),
    ...inGroup('Test sets', testSetOperations(family)),
    ...inGroup('Across projects', globalOperations(family)),
  ];
}
