/** Sets up what the example of an operation needs, in a separate account for each operation and version. */
import type { Operation } from '../../src/kernel/operation.ts';
import { TARGET_HEADER, TOKEN_HEADER } from '../../src/areas/documents/copying/copy-target.ts';
import type { DocumentModel } from '../../src/areas/documents/model.ts';
import { writeArtifact } from '../../src/areas/documents/artifact.ts';
import { packClassifier, packModel } from '../../src/areas/documents/copying/package.ts';
import { analyses, classifiers as documentClassifiers, models as documentModels } from '../../src/areas/documents/store.ts';
import { evaluations } from '../../src/areas/ranking/store.ts';
import { conversations } from '../../src/areas/language/conversations/area.ts';
import { texts } from '../../src/areas/language/texts/area.ts';
import type { Area } from '../../src/kernel/area.ts';
import { Change } from '../../src/kernel/change.ts';
import type { Ports } from '../../src/kernel/ports.ts';
import type { FetchedResponse } from '../../src/kernel/ports/fetch.ts';
import { isOnFaces, prepareGalleries } from './example-galleries.ts';
import type { TestApp } from './memory-app.ts';
import type { PreparedCall, TestAccount } from './prepared-call.ts';
import { FORM_PREPARATIONS } from './prepared-forms.ts';
import { isOnProject, prepareProject } from './projects.ts';
import { paramsFor, preparedApp } from './understanding.ts';
import type { PreparedApp } from './understanding.ts';

type Preparation = (place: TestAccount) => Promise<Partial<PreparedCall>>;

const RANKING = '/ranking/v1.1-preview.3';
const OLD_RESOURCE = 'https://old-resource.example';

async function send({ app, key }: TestAccount, method: string, url: string, body?: unknown): Promise<{ id: string }> {
  const answer = await app.call({ method, url, key, body });
  if (answer.status >= 300) throw new Error(`${method} ${url}: ${answer.text}`);
  return answer.text === '' ? { id: '' } : answer.json();
}

const logRankEvent: Preparation = async (place) => {
  await send(place, 'POST', `${RANKING}/rank`, {
    contextFeatures: [{ a: 'b' }],
    actions: [
      { id: 'a', features: [{ c: 1 }] },
      { id: 'b', features: [] },
    ],
  });
  return {};
};
const enableMultiSlot: Preparation = async (place) => {
  const url = `${RANKING}/configurations/service`;
  await send(place, 'PUT', url, {
    ...(await place.app.call({ method: 'GET', url, key: place.key })).json<object>(),
    isAutoOptimizationEnabled: false,
  });
  await send(place, 'PUT', `${RANKING}/configurations/policy`, { name: 'slots', arguments: '--ccb_explore_adf' });
  return {};
};
const createEvaluation: Preparation = async (place) => {
  await logRankEvent(place);
  const { id } = await send(place, 'POST', `${RANKING}/evaluations`, {
    name: 'example',
    startTime: '2026-01-01T00:00:00Z',
    endTime: '2036-01-01T00:00:00Z',
    policies: [],
  });
  return { params: { evaluationId: id } };
};

const DOCUMENTS = '/documentanalysis';
const DOCUMENTS_VERSION = 'api-version=2024-02-29-preview';
const CUSTOM_MODEL: DocumentModel = {
  modelId: 'my-model',
  createdAt: 0,
  version: '2024-02-29-preview',
  tags: {},
  docTypes: { form: { fieldSchema: { Name: { type: 'string' } } } },
  artefact: '',
};
const storeModel: Preparation = async ({ app, account }) => {
  await app.store.commit(
    new Change().put(documentModels, account, 'my-model', {
      ...CUSTOM_MODEL,
      artefact: await app.blobs.put(account, Buffer.from('learned')),
    }),
  );
  return {};
};

