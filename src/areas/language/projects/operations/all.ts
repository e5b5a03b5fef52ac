import type { Operation } from '../../../../kernel/operation.ts';
import type { Family } from '../family.ts';
import { deploymentOperations } from './deployments.ts';
import { globalOperations } from './global.ts';
import { importExportOperations } from './import-export.ts';
import { modelOperations } from './models.ts';
import { projectOperations } from './projects.ts';
import { queryOperations } from './queries.ts';
import { resourceOperations } from './resources.ts';
import { trainingOperations } from './training.ts';

/** The whole life of a family's projects. */
export function authoringOperations(family: Family): Operation[] {
  return [projectOperations, importExportOperations, trainingOperations, modelOperations, queryOperations, deploymentOperations, resourceOperations, globalOperations].flatMap((make) => make(family));
}
