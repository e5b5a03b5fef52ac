/**
 * A data folder written by version 0.1.0, with something in every area, opens in this version. The archive was made by that version:
 * an app and two projects, trained and published; a ranking loop with a model; a trained person group; a training set and a model
 * built from it.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createOrder, orderPdf } from '../support/documents-forms.ts';
import { call, eventually, run, startServer, temporaryFolder } from '../support/server.ts';
import type { HttpResponse, Server } from '../support/server.ts';

const ARCHIVE = fileURLToPath(new URL('./fixtures/data-0.1.0.tar.gz', import.meta.url));
const KEY = '5f339f510f28438b63500ae311b21388bd72d0aec5051f0cfd6151bbced910a2';
const APP_ID = 'c5efe7e5-4e77-4acb-bdea-8228c9f6fbcb';

describe('a data folder of version 0.1.0', () => {
  const folder = temporaryFolder();
  const data = join(folder.path, 'data');
  let server: Server;
  before(async () => {
    execFileSync('tar', ['-xzf', ARCHIVE, '-C', folder.path]);
    server = await startServer({ data });
  });
  after(async () => {
    await server.stop();
    folder.remove();
  });
  const send = async <T>(route: string, json?: unknown): Promise<HttpResponse<T>> => {
    const answer = await call<T>(server, route, { key: KEY, json });
    assert.ok(answer.status < 300, `${route}: ${answer.status} ${answer.text}`);
    return answer;
  };

  test('keeps its account and key', async () => {
    assert.equal(server.key1, '', 'no new account is created');
    assert.equal((await call(server, 'GET /face/v1.0/persongroups', { key: KEY })).status, 200);
  });

  test('answers queries of the published understanding app', async () => {
    const { body } = await send<{ prediction: { topIntent: string } }>(
      `GET /luis/prediction/v3.0/apps/${APP_ID}/slots/production/predict?query=plant%20a%20willow`,
    );
    assert.equal(body.prediction.topIntent, 'Plant');
    const { body: examples } = await send<unknown[]>(`GET /luis/api/v2.0/apps/${APP_ID}/versions/0.1/examples?take=100`);
    assert.equal(examples.length, 8);
    const {
      body: [app],
    } = await send<{ name: string; versionsCount: number; activeVersion: string }[]>('GET /luis/api/v2.0/apps/');
    assert.deepEqual([app!.name, app!.versionsCount, app!.activeVersion], ['Garden', 1, '0.1']);
  });

  test('analyzes with the deployed conversation and text projects', async () => {
    const {
      body: { result },
    } = await send<{ result: { prediction: { topIntent: string } } }>('POST /language/:analyze-conversations?api-version=2022-05-01', {
      kind: 'Conversation',
      analysisInput: { conversationItem: { id: '1', participantId: '1', text: 'goodbye' } },
      parameters: { projectName: 'Greeter', deploymentName: 'production', stringIndexType: 'Utf16CodeUnit' },
    });
    assert.equal(result.prediction.topIntent, 'Leave');
    const { headers } = await send('POST /language/analyze-text/jobs?api-version=2022-05-01', {
      analysisInput: { documents: [{ id: '1', language: 'en', text: 'please pay the bill' }] },
      tasks: [{ kind: 'CustomSingleLabelClassification', parameters: { projectName: 'Post', deploymentName: 'production' } }],
    });
    const { pathname, search } = new URL(headers['operation-location'] as string);
    type Job = { status: string; tasks: { items: { results: { documents: { class: { category: string }[] }[] } }[] } };
    const job = await eventually(
      async () => (await send<Job>(`GET ${pathname}${search}`)).body,
      ({ status }) => status === 'succeeded',
    );
    assert.equal(job.tasks.items[0]!.results.documents[0]!.class[0]!.category, 'Bill');
  });

  test('ranks with the loop that it has learned', async () => {
    const settings = await send<{ rewardWaitTime: string }>('GET /ranking/v1.1-preview.3/configurations/service');
    assert.equal(settings.body.rewardWaitTime, 'PT5S');
    const { body } = await send<{ ranking: object[] }>('POST /ranking/v1.1-preview.3/rank', {
      contextFeatures: [{ time: 'evening' }],
      actions: [
        { id: 'pasta', features: [{ taste: 'savoury' }] },
        { id: 'ice-cream', features: [{ taste: 'sweet' }] },
      ],
    });
    assert.equal(body.ranking.length, 2);
    const { bytes } = await send('GET /ranking/v1.1-preview.3/model');
    assert.ok(bytes.length > 100, 'the model is there');
  });

  test('trains the person group again from its stored templates', async () => {
    const { body: persons } = await send<{ name: string; persistedFaceIds: string[] }[]>('GET /face/v1.0/persongroups/family/persons');
    assert.deepEqual(persons.map(({ name, persistedFaceIds }) => [name, persistedFaceIds.length]).sort(), [
      ['Ada', 1],
      ['Ben', 1],
    ]);
    const before = (await send<{ status: string; lastSuccessfulTrainingDateTime: string }>('GET /face/v1.0/persongroups/family/training'))
      .body;
    assert.equal(before.status, 'succeeded');
    await send('POST /face/v1.0/persongroups/family/train');
    const training = (): Promise<typeof before> =>
      send<typeof before>('GET /face/v1.0/persongroups/family/training').then(({ body }) => body);
    await eventually(
      training,
      ({ status, lastSuccessfulTrainingDateTime: at }) => status === 'succeeded' && at !== before.lastSuccessfulTrainingDateTime,
    );
  });

  test('analyzes a form with the custom model', async () => {
    const form = createOrder(7);
    const { headers, status } = await call(server, 'POST /documentanalysis/documentModels/orders:analyze?api-version=2024-11-30', {
      key: KEY,
      body: await orderPdf(form),
      headers: { 'content-type': 'application/pdf' },
    });
    assert.equal(status, 202);
    const { pathname, search } = new URL(headers['operation-location'] as string);
    type Result = { status: string; analyzeResult: { documents: { fields: Record<string, { content: string }> }[] } };
    const { analyzeResult } = await eventually(
      async () => (await send<Result>(`GET ${pathname}${search}`)).body,
      (result) => /succeeded|failed/.test(result.status),
    );
    const { Customer, Plant } = analyzeResult.documents[0]!.fields;
    assert.deepEqual([Customer!.content, Plant!.content], [form.Customer, form.Plant]);
  });

  test('is intact: records, audit chains and blobs', async () => {
    await server.stop();
    const { code, stdout } = await run(['verify', '--data', data, '--json']);
    assert.equal(code, 0, stdout);
  });
});