const startAnalysis: Preparation = async ({ app, key }) => {
  const { headers } = await app.call({
    method: 'POST',
    url: `${DOCUMENTS}/documentModels/prebuilt-read:analyze?${DOCUMENTS_VERSION}`,
    key,
    body: { base64Source: Buffer.from('%PDF-1.4').toString('base64') },
  });
  return { params: { modelId: 'prebuilt-read', resultId: /analyzeResults\/([^?]+)/.exec(String(headers['operation-location']))![1]! } };
};

const startBatch: Preparation = async ({ app, key }) => {
  const containers = {
    cloudBlobSource: { containerUrl: 'https://storage.example/account/letters' },
    resultContainerUrl: 'https://storage.example/account/results',
  };
  const { headers } = await app.call({
    method: 'POST',
    url: `${DOCUMENTS}/documentModels/prebuilt-read:analyzeBatch?api-version=2024-11-30`,
    key,
    body: containers,
  });
  return {
    params: { modelId: 'prebuilt-read', resultId: /analyzeBatchResults\/([^?]+)/.exec(String(headers['operation-location']))![1]! },
  };
};

const storeClassifier: Preparation = async ({ app, account }) => {
  const artefact = await app.blobs.put(account, Buffer.from('learned'));
  await app.store.commit(
    new Change().put(documentClassifiers, account, 'my-sorter', {
      classifierId: 'my-sorter',
      createdAt: 0,
      version: '2024-02-29-preview',
      docTypes: {},
      artefact,
    }),
  );
  return {};
};

function authorizeUpload(noun: string, id: string, packed: Uint8Array): Preparation {
  return async ({ app, key }) => {
    const { accessToken, targetResourceId } = (
      await app.call({ method: 'POST', url: `${DOCUMENTS}/${noun}:authorizeCopy?api-version=2024-11-30`, key, body: { [id]: 'arriving' } })
    ).json<{ accessToken: string; targetResourceId: string }>();
    return {
      params: { [id]: 'arriving' },
      body: Buffer.from(packed),
      headers: { [TOKEN_HEADER]: accessToken, [TARGET_HEADER]: targetResourceId, 'content-type': 'application/octet-stream' },
    };
  };
}

const uploadTrainingFile: Preparation = async ({ app, key }) => {
  const headers = { 'content-type': 'application/octet-stream' };
  await app.call({
    method: 'PUT',
    url: `${DOCUMENTS}/trainingSets/my-set/files/form.pdf?${DOCUMENTS_VERSION}`,
    key,
    body: Buffer.from('%PDF-1.4'),
    headers,
  });
  return { params: { setId: 'my-set', fileName: 'form.pdf' } };
};

/** An analysis that is completed, with its document. */
const storeResult: Preparation = async ({ app, account }) => {
  const result = { pages: [{ pageNumber: 1, width: 8.5, height: 11, words: [] }], documents: [] };
  await app.store.commit(
    new Change().put(analyses, account, 'my-result', {
      modelId: 'prebuilt-invoice',
      version: '2024-11-30',
      createdAt: 1,
      expiresAt: Number.MAX_SAFE_INTEGER,
      ended: { at: 2 },
      options: { stringIndexType: 'textElements', format: 'text', features: [] },
      document: await app.blobs.put(account, Buffer.from('%PDF-1.4')),
      result: await app.blobs.put(account, Buffer.from(JSON.stringify(result))),
    }),
  );
  return { params: { setId: 'my-set' } };
};

const submitConversationJob: Preparation = async ({ app, key }) => {
  const { status, text, headers } = await app.call({
    method: 'POST',
    url: '/language/analyze-conversations/jobs?api-version=2023-04-01',
    key,
    body: {
      analysisInput: {
        conversations: [
          { id: '1', language: 'en', modality: 'text', conversationItems: [{ id: '1', participantId: 'a', text: 'My router is broken.' }] },
        ],
      },
      tasks: [{ kind: 'ConversationalPIITask' }],
    },
  });
  if (status !== 202) throw new Error(text);
  return { params: { jobId: /jobs\/([^/?]+)/.exec(String(headers['operation-location']))![1]! } };
};

