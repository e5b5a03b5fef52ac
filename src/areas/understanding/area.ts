import type { Area } from '../../kernel/area.ts';
import { authoringDialect, predictionDialect, understandingFailure } from './failures.ts';
import { understandingJobs } from './training/jobs.ts';
import { VERSION2, VERSION3 } from './model.ts';
import * as apps from './apps/operations.ts';
import { entityOperations } from './entities/operations.ts';
import { evaluateEntities, getEvaluation } from './training/evaluation.ts';
import * as examples from './examples/operations.ts';
import { changeExamples, listLabelledExamples } from './examples/bulk-operations.ts';
import { explainSlot, explainVersion } from './prediction/explain.ts';
import * as features from './features/operations.ts';
import { checkImport } from './files/import-check.ts';
import { importExportOperations } from './files/operations.ts';
import { addIntent, deleteIntent, getIntent, listIntents, updateIntent } from './intents/operations.ts';
import * as models from './models/operations.ts';
import * as patternRules from './patterns/operations.ts';
import { prebuiltDomainOperations } from './domains/operations.ts';
import { predictGet2, predictPost2, predictSlot, predictSlotGet, predictVersion, predictVersionGet } from './prediction/operations.ts';
import * as review from './review/operations.ts';
import * as sharing from './sharing/operations.ts';
import * as training from './training/operations.ts';
import { bothVersions } from './authoring-versions.ts';
import * as versions from './versions/operations.ts';
import { owners } from './store.ts';

const { addApp, listApps, getApp, updateApp, deleteApp, getAppSettings, updateAppSettings, getPublishSettings, updatePublishSettings, listEndpoints, listCultures, listDomains, listUsageScenarios, listAssistants } = apps;

export const understanding: Area = {
  name: 'understanding',
  title: 'Understanding: authoring',
  mounts: [
    { base: '/luis/api/v2.0', version: VERSION2, marker: 'path' },
    { base: '/luis/authoring/v3.0-preview', version: VERSION3, marker: 'path' },
  ],
  kinds: ['Understanding.Authoring'],
  dialect: authoringDialect,
  failures: understandingFailure,
  operations: bothVersions([
    addApp, listApps, getApp, updateApp, deleteApp, getAppSettings, updateAppSettings, getPublishSettings, updatePublishSettings, listEndpoints, listCultures, listDomains, listUsageScenarios, listAssistants,
    ...Object.values(versions), addIntent, listIntents, getIntent, updateIntent, deleteIntent, ...entityOperations, ...Object.values(models), ...Object.values(features), ...Object.values(patternRules),
    ...Object.values(examples), listLabelledExamples, changeExamples, ...Object.values(sharing), ...Object.values(training), getEvaluation, evaluateEntities, ...Object.values(review), ...importExportOperations, checkImport, ...prebuiltDomainOperations,
  ]),
  jobs: understandingJobs,
  systemIndexes: [owners],
};

export const understandingPrediction2: Area = {
  name: 'understandingPrediction2',
  title: 'Understanding: prediction v2.0',
  mounts: [{ base: '/luis/v2.0', version: 'v2.0', marker: 'path' }],
  kinds: ['Understanding.Authoring', 'Understanding'],
  dialect: predictionDialect,
  failures: understandingFailure,
  operations: [predictGet2, predictPost2],
};

export const understandingPrediction3: Area = {
  name: 'understandingPrediction3',
  title: 'Understanding: prediction v3.0',
  mounts: [
    { base: '/luis/prediction/v3.0', version: 'v3.0', marker: 'path' },
    { base: '/luis/v3.0', version: 'v3.0-container', marker: 'path' },
    { base: '/luis/v3.0-preview', version: 'v3.0-preview', marker: 'path' },
  ],
  kinds: ['Understanding.Authoring', 'Understanding'],
  dialect: authoringDialect,
  failures: understandingFailure,
  operations: [predictSlot, predictSlotGet, predictVersion, predictVersionGet, explainSlot, explainVersion],
};

/** Apps for those who make something else of them. */
export { readApp } from './files/app-json/read.ts';
export type { ReadApp } from './files/app-json/read.ts';
export type { AppJson, JsonFeature, JsonLabel, JsonPart } from './files/app-json/format.ts';
export type { DomainOrigin, Entity as AppEntity, FeatureRelation as AppFeatureUse, Label as AppLabel, PhraseList as AppPhraseList } from './model.ts';
export { fullName as placeName, findPathByName as placeNamed, listPaths as placesOf } from './schema/parts.ts';
export type { EntityPath as AppPlace } from './schema/parts.ts';
export { phrasesOf } from './training/definition.ts';
export { isUsed } from './schema/relations.ts';

/** Other areas ask apps as callers of prediction v3.0 do. */
export { askApp } from './prediction/operations.ts';
