/** Calls whose example in the docs needs more than what the tests prepare: those of results that exist only after a job. */
import { areas } from '../src/areas.ts';
import { DEV_ADMIN_SECRET } from '../src/accounts/keys/dev.ts';
import type { Operation } from '../src/kernel/operation.ts';
import { pdfOf, pdfWithPhoto } from '../test/support/documents.ts';
import { createOrder, orderPdf, repairPdf } from '../test/support/documents-forms.ts';
import type { TestApp, TestResponse } from '../test/support/memory-app.ts';
import { mountsOf } from '../test/support/mounts.ts';
import { prepareCall } from '../test/support/prepared-calls.ts';

export interface ExampleCall {
  key?: string;
  token?: string;
  params: Record<string, string>;
  headers?: Record<string, string>;
  body?: unknown;
  query?: Record<string, string>;
}

export interface ExamplePreparation {
  prepare: (app: TestApp, version: string) => Promise<ExampleCall>;
  /** Whether the reply is the one to show; asked again until then. */
  until?: (answer: TestResponse) => boolean;
}

const WAIT_MS = 100;
/** Ten minutes: processes that read documents have a low priority, and wait long beside busy ones. */
const MAX_TRIES = 6000;
const PDF = { 'content-type': 'application/pdf' };

const isDone = ({ status, text }: TestResponse): boolean => status !== 200 || !/"status":"(notStarted|running|inProgress)"/i.test(text);

async function waitFor(app: TestApp, url: string, key: string): Promise<TestResponse> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const answer = await app.call({ method: 'GET', url, key });
    if (isDone(answer)) return answer;
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
  }
  throw new Error(`${url} does not complete`);
}

function operationOf(id: string): { operation: Operation; base(version: string): string; marker(version: string): string } {
  for (const area of areas) {
    const operation = area.operations.find((one) => one.id === id);
    if (!operation) continue;
    const mount = (version: string): (typeof area.mounts)[number] => {
      const mounts = mountsOf(area, operation);
      return mounts.findLast((one) => one.version === version) ?? mounts.at(-1)!;
    };
    return {
      operation,
      base: (version) => mount(version).base,
      marker: (version) => (mount(version).marker === 'query' ? `?api-version=${mount(version).version}` : ''),
    };
  }
  throw new Error(`There is no operation ${id}.`);
}

/** Sends the prepared call of another operation; resolves with its reply and the key. */
async function start(
  app: TestApp,
  id: string,
  version: string,
  more: Partial<ExampleCall> = {},
): Promise<{ key: string; answer: TestResponse }> {
  const { operation, base, marker } = operationOf(id);
  const { key, params, headers, body } = { ...(await prepareCall(app, operation)), ...more };
  const path = (base(version) + operation.path).replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? 'x');
  const query = new URLSearchParams(more.query).toString();
  const url = `${path}${marker(version)}${query ? `${marker(version) ? '&' : '?'}${query}` : ''}`;
  const answer = await app.call({ method: operation.method, url, key, headers, body });
  if (answer.status >= 300) throw new Error(`${id}: ${answer.status} ${answer.text}`);
  return { key, answer };
}

/** The parameters of a path in an address, as far as the address goes. */
function paramsIn(address: string, path: string): Record<string, string> {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const pattern = path
    .slice(0, path.lastIndexOf('}') + 1)
    .replace(/[.*+?^$()|[\]\\]/g, '\\$&')
    .replace(/\{\w+\}/g, '([^/?:]+)');
  const found = new RegExp(pattern).exec(address);
  if (!found) throw new Error(`${address} does not match ${path}`);
  return Object.fromEntries(names.map((name, i) => [name, decodeURIComponent(found[i + 1]!)]));
}

