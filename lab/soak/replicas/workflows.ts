/** One workflow of each area that trains, builds or reads in jobs. */
import assert from 'node:assert/strict';
import { ManagementClient } from '../../../test/support/server.ts';
import { utterance } from '../../../test/support/conversations.ts';
import { orderFiles } from '../../../test/support/documents-forms.ts';
import { pdfOf } from '../../../test/support/documents.ts';
import { GROUP_PHOTO } from '../../../test/support/people.ts';
import { singleLabel } from '../../../test/support/text-projects.ts';
import type { Caller, Workflow } from './workflow.ts';

const PLANTS = ['fern', 'ficus', 'mint', 'rose', 'tulip', 'cactus'];

const understanding: Workflow = {
  name: 'understanding',
  async round(caller, id) {
    const apps = '/luis/api/v2.0/apps';
    await caller.call(`POST ${apps}/`, { body: { name: id, culture: 'en-us' }, okAgain: [400, 409] });
    const found = (await caller.json<{ id: string; name: string }[]>(`GET ${apps}/?take=500`)).filter(({ name }) => name === id);
    assert.equal(found.length, 1, `app ${id} was created once`);
    const version = `${apps}/${found[0]!.id}/versions/0.1`;
    for (const name of ['Water', 'Check']) await caller.call(`POST ${version}/intents`, { body: { name }, okAgain: [400, 409] });
    const texts = PLANTS.flatMap((plant) => [
      { text: `water the ${plant}`, intentName: 'Water', entityLabels: [] },
      { text: `how is the ${plant} today`, intentName: 'Check', entityLabels: [] },
    ]);
    await caller.call(`POST ${version}/examples`, { body: texts });
    const examples = await caller.json<{ text: string }[]>(`GET ${version}/examples?take=100`);
    assert.deepEqual(examples.map(({ text }) => text).sort(), texts.map(({ text }) => text).sort());
    await caller.call(`POST ${version}/train`, { body: {} });
    const models = await caller.until<{ details: { status: string; failureReason?: string } }[]>(`GET ${version}/train`, (all) =>
      all.every(({ details }) => !['Queued', 'InProgress'].includes(details.status)),
    );
    for (const { details } of models) assert.match(details.status, /^(Success|UpToDate)$/, details.failureReason);
    await caller.call(`POST ${apps}/${found[0]!.id}/publish`, { body: { versionId: '0.1', isStaging: false } });
    const query = `GET /luis/v2.0/apps/${found[0]!.id}?q=water%20the%20mint`;
    for (const { topScoringIntent } of await caller.everywhere<{ topScoringIntent: { intent: string } }>(query))
      assert.equal(topScoringIntent.intent, 'Water');
  },
};

const VERSION = 'api-version=2023-04-01';
const ALL_FOR_TRAINING = { kind: 'percentage', trainingSplitPercentage: 100, testingSplitPercentage: 0 };

async function trainAndDeploy(caller: Caller, project: string, file: object, training: object): Promise<void> {
  await caller.succeeds(`POST ${project}/:import?${VERSION}`, { body: file });
  await caller.succeeds(`POST ${project}/:train?${VERSION}`, {
    body: { modelLabel: 'one', evaluationOptions: ALL_FOR_TRAINING, ...training },
  });
  await caller.succeeds(`PUT ${project}/deployments/production?${VERSION}`, { body: { trainedModelLabel: 'one' } });
}

