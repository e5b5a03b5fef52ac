import type { Static } from 'typebox';
import { Change } from '../../../kernel/change.ts';
import { fail } from '../../../kernel/failures.ts';
import { Bytes, reply } from '../../../kernel/operation.ts';
import type { Call, Reply } from '../../../kernel/operation.ts';
import { DOCUMENT_INPUT, documentFailure } from '../failures.ts';
import { MAX_WAIT_MS, RETENTION_MS, isReserved } from '../model.ts';
import type { DocType, DocumentModel, ModelBuild, ModelOperation } from '../model.ts';
import { MAX_ARTIFACT_BYTES, MAX_PARTS, UnknownArtifact, readArtifact, writeArtifact } from '../artifact.ts';
import type { ModelPart } from '../artifact.ts';
import { BUILD_JOB, checkCanCreateModel } from './build-job.ts';
import { RETRY_AFTER } from '../replies.ts';
import { ArchiveBuildQuery, BuildRequest, ComposeRequest, ModelParams, SetBuildRequest } from '../schemas.ts';
import { operation } from '../services.ts';
import type { DocumentServices } from '../services.ts';
import { classifiers, models, newOperationId, operations, trainingSets } from '../store.ts';
import { checkArchive } from '../training-sets/archive.ts';
import { parseSource } from '../training-sets/source.ts';
import { isPrebuilt, versionsWith } from '../versions.ts';

const EXTENSION_VERSIONS = versionsWith('extensions');

type BuildCall = Pick<Call, 'account' | 'version' | 'link'>;

/** Throws when a custom model cannot be created under the name. */
async function checkModelName(services: DocumentServices, account: string, modelId: string): Promise<void> {
  if (isPrebuilt(modelId)) throw documentFailure('ModelExists');
  if (isReserved(modelId)) {
    throw fail('ParameterInvalid', { parameter: 'modelId', details: 'names that start with prebuilt- are reserved.' });
  }
  await checkCanCreateModel(services, account, modelId);
}

function acceptedReply({ link }: BuildCall, operationId: string, change: Change): Reply {
  return reply(202, undefined, {
    headers: { 'operation-location': link('/operations/{operationId}', { operationId }), ...RETRY_AFTER },
    change,
  });
}

function startBuild(
  call: BuildCall,
  { clock, ids, jobs }: DocumentServices,
  tags: Record<string, string>,
  build: (operationId: string) => ModelBuild,
): Reply {
  const change = new Change();
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
  return acceptedReply(call, operationId, change);
}

const buildModel = operation({
  id: 'documents.buildModel',
  summary: 'Build a custom model from labeled forms in a container',
  route: 'POST /documentModels:build',
  needs: 'authoring',
  inThread: 'largeBody',
  body: BuildRequest,
  replies: { 202: null },
  fails: ['ModelExists', 'DocumentModelLimit', 'InvalidContentSourceFormat'],
  example: {
    body: {
      modelId: 'my-forms',
      buildMode: 'template',
      cloudBlobSource: { containerUrl: 'https://storage.example/account/forms?sv=2021-12-02&sig=0', prefix: 'training/' },
    },
  },
  async run({ account, body: { modelId, description, buildMode, tags = {}, ...source }, version, link }, services) {
    await checkModelName(services, account.id, modelId);
    return startBuild({ account, version, link }, services, tags, (operationId) => ({
      modelId,
      buildMode,
      source: parseSource(source, operationId, services),
      ...(description !== undefined && { description }),
    }));
  },
});

const buildFromArchive = operation({
  id: 'documents.buildModelFromArchive',
  summary: "Build a custom model from labeled forms in an uploaded zip archive; not part of the vendor's interface",
  route: 'POST /documentModels/{modelId}:buildFromArchive',
  needs: 'authoring',
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
  needs: 'authoring',
  inThread: 'largeBody',
  params: ModelParams,
  body: SetBuildRequest,
  replies: { 202: null },
  fails: ['ModelExists', 'DocumentModelLimit', 'TrainingSetNotFound'],
  example: { params: { modelId: 'my-forms' }, body: { trainingSetId: 'my-set', buildMode: 'template' } },
  async run(
    { account, params: { modelId }, body: { trainingSetId, buildMode = 'template', description, tags = {} }, version, link },
    services,
  ) {
    await checkModelName(services, account.id, modelId);
    if (!(await services.records.get(trainingSets, account.id, trainingSetId))) throw documentFailure('TrainingSetNotFound');
    return startBuild({ account, version, link }, services, tags, () => ({
      modelId,
      buildMode,
      source: { trainingSet: trainingSetId },
      ...(description !== undefined && { description }),
    }));
  },
});

/** A component, with the name of its document type in the composed model where the request gives one. */
interface Component {
  model: DocumentModel;
  name?: string;
}

