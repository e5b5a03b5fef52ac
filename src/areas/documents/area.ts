import { defineArea } from '../../kernel/area.ts';
import { inGroup } from '../../kernel/operation.ts';
import { startDocuments } from './services.ts';
import { documentSettings } from './settings.ts';
import { ACCOUNT_KINDS } from './copying/copy-target.ts';
import { copyJobs } from './copying/job.ts';
import { batchJobs } from './batches/job.ts';
import { documentDialect, documentFailure } from './failures.ts';
import { analysisJobs } from './analysis/job.ts';
import { analysisOperations } from './analysis/operations.ts';
import { batchOperations } from './batches/operations.ts';
import { buildOperations } from './models/build-operations.ts';
import { composeModel } from './models/compose.ts';
import { classifierOperations } from './classifiers/operations.ts';
import { copyOperations } from './copying/operations.ts';
import { modelOperations } from './models/operations.ts';
import { operationHistoryOperations } from './models/operation-history.ts';
import { resultOperations } from './analysis/result-operations.ts';
import { pageImageOperations } from './pages/operations.ts';
import { correctionOperations } from './corrections/operations.ts';
import { trainingSetOperations } from './training-sets/operations.ts';
import { buildJobs } from './models/build-job.ts';
import { classifierJobs } from './classifiers/build-job.ts';
import { copyTargets } from './store.ts';
import { formAnalysisOperations } from './v2/analysis/operations.ts';
import { formCopyJobs } from './v2/copying/job.ts';
import { formCopyOperations } from './v2/copying/operations.ts';
import { formDialect, formFailure } from './v2/failures.ts';
import { formCompositionOperations } from './v2/models/compose.ts';
import { formModelOperations } from './v2/models/operations.ts';
import { formModelJobs } from './v2/models/train-job.ts';
import { FORM_MOUNTS } from './v2/versions.ts';
import { MOUNTS } from './versions.ts';

/** Form recognition before versions had dates. */
export const documentsV2 = defineArea({
  name: 'documentsV2',
  module: import.meta.url,
  title: 'Document analysis: versions 2',
  mounts: FORM_MOUNTS,
  kinds: ACCOUNT_KINDS,
  dialect: formDialect,
  failures: { rows: { ...documentFailure.rows, ...formFailure.rows } },
  operations: [
    ...inGroup('Versions 2.0 and 2.1: analysis', formAnalysisOperations),
    ...inGroup('Versions 2.0 and 2.1: custom models', [...formModelOperations, ...formCompositionOperations, ...formCopyOperations]),
  ],
  jobs: { ...formModelJobs, ...formCopyJobs },
  settings: documentSettings,
  start: startDocuments,
});

export const documents = defineArea({
  name: 'documents',
  module: import.meta.url,
  title: 'Document analysis',
  mounts: MOUNTS,
  kinds: ACCOUNT_KINDS,
  dialect: documentDialect,
  failures: documentFailure,
  operations: [
    ...inGroup('Analysis', [...analysisOperations, ...resultOperations, ...batchOperations]),
    ...inGroup('Models', [...modelOperations, ...buildOperations, composeModel, ...operationHistoryOperations]),
    ...inGroup('Classifiers', classifierOperations),
    ...inGroup('Copies', copyOperations),
    ...inGroup('Training sets', [...trainingSetOperations, ...correctionOperations]),
    ...inGroup('Images of pages', pageImageOperations),
  ],
  jobs: { ...batchJobs, ...copyJobs, ...buildJobs, ...classifierJobs },
  interactiveJobs: analysisJobs,
  systemIndexes: [copyTargets],
  settings: documentSettings,
  start: startDocuments,
});
