/** Records as the interface writes them. */
import type { Call } from '../../kernel/operation.ts';
import { isFinal } from '../../kernel/job.ts';
import type { Job } from '../../kernel/job.ts';
import { fail } from '../../kernel/failures.ts';
import { toRecordedError } from './failures.ts';
import { schemaView } from './analysis/fields-view.ts';
import type { DocType, DocumentClassifier, DocumentModel, ModelOperation, RecordedError, Work } from './model.ts';
import type { Version } from './versions.ts';

/** How often a caller should look. */
export const RETRY_AFTER = { 'retry-after': '1' };

const PREBUILT_DATE = '2022-01-30T00:00:00.000Z';
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  'prebuilt-read': 'Extracts lines, words and paragraphs of printed text from a document, with its languages.',
  'prebuilt-layout': 'Extracts text, tables, selection marks and the structure of a document.',
  'prebuilt-document': 'Extracts text, tables, selection marks and pairs of labels and values from a document.',
};

export function dateTime(at: number): string {
  return new Date(at).toISOString();
}

/** Imports the models of fields, a tenth of all modules, when the first of them is asked for. */
export async function prebuiltView(modelId: string, version: Version): Promise<object> {
  const { fieldModel, isFieldModel } = await import('../../engines/fields/extract.ts');
  const fields = isFieldModel(modelId) ? fieldModel(modelId) : undefined;
  return { modelId, description: fields?.description ?? DESCRIPTIONS[modelId], createdDateTime: PREBUILT_DATE, apiVersion: version.version, tags: {}, docTypes: docTypesView(fields?.docTypes ?? {}, version) };
}

function docTypesView(docTypes: Readonly<Record<string, DocType>>, version: Version): object {
  return Object.fromEntries(Object.entries(docTypes).map(([name, { fieldSchema, ...rest }]) => [name, { ...rest, fieldSchema: schemaView(fieldSchema, version) }]));
}

/** With the fields that the version knows. */
export function modelView({ modelId, description, createdAt, expiresAt, version, tags, buildMode, docTypes }: Omit<DocumentModel, 'artefact' | 'arrivedWith'>, wanted: Version): object {
  const has = (field: Version['modelFields'][number]): boolean => wanted.modelFields.includes(field);
  return {
    modelId, description, createdDateTime: dateTime(createdAt),
    ...has('expirationDateTime') && expiresAt !== undefined && { expirationDateTime: dateTime(expiresAt) },
    ...has('modifiedDateTime') && { modifiedDateTime: dateTime(createdAt) },
    apiVersion: version, tags, ...has('buildMode') && { buildMode }, docTypes: docTypesView(docTypes, wanted),
  };
}

/** In the words of the path that was called: the sources stand below names of the caller's own, where no schema translates them. */
export function classifierView({ classifierId, description, createdAt, version, docTypes }: Omit<DocumentClassifier, 'artefact' | 'arrivedWith'>, wanted: Version, link: Call['link']): object {
  const vendor = /\/(?:formrecognizer|documentintelligence)\//.test(link('/documentClassifiers', {}));
  return {
    classifierId, description, createdDateTime: dateTime(createdAt), ...wanted.modelFields.includes('modifiedDateTime') && { modifiedDateTime: dateTime(createdAt) }, apiVersion: version,
    docTypes: Object.fromEntries(Object.entries(docTypes).map(([name, source]) => [name, { ['trainingSetId' in source ? 'trainingSetSource' : `${vendor ? 'azure' : 'cloud'}Blob${source.fileList === undefined ? '' : 'FileList'}Source`]: source }])),
  };
}

const STATES: Readonly<Record<Job['state'], string>> = {
  notStarted: 'notStarted', running: 'running', cancelling: 'running', cancelled: 'canceled', succeeded: 'succeeded', partiallyCompleted: 'succeeded', failed: 'failed',
};

export interface WorkStatus { status: string; percentCompleted: number; updatedAt: number; error?: RecordedError }

/**
 * How work stands. Once it has ended its own record says so; before, its job does. A job that was given up
 * left no word in the record of the work, so the failure is told here.
 */
export function workStatus({ ended, createdAt }: Work, job: Job | undefined): WorkStatus {
  if (ended) return { status: ended.error ? 'failed' : 'succeeded', percentCompleted: ended.error ? Math.floor(100 * (job?.progress ?? 0)) : 100, updatedAt: ended.at, ...ended.error && { error: ended.error } };
  if (!job || (isFinal(job) && job.state !== 'cancelled')) return { status: 'failed', percentCompleted: 0, updatedAt: job?.updatedAt ?? createdAt, error: toRecordedError(fail('Unexpected')) };
  return { status: STATES[job.state], percentCompleted: Math.floor(100 * job.progress), updatedAt: job.updatedAt };
}

export function operationView(operationId: string, operation: ModelOperation, { status, percentCompleted, updatedAt, error }: WorkStatus, version: Version, link: Call['link']): object {
  const { createdAt, kind, resourceLocation, version: apiVersion, tags, result, classifier } = operation;
  return {
    operationId, status, percentCompleted, createdDateTime: dateTime(createdAt), lastUpdatedDateTime: dateTime(updatedAt), kind, resourceLocation, apiVersion, tags,
    error, ...status === 'succeeded' && result && { result: modelView(result, version) }, ...status === 'succeeded' && classifier && { result: classifierView(classifier, version, link) },
  };
}

/** How an analysis ended, with its result, which was written as text by the process that made it and stays as it is. */
export function withResult(head: object, result: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(`${JSON.stringify(head).slice(0, -1)},"analyzeResult":`), result, Buffer.from('}')]);
}

/** The address of the page of a list that follows the one that ends with `last`. */
export function nextPage(call: Pick<Call, 'link'>, path: string, last: string): string {
  return `${call.link(path, {})}&after=${encodeURIComponent(last)}`;
}