/** Another resource, which exports any project immediately. */
const answerAsOldResource =
  (area: Area): Preparation =>
  ({ app }) => {
    const services = app.services.of(area) as Ports;
    const { fetch } = services;
    services.fetch = async (url, options) => {
      const { origin, pathname } = new URL(url);
      if (origin !== OLD_RESOURCE) return await fetch(url, options);
      const respond = (status: number, body: object, headers = {}): FetchedResponse => ({
        status,
        headers,
        bytes: Buffer.from(JSON.stringify(body)),
        url: String(url),
      });
      if (options.method === 'POST') return respond(202, {}, { 'operation-location': `${OLD_RESOURCE}/jobs/1` });
      if (pathname === '/jobs/1') return respond(200, { status: 'succeeded', resultUrl: `${OLD_RESOURCE}/jobs/1/result` });
      return respond(200, { metadata: { projectName: 'example' } });
    };
    return Promise.resolve({});
  };

const PREPARATIONS: Readonly<Record<string, Preparation>> = {
  ...FORM_PREPARATIONS,
  'conversations.fetchProject': answerAsOldResource(conversations),
  'texts.fetchProject': answerAsOldResource(texts),
  'conversationsRuntime.getJob': submitConversationJob,
  'conversationsRuntime.cancelJob': submitConversationJob,
  'documents.copyTo': storeModel,
  'documents.copyClassifierTo': storeClassifier,
  'documents.deleteClassifier': storeClassifier,
  'documents.classifyDocument': storeClassifier,
  async 'documents.composeModel'({ app, account }) {
    await app.store.commit(
      new Change().put(documentModels, account, 'my-model', {
        ...CUSTOM_MODEL,
        artefact: await app.blobs.put(account, writeArtifact([{ docType: 'form', learned: Buffer.from('learned') }])),
      }),
    );
    return {};
  },
  // An empty archive.
  'documents.buildModelFromArchive': () =>
    Promise.resolve({
      params: { modelId: 'packed' },
      body: Buffer.concat([Buffer.from('PK\x05\x06'), Buffer.alloc(18)]),
      headers: { 'content-type': 'application/octet-stream' },
    }),
  async 'documents.buildModelFromTrainingSet'(place) {
    await uploadTrainingFile(place);
    return {};
  },
  async 'documents.putTrainingFile'(place) {
    return { ...(await uploadTrainingFile(place)), body: Buffer.from('%PDF-1.4'), headers: { 'content-type': 'application/octet-stream' } };
  },
  'documents.addResultToTrainingSet': storeResult,
  'documents.setRetraining': uploadTrainingFile,
  'documents.getTrainingSet': uploadTrainingFile,
  'documents.deleteTrainingSet': uploadTrainingFile,
  'documents.getTrainingFile': uploadTrainingFile,
  'documents.deleteTrainingFile': uploadTrainingFile,
  'documents.deleteModel': storeModel,
  'documents.getAnalyzeResult': startAnalysis,
  'documents.deleteAnalyzeResult': startAnalysis,
  'documents.getAnalyzeBatchResult': startBatch,
  'documents.deleteAnalyzeBatchResult': startBatch,
  'documents.receiveCopy': authorizeUpload('documentModels', 'modelId', packModel(CUSTOM_MODEL, Buffer.from('learned'))),
  'documents.receiveClassifierCopy': authorizeUpload(
    'documentClassifiers',
    'classifierId',
    packClassifier({ version: '2024-11-30', docTypes: {} }, Buffer.from('learned')),
  ),
  'ranking.multiSlotRank': enableMultiSlot,
  'ranking.multiSlotReward': enableMultiSlot,
  'ranking.multiSlotActivate': enableMultiSlot,
  'ranking.createEvaluation': logRankEvent,
  'ranking.createChosenEvaluation': logRankEvent,
  'ranking.getEvaluationTimeSeries': createEvaluation,
  'ranking.deleteEvaluation': createEvaluation,
  'ranking.getEvaluation': createEvaluation,
  'ranking.getEvaluationEstimates': createEvaluation,
  'ranking.createFeatureImportance': logRankEvent,
  'ranking.deleteFeatureImportance': async (place) => {
    await logRankEvent(place);
    await send(place, 'PUT', '/ranking/featureImportances/example?api-version=2022-09-01-preview', {
      name: 'example',
      startTime: '2026-01-01T00:00:00Z',
      endTime: '2036-01-01T00:00:00Z',
    });
    return {};
  },
  async 'ranking.applyFromEvaluation'(place) {
    const { params } = await createEvaluation(place);
    const { app, account } = place;
    const read = await app.store.get(evaluations, account, params!.evaluationId!);
    const policyResults = [{ name: 'Online', arguments: '--cb_explore_adf --epsilon 0.1', policySource: 'Online' as const }];
    await app.store.commit(new Change().replace(evaluations, account, read!, { ...read!.value, status: 'completed', policyResults }));
    return { body: { evaluationId: read!.key, policyName: 'Online' } };
  },
  async 'ranking.importModel'({ app, key }) {
    const { bytes } = await app.call({ method: 'GET', url: `${RANKING}/model?signed=true`, key });
    return { body: bytes, headers: { 'content-type': 'application/octet-stream' } };
  },
};