const conversations: Workflow = {
  name: 'conversations',
  async round(caller, id) {
    const utterances = PLANTS.flatMap((plant) => [
      utterance('Water', `water the [Plant:${plant}]`),
      utterance('Check', `how is the [Plant:${plant}]`),
    ]);
    const file = {
      projectFileVersion: '2023-04-01',
      stringIndexType: 'Utf16CodeUnit',
      metadata: { projectName: id, projectKind: 'Conversation', language: 'en-us' },
      assets: {
        projectKind: 'Conversation',
        intents: [{ category: 'Water' }, { category: 'Check' }],
        entities: [{ category: 'Plant' }],
        utterances,
      },
    };
    await trainAndDeploy(caller, `/language/authoring/analyze-conversations/projects/${id}`, file, { trainingMode: 'standard' });
    const answers = await caller.everywhere<{ result: { prediction: { topIntent: string } } }>(
      `POST /language/:analyze-conversations?${VERSION}`,
      {
        kind: 'Conversation',
        analysisInput: { conversationItem: { id: '1', participantId: '1', text: 'water the mint' } },
        parameters: { projectName: id, deploymentName: 'production' },
      },
    );
    for (const { result } of answers) {
      assert.equal(result.prediction.topIntent, 'Water');
      assert.deepEqual(result, answers[0]!.result, 'every process answers alike');
    }
  },
};

const texts: Workflow = {
  name: 'texts',
  async round(caller, id) {
    const file = singleLabel();
    const named = { ...file, metadata: { ...file.metadata, projectName: id } };
    await trainAndDeploy(caller, `/language/authoring/analyze-text/projects/${id}`, named, {});
    const tasks = [{ kind: 'CustomSingleLabelClassification', parameters: { projectName: id, deploymentName: 'production' } }];
    const documents = [{ id: '1', language: 'en', text: 'The parcel has not arrived yet.' }];
    const { status } = await caller.job(`POST /language/analyze-text/jobs?${VERSION}`, { body: { analysisInput: { documents }, tasks } });
    assert.equal(status, 'succeeded');
  },
};

const DOCUMENTS = 'api-version=2024-11-30';
const BYTES = 'application/octet-stream';
const LINES = ['The garden has grown well.', 'Next year we plant more.'];

/** Reads a letter, builds a model of forms, copies it, and reads a form with the copy. */
const documents: Workflow = {
  name: 'documents',
  async round(caller, id) {
    const base = '/documentanalysis';
    const letter = new Uint8Array(await pdfOf([LINES]));
    const { status, analyzeResult } = await caller.job<{ status: string; analyzeResult?: { content: string } }>(
      `POST ${base}/documentModels/prebuilt-read:analyze?${DOCUMENTS}`,
      { body: letter, type: BYTES },
    );
    assert.deepEqual([status, analyzeResult?.content], ['succeeded', LINES.join('\n')]);
    const forms = await orderFiles(5);
    for (const { name, content } of forms)
      await caller.call(`PUT ${base}/trainingSets/${id}/files/${name}?${DOCUMENTS}`, { body: new Uint8Array(content), type: BYTES });
    const build = `${base}/documentModels/${id}:buildFromTrainingSet?${DOCUMENTS}`;
    const built = await caller.call(`POST ${build}`, { body: { trainingSetId: id }, ok: [202], okAgain: [409] });
    if (built.status === 202) await waitFor(caller, built.location!);
    await hasModel(caller, id);
    const copy = `${id}-copy`;
    for (let n = 0; ; n++) {
      // The process of the target may be away while the model is sent to it: that fails the copy, and the caller starts another.
      const authorization = await caller.json<object>(`POST ${base}/documentModels:authorizeCopy?${DOCUMENTS}`, {
        body: { modelId: copy },
        okAgain: [409],
      });
      if ('error' in authorization) break;
      const copied = await caller.job(`POST ${base}/documentModels/${id}:copyTo?${DOCUMENTS}`, { body: authorization });
      if (copied.status === 'succeeded') break;
      if (n === 20) throw new Error(`copyTo: ${JSON.stringify(copied)}`);
    }
    await hasModel(caller, copy);
    const form = new Uint8Array(forms.find(({ name }) => name === 'order-1.pdf')!.content);
    const read = await caller.job<{ status: string; analyzeResult?: { documents: { fields: Record<string, { content?: string }> }[] } }>(
      `POST ${base}/documentModels/${copy}:analyze?${DOCUMENTS}`,
      { body: form, type: BYTES },
    );
    assert.deepEqual([read.status, read.analyzeResult?.documents[0]?.fields.Customer?.content], ['succeeded', 'Ben Field']);
    for (const model of [id, copy]) await caller.call(`DELETE ${base}/documentModels/${model}?${DOCUMENTS}`, { ok: [204], okAgain: [404] });
    await caller.call(`DELETE ${base}/trainingSets/${id}?${DOCUMENTS}`, { ok: [204], okAgain: [404] });
  },
};