/** The result of what another operation has started. */
function after(id: string, target: string, more?: (app: TestApp) => Promise<Partial<ExampleCall>>): Record<string, ExamplePreparation> {
  return {
    [target]: {
      async prepare(app, version) {
        const { key, answer } = await start(app, id, version, await more?.(app));
        const location = String(answer.headers['operation-location'] ?? answer.headers.location);
        const { operation } = operationOf(target);
        await waitFor(app, location.replace(/^https?:\/\/[^/]+/, ''), key);
        return { key, params: paramsIn(location, operation.path) };
      },
      until: isDone,
    },
  };
}

/** Of conversation and text projects alike. */
function projectResults(area: 'conversations' | 'texts'): Record<string, ExamplePreparation> {
  const pairs = {
    deleteProject: ['getProjectDeletionStatus'],
    importProject: ['getImportStatus'],
    exportProject: ['getExportStatus', 'getExportResult'],
    trainProject: ['getTrainingStatus'],
    loadSnapshot: ['getLoadSnapshotStatus'],
    deployProject: ['getDeploymentStatus'],
    swapDeployments: ['getSwapDeploymentsStatus'],
    deleteDeploymentFromResources: ['getDeploymentDeleteFromResourcesStatus'],
    assignDeploymentResources: ['getAssignDeploymentResourcesStatus'],
    unassignDeploymentResources: ['getUnassignDeploymentResourcesStatus'],
  };
  return Object.assign(
    {},
    ...Object.entries(pairs).flatMap(([from, targets]) => targets.map((target) => after(`${area}.${from}`, `${area}.${target}`))),
  ) as Record<string, ExamplePreparation>;
}

/** An account with a text project that is deployed. */
async function withTextProject(app: TestApp): Promise<Partial<ExampleCall>> {
  return { key: (await prepareCall(app, operationOf('texts.getDeployment').operation)).key };
}

/** An account with an app, which it migrates from this server itself. */
async function withApp(app: TestApp): Promise<Partial<ExampleCall>> {
  const { key, params } = await prepareCall(app, operationOf('understanding.getApp').operation);
  const { port } = app.server.node.address() as { port: number };
  const body = {
    appsMetadata: [{ appId: params['appId'], appVersion: '0.1' }],
    authoringResourceUrl: `http://127.0.0.1:${port}`,
    understandingKey: key,
  };
  return { key, body };
}

/** What takes seconds is made once, for all examples that show it. */
function once<T>(make: (app: TestApp) => Promise<T>): (app: TestApp) => Promise<T> {
  let made: Promise<T> | undefined;
  return (app) => (made ??= make(app));
}

/** A classification with a classifier of two types of forms, built from training sets. */
const classified = once(async (app): Promise<ExampleCall> => {
  const { key } = await app.createAccount('sorting');
  const version = 'api-version=2024-11-30';
  const upload = async (set: string, n: number, body: Buffer): Promise<void> => {
    const target = `/documentanalysis/trainingSets/${set}/files/${n}.pdf?${version}`;
    await app.call({ method: 'PUT', url: target, key, headers: { 'content-type': 'application/octet-stream' }, body });
  };
  for (let n = 0; n < 5; n++) {
    await upload('orders', n, await orderPdf(createOrder(n)));
    await upload('repairs', n, await repairPdf(n));
  }
  const built = await app.call({
    method: 'POST',
    url: `/documentanalysis/documentClassifiers:build?${version}`,
    key,
    body: {
      classifierId: 'my-sorter',
      docTypes: { order: { trainingSetSource: { trainingSetId: 'orders' } }, repair: { trainingSetSource: { trainingSetId: 'repairs' } } },
    },
  });
  if (built.status !== 202) throw new Error(`${built.status} ${built.text}`);
  await waitFor(app, String(built.headers['operation-location']).replace(/^https?:\/\/[^/]+/, ''), key);
  const url = '/documentanalysis/documentClassifiers/my-sorter:analyze?api-version=2024-11-30&keepDocument=true';
  const { headers, status, text } = await app.call({ method: 'POST', url, key, headers: PDF, body: await orderPdf(createOrder(7)) });
  if (status !== 202) throw new Error(`${status} ${text}`);
  const location = String(headers['operation-location']).replace(/^https?:\/\/[^/]+/, '');
  await waitFor(app, location, key);
  return { key, params: paramsIn(location, '/documentClassifiers/{classifierId}/analyzeResults/{resultId}') };
});

