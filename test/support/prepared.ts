/** What some operations need before their example works, in an account of its own for each operation and version. */
import type { Operation } from '../../src/kernel/operation.ts';
import { TARGET_HEADER, TOKEN_HEADER } from '../../src/areas/documents/copying/copy-target.ts';
import type { DocumentModel } from '../../src/areas/documents/model.ts';
import { writeArtifact } from '../../src/areas/documents/models/artifact.ts';
import { packClassifier, packModel } from '../../src/areas/documents/copying/package.ts';
import { classifiers as documentClassifiers, models as documentModels } from '../../src/areas/documents/store.ts';
import { evaluations } from '../../src/areas/ranking/store.ts';
import { Change } from '../../src/kernel/change.ts';
import { isOnFaces, preparedGalleries } from './face-gallery.ts';
import type { TestApp } from './memory-app.ts';
import { isOnProject, prepareProject } from './projects.ts';
import { paramsFor, preparedApp } from './understanding.ts';
import type { PreparedApp } from './understanding.ts';

export interface Prepared { account: string; key: string; params: Record<string, string>; body: unknown; headers?: Record<string, string> }

export interface Place { app: TestApp; key: string; account: string }
type Preparation = (place: Place) => Promise<Partial<Prepared>>;

const RANKING = '/ranking/v1.1-preview.3';

async function made({ app, key }: Place, method: string, url: string, body?: unknown): Promise<{ id: string }> {
  const answer = await app.call({ method, url, key, body });
  if (answer.status >= 300) throw new Error(`${method} ${url}: ${answer.text}`);
  return answer.text === '' ? { id: '' } : answer.json();
}

const log: Preparation = async (place) => {
  await made(place, 'POST', `${RANKING}/rank`, { contextFeatures: [{ a: 'b' }], actions: [{ id: 'a', features: [{ c: 1 }] }, { id: 'b', features: [] }] });
  return {};
};
const multiSlot: Preparation = async (place) => {
  const url = `${RANKING}/configurations/service`;
  await made(place, 'PUT', url, { ...(await place.app.call({ method: 'GET', url, key: place.key })).json<object>(), isAutoOptimizationEnabled: false });
  await made(place, 'PUT', `${RANKING}/configurations/policy`, { name: 'slots', arguments: '--ccb_explore_adf' });
  return {};
};
const evaluation: Preparation = async (place) => {
  await log(place);
  const { id } = await made(place, 'POST', `${RANKING}/evaluations`, { name: 'made', startTime: '2026-01-01T00:00:00Z', endTime: '2036-01-01T00:00:00Z', policies: [] });
  return { params: { evaluationId: id } };
};

const DOCUMENTS = '/documentanalysis';
const DOCUMENTS_VERSION = 'api-version=2024-02-29-preview';
const CUSTOM_MODEL: DocumentModel = { modelId: 'my-model', createdAt: 0, version: '2024-02-29-preview', tags: {}, docTypes: { form: { fieldSchema: { Name: { type: 'string' } } } }, artefact: '' };
const customModel: Preparation = async ({ app, account }) => {
  await app.store.commit(new Change().put(documentModels, account, 'my-model', { ...CUSTOM_MODEL, artefact: await app.blobs.put(account, Buffer.from('learned')) }));
  return {};
};

const analysis: Preparation = async ({ app, key }) => {
  const { headers } = await app.call({ method: 'POST', url: `${DOCUMENTS}/documentModels/prebuilt-read:analyze?${DOCUMENTS_VERSION}`, key, body: { base64Source: Buffer.from('%PDF-1.4').toString('base64') } });
  return { params: { modelId: 'prebuilt-read', resultId: /analyzeResults\/([^?]+)/.exec(String(headers['operation-location']))![1]! } };
};

const batch: Preparation = async ({ app, key }) => {
  const containers = { cloudBlobSource: { containerUrl: 'https://storage.example/account/letters' }, resultContainerUrl: 'https://storage.example/account/results' };
  const { headers } = await app.call({ method: 'POST', url: `${DOCUMENTS}/documentModels/prebuilt-read:analyzeBatch?api-version=2024-11-30`, key, body: containers });
  return { params: { modelId: 'prebuilt-read', resultId: /analyzeBatchResults\/([^?]+)/.exec(String(headers['operation-location']))![1]! } };
};

const classifier: Preparation = async ({ app, account }) => {
  const artefact = await app.blobs.put(account, Buffer.from('learned'));
  await app.store.commit(new Change().put(documentClassifiers, account, 'my-sorter', { classifierId: 'my-sorter', createdAt: 0, version: '2024-02-29-preview', docTypes: {}, artefact }));
  return {};
};

function arriving(noun: string, id: string, packed: Uint8Array): Preparation {
  return async ({ app, key }) => {
    const { accessToken, targetResourceId } = (await app.call({ method: 'POST', url: `${DOCUMENTS}/${noun}:authorizeCopy?api-version=2024-11-30`, key, body: { [id]: 'arriving' } })).json<{ accessToken: string; targetResourceId: string }>();
    return { params: { [id]: 'arriving' }, body: Buffer.from(packed), headers: { [TOKEN_HEADER]: accessToken, [TARGET_HEADER]: targetResourceId, 'content-type': 'application/octet-stream' } };
  };
}

