import { defineArea } from '../../kernel/area.ts';
import { rankingDialect, rankingFailure } from './failures.ts';
import { rankingJobs } from './jobs.ts';
import { learning } from './learning.ts';
import { getConfiguration, updateConfiguration } from './operations/configuration.ts';
import { createEvaluation, deleteEvaluation, getEvaluation, listEvaluations } from './operations/evaluations.ts';
import { activate, multiSlotActivate, multiSlotReward, reward } from './operations/events.ts';
import { createFeatureImportance, deleteFeatureImportance, getFeatureImportance, listFeatureImportances } from './operations/feature-importances.ts';
import { getEvent, listEvents } from './operations/logged-events.ts';
import { deleteLogs, getLearningMetrics, getLogProperties, logInteractions, logObservations } from './operations/logs.ts';
import { getModel, getModelProperties, importModel, resetModel } from './operations/model.ts';
import { applyFromEvaluation, getPolicy, resetPolicy, updatePolicy } from './operations/policy.ts';
import { multiSlotRank, rank } from './operations/rank.ts';
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
