import { fail } from '../../../kernel/failures.ts';
import { Bytes, operation, reply } from '../../../kernel/operation.ts';
import type { Call, Operation, Reply } from '../../../kernel/operation.ts';
import type { Services } from '../../../kernel/ports.ts';
import { Change } from '../../../kernel/change.ts';
import { MOST_PARTS, UnknownArtefact, readArtefact, writeArtefact } from './artifact.ts';
import type { Part } from './artifact.ts';
import { DOCUMENT, documentFailure } from '../failures.ts';
import { KEPT_MS, WAITING_MS, isPrebuilt, isReserved } from '../model.ts';
import type { DocType, DocumentModel, ModelBuild, ModelOperation } from '../model.ts';
import { MOST_ARTEFACT_BYTES } from '../copying/package.ts';
import { ArchiveBuildQuery, BuildRequest, ComposeRequest, ModelParams, SetBuildRequest } from '../schemas.ts';
import { models, newOperationId, operations, trainingSets } from '../store.ts';
import { checkArchive } from '../training-sets/archive.ts';
import { BUILD, checkRoom } from './build-job.ts';
import { sourceIn } from '../training-sets/source.ts';
import { SET_VERSIONS } from '../versions.ts';
import { RETRY_AFTER } from '../replies.ts';

type Asked = Pick<Call, 'account' | 'version' | 'link'>;

/** Whether a custom model may get the name. */
async function checkName(services: Services, account: string, modelId: string): Promise<void> {
  if (isPrebuilt(modelId)) throw documentFailure('ModelExists');
  if (isReserved(modelId)) throw fail('ParameterInvalid', { parameter: 'modelId', details: 'names that begin with prebuilt- are reserved.' });
  await checkRoom(services, account, modelId);
}

function accepted({ link }: Asked, operationId: string, change: Change): Reply {
  return reply(202, undefined, { headers: { 'operation-location': link('/operations/{operationId}', { operationId }), ...RETRY_AFTER }, change });
}

function begun(call: Asked, { clock, ids, jobs }: Services, tags: Record<string, string>, build: (operationId: string) => ModelBuild): Reply {
  const change = new Change();
  const { id: operationId, createdAt } = jobs.enqueue(change, { account: call.account.id, kind: BUILD, input: {}, id: newOperationId(clock.now(), ids.uuid()) });
  const started = build(operationId);
  const { account, version, link } = call;
  change.create(operations, account.id, operationId, { kind: 'documentModelBuild', version, createdAt, expiresAt: createdAt + WAITING_MS, tags, resourceLocation: link('/documentModels/{modelId}', { modelId: started.modelId }), build: started });
  return accepted(call, operationId, change);
}

const buildModel = operation({
  id: 'documents.buildModel',
  summary: 'Build a custom model from labelled forms in a container',
  route: 'POST /documentModels:build',
  needs: 'authoring',
  body: BuildRequest,
  replies: { 202: null },
  fails: ['ModelExists', 'DocumentModelLimit', 'InvalidContentSourceFormat'],
  example: { body: { modelId: 'my-forms', buildMode: 'template', cloudBlobSource: { containerUrl: 'https://storage.example/account/forms?sv=2021-12-02&sig=0', prefix: 'training/' } } },
  async run({ account, body: { modelId, description, buildMode, tags = {}, ...given }, version, link }, services) {
    await checkName(services, account.id, modelId);
    return begun({ account, version, link }, services, tags, (operationId) => ({ modelId, buildMode, source: sourceIn(given, operationId, services), ...description !== undefined && { description } }));
  },
});

const buildFromArchive = operation({
  id: 'documents.buildModelFromArchive',
  summary: 'Build a custom model from labelled forms in a zip archive that is sent; not part of the vendor\'s interface',
  route: 'POST /documentModels/{modelId}:buildFromArchive',
  needs: 'authoring',
  params: ModelParams,
  query: ArchiveBuildQuery,
  body: Bytes,
  accepts: 'bytes',
  maxBytes: 'upload',
  replies: { 202: null },
  fails: ['ModelExists', 'DocumentModelLimit', 'InvalidContentSourceFormat'],
  badInput: DOCUMENT,
  async run({ account, params: { modelId }, query: { buildMode = 'template', description }, body, version, link }, services) {
    await checkName(services, account.id, modelId);
    checkArchive(body);
    const archive = await services.blobs.put(account.id, body);
    return begun({ account, version, link }, services, {}, () => ({ modelId, buildMode, source: { archive }, ...description !== undefined && { description } }));
  },
});

