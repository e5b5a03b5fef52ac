import { defineArea } from '../../../kernel/area.ts';
import { inGroup } from '../../../kernel/operation.ts';
import { startPrediction } from '../../../prediction/services.ts';
import { predictionSettings } from '../../../prediction/settings.ts';
import { languageDialect, projectFailure } from '../projects/failures.ts';
import { trainingHandlers } from '../projects/training/job.ts';
import { authoringOperations } from '../projects/operations.ts';
import { formerIndexes } from '../projects/store.ts';
import { OLDEST, TEXT_ANALYTICS, laterMounts } from '../projects/versions.ts';
import { textsFailure } from './failures.ts';
import { textFamily } from './family.ts';
import { analysisJobs } from './analysis/job.ts';
import { analysisOperations } from './analysis/operations.ts';

export const texts = defineArea({
  name: 'texts',
  module: import.meta.url,
  title: 'Text projects: authoring',
  mounts: [{ base: '/language/analyze-text', version: OLDEST, marker: 'query' }, ...laterMounts('/language/authoring/analyze-text')],
  kinds: ['Language', 'Understanding.Authoring'],
  dialect: languageDialect,
  failures: projectFailure,
  operations: authoringOperations(textFamily),
  jobs: trainingHandlers(textFamily),
  systemIndexes: formerIndexes,
  settings: predictionSettings,
  start: startPrediction,
});

export const textsRuntime = defineArea({
  name: 'textsRuntime',
  module: import.meta.url,
  title: 'Text projects: prediction',
  mounts: [
    { base: '/language', version: OLDEST, marker: 'query' },
    ...laterMounts('/language'),
    { base: `/text/analytics/${TEXT_ANALYTICS}`, version: TEXT_ANALYTICS, marker: 'path' },
  ],
  kinds: ['Language', 'Understanding.Authoring', 'Understanding'],
  dialect: languageDialect,
  failures: { rows: { ...projectFailure.rows, ...textsFailure.rows } },
  operations: inGroup('Prediction and jobs', analysisOperations),
  interactiveJobs: analysisJobs,
  settings: predictionSettings,
  start: startPrediction,
});