/** A conversation project that is trained and deployed. */
const restaurant = once(async (app): Promise<string> => {
  const { key } = await app.createAccount('restaurant');
  const base = '/language/authoring/analyze-conversations/projects/restaurant';
  const version = 'api-version=2023-04-01';
  const step = async (method: string, path: string, body: unknown): Promise<void> => {
    const { status, text, headers } = await app.call({ method, url: `${base}${path}?${version}`, key, body });
    if (status !== 202) throw new Error(`${path}: ${status} ${text}`);
    await waitFor(app, String(headers['operation-location']).replace(/^https?:\/\/[^/]+/, ''), key);
  };
  const booking = (text: string, phrase: string): object => ({
    text,
    intent: 'BookTable',
    language: 'en',
    entities: [{ category: 'Guests', offset: text.indexOf(phrase), length: phrase.length }],
  });
  const utterances = [
    booking('book a table for four', 'four'),
    booking('I need a table for two tonight', 'two'),
    booking('a table for six people please', 'six'),
    booking('reserve a table for three', 'three'),
    ...['when do you open', 'are you open on sunday', 'what are your opening hours', 'until when are you open'].map((text) => ({
      text,
      intent: 'OpeningHours',
      language: 'en',
      entities: [],
    })),
  ];
  await step('POST', '/:import', {
    projectFileVersion: '2023-04-01',
    stringIndexType: 'Utf16CodeUnit',
    metadata: { projectName: 'restaurant', projectKind: 'Conversation', language: 'en', settings: { confidenceThreshold: 0.3 } },
    assets: {
      projectKind: 'Conversation',
      intents: [{ category: 'BookTable' }, { category: 'OpeningHours' }],
      entities: [{ category: 'Guests' }],
      utterances,
    },
  });
  await step('POST', '/:train', { modelLabel: 'first', trainingMode: 'standard' });
  await step('PUT', '/deployments/production', { trainedModelLabel: 'first' });
  return key;
});

const letter = (): Promise<Buffer> => pdfOf([['The garden has grown well.', 'We water it every morning.']]);

/** An analysis of a letter, or of another file. */
async function analyzed(app: TestApp, model: string, query: Record<string, string>, file?: Buffer): Promise<ExampleCall> {
  const { key } = await app.createAccount(`letters-${Math.random().toString(36).slice(2)}`);
  const search = new URLSearchParams({ 'api-version': '2024-11-30', ...query }).toString();
  const url = `/documentanalysis/documentModels/${model}:analyze?${search}`;
  const { status, text, headers } = await app.call({ method: 'POST', url, key, headers: PDF, body: file ?? (await letter()) });
  if (status !== 202) throw new Error(`${status} ${text}`);
  const location = String(headers['operation-location']).replace(/^https?:\/\/[^/]+/, '');
  await waitFor(app, location, key);
  return { key, params: paramsIn(location, '/documentModels/{modelId}/analyzeResults/{resultId}') };
}

/** An analysis of a letter that keeps the document, with a PDF that can be searched. */
const analyzedLetter = once((app) => analyzed(app, 'prebuilt-read', { output: 'pdf', keepDocument: 'true' }));

const ACCOUNT = { subscription: 'default', resourceGroup: 'default', account: 'example' };
const ACCOUNT_PATH = '/subscriptions/default/resourceGroups/default/accounts/example';

