import { hash } from 'node:crypto';
import type { Stored } from '../../kernel/change.ts';
import { collection, systemIndex } from '../../kernel/collection.ts';
import type { Ports } from '../../kernel/ports.ts';
import { documentFailure } from './failures.ts';
import type {
  Analysis,
  Batch,
  BatchFile,
  CopyAuthorization,
  DocumentClassifier,
  DocumentModel,
  ModelOperation,
  TrainingSet,
  TrainingSetFile,
} from './model.ts';
import type { Version } from './versions.ts';

/** Custom models by modelId. */
export const models = collection<DocumentModel>('documents.models', {
  blobs: ({ artefact }) => [artefact],
  expiresAt: ({ expiresAt }) => expiresAt,
});

/** By classifierId. */
export const classifiers = collection<DocumentClassifier>('documents.classifiers', { blobs: ({ artefact }) => [artefact] });

/** Index of analyses and batches that are not completed. */
export const OPEN_INDEX = 'open';

/** By resultId, which is also the id of the job. */
export const analyses = collection<Analysis>('documents.analyses', {
  indexes: { [OPEN_INDEX]: ({ ended }) => (ended ? [] : ['']) },
  blobs: ({ document, result, pdf, figures = {} }) =>
    [document, result, pdf, ...Object.values(figures)].filter((blob) => blob !== undefined),
  expiresAt: ({ expiresAt }) => expiresAt,
});

/** Index of the batches of a model, newest first. */
export const MODEL_INDEX = 'model';

/** By resultId. */
export const batches = collection<Batch>('documents.batches', {
  indexes: { [OPEN_INDEX]: ({ ended }) => (ended ? [] : ['']), [MODEL_INDEX]: (batch) => [batchTerm(batch)] },
  blobs: ({ result }) => (result === undefined ? [] : [result]),
  expiresAt: ({ expiresAt }) => expiresAt,
});

/** By `batchFileKey`: the documents of a batch are adjacent and in order. */
export const batchFiles = collection<BatchFile>('documents.batchFiles', { expiresAt: ({ expiresAt }) => expiresAt });

export function batchFileKey(resultId: string, index: number): string {
  return `${resultId}/${String(index).padStart(6, '0')}`;
}

/** By operationId, which is also the id of the job; newest first. */
export const operations = collection<ModelOperation>('documents.operations', {
  blobs: ({ build }) => (build && 'archive' in build.source ? [build.source.archive] : []),
  expiresAt: ({ expiresAt }) => expiresAt,
});

/** By setId. */
export const trainingSets = collection<TrainingSet>('documents.trainingSets');

/** By `trainingFileKey`: the files of a set are adjacent. */
export const trainingFiles = collection<TrainingSetFile>('documents.trainingFiles', { blobs: ({ blob }) => [blob], announced: true });

/** A setId has no slash. */
export function trainingFileKey(setId: string, name: string): string {
  return `${setId}/${name}`;
}

/** By `copyTokenKey`, which does not reveal the token. */
export const copyAuthorizations = collection<CopyAuthorization>('documents.copyAuthorizations', {
  expiresAt: ({ expiresAt }) => expiresAt,
});
/** The account that issued a token of 1.0.0-rc.1, which does not name it: by `copyTokenKey`, for a day after the upgrade. */
export const copyTargets = systemIndex<{ account: string; expiresAt: number }>('documents.copyTargets', {
  expiresAt: ({ expiresAt }) => expiresAt,
});

const MAX_TIME_MS = 99_999_999_999_999;

/** Ids start with the time, counting down: in key order operations go from newest to oldest. */
export function newOperationId(now: number, uuid: string): string {
  return `${String(MAX_TIME_MS - now).padStart(14, '0')}_${uuid}`;
}

/** A modelId has no slash. */
export function batchTerm({ modelId, createdAt, resultId }: Pick<Batch, 'modelId' | 'createdAt' | 'resultId'>): string {
  return `${modelId}/${newOperationId(createdAt, resultId)}`;
}

const TIME_DIGITS = 12;
const SECRET_DIGITS = 32;

/** The time, 128 random bits and the account: authorizations created together are adjacent in the store. */
export function newCopyToken(now: number, account: string, secret: string): string {
  return `${now.toString(16).padStart(TIME_DIGITS, '0')}${secret.slice(-SECRET_DIGITS)}.${account}`;
}

/** When a token was created, and the account that it names. */
export function partsOfCopyToken(token: string): { createdAt: number; account: string } {
  return { createdAt: parseInt(token.slice(0, TIME_DIGITS), 16), account: token.slice(TIME_DIGITS + SECRET_DIGITS + 1) };
}

export function copyTokenKey(token: string): string {
  return token.slice(0, TIME_DIGITS) + hash('sha256', token);
}

/** A custom model of the account; undefined for a prebuilt model of the version. */
export async function findModel(
  { records }: Pick<Ports, 'records'>,
  account: string,
  modelId: string,
  { models: prebuilt }: Version,
): Promise<Stored<DocumentModel> | undefined> {
  if (prebuilt.includes(modelId)) return undefined;
  const stored = await records.get(models, account, modelId);
  if (!stored) throw documentFailure('ModelNotFound');
  return stored;
}
