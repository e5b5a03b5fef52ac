/** Members that the interface requires of analysis results, copies, lists and errors of document analysis, in both of its versions. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { models } from '../../src/areas/documents/store.ts';
import { Change } from '../../src/kernel/change.ts';
import { SEED_MODEL } from '../support/seed-model.ts';
import { NEWER, OLDER, pdfTable } from '../support/documents.ts';
import { testApp } from '../support/memory-app.ts';
import type { TestResponse, TestApp } from '../support/memory-app.ts';
import { eventually } from '../support/server.ts';
import { assertShape } from '../support/shapes.ts';
import type { Shape } from '../support/shapes.ts';

const SPAN = { offset: 'number', length: 'number' };
const RESULT = { status: 'string', createdDateTime: 'string', lastUpdatedDateTime: 'string' };
const WORD = { content: 'string', span: SPAN, confidence: 'number' };
const CELL = { rowIndex: 'number', columnIndex: 'number', content: 'string', spans: [SPAN] };
const PAIR = { key: { content: 'string', spans: [SPAN] }, confidence: 'number' };
const MODEL = { modelId: 'string', createdDateTime: 'string' };
const OPERATION = {
  operationId: 'string',
  status: 'string',
  createdDateTime: 'string',
  lastUpdatedDateTime: 'string',
  kind: 'string',
  resourceLocation: 'string',
};
const ERROR = { error: { code: 'string', message: 'string', innererror: { code: 'string' } } };
const AUTHORIZATION = {
  targetResourceId: 'string',
  targetResourceRegion: 'string',
  targetModelId: 'string',
  targetModelLocation: 'string',
  accessToken: 'string',
  expirationDateTime: 'string',
};
const READ = {
  apiVersion: 'string',
  modelId: 'string',
  stringIndexType: 'string',
  content: 'string',
  pages: [
    {
      pageNumber: 'number',
      angle: 'number',
      width: 'number',
      height: 'number',
      unit: 'string',
      spans: [SPAN],
      words: [WORD],
      lines: [{ content: 'string', spans: [SPAN] }],
    },
  ],
};
const LAYOUT = { ...READ, tables: [{ rowCount: 'number', columnCount: 'number', cells: [CELL], spans: [SPAN] }] };
const PARAGRAPHS = { paragraphs: [{ content: 'string', spans: [SPAN] }] };

interface VersionCase {
  place: typeof NEWER;
  query: string;
  results: Readonly<Record<string, Shape>>;
  info: Shape;
}

const VERSIONS: readonly VersionCase[] = [
  {
    place: NEWER,
    query: '&features=keyValuePairs,languages',
    results: {
      'prebuilt-read': { ...READ, ...PARAGRAPHS, languages: [{ locale: 'string', spans: [SPAN], confidence: 'number' }] },
      'prebuilt-layout': { ...LAYOUT, ...PARAGRAPHS, keyValuePairs: [PAIR] },
    },
    info: {
      customDocumentModels: { count: 'number', limit: 'number' },
      customNeuralDocumentModelBuilds: { used: 'number', quota: 'number', quotaResetDateTime: 'string' },
    },
  },
  {
    place: OLDER,
    query: '',
    results: {
      'prebuilt-read': { ...READ, languages: [{ languageCode: 'string', spans: [SPAN], confidence: 'number' }] },
      'prebuilt-layout': LAYOUT,
      'prebuilt-document': { ...LAYOUT, keyValuePairs: [PAIR] },
    },
    info: { customDocumentModels: { count: 'number', limit: 'number' } },
  },
];

for (const {
  place: { prefix, version },
  query,
  results,
  info,
} of VERSIONS)
  describe(`document analysis ${version}`, () => {
    let app: TestApp;
    let address: string;
    let account: { key: string; id: string };
    before(async () => {
      app = await testApp();
      address = await app.listen();
      account = await app.createAccount('forms');
      const artefact = await app.blobs.put(account.id, Buffer.from('learned'));
      await app.store.commit(new Change().put(models, account.id, 'source', { ...SEED_MODEL, modelId: 'source', artefact }));
    });
    after(() => app.close());

    const send = (route: string, body?: unknown, more = ''): Promise<TestResponse> => {
      const [method, path] = route.split(' ') as [string, string];
      return app.call({
        method,
        url: `${prefix}${path}?api-version=${version}${more}`,
        key: account.key,
        body,
        headers: { host: new URL(address).host },
      });
    };
    const poll = async ({ status, headers, text }: TestResponse): Promise<{ status: string }> => {
      assert.equal(status, 202, text);
      const url = String(headers['operation-location']).slice(address.length);
      const isFinished = (answer: TestResponse): boolean => !['notStarted', 'running'].includes(answer.json<{ status: string }>().status);
      return (await eventually(() => app.call({ method: 'GET', url, key: account.key }), isFinished)).json();
    };

    for (const [model, shape] of Object.entries(results))
      test(`${model} returns the required members`, async () => {
        const bytes = await pdfTable([
          ['Name:', 'Count'],
          ['Ada', '3'],
          ['12 May 2020', '$ 4.00'],
        ]);
        const wanted = model === 'prebuilt-read' ? query.replace('keyValuePairs,', '') : query;
        const result = await poll(await send(`POST /documentModels/${model}:analyze`, { base64Source: bytes.toString('base64') }, wanted));
        assert.equal(result.status, 'succeeded');
        assertShape(result, { ...RESULT, analyzeResult: shape }, 'result');
      });

    test('an unreadable file fails with an error', async () => {
      const result = await poll(
        await send('POST /documentModels/prebuilt-read:analyze', { base64Source: Buffer.from('%PDF-1.4 no').toString('base64') }),
      );
      assert.equal(result.status, 'failed');
      assertShape(result, { ...RESULT, error: { code: 'string', message: 'string' } }, 'result');
    });

    test('copies a model and lists models and operations', async () => {
      const authorization = await send('POST /documentModels:authorizeCopy', {
        modelId: 'target',
        description: 'A copy',
        tags: { origin: 'here' },
      });
      assert.equal(authorization.status, 200, authorization.text);
      assertShape(authorization.json(), AUTHORIZATION, 'authorization');
      const operation = await poll(await send('POST /documentModels/source:copyTo', authorization.json()));
      assert.equal(operation.status, 'succeeded', JSON.stringify(operation));
      assertShape(operation, { ...OPERATION, result: MODEL }, 'operation');
      assertShape((await send('GET /operations')).json(), { value: [OPERATION] }, 'operations');
      assertShape((await send('GET /documentModels')).json(), { value: [MODEL] }, 'models');
      const { docTypes } = (await send('GET /documentModels/target')).json<{ docTypes: Record<string, unknown> }>();
      assertShape(Object.values(docTypes), [{ fieldSchema: { Name: { type: 'string' } } }], 'docTypes');
      assertShape((await send('GET /info')).json(), info, 'info');
    });

    test('errors have a code, a message and an inner code', async () => {
      for (const [status, route, body, more] of [
        [404, 'GET /documentModels/missing'],
        [400, 'POST /documentModels/prebuilt-read:analyze', {}, '&pages=x'],
      ] as const) {
        const answer = await send(route, body, more);
        assert.equal(answer.status, status, answer.text);
        assertShape(answer.json(), ERROR, 'body');
      }
    });
  });
