import type { Area } from '../../kernel/area.ts';
import { authoringDialect, predictionDialect, understandingFailure } from './failures.ts';
import { understandingJobs } from './jobs.ts';
import { VERSION2, VERSION3 } from './model.ts';
import * as apps from './operations/apps.ts';
import { entityOperations } from './operations/entities/all.ts';
import { evaluateEntities, getEvaluation } from './operations/evaluation.ts';
import * as examples from './operations/examples.ts';
import { changeExamples, listLabelledExamples } from './operations/examples-at-once.ts';
import { explainSlot, explainVersion } from './operations/explain.ts';
import * as features from './operations/features.ts';
import { checkImport } from './operations/import-check.ts';
import { importExportOperations } from './operations/import-export.ts';
import { addIntent, deleteIntent, getIntent, listIntents, updateIntent } from './operations/intents.ts';
import * as models from './operations/models.ts';
import * as patternRules from './operations/pattern-rules.ts';
import { prebuiltDomainOperations } from './operations/prebuilt-domains.ts';
import { predictGet2, predictPost2, predictSlot, predictSlotGet, predictVersion, predictVersionGet } from './operations/prediction.ts';
import * as review from './operations/review.ts';
import * as sharing from './operations/sharing.ts';
import * as training from './operations/training.ts';
import { bothVersions } from './operations/version3/authoring.ts';
import * as versions from './operations/versions.ts';
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
  pointers: [owners],
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
export { readApp } from './app-json-read.ts';
export type { ReadApp } from './app-json-read.ts';
export type { AppJson, JsonFeature, JsonLabel, JsonPart } from './app-json.ts';
export type { DomainOrigin, Entity as AppEntity, FeatureUse as AppFeatureUse, Label as AppLabel, PhraseList as AppPhraseList } from './model.ts';
export { placeName, placeNamed, placesOf } from './parts.ts';
export type { PartPlace as AppPlace } from './parts.ts';
export { phrasesOf } from './project.ts';
export { isUsed } from './uses.ts';

/** Other areas ask apps as callers of prediction v3.0 do. */
export { askApp } from './operations/prediction.ts';
