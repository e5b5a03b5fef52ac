import type { LanguageServices } from '../services.ts';
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
    ...projectOperations(family),
    ...importExportOperations(family),
    ...trainingOperations(family),
    ...modelOperations(family),
    ...queryOperations(family),
    ...testSetOperations(family),
    ...deploymentOperations(family),
    ...resourceOperations(family),
    ...globalOperations(family),
  ];
}
