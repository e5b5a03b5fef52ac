import { defineArea } from '../../../kernel/area.ts';
import { inGroup } from '../../../kernel/operation.ts';
import { startPrediction } from '../../../prediction/services.ts';
import { predictionSettings } from '../../../prediction/settings.ts';
import { languageDialect } from '../projects/failures.ts';
import { trainingHandlers } from '../projects/training/job.ts';
import { authoringOperations } from '../projects/operations.ts';
import { formerIndexes } from '../projects/store.ts';
import { OLDEST, laterMounts } from '../projects/versions.ts';
import { conversationFailures } from './failures.ts';
import { conversationFamily } from './family.ts';
import { migrationJobs } from './migration/job.ts';
import { analyze, analyzeFormer } from './analysis/operations.ts';
import { conversationJobHandlers } from './jobs/job.ts';
import { conversationJobOperations } from './jobs/operations.ts';
import { migrationOperations } from './migration/operations.ts';
import { listPrebuiltEntities } from './prebuilts/operations.ts';

const FORMER_BASES = ['/language/analyze-conversations/internal', '/language/analyze-conversations'];

export const conversations = defineArea({
  name: 'conversations',
  module: import.meta.url,
  title: 'Conversation projects: authoring',
  mounts: [
    ...FORMER_BASES.map((base) => ({ base, version: OLDEST, marker: 'query' as const })),
    ...laterMounts('/language/authoring/analyze-conversations'),
  ],
  kinds: ['Language', 'Understanding.Authoring'],
  dialect: languageDialect,
  failures: conversationFailures,
  operations: [
    ...authoringOperations(conversationFamily),
    ...inGroup('Across projects', [listPrebuiltEntities]),
    ...inGroup('Migration of apps', migrationOperations),
  ],
  jobs: { ...trainingHandlers(conversationFamily), ...migrationJobs },
  systemIndexes: formerIndexes,
  settings: predictionSettings,
  start: startPrediction,
});

export const conversationsRuntime = defineArea({
  name: 'conversationsRuntime',
  module: import.meta.url,
  title: 'Conversation projects: prediction',
  mounts: [{ base: '/language', version: OLDEST, marker: 'query' }, ...laterMounts('/language')],
  kinds: ['Language', 'Understanding.Authoring', 'Understanding'],
  dialect: languageDialect,
  failures: conversationFailures,
  operations: inGroup('Prediction and jobs', [analyzeFormer, analyze, ...conversationJobOperations]),
  interactiveJobs: conversationJobHandlers,
  settings: predictionSettings,
  start: startPrediction,
});

/** For the command line, which converts files itself to print the report. */
export { projectFromApp } from './migration/from-app.ts';
export { findFreeName } from './migration/names.ts';
export type { Report, ReportItem } from './migration/report.ts';
export { appWithReport } from './migration/to-app.ts';
export type { ConversationAssets } from './model.ts';
