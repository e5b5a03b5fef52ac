import { defineArea } from '../../kernel/area.ts';
import { rankingDialect, rankingFailure } from './failures.ts';
import { rankingJobs } from './evaluations/job.ts';
import { learning } from './learning/learning-task.ts';
import { getConfiguration, updateConfiguration } from './configuration/operations.ts';
import { createEvaluation, deleteEvaluation, getEvaluation, listEvaluations } from './evaluations/operations.ts';
import { activate, multiSlotActivate, multiSlotReward, reward } from './rank/reward-operations.ts';
import { createFeatureImportance, deleteFeatureImportance, getFeatureImportance, listFeatureImportances } from './evaluations/importance-operations.ts';
import { getEvent, listEvents } from './log/event-operations.ts';
import { deleteLogs, getLearningMetrics, getLogProperties, logInteractions, logObservations } from './log/operations.ts';
import { getModel, getModelProperties, importModel, resetModel } from './learning/model-operations.ts';
import { applyFromEvaluation, getPolicy, resetPolicy, updatePolicy } from './learning/policy-operations.ts';
import { multiSlotRank, rank } from './rank/operations.ts';
import { LEARNER } from './store.ts';

const shared = [
  rank, reward, activate, getConfiguration, updateConfiguration, getPolicy, updatePolicy, resetPolicy,
  listEvaluations, createEvaluation, getEvaluation, deleteEvaluation, getLogProperties, deleteLogs, getModel, resetModel, getModelProperties,
].map((operation) => ({ ...operation, versions: ['v1.0', 'v1.1-preview.3'] }));

export const ranking = defineArea({
  name: 'ranking',
  title: 'Ranking',
  mounts: [
    { base: '/ranking/v1.1-preview.3', version: 'v1.1-preview.3', marker: 'path' },
    { base: '/ranking/v1.0', version: 'v1.0', marker: 'path' },
    { base: '/ranking', version: '2022-09-01-preview', marker: 'query' },
  ],
  kinds: ['Ranking'],
  dialect: rankingDialect,
  failures: rankingFailure,
  operations: [
    ...shared, multiSlotRank, multiSlotReward, multiSlotActivate, applyFromEvaluation, importModel, logInteractions, logObservations, getLearningMetrics, listEvents, getEvent,
    listFeatureImportances, createFeatureImportance, getFeatureImportance, deleteFeatureImportance,
  ],
  jobs: rankingJobs,
  singletonTasks: { [LEARNER]: learning },
});
