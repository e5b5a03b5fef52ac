import { defineArea } from '../../kernel/area.ts';
import { inGroup } from '../../kernel/operation.ts';
import { startPrediction } from '../../prediction/services.ts';
import { predictionSettings } from '../../prediction/settings.ts';
import { appOperations } from './apps/operations.ts';
import { domainOperations } from './domains/operations.ts';
import { entityOperations } from './entities/operations.ts';
import { exampleOperations } from './examples/operations.ts';
import { authoringDialect, predictionDialect, understandingFailure } from './failures.ts';
import { featureOperations } from './features/operations.ts';
import { fileOperations } from './files/operations.ts';
import { intentOperations } from './intents/operations.ts';
import { VERSION2, VERSION3 } from './model.ts';
import { modelOperations } from './models/operations.ts';
import { patternOperations } from './patterns/operations.ts';
import { prediction2Operations, prediction3Operations } from './prediction/operations.ts';
import { reviewOperations } from './review/operations.ts';
import { testSetOperations } from './test-sets/operations.ts';
import { sharingOperations } from './sharing/operations.ts';
import { upgradeAccess, upgradeOwners } from './sharing/upgrade.ts';
import { appOwners, publicApps } from './store.ts';
import { understandingJobs } from './training/jobs.ts';
import { trainingOperations } from './training/operations.ts';
import { versionOperations } from './versions/operations.ts';

export const understanding = defineArea({
  name: 'understanding',
  module: import.meta.url,
  title: 'Understanding: authoring',
  mounts: [
    { base: '/luis/api/v2.0', version: VERSION2, marker: 'path' },
    { base: '/luis/authoring/v3.0-preview', version: VERSION3, marker: 'path' },
  ],
  kinds: ['Understanding.Authoring'],
  dialect: authoringDialect,
  lenientQueries: true,
  failures: understandingFailure,
  operations: [
    ...inGroup('Apps', appOperations),
    ...inGroup('Versions', [...versionOperations, ...modelOperations]),
    ...inGroup('Intents', intentOperations),
    ...entityOperations,
    ...inGroup('Phrase lists and features', featureOperations),
    ...inGroup('Patterns', patternOperations),
    ...inGroup('Utterances', exampleOperations),
    ...inGroup('Train, publish and evaluate', trainingOperations),
    ...inGroup('Logged queries and suggestions', reviewOperations),
    ...inGroup('Test sets', testSetOperations),
    ...inGroup('Import and export', fileOperations),
    ...inGroup('Prebuilt domains', domainOperations),
    ...inGroup('Permissions and accounts', sharingOperations),
  ],
  jobs: understandingJobs,
  systemIndexes: [publicApps, appOwners],
  upgrades: { 'understanding.access': upgradeAccess, 'understanding.owners': upgradeOwners },
  settings: predictionSettings,
  start: startPrediction,
});

export const understandingPrediction2 = defineArea({
  name: 'understandingPrediction2',
  module: import.meta.url,
  title: 'Understanding: prediction v2.0',
  mounts: [{ base: '/luis/v2.0', version: 'v2.0', marker: 'path' }],
  kinds: ['Understanding.Authoring', 'Understanding'],
  dialect: predictionDialect,
  lenientQueries: true,
  failures: understandingFailure,
  operations: inGroup('Prediction v2.0', prediction2Operations),
  settings: predictionSettings,
  start: startPrediction,
});

export const understandingPrediction3 = defineArea({
  name: 'understandingPrediction3',
  module: import.meta.url,
  title: 'Understanding: prediction v3.0',
  mounts: [
    { base: '/luis/prediction/v3.0', version: 'v3.0', marker: 'path' },
    { base: '/luis/v3.0', version: 'v3.0-container', marker: 'path' },
    { base: '/luis/v3.0-preview', version: 'v3.0-preview', marker: 'path' },
  ],
  kinds: ['Understanding.Authoring', 'Understanding'],
  dialect: authoringDialect,
  lenientQueries: true,
  failures: understandingFailure,
  operations: inGroup('Prediction v3.0', prediction3Operations),
  settings: predictionSettings,
  start: startPrediction,
});

/** For areas that convert apps into projects and back. */
export type { AppJson, JsonFeature, JsonLabel, JsonPart } from './files/app-json/format.ts';
export { readApp } from './files/app-json/read.ts';
export type { ReadApp } from './files/app-json/read.ts';
export type { DomainOrigin, Entity as AppEntity, FeatureRelation, Label as AppLabel, PhraseList as AppPhraseList } from './model.ts';
export { findPathByName, fullName, listPaths } from './schema/parts.ts';
export type { EntityPath } from './schema/parts.ts';
export { isFeatureUsed } from './schema/relations.ts';
export { splitPhrases } from './training/definition.ts';

/** For areas that query apps. */
export { queryApp } from './prediction/predict.ts';
export { readLu } from './files/lu/read.ts';
