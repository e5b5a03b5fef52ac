import { Change } from '../../../kernel/change.ts';
import { fail } from '../../../kernel/failures.ts';
import { Bytes, reply } from '../../../kernel/operation.ts';
import type { Call, Reply } from '../../../kernel/operation.ts';
import { DOCUMENT_INPUT, documentFailure } from '../failures.ts';
import { MAX_WAIT_MS, isReserved } from '../model.ts';
import type { ModelBuild } from '../model.ts';
import { BUILD_JOB, checkCanCreateModel } from './build-job.ts';
import { RETRY_AFTER } from '../replies.ts';
import { ArchiveBuildQuery, BuildRequest, ModelParams, SetBuildRequest } from '../schemas.ts';
import { operation } from '../services.ts';
import type { DocumentServices } from '../services.ts';
import { newOperationId, operations, trainingSets } from '../store.ts';
import { checkArchive } from '../training-sets/archive.ts';
import { parseSource } from '../training-sets/source.ts';
import { isPrebuilt, versionsWith } from '../versions.ts';
import exampleCalls from '../examples.json' with { type: 'json' };

const EXTENSION_VERSIONS = versionsWith('extensions');

type BuildCall = Pick<Call, 'account' | 'version' | 'link'>;

/** Throws when a custom model cannot be created under the name. */
export async function checkModelName(services: DocumentServices, account: string, modelId: string, overwrite = false): Promise<void> {
  if (isPrebuilt(modelId)) throw documentFailure('ModelExists');
  if (isReserved(modelId)) {
    throw fail('ParameterInvalid', { parameter: 'modelId', details: 'names that start with prebuilt- are reserved.' });
  }
  await checkCanCreateModel(services, account, modelId, overwrite);
}

export function acceptedReply({ link }: BuildCall, operationId: string, change: Change): Reply {
  return reply(202, undefined, {
    headers: { 'operation-location': link('/operations/{operationId}', { operationId }), ...RETRY_AFTER },
    change,
  });
}

function startBuild(
  call: BuildCall,
  services: DocumentServices,
  tags: Record<string, string>,
  build: (operationId: string) => ModelBuild,
): Reply {
  const change = new Change();
  return acceptedReply(call, addBuild(change, call, services, tags, build), change);
}

/** Enqueues a build; returns the id of its operation. */
export function addBuild(
  change: Change,
  call: BuildCall,
  { clock, ids, jobs }: DocumentServices,
  tags: Record<string, string>,
  build: (operationId: string) => ModelBuild,
): string {
  const operationId = newOperationId(clock.now(), ids.uuid());
  const started = build(operationId);
  const { createdAt } = jobs.enqueue(change, {
    account: call.account.id,
    kind: BUILD_JOB,
    input: {},
    subject: { id: started.modelId },
    id: operationId,
  });
  const { account, version, link } = call;
  change.create(operations, account.id, operationId, {
    kind: 'documentModelBuild',
    version,
    createdAt,
    expiresAt: createdAt + MAX_WAIT_MS,
    tags,
    resourceLocation: link('/documentModels/{modelId}', { modelId: started.modelId }),
    build: started,
  });
  return operationId;
}

const buildModel = operation({
  id: 'documents.buildModel',
  summary: 'Build a custom model from labeled forms in a container',
  route: 'POST /documentModels:build',
  inThread: 'largeBody',
  body: BuildRequest,
  replies: { 202: null },
  fails: ['ModelExists', 'DocumentModelLimit', 'InvalidContentSourceFormat'],
  example: exampleCalls.buildModel,
  async run({ account, body, version, link }, services) {
    const { modelId, description, buildMode, tags = {}, allowOverwrite: overwrite = false, ...source } = body;
    await checkModelName(services, account.id, modelId, overwrite);
    return startBuild({ account, version, link }, services, tags, (operationId) => ({
      modelId,
      buildMode,
      source: parseSource(source, operationId, services),
      ...(description !== undefined && { description }),
      ...(overwrite && { overwrite }),
    }));
  },
});

const buildFromArchive = operation({
  id: 'documents.buildModelFromArchive',
  summary: "Build a custom model from labeled forms in an uploaded zip archive; not part of the vendor's interface",
  route: 'POST /documentModels/{modelId}:buildFromArchive',
  params: ModelParams,
  query: ArchiveBuildQuery,
  body: Bytes,
  accepts: 'bytes',
  maxBytes: 'upload',
  replies: { 202: null },
  fails: ['ModelExists', 'DocumentModelLimit', 'InvalidContentSourceFormat'],
  badInput: DOCUMENT_INPUT,
  async run({ account, params: { modelId }, query: { buildMode = 'template', description }, body, version, link }, services) {
    await checkModelName(services, account.id, modelId);
    checkArchive(body);
    const archive = await services.blobs.put(account.id, body);
    return startBuild({ account, version, link }, services, {}, () => ({
      modelId,
      buildMode,
      source: { archive },
      ...(description !== undefined && { description }),
    }));
  },
});

const buildFromTrainingSet = operation({
  id: 'documents.buildModelFromTrainingSet',
  summary: "Build a custom model from the labeled forms of a training set; not part of the vendor's interface",
  route: 'POST /documentModels/{modelId}:buildFromTrainingSet',
  versions: EXTENSION_VERSIONS,
  inThread: 'largeBody',
  params: ModelParams,
  body: SetBuildRequest,
  replies: { 202: null },
  fails: ['ModelExists', 'DocumentModelLimit', 'TrainingSetNotFound'],
  example: { params: { modelId: 'my-forms' }, body: { trainingSetId: 'my-set', buildMode: 'template' } },
  async run({ account, params: { modelId }, body, version, link }, services) {
    const { trainingSetId, buildMode = 'template', description, tags = {}, allowOverwrite: overwrite = false } = body;
    await checkModelName(services, account.id, modelId, overwrite);
    if (!(await services.records.get(trainingSets, account.id, trainingSetId))) throw documentFailure('TrainingSetNotFound');
    return startBuild({ account, version, link }, services, tags, () => ({
      modelId,
      buildMode,
      source: { trainingSet: trainingSetId },
      ...(description !== undefined && { description }),
      ...(overwrite && { overwrite }),
    }));
  },
});

export const buildOperations = [buildModel, buildFromArchive, buildFromTrainingSet];