async function waitFor(caller: Caller, location: string): Promise<void> {
  const { pathname, search } = new URL(location);
  const { status, error } = await caller.until<{ status: string; error?: object }>(
    `GET ${pathname}${search}`,
    (operation) => !['notStarted', 'running'].includes(operation.status),
  );
  assert.equal(status, 'succeeded', JSON.stringify(error));
}

async function hasModel(caller: Caller, id: string): Promise<void> {
  const { value } = await caller.until<{ value: { modelId: string }[] }>(`GET /documentanalysis/documentModels?${DOCUMENTS}`, (list) =>
    list.value.some(({ modelId }) => modelId === id),
  );
  assert.equal(value.filter(({ modelId }) => modelId === id).length, 1);
}

interface Detected {
  faceId: string;
  faceRectangle: { left: number; top: number; width: number; height: number };
}

const faces: Workflow = {
  name: 'faces',
  async round(caller, id) {
    const group = `/face/v1.0/persongroups/${id}`;
    const photo = new Uint8Array(GROUP_PHOTO);
    const models = 'recognitionModel=recognition_04&detectionModel=detection_03';
    await caller.call(`PUT ${group}`, { body: { name: id, recognitionModel: 'recognition_04' }, okAgain: [409] });
    const [detected] = await caller.json<Detected[]>(`POST /face/v1.0/detect?returnFaceId=true&${models}`, { body: photo, type: BYTES });
    await caller.call(`POST ${group}/persons`, { body: { name: 'Ada' } });
    // A call without an answer may have created her too.
    const [person, ...others] = await caller.json<{ personId: string }[]>(`GET ${group}/persons`);
    for (const { personId } of others) await caller.call(`DELETE ${group}/persons/${personId}`, { okAgain: [404] });
    const { left, top, width, height } = detected!.faceRectangle;
    const target = `targetFace=${[left, top, width, height].join()}`;
    await caller.call(`POST ${group}/persons/${person!.personId}/persistedFaces?${target}&detectionModel=detection_03`, {
      body: photo,
      type: BYTES,
    });
    await caller.call(`POST ${group}/train`, { ok: [202], okAgain: [409] });
    const { status } = await caller.until<{ status: string }>(
      `GET ${group}/training`,
      (training) => !['notstarted', 'running'].includes(training.status),
    );
    assert.equal(status, 'succeeded');
    const identify = { personGroupId: id, faceIds: [detected!.faceId] };
    for (const [answer] of await caller.everywhere<{ candidates: { personId: string }[] }[]>('POST /face/v1.0/identify', identify))
      assert.equal(answer!.candidates[0]?.personId, person!.personId);
    await caller.call(`DELETE ${group}`, { okAgain: [404] });
  },
};

/** An account whose key is replaced: the new key works, and the old one does not, at every process. */
const accounts: Workflow = {
  name: 'accounts',
  async round(caller, id) {
    const path = ManagementClient.accountPath(id);
    await caller.call(`PUT ${path}`, { body: { location: 'local', kind: 'Face' } });
    const { key1 } = await caller.json<{ key1: string }>(`POST ${path}/listKeys`);
    const groups = 'GET /face/v1.0/persongroups?top=1';
    await caller.withKey(key1).everywhere(groups);
    await caller.call(`POST ${path}/regenerateKey`, { body: { keyName: 'key1' } });
    const { key1: next } = await caller.json<{ key1: string }>(`POST ${path}/listKeys`);
    assert.notEqual(next, key1);
    await caller.withKey(next).everywhere(groups);
    await caller.withKey(key1).refusedEverywhere(groups);
    await caller.call(`DELETE ${path}`, { okAgain: [404] });
  },
};

export const workflows: readonly Workflow[] = [understanding, conversations, texts, documents, faces, accounts];
