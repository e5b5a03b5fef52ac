/** Prepares a project for any operation: with a trained model, two deployments, an assigned account and a queued training. */
import { trainLanguage } from '../../src/engines/language/models/train.ts';
import { writeLanguageModel } from '../../src/engines/language/models/checkpoint.ts';
import type { Operation } from '../../src/kernel/operation.ts';
import type { FamilyName, TrainedModel } from '../../src/areas/language/projects/model.ts';
import { models, partKey, projectKey, projects } from '../../src/areas/language/projects/store.ts';
import { Change } from '../../src/kernel/change.ts';
import type { TestAccount, PreparedCall } from './prepared-call.ts';

const NAME = 'example';
const LABEL = 'first';
const RESOURCE = '/subscriptions/sub/resourceGroups/group/accounts/bot';
const BASES: Readonly<Record<FamilyName, string>> = {
  conversations: '/language/authoring/analyze-conversations',
  texts: '/language/authoring/analyze-text',
};
const VERSION = 'api-version=2022-05-01';

const IMPORTS: Readonly<Record<FamilyName, object>> = {
  conversations: {
    metadata: { projectKind: 'Conversation', language: 'en' },
    assets: {
      projectKind: 'Conversation',
      intents: [{ category: 'Greet' }],
      entities: [],
      utterances: [
        { text: 'hello', intent: 'Greet' },
        { text: 'what a day', intent: 'None' },
      ],
    },
  },
  texts: {
    metadata: { projectKind: 'CustomSingleLabelClassification', language: 'en' },
    assets: {
      projectKind: 'CustomSingleLabelClassification',
      classes: [{ category: 'Parcel' }, { category: 'Bill' }],
      documents: [
        { location: 'a.txt', text: 'a parcel', class: { category: 'Parcel' } },
        { location: 'b.txt', text: 'a bill', class: { category: 'Bill' } },
      ],
    },
  },
};

/** Operations that need no existing project. */
const WITHOUT_PROJECT = ['createProject', 'importProject', 'fetchProject'];

export function isOnProject({ id }: Operation): boolean {
  const [area, name] = id.split('.') as [string, string];
  return (area in BASES && !WITHOUT_PROJECT.includes(name) && !name.startsWith('migrate')) || id === 'textsRuntime.cancelJob';
}

export async function prepareProject(place: TestAccount, { id }: Operation): Promise<Partial<PreparedCall>> {
  const [area, name] = id.split('.') as [string, string];
  const family = area === 'conversations' ? 'conversations' : 'texts';
  const token = await place.app.token();
  const made = await place.app.call({ method: 'PUT', url: RESOURCE, token, body: { location: 'local', kind: 'Language' } });
  if (made.status >= 300) throw new Error(`PUT ${RESOURCE}: ${made.status} ${made.text}`);
  const send = async (method: string, path: string, body?: unknown, bearer?: string): Promise<string> => {
    const { status, text, headers } = await place.app.call({ method, url: `${path}?${VERSION}`, key: place.key, body, token: bearer });
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`);
    return String(headers['operation-location'] ?? '');
  };
  const project = `${BASES[family]}/projects/${NAME}`;
  await send('POST', `${project}/:import`, IMPORTS[family]);
  await addModel(place, family);
  await send('POST', `${project}/resources/:assign`, { resourcesMetadata: [{ azureResourceId: RESOURCE }] }, token);
  for (const deployment of ['production', 'staging']) {
    await send('PUT', `${project}/deployments/${deployment}`, { trainedModelLabel: LABEL, assignedResourceIds: [RESOURCE] });
  }
  const job =
    name === 'cancelTraining'
      ? await send('POST', `${project}/:train`, { modelLabel: 'second' })
      : name === 'cancelJob'
        ? await send('POST', '/language/analyze-text/jobs', {
            analysisInput: { documents: [{ id: '1', text: 'a parcel' }] },
            tasks: [{ kind: 'CustomSingleLabelClassification', parameters: { projectName: NAME, deploymentName: 'production' } }],
          })
        : undefined;
  const params = { projectName: NAME, trainedModelLabel: LABEL, deploymentName: 'production' };
  const assigned = await place.app.call({ method: 'POST', url: `${RESOURCE}/listKeys`, token });
  return {
    // The account that the project is assigned to withdraws from it.
    ...(name === 'withdrawFromProject' && { key: assigned.json<{ key1: string }>().key1 }),
    ...(name === 'assignDeploymentResources' && { headers: { authorization: `Bearer ${token}` } }),
    params: { ...params, ...(job !== undefined && { jobId: /jobs\/([^/?]+)/.exec(job)![1]! }) },
  };
}

/** Adds an empty model, which is fast to train. */
async function addModel(
  {
    app: {
      store,
      blobs,
      ports: { clock },
    },
    account,
  }: TestAccount,
  family: FamilyName,
): Promise<void> {
  const {
    value: { uid, assets, kind },
  } = (await store.get(projects, account, projectKey(family, NAME)))!;
  const { model } = await trainLanguage(
    { culture: 'en', intents: ['None'], noneIntent: 'None', entities: [], phraseLists: [], regexFeatures: [], patterns: [], anys: [] },
    [],
  );
  const [at, evaluation] = [clock.now(), { summary: {}, results: [] }];
  const span = { startedAt: at, endedAt: at };
  const snapshot = Buffer.from((await blobs.get(account, assets))!);
  const trained: TrainedModel = {
    label: LABEL,
    id: 'model',
    trainedAt: at,
    options: { kind: 'percentage', training: 100, testing: 0 },
    training: span,
    evaluation: span,
    learned: await blobs.put(account, writeLanguageModel(model)),
    snapshot: await blobs.put(account, snapshot),
    evaluated: await blobs.put(account, Buffer.from(JSON.stringify(evaluation))),
    ...(family === 'texts' && { facts: { kind } }),
  };
  await store.commit(new Change().put(models, account, partKey(uid, LABEL), trained));
}