const buildFromTrainingSet = operation({
  id: 'documents.buildModelFromTrainingSet',
  summary: 'Build a custom model from the labelled forms of a training set; not part of the vendor\'s interface',
  route: 'POST /documentModels/{modelId}:buildFromTrainingSet',
  versions: SET_VERSIONS,
  needs: 'authoring',
  params: ModelParams,
  body: SetBuildRequest,
  replies: { 202: null },
  fails: ['ModelExists', 'DocumentModelLimit', 'TrainingSetNotFound'],
  example: { params: { modelId: 'my-forms' }, body: { trainingSetId: 'my-set', buildMode: 'template' } },
  async run({ account, params: { modelId }, body: { trainingSetId, buildMode = 'template', description, tags = {} }, version, link }, services) {
    await checkName(services, account.id, modelId);
    if (!await services.records.get(trainingSets, account.id, trainingSetId)) throw documentFailure('TrainingSetNotFound');
    return begun({ account, version, link }, services, tags, () => ({ modelId, buildMode, source: { trainingSet: trainingSetId }, ...description !== undefined && { description } }));
  },
});

/** What the components have learned, side by side. */
async function composed(components: readonly DocumentModel[], account: string, { blobs }: Services): Promise<{ parts: Part[]; docTypes: Record<string, DocType> }> {
  const parts: Part[] = [];
  const docTypes: Record<string, DocType> = {};
  for (const { modelId, artefact, docTypes: own } of components) {
    const bytes = await blobs.get(account, artefact);
    if (!bytes) throw documentFailure('ModelNotFound');
    try {
      parts.push(...readArtefact(bytes));
    } catch (problem) {
      if (problem instanceof UnknownArtefact) throw documentFailure('ModelComposeError', { details: `what ${modelId} has learned cannot be used: ${problem.message}.` });
      throw problem;
    }
    Object.assign(docTypes, own);
  }
  if (new Set(parts.map(({ docType }) => docType)).size < parts.length) throw documentFailure('ModelComposeError', { details: 'two of the models have the same document type.' });
  return { parts, docTypes };
}

const composeModel = operation({
  id: 'documents.composeModel',
  summary: 'Make one model of several custom ones; an analysis is done by the one whose forms the document looks like',
  route: 'POST /documentModels:compose',
  needs: 'authoring',
  body: ComposeRequest,
  replies: { 202: null },
  fails: ['ModelExists', 'ModelNotFound', 'DocumentModelLimit', 'DocumentModelLimitComposed', 'ModelComposeError'],
  example: { body: { modelId: 'my-desk', componentModels: [{ modelId: 'my-model' }] } },
  async run({ account, body: { modelId, description, componentModels, tags = {} }, version, link }, services) {
    const { records, blobs, clock, ids } = services;
    await checkName(services, account.id, modelId);
    const names = componentModels.map((component) => component.modelId);
    if (names.length === 0 || new Set(names).size < names.length) throw fail('ParameterInvalid', { parameter: 'componentModels', details: 'it must name at least one model, and each once.' });
    if (names.length > MOST_PARTS) throw documentFailure('DocumentModelLimitComposed', { details: MOST_PARTS });
    const components = await Promise.all(names.map(async (name) => (await records.get(models, account.id, name))?.value));
    if (components.some((component) => component === undefined)) throw documentFailure('ModelNotFound');
    const { parts, docTypes } = await composed(components as DocumentModel[], account.id, services);
    if (parts.length > MOST_PARTS) throw documentFailure('DocumentModelLimitComposed', { details: MOST_PARTS });
    const artefact = writeArtefact(parts);
    if (artefact.length > MOST_ARTEFACT_BYTES) throw documentFailure('ModelComposeError', { details: 'together the models are too large to be kept.' });
    const at = clock.now();
    const operationId = newOperationId(at, ids.uuid());
    const result = { modelId, createdAt: at, version, tags, docTypes, ...description !== undefined && { description } };
    // There is nothing to be learned: the operation has ended when it is told of.
    const done: ModelOperation = { kind: 'documentModelCompose', version, createdAt: at, expiresAt: at + KEPT_MS, tags, resourceLocation: link('/documentModels/{modelId}', { modelId }), ended: { at }, result };
    const change = new Change()
      .create(models, account.id, modelId, { ...result, artefact: await blobs.put(account.id, artefact) }, () => documentFailure('ModelExists'))
      .create(operations, account.id, operationId, done);
    return accepted({ account, version, link }, operationId, change);
  },
});

export const buildOperations: Operation[] = [buildModel, buildFromArchive, buildFromTrainingSet, composeModel];
