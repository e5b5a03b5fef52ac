import type { Area } from '../../kernel/area.ts';
import { KINDS } from './arrival.ts';
import { copyJobs } from './copy-job.ts';
import { batchJobs } from './batch/job.ts';
import { documentDialect, documentFailure } from './failures.ts';
import { analysisJobs } from './jobs.ts';
import { analysisOperations } from './operations/analyses.ts';
import { batchOperations } from './operations/batches.ts';
import { buildOperations } from './operations/building.ts';
import { classifierOperations } from './operations/classifiers.ts';
import { copyOperations } from './operations/copying.ts';
import { modelOperations } from './operations/models.ts';
import { operationOperations } from './operations/operations.ts';
import { outputOperations } from './operations/outputs.ts';
import { pageImageOperations } from './operations/page-images.ts';
import { trainingSetOperations } from './operations/training-sets.ts';
import { buildJobs } from './training/build-job.ts';
import { classifierJobs } from './training/classifier-job.ts';
import { MOUNTS } from './versions.ts';

export const documents: Area = {
  name: 'documents',
  title: 'Document analysis',
  mounts: MOUNTS,
  kinds: KINDS,
  dialect: documentDialect,
  failures: documentFailure,
  operations: [...analysisOperations, ...outputOperations, ...batchOperations, ...modelOperations, ...buildOperations, ...classifierOperations, ...copyOperations, ...operationOperations, ...trainingSetOperations, ...pageImageOperations],
  jobs: { ...batchJobs, ...copyJobs, ...buildJobs, ...classifierJobs },
  promptJobs: analysisJobs,
};
