import { defineArea } from '../../kernel/area.ts';
import { inGroup } from '../../kernel/operation.ts';
import { configurationOperations } from './configuration/operations.ts';
import { evaluationJobs } from './evaluations/job.ts';
import { chosenIdOperations } from './evaluations/chosen-id-operations.ts';
import { evaluationOperations } from './evaluations/operations.ts';
import { rankingDialect, rankingFailure } from './failures.ts';
import { featureImportanceOperations } from './feature-importances/operations.ts';
import { learningTask } from './learning/learning-task.ts';
import { modelOperations } from './learning/operations.ts';
import { estimateOperations } from './log/estimate-operations.ts';
import { logJobs, logOperations } from './log/operations.ts';
import { rankOperations } from './rank/operations.ts';
import { LEARNER_TASK } from './store.ts';
import { MOUNTS } from './versions.ts';

export const ranking = defineArea({
  name: 'ranking',
  module: import.meta.url,
  title: 'Ranking',
  mounts: MOUNTS,
  kinds: ['Ranking'],
  dialect: rankingDialect,
  failures: rankingFailure,
  operations: [
    ...inGroup('Rank and reward', rankOperations),
    ...inGroup('Configuration', configurationOperations),
    ...inGroup('Model', modelOperations),
    ...inGroup('Evaluations', [...evaluationOperations, ...chosenIdOperations, ...featureImportanceOperations]),
    ...inGroup('Logs and metrics', [...logOperations, ...estimateOperations]),
  ],
  jobs: { ...evaluationJobs, ...logJobs },
  singletonTasks: { [LEARNER_TASK]: learningTask },
});

export { learnFromLog, MAX_LINE_BYTES, policyOf } from './learning/import-log.ts';
export type { LearnedLog } from './learning/import-log.ts';
