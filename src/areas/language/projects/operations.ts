import type { Operation } from '../../../kernel/operation.ts';
import type { Family } from './family.ts';
import { deploymentOperations } from './deployments/operations.ts';
import { globalOperations } from './management/global.ts';
import { importExportOperations } from './files/operations.ts';
import { modelOperations } from './training/models.ts';
import { projectOperations } from './management/operations.ts';
import { queryOperations } from './query-log/operations.ts';
import { resourceOperations } from './deployments/resources.ts';
import { trainingOperations } from './training/operations.ts';

/** The whole life of a family's projects. */
export function authoringOperations(family: Family): Operation[] {
  return [projectOperations, importExportOperations, trainingOperations, modelOperations, queryOperations, deploymentOperations, resourceOperations, globalOperations].flatMap((make) => make(family));
}
