import type { Static } from 'typebox';
import { Change } from '../../../kernel/change.ts';
import type { Stored } from '../../../kernel/change.ts';
import { fail } from '../../../kernel/failures.ts';
import { inVersions, reply } from '../../../kernel/operation.ts';
import { parseOptions } from '../analysis/options.ts';
import { analysisReply } from '../analysis/result-operations.ts';
import { EXAMPLE_DOCUMENT, documentUpload, startAnalysis } from '../analysis/start-analysis.ts';
import { BUILD_CLASSIFIER_JOB, checkCanCreateClassifier, findBase } from './build-job.ts';
import { classifierView } from '../models/classifier-view.ts';
import { documentFailure } from '../failures.ts';
import { LAYOUT_MODEL, MAX_WAIT_MS } from '../model.ts';
import type { Analysis, ClassifierBuild, DocumentClassifier } from '../model.ts';
import { RETRY_AFTER, nextPage } from '../replies.ts';
import {
  AnalyzeOperationView,
  BuildClassifierRequest,
  ClassifierListView,
  ClassifierParams,
  ClassifierResultParams,
  ClassifierView,
  ClassifyQuery,
  OriginQuery,
  Paging,
} from '../schemas.ts';
import { operation } from '../services.ts';
import type { DocumentServices } from '../services.ts';
import { analyses, classifiers, newOperationId, operations, trainingSets } from '../store.ts';
import { parseSource } from '../training-sets/source.ts';
import { getVersion, versionsWith } from '../versions.ts';
import exampleCalls from '../examples.json' with { type: 'json' };

const CLASSIFIER_VERSIONS = versionsWith('classifiers');
export const CLASSIFY_RESULT_PATH = '/documentClassifiers/{classifierId}/analyzeResults/{resultId}';
const PAGE_SIZE = 100;
const MAX_DOC_TYPES = 500;

async function findClassifier({ records }: DocumentServices, account: string, classifierId: string): Promise<Stored<DocumentClassifier>> {
  const stored = await records.get(classifiers, account, classifierId);
  if (!stored) throw documentFailure('ModelNotFound');
  return stored;
}

export async function findClassification(
  { records }: DocumentServices,
  account: string,
  { classifierId, resultId }: Static<typeof ClassifierResultParams>,
): Promise<Stored<Analysis>> {
  const stored = await records.get(analyses, account, resultId);
  if (stored?.value.modelId !== classifierId || !stored.value.classifier) throw documentFailure('OperationNotFound');
  return stored;
}

/** Checks that the named training sets exist; containers are checked when their files are fetched. */
async function checkTrainingSets(
  { docTypes }: Static<typeof BuildClassifierRequest>,
  account: string,
  { records }: DocumentServices,
): Promise<void> {
  for (const { trainingSetSource } of Object.values(docTypes)) {
    if (trainingSetSource && !(await records.get(trainingSets, account, trainingSetSource.trainingSetId))) {
      throw documentFailure('TrainingSetNotFound');
    }
  }
}

/** The sources of all document types; the URLs that are shown later have no signature. */
function parseDocTypes(
  { docTypes }: Static<typeof BuildClassifierRequest>,
  base: DocumentClassifier | undefined,
  operationId: string,
  services: DocumentServices,
): ClassifierBuild['docTypes'] {
  const names = Object.keys(docTypes);
  const count = new Set([...names, ...Object.keys(base?.docTypes ?? {})]).size;
  if (names.length === 0 || count < 2 || count > MAX_DOC_TYPES) {
    throw fail('ParameterInvalid', { parameter: 'docTypes', details: `it must name 2 to ${MAX_DOC_TYPES} types.` });
  }
  return Object.fromEntries(
    Object.entries(docTypes).map(([name, { trainingSetSource, ...containers }]) => {
      const container = containers.cloudBlobSource ?? containers.cloudBlobFileListSource;
      if (trainingSetSource && container) {
        throw documentFailure('InvalidContentSourceFormat', { details: `${name} has both a training set and a container.` });
      }
      if (trainingSetSource) return [name, { source: { trainingSet: trainingSetSource.trainingSetId }, told: trainingSetSource }];
      const source = parseSource(containers, operationId, services);
      const { containerUrl, ...rest } = container!;
      return [name, { source, told: { containerUrl: containerUrl.replace(/\?.*$/s, ''), ...rest } }];
    }),
  );
}

