import { hash } from 'node:crypto';
import { collection } from '../../kernel/collection.ts';
import type { Analysis, Batch, BatchFile, CopyAuthorization, DocumentClassifier, DocumentModel, ModelOperation, TrainingSet, TrainingSetFile } from './model.ts';

/** Custom models by modelId. */
export const models = collection<DocumentModel>('documents.models', {
  blobs: ({ artefact }) => [artefact],
  expiresAt: ({ expiresAt }) => expiresAt,
});

/** By classifierId. */
export const classifiers = collection<DocumentClassifier>('documents.classifiers', { blobs: ({ artefact }) => [artefact] });

/** Index of the analyses that have not ended. */
export const OPEN_INDEX = 'open';

/** By resultId, which is the id of the job. */
export const analyses = collection<Analysis>('documents.analyses', {
  indexes: { [OPEN_INDEX]: ({ ended }) => ended ? [] : [''] },
  blobs: ({ document, result, pdf, figures = {} }) => [document, result, pdf, ...Object.values(figures)].filter((blob) => blob !== undefined),
  expiresAt: ({ expiresAt }) => expiresAt,
});

/** Index of the batches of a model, the newest first. */
export const MODEL_INDEX = 'model';

/** By resultId. */
export const batches = collection<Batch>('documents.batches', {
  indexes: { [OPEN_INDEX]: ({ ended }) => ended ? [] : [''], [MODEL_INDEX]: (batch) => [batchTerm(batch)] },
  blobs: ({ result }) => result === undefined ? [] : [result],
  expiresAt: ({ expiresAt }) => expiresAt,
});

/** By `batchFileKey`: the documents of a batch lie together, in order. */
export const batchFiles = collection<BatchFile>('documents.batchFiles', { expiresAt: ({ expiresAt }) => expiresAt });

export function batchFileKey(resultId: string, index: number): string {
  return `${resultId}/${String(index).padStart(6, '0')}`;
}

/** By operationId, which is the id of the job; the newest comes first. */
export const operations = collection<ModelOperation>('documents.operations', {
  blobs: ({ build }) => build && 'archive' in build.source ? [build.source.archive] : [],
  expiresAt: ({ expiresAt }) => expiresAt,
});

/** By setId. */
export const trainingSets = collection<TrainingSet>('documents.trainingSets');

/** By `trainingFileKey`: the files of a set lie together. */
export const trainingFiles = collection<TrainingSetFile>('documents.trainingFiles', { blobs: ({ blob }) => [blob] });

/** No setId has a slash in it. */
export function trainingFileKey(setId: string, name: string): string {
  return `${setId}/${name}`;
}

/** By the key of the access token, which does not give the token away. */
export const copyAuthorizations = collection<CopyAuthorization>('documents.copyAuthorizations', { expiresAt: ({ expiresAt }) => expiresAt });

const LAST_MS = 99_999_999_999_999;

/** Time counted down before something random: ids in the order of text are operations from the newest to the oldest. */
export function newOperationId(now: number, uuid: string): string {
  return `${String(LAST_MS - now).padStart(14, '0')}_${uuid}`;
}

/** No modelId has a slash in it. */
export function batchTerm({ modelId, createdAt, resultId }: Pick<Batch, 'modelId' | 'createdAt' | 'resultId'>): string {
  return `${modelId}/${newOperationId(createdAt, resultId)}`;
}

const TIME_DIGITS = 12;

/** 208 random bits behind the time, so that authorizations made together lie together in the store. */
export function newCopyToken(now: number, secret: string): string {
  return now.toString(16).padStart(TIME_DIGITS, '0') + secret.slice(TIME_DIGITS);
}

export function copyTokenKey(token: string): string {
  return token.slice(0, TIME_DIGITS) + hash('sha256', token);
}