/** The parts and document types of all component models. */
async function joinComponents(
  components: readonly Component[],
  account: string,
  { blobs }: DocumentServices,
): Promise<{ parts: ModelPart[]; docTypes: Record<string, DocType> }> {
  const parts: ModelPart[] = [];
  const docTypes: Record<string, DocType> = {};
  for (const {
    model: { modelId, artefact, docTypes: componentTypes },
    name,
  } of components) {
    const bytes = await blobs.get(account, artefact);
    if (!bytes) throw documentFailure('ModelNotFound');
    const own = readParts(modelId, bytes);
    if (name === undefined) {
      parts.push(...own);
      Object.assign(docTypes, componentTypes);
    } else {
      const [part, ...others] = own;
      if (!part || others.length > 0) throw documentFailure('ModelComposeError', { details: `${modelId} has several document types.` });
      parts.push({ ...part, docType: name });
      docTypes[name] = { ...componentTypes[part.docType]!, modelId };
    }
  }
  if (new Set(parts.map(({ docType }) => docType)).size < parts.length) {
    throw documentFailure('ModelComposeError', { details: 'two of the models have the same document type.' });
  }
  return { parts, docTypes };
}

function readParts(modelId: string, bytes: Uint8Array): ModelPart[] {
  try {
    return readArtifact(bytes);
  } catch (problem) {
    if (!(problem instanceof UnknownArtifact)) throw problem;
    throw documentFailure('ModelComposeError', { details: `the file of ${modelId} cannot be used: ${problem.message}.` });
  }
}

/** The component models that a request names, in a list or by document type. */
function requestedComponents({ componentModels = [], docTypes = {} }: Static<typeof ComposeRequest>): { modelId: string; name?: string }[] {
  const components = [...componentModels, ...Object.entries(docTypes).map(([name, { modelId }]) => ({ modelId, name }))];
  const isOnce = new Set(components.map(({ modelId }) => modelId)).size === components.length;
  if (components.length === 0 || !isOnce || (componentModels.length > 0 && Object.keys(docTypes).length > 0)) {
    const details = 'it must name at least one model, and each model once; or docTypes must.';
    throw fail('ParameterInvalid', { parameter: 'componentModels', details });
  }
  return components;
}

const composeModel = operation({
  id: 'documents.composeModel',
  summary: 'Compose custom models into one; each document is analyzed with the component whose forms it is most similar to',
  route: 'POST /documentModels:compose',
  needs: 'authoring',
  inThread: 'largeBody',
  body: ComposeRequest,
  replies: { 202: null },
  fails: ['ModelExists', 'ModelNotFound', 'DocumentModelLimit', 'DocumentModelLimitComposed', 'ModelComposeError'],
  example: { body: { modelId: 'my-desk', componentModels: [{ modelId: 'my-model' }] } },
  async run({ account, body, version, link }, services) {
    const { records, blobs, clock, ids } = services;
    const { modelId, description, classifierId, split = 'none', tags = {} } = body;
    await checkModelName(services, account.id, modelId);
    const requested = requestedComponents(body);
    if (requested.length > MAX_PARTS) throw documentFailure('DocumentModelLimitComposed', { details: MAX_PARTS });
    if (classifierId !== undefined && !(await records.get(classifiers, account.id, classifierId))) throw documentFailure('ModelNotFound');
    const components = await Promise.all(
      requested.map(async ({ modelId: id, name }): Promise<Component> => {
        const stored = await records.get(models, account.id, id);
        if (!stored) throw documentFailure('ModelNotFound');
        return { model: stored.value, ...(name !== undefined && { name }) };
      }),
    );
    const { parts, docTypes } = await joinComponents(components, account.id, services);
    if (parts.length > MAX_PARTS) throw documentFailure('DocumentModelLimitComposed', { details: MAX_PARTS });
    const artifact = writeArtifact(parts);
    if (artifact.length > MAX_ARTIFACT_BYTES) throw documentFailure('ModelComposeError', { details: 'the composed model is too large.' });
    const at = clock.now();
    const operationId = newOperationId(at, ids.uuid());
    const result = {
      modelId,
      createdAt: at,
      version,
      tags,
      docTypes,
      ...(description !== undefined && { description }),
      ...(classifierId !== undefined && { classifierId, split }),
    };
    // Nothing is trained: the operation is completed when the reply is sent.
    const completed: ModelOperation = {
      kind: 'documentModelCompose',
      version,
      createdAt: at,
      expiresAt: at + RETENTION_MS,
      tags,
      resourceLocation: link('/documentModels/{modelId}', { modelId }),
      ended: { at },
      result,
    };
    const change = new Change()
      .create(models, account.id, modelId, { ...result, artefact: await blobs.put(account.id, artifact) }, () =>
        documentFailure('ModelExists'),
      )
      .create(operations, account.id, operationId, completed);
    return acceptedReply({ account, version, link }, operationId, change);
  },
});

export const buildOperations = [buildModel, buildFromArchive, buildFromTrainingSet, composeModel];