function onAccount(
  more: (app: TestApp, token: string, key: string) => Promise<Partial<ExampleCall>> = async () => ({}),
): ExamplePreparation {
  return {
    async prepare(app) {
      const token = await app.token();
      await app.call({ method: 'PUT', url: ACCOUNT_PATH, token, body: { location: 'local', kind: 'MultiService' } });
      const { key1 } = (await app.call({ method: 'POST', url: `${ACCOUNT_PATH}/listKeys`, token })).json<{ key1: string }>();
      await app.call({ method: 'GET', url: '/face/v1.0/persongroups', key: key1 });
      await app.call({ method: 'PUT', url: '/face/v1.0/persongroups/family', key: key1, body: { name: 'Family' } });
      const call = await more(app, token, key1);
      return { token, ...call, params: { ...ACCOUNT, ...call.params } };
    },
  };
}

/** An operator who has just signed in with the password of the example. */
const onSession: ExamplePreparation = {
  async prepare(app) {
    const token = await app.token();
    const [name, password] = ['sam@example.com', 'correct horse battery'];
    await app.call({ method: 'DELETE', url: `/operators/${name}`, token });
    const invited = await app.call({ method: 'POST', url: '/operators', token, body: { name, role: 'label' } });
    const [, invitation] = invited.json<{ invitation: { url: string } }>().invitation.url.split('#invitation=');
    const { headers: entered } = await app.call({ method: 'POST', url: '/sessions', body: { invitation, password } });
    const headers = { cookie: String(entered['set-cookie']).split(';')[0]!, 'x-perennial-console': '1' };
    const { value } = (await app.call({ method: 'GET', url: '/sessions', headers })).json<{ value: { sessionId: string }[] }>();
    return { headers, params: { sessionId: value[0]!.sessionId } };
  },
};

/** An operator who is invited, unless it is already. */
function onOperator(): ExamplePreparation {
  return {
    async prepare(app) {
      const token = await app.token();
      const { operatorId, role } = { operatorId: 'jane@example.com', role: 'label' };
      await app.call({ method: 'POST', url: '/operators', token, body: { name: operatorId, role } });
      const { value } = (await app.call({ method: 'GET', url: '/accounts', token })).json<{
        value: { properties: { accountId: string } }[];
      }>();
      return { token, params: { operatorId, accountId: value[0]!.properties.accountId } };
    },
  };
}

/** A job that is not completed: a training that is cancelled. */
const trainingJob = (isCancelled: boolean): ExamplePreparation => ({
  async prepare(app) {
    const token = await app.token();
    const { key, answer } = await start(app, 'conversations.trainProject', '2023-04-01');
    const location = String(answer.headers['operation-location']).replace(/^https?:\/\/[^/]+/, '');
    if (isCancelled) {
      await app.call({ method: 'POST', url: location.replace('?', '/:cancel?'), key });
      await waitFor(app, location, key);
    }
    const accounts = (await app.call({ method: 'GET', url: '/accounts', token })).json<{ value: { id: string }[] }>().value;
    for (const { id } of accounts) {
      const jobs = (await app.call({ method: 'GET', url: `${id}/jobs`, token })).json<{ value: { jobId: string }[] }>().value;
      const [, , subscription, , resourceGroup, , account] = id.split('/');
      const job = jobs.find(({ jobId }) => location.includes(jobId));
      if (job)
        return { token, params: { subscription: subscription!, resourceGroup: resourceGroup!, account: account!, jobId: job.jobId } };
    }
    throw new Error('The job is not listed.');
  },
});

const auditJob = onAccount(async (app, token) => {
  const started = await app.call({ method: 'POST', url: `${ACCOUNT_PATH}/verifyAudit`, token });
  const jobId = /jobs\/([^/?]+)/.exec(String(started.headers['operation-location'] ?? started.headers.location))![1]!;
  const job = (): Promise<TestResponse> => app.call({ method: 'GET', url: `${ACCOUNT_PATH}/jobs/${jobId}`, token });
  const all = (): Promise<TestResponse> => app.call({ method: 'GET', url: `${ACCOUNT_PATH}/jobs`, token });
  for (const list of [job, all])
    for (let tries = 0; tries < MAX_TRIES && !isDone(await list()); tries++) await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
  return { params: { jobId } };
});