const buildClassifier = operation({
  id: 'documents.buildClassifier',
  summary: 'Build a classifier from documents of each type',
  route: 'POST /documentClassifiers:build',
  inThread: 'largeBody',
  body: BuildClassifierRequest,
  replies: { 202: null },
  fails: ['ModelExists', 'ModelNotFound', 'DocumentModelLimit', 'InvalidContentSourceFormat', 'TrainingSetNotFound'],
  example: exampleCalls.buildClassifier,
  async run({ account, body, version, link }, services) {
    const { classifierId, description, baseClassifierId, allowOverwrite: overwrite = false } = body;
    await checkCanCreateClassifier(services, account.id, classifierId, overwrite);
    const base = await findBase(services, account.id, body);
    await checkTrainingSets(body, account.id, services);
    const change = new Change();
    const { id: operationId, createdAt } = services.jobs.enqueue(change, {
      account: account.id,
      kind: BUILD_CLASSIFIER_JOB,
      input: {},
      subject: { id: classifierId },
      id: newOperationId(services.clock.now(), services.ids.uuid()),
    });
    const classifierBuild = {
      classifierId,
      docTypes: parseDocTypes(body, base?.value, operationId, services),
      ...(description !== undefined && { description }),
      ...(baseClassifierId !== undefined && { baseClassifierId }),
      ...(overwrite && { overwrite }),
    };
    change.create(operations, account.id, operationId, {
      kind: 'documentClassifierBuild',
      version,
      createdAt,
      expiresAt: createdAt + MAX_WAIT_MS,
      tags: {},
      resourceLocation: link('/documentClassifiers/{classifierId}', { classifierId }),
      classifierBuild,
    });
    return reply(202, undefined, {
      headers: { 'operation-location': link('/operations/{operationId}', { operationId }), ...RETRY_AFTER },
      change,
    });
  },
});

const listClassifiers = operation({
  id: 'documents.listClassifiers',
  summary: 'List the classifiers of the account',
  route: 'GET /documentClassifiers',
  inThread: 'largeBody',
  query: Paging,
  replies: { 200: ClassifierListView },
  async run({ account, query: { after }, version, link }, { records }) {
    const page = await records.page(classifiers, account.id, { after, limit: PAGE_SIZE + 1 });
    return reply(200, {
      value: page.slice(0, PAGE_SIZE).map(({ value }) => classifierView(value, getVersion(version))),
      ...(page.length > PAGE_SIZE && { nextLink: nextPage({ link }, '/documentClassifiers', page[PAGE_SIZE - 1]!.key) }),
    });
  },
});

const getClassifier = operation({
  id: 'documents.getClassifier',
  summary: 'Get a classifier with its document types',
  route: 'GET /documentClassifiers/{classifierId}',
  inThread: 'largeBody',
  params: ClassifierParams,
  query: OriginQuery,
  replies: { 200: ClassifierView },
  fails: ['ModelNotFound'],
  async run({ account, params: { classifierId }, query: { operation: operationId }, version }, services) {
    const copied =
      operationId === undefined ? undefined : (await services.records.get(operations, account.id, operationId))?.value.classifier;
    if (copied?.classifierId === classifierId) return reply(200, classifierView(copied, getVersion(version)));
    return reply(200, classifierView((await findClassifier(services, account.id, classifierId)).value, getVersion(version)));
  },
});

const deleteClassifier = operation({
  id: 'documents.deleteClassifier',
  summary: 'Delete a classifier',
  route: 'DELETE /documentClassifiers/{classifierId}',
  params: ClassifierParams,
  replies: { 204: null },
  fails: ['ModelNotFound'],
  example: { params: { classifierId: 'my-sorter' } },
  async run({ account, params: { classifierId } }, services) {
    return reply(204, undefined, {
      change: new Change().delete(classifiers, account.id, await findClassifier(services, account.id, classifierId)),
    });
  },
});

const classifyDocument = operation({
  ...documentUpload,
  id: 'documents.classifyDocument',
  summary: 'Classify the documents in a file by type',
  route: 'POST /documentClassifiers/{classifierId}:analyze',
  params: ClassifierParams,
  query: ClassifyQuery,
  example: { params: { classifierId: 'my-sorter' }, body: EXAMPLE_DOCUMENT },
  async run(call, services) {
    const { account, link } = call;
    const { classifierId } = call.params;
    const { split, keepDocument, ...query } = call.query;
    const version = getVersion(call.version);
    await findClassifier(services, account.id, classifierId);
    const { resultId, change } = await startAnalysis(
      call,
      {
        modelId: classifierId,
        classifier: { split: split ?? version.split },
        readingModel: LAYOUT_MODEL,
        options: parseOptions(query, classifierId, version),
        keepDocument,
      },
      services,
    );
    return reply(202, undefined, {
      headers: { 'operation-location': link(CLASSIFY_RESULT_PATH, { classifierId, resultId }), ...RETRY_AFTER },
      change,
    });
  },
});

const getClassifyResult = operation({
  id: 'documents.getClassifyResult',
  summary: 'Get the status and the result of a classification',
  route: `GET ${CLASSIFY_RESULT_PATH}`,
  params: ClassifierResultParams,
  replies: { 200: AnalyzeOperationView },
  fails: ['OperationNotFound'],
  async run({ account, params }, services) {
    return await analysisReply(await findClassification(services, account.id, params), account.id, services);
  },
});

export const classifierOperations = inVersions(CLASSIFIER_VERSIONS, [
  buildClassifier,
  listClassifiers,
  getClassifier,
  deleteClassifier,
  classifyDocument,
  getClassifyResult,
]);