/** What understanding operations need in addition to a trained and published app with models of every kind. */
const APP_PREPARATIONS: Readonly<
  Record<string, (place: TestAccount, made: PreparedApp) => Partial<PreparedCall> | Promise<Partial<PreparedCall>>>
> = {
  'understanding.trainVersion': withUntrainedVersion,
  'understanding.deleteVersion': withUntrainedVersion,
  'understanding.updatePatterns': (_place, { version }) => ({
    body: [{ id: version.schema.patterns[1]!.id, pattern: 'fly to {City}', intent: 'BookFlight' }],
  }),
  'understanding.deletePatterns': (_place, { version }) => ({ body: [version.schema.patterns[1]!.id] }),
  'understanding.assignCloudAccount': async ({ app }) => {
    const token = await app.token();
    await app.call({
      method: 'PUT',
      url: '/subscriptions/sub/resourceGroups/group/accounts/bot',
      token,
      body: { location: 'local', kind: 'Understanding' },
    });
    return { headers: { authorization: `Bearer ${token}` } };
  },
  'understanding.removeCloudAccount': withToken,
  'understanding.listAssignedCloudAccounts': withToken,
  'understanding.listCloudAccounts': withToken,
};

function withUntrainedVersion(_place: TestAccount, made: PreparedApp): Partial<PreparedCall> {
  return { params: { appId: made.appId, versionId: made.untrained.version } };
}

async function withToken({ app }: TestAccount): Promise<Partial<PreparedCall>> {
  return { headers: { authorization: `Bearer ${await app.token()}` } };
}

async function prepareAppCall(place: TestAccount, { id, path }: Operation): Promise<Partial<PreparedCall>> {
  const made = await preparedApp(place.app, place.account);
  return { params: paramsFor(path, made), ...(await APP_PREPARATIONS[id]?.(place, made)) };
}

let accountCount = 0;

/** Creates an account, sets up what the operation needs, and returns a call of it that succeeds. */
export async function prepareCall(app: TestApp, operation: Operation): Promise<PreparedCall> {
  const { key, id: account } = await app.createAccount(`prepared-${++accountCount}`);
  const place = { app, key, account };
  const preparation = operation.id.startsWith('understanding.')
    ? await prepareAppCall(place, operation)
    : isOnProject(operation)
      ? await prepareProject(place, operation)
      : isOnFaces(operation)
        ? await prepareGalleries(place, operation)
        : await PREPARATIONS[operation.id]?.(place);
  return { account, key, params: { ...operation.example?.params }, body: operation.example?.body, ...preparation };
}