const withQuery = (id: string, query: Record<string, string>): Record<string, ExamplePreparation> => ({
  [id]: { prepare: async (app) => ({ ...(await prepareCall(app, operationOf(id).operation)), query }) },
});

const analysis = (version: string): object =>
  version === '2021-11-01-preview'
    ? { query: 'I need a table for five' }
    : {
        kind: 'Conversation',
        analysisInput: { conversationItem: { id: '1', participantId: 'guest', text: 'I need a table for five' } },
        parameters: { projectName: 'restaurant', deploymentName: 'production', stringIndexType: 'TextElement_V8' },
      };

export const EXAMPLE_PREPARATIONS: Readonly<Record<string, ExamplePreparation>> = {
  ...projectResults('conversations'),
  ...projectResults('texts'),
  ...after('textsRuntime.submitJob', 'textsRuntime.getJob', withTextProject),
  ...after('textsRuntime.submitAnalyticsJob', 'textsRuntime.getAnalyticsJob', withTextProject),
  ...after('conversationsRuntime.submitJob', 'conversationsRuntime.getJob'),
  ...after('conversations.migrateFromUnderstanding', 'conversations.getMigrationStatus', withApp),
  ...after('documents.composeModel', 'documents.getOperation'),
  'documents.getClassifyResult': { prepare: classified, until: isDone },
  'documents.getClassifiedPageImage': {
    prepare: async (app) => {
      const call = await classified(app);
      return { ...call, params: { ...call.params, pageNumber: '1' } };
    },
  },
  ...withQuery('understanding.predictGet2', { q: 'fly to rome tomorrow' }),
  ...withQuery('understanding.predictSlotGet', { query: 'fly to rome tomorrow' }),
  ...withQuery('understanding.predictVersionGet', { query: 'fly to rome tomorrow' }),
  'conversations.analyze': { prepare: async (app, version) => ({ key: await restaurant(app), params: {}, body: analysis(version) }) },
  'conversations.analyzeFormer': {
    prepare: async (app, version) => ({
      key: await restaurant(app),
      params: {},
      query: { projectName: 'restaurant', deploymentName: 'production' },
      body: analysis(version),
    }),
  },
  'documents.analyzeDocument': {
    prepare: async (app) => ({
      key: (await app.createAccount('letters')).key,
      params: { modelId: 'prebuilt-layout' },
      headers: PDF,
      body: await letter(),
    }),
  },
  'documents.getAnalyzeResult': { prepare: analyzedLetter, until: isDone },
  'documents.getAnalyzeResultPdf': { prepare: analyzedLetter },
  'documents.getResultPageImage': {
    prepare: async (app) => {
      const call = await analyzedLetter(app);
      return { ...call, params: { ...call.params, pageNumber: '1' } };
    },
  },
  'documents.getAnalyzeResultFigure': {
    prepare: async (app) => {
      const call = await analyzed(app, 'prebuilt-layout', { output: 'figures' }, await pdfWithPhoto('teal'));
      return { ...call, params: { ...call.params, figureId: '1.1' } };
    },
  },
  'documents.getClassifier': {
    prepare: async (app) => {
      const { key, params } = await prepareCall(app, operationOf('documents.deleteClassifier').operation);
      return { key, params };
    },
  },
  'documents.getTrainingPageImage': {
    prepare: async (app) => {
      const { key } = await app.createAccount('forms');
      const url = '/documentanalysis/trainingSets/my-set/files/form.pdf?api-version=2024-11-30';
      await app.call({ method: 'PUT', url, key, headers: { 'content-type': 'application/octet-stream' }, body: await letter() });
      return { key, params: { setId: 'my-set', fileName: 'form.pdf', pageNumber: '1' } };
    },
  },
  'ranking.getFeatureImportance': {
    prepare: async (app) => {
      const { key } = await prepareCall(app, operationOf('ranking.deleteFeatureImportance').operation);
      return { key, params: { featureImportanceId: 'example' } };
    },
    until: isDone,
  },
  'ranking.getLogProperties': {
    prepare: async (app) => ({ key: (await start(app, 'ranking.rank', 'v1.0')).key, params: {} }),
    until: ({ status }) => status === 200,
  },
  'ranking.listEvents': { prepare: async (app) => ({ key: (await start(app, 'ranking.rank', 'v1.0')).key, params: {} }) },
  'ranking.getEstimates': { prepare: async (app) => ({ key: (await start(app, 'ranking.rank', 'v1.0')).key, params: {} }) },
  'ranking.getEvent': {
    prepare: async (app, version) => {
      const { key } = await start(app, 'ranking.rank', version);
      const { base, marker } = operationOf('ranking.getEvent');
      const { value } = (await app.call({ method: 'GET', url: `${base(version)}/logs/events${marker(version)}`, key })).json<{
        value: { position: number }[];
      }>();
      return { key, params: { position: String(value[0]!.position) } };
    },
  },
  'accounts.token': {
    prepare: () =>
      Promise.resolve({
        params: {},
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: `grant_type=client_credentials&client_id=admin&client_secret=${DEV_ADMIN_SECRET}`,
      }),
  },
  'accounts.stageRestore': {
    prepare: async (app) => ({
      token: await app.token(),
      params: {},
      headers: { 'content-type': 'application/octet-stream' },
      body: (await app.call({ method: 'GET', url: '/backup', token: await app.token() })).bytes,
    }),
  },
  'accounts.signIn': { prepare: () => Promise.resolve({ params: {}, body: { secret: DEV_ADMIN_SECRET } }) },
  'accounts.inviteOperator': {
    async prepare(app) {
      const token = await app.token();
      await app.call({ method: 'DELETE', url: '/operators/jane@example.com', token });
      return { token, params: {} };
    },
  },
  'accounts.operators': onOperator(),
  'accounts.inviteOperatorAgain': onOperator(),
  'accounts.changeOperator': onOperator(),
  'accounts.setAccountRole': onOperator(),
  'accounts.removeAccountRole': onOperator(),
  'accounts.endOperatorSessions': onOperator(),
  'accounts.removeOperator': onOperator(),
  'accounts.endSession': onSession,
  'accounts.changePassword': onSession,
  'accounts.completeOidcSignIn': {
    async prepare(app) {
      const started = await app.call({ method: 'GET', url: '/sessions/oidc' });
      const led = await fetch(String(started.headers.location), { redirect: 'manual' });
      const query = Object.fromEntries(new URL(led.headers.get('location')!).searchParams);
      return { params: {}, query, headers: { cookie: String(started.headers['set-cookie']).split(';')[0]! } };
    },
  },
  'accounts.listKeys': onAccount(),
  'accounts.regenerateKey': onAccount(() => Promise.resolve({ body: { keyName: 'key2' } })),
  'accounts.listAssignments': onAccount(),
  'accounts.usage': { ...onAccount(), until: ({ text }) => text.includes('createPersonGroup') && text.includes('listPersonGroups') },
  'accounts.audit': onAccount(),
  'accounts.verifyAudit': onAccount(),
  'accounts.listJobs': auditJob,
  'accounts.getJob': auditJob,
  'accounts.cancelJob': trainingJob(false),
  'accounts.retryJob': trainingJob(true),
  'accounts.withdrawAssignment': {
    async prepare(app) {
      const token = await app.token();
      await prepareCall(app, operationOf('conversations.unassignDeploymentResources').operation);
      const account = { subscription: 'sub', resourceGroup: 'group', account: 'bot' };
      const url = '/subscriptions/sub/resourceGroups/group/accounts/bot/assignments';
      const { value } = (await app.call({ method: 'GET', url, token })).json<{ value: { assignmentId: string }[] }>();
      return { token, params: { ...account, assignmentId: value[0]!.assignmentId } };
    },
  },
};