const trainingSet: Preparation = async ({ app, key }) => {
  const headers = { 'content-type': 'application/octet-stream' };
  await app.call({ method: 'PUT', url: `${DOCUMENTS}/trainingSets/my-set/files/form.pdf?${DOCUMENTS_VERSION}`, key, body: Buffer.from('%PDF-1.4'), headers });
  return { params: { setId: 'my-set', fileName: 'form.pdf' } };
};

const PREPARATIONS: Readonly<Record<string, Preparation>> = {
  'documents.copyTo': customModel,
  'documents.copyClassifierTo': classifier,
  'documents.deleteClassifier': classifier,
  'documents.classifyDocument': classifier,
  async 'documents.composeModel'({ app, account }) {
    await app.store.commit(new Change().put(documentModels, account, 'my-model', { ...CUSTOM_MODEL, artefact: await app.blobs.put(account, writeArtifact([{ docType: 'form', learned: Buffer.from('learned') }])) }));
    return {};
  },
  // An archive that holds nothing.
  'documents.buildModelFromArchive': () => Promise.resolve({ params: { modelId: 'packed' }, body: Buffer.concat([Buffer.from('PK\x05\x06'), Buffer.alloc(18)]), headers: { 'content-type': 'application/octet-stream' } }),
  async 'documents.buildModelFromTrainingSet'(place) {
    await trainingSet(place);
    return {};
  },
  async 'documents.putTrainingFile'(place) {
    return { ...await trainingSet(place), body: Buffer.from('%PDF-1.4'), headers: { 'content-type': 'application/octet-stream' } };
  },
  'documents.getTrainingSet': trainingSet,
  'documents.deleteTrainingSet': trainingSet,
  'documents.getTrainingFile': trainingSet,
  'documents.deleteTrainingFile': trainingSet,
  'documents.deleteModel': customModel,
  'documents.getAnalyzeResult': analysis,
  'documents.deleteAnalyzeResult': analysis,
  'documents.getAnalyzeBatchResult': batch,
  'documents.deleteAnalyzeBatchResult': batch,
  'documents.receiveCopy': arriving('documentModels', 'modelId', packModel(CUSTOM_MODEL, Buffer.from('learned'))),
  'documents.receiveClassifierCopy': arriving('documentClassifiers', 'classifierId', packClassifier({ version: '2024-11-30', docTypes: {} }, Buffer.from('learned'))),
  'ranking.multiSlotRank': multiSlot,
  'ranking.multiSlotReward': multiSlot,
  'ranking.multiSlotActivate': multiSlot,
  'ranking.createEvaluation': log,
  'ranking.deleteEvaluation': evaluation,
  'ranking.getEvaluation': evaluation,
  'ranking.createFeatureImportance': log,
  'ranking.deleteFeatureImportance': async (place) => {
    await log(place);
    await made(place, 'PUT', '/ranking/featureImportances/example?api-version=2022-09-01-preview', { name: 'made', startTime: '2026-01-01T00:00:00Z', endTime: '2036-01-01T00:00:00Z' });
    return {};
  },
  async 'ranking.applyFromEvaluation'(place) {
    const { params } = await evaluation(place);
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

/** What an operation of understanding needs beside an app with models of every kind, trained and published. */
const IN_APP: Readonly<Record<string, (place: Place, made: PreparedApp) => Partial<Prepared> | Promise<Partial<Prepared>>>> = {
  'understanding.trainVersion': untrained,
  'understanding.deleteVersion': untrained,
  'understanding.updatePatterns': (_place, { version }) => ({ body: [{ id: version.schema.patterns[1]!.id, pattern: 'fly to {City}', intent: 'BookFlight' }] }),
  'understanding.deletePatterns': (_place, { version }) => ({ body: [version.schema.patterns[1]!.id] }),
  'understanding.assignCloudAccount': async ({ app }) => {
    const token = await app.token();
    await app.call({ method: 'PUT', url: '/subscriptions/sub/resourceGroups/group/accounts/bot', token, body: { location: 'local', kind: 'Understanding' } });
    return { headers: { authorization: `Bearer ${token}` } };
  },
  'understanding.removeCloudAccount': withToken,
  'understanding.listAssignedCloudAccounts': withToken,
  'understanding.listCloudAccounts': withToken,
};

function untrained(_place: Place, made: PreparedApp): Partial<Prepared> {
  return { params: { appId: made.appId, versionId: made.untrained.version } };
}

async function withToken({ app }: Place): Promise<Partial<Prepared>> {
  return { headers: { authorization: `Bearer ${await app.token()}` } };
}

async function inApp(place: Place, { id, path }: Operation): Promise<Partial<Prepared>> {
  const made = await preparedApp(place.app, place.account);
  return { params: paramsFor(path, made), ...await IN_APP[id]?.(place, made) };
}

let accounts = 0;

/** A call of the operation that works in an account where all it needs is there. */
export async function prepared(app: TestApp, operation: Operation): Promise<Prepared> {
  const { key, id: account } = await app.account(`prepared-${++accounts}`);
  const place = { app, key, account };
  const more = operation.id.startsWith('understanding.') ? await inApp(place, operation)
    : isOnProject(operation) ? await prepareProject(place, operation)
    : isOnFaces(operation) ? await preparedGalleries(place, operation)
    : await PREPARATIONS[operation.id]?.(place);
  return { account, key, params: { ...operation.example?.params }, body: operation.example?.body, ...more };
}
