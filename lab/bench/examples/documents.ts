/**
 * Sends the examples of the published specification of document analysis, and checks every reply against its definition there.
 * `PERENNIAL_SPECS` is the folder of the specifications; without one the tests are skipped.
 */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { models } from '../../../src/areas/documents/store.ts';
import { Change } from '../../../src/kernel/change.ts';
import { SEED_MODEL } from '../../../test/support/seed-model.ts';
import { NEWER, OLDER, pdfTable } from '../../../test/support/documents.ts';
import { testApp } from '../../../test/support/memory-app.ts';
import type { TestResponse, TestApp } from '../../../test/support/memory-app.ts';
import { eventually } from '../../../test/support/server.ts';

const SPECS = join(process.env.PERENNIAL_SPECS ?? '', 'document-analysis');
const VERSIONS = [
  {
    endpoint: NEWER,
    file: 'DocumentIntelligence-2024-02-29-preview.json',
    models: ['prebuilt-read', 'prebuilt-layout'],
    query: 'features=keyValuePairs,languages,barcodes,styleFont',
    definitions: {
      result: 'AnalyzeResultOperation',
      models: 'PagedDocumentModelDetails',
      model: 'DocumentModelDetails',
      info: 'ResourceDetails',
      operations: 'PagedOperationDetails',
      operation: 'DocumentModelCopyToOperationDetails',
      authorization: 'CopyAuthorization',
      error: 'ErrorResponse',
    },
  },
  {
    endpoint: OLDER,
    file: 'FormRecognizer-2022-01-30-preview.json',
    models: ['prebuilt-read', 'prebuilt-layout', 'prebuilt-document'],
    query: '',
    definitions: {
      result: 'AnalyzeResultOperation',
      models: 'GetModelsResponse',
      model: 'ModelInfo',
      info: 'GetInfoResponse',
      operations: 'GetOperationsResponse',
      operation: 'GetOperationResponse',
      authorization: 'CopyAuthorization',
      error: 'ErrorResponse',
    },
  },
];
const TARGET_ENDPOINT = /https:\/\/[^/]+|\{targetEndpoint\}/;

for (const {
  endpoint: { prefix, version },
  file,
  models: general,
  query,
  definitions,
} of VERSIONS) {
  describe(`the specification of ${version}`, { skip: existsSync(join(SPECS, file)) ? false : 'there is no specification' }, () => {
    let app: TestApp;
    let address: string;
    let mine: { key: string; id: string };
    let assertMatches: (definition: keyof typeof definitions, answer: TestResponse, status?: number) => void;
    before(async () => {
      app = await testApp();
      address = await app.listen();
      mine = await app.createAccount('mine');
      await app.store.commit(
        new Change().put(models, mine.id, 'sourceModel', {
          ...SEED_MODEL,
          modelId: 'sourceModel',
          artefact: await app.blobs.put(mine.id, Buffer.from('learned')),
        }),
      );
      const ajv = new Ajv({ strict: false, logger: false });
      (addFormats as unknown as typeof addFormats.default)(ajv);
      // In the dialect of the specification exclusiveMinimum is a boolean.
      const spec = JSON.parse(readFileSync(join(SPECS, file), 'utf8'), (name, value: unknown) =>
        name === 'exclusiveMinimum' ? undefined : value,
      ) as object;
      ajv.addSchema({ ...spec, $id: 'spec' });
      assertMatches = (name, { status, text }, expected = 200) => {
        assert.equal(status, expected, text);
        const check = ajv.getSchema(`spec#/definitions/${definitions[name]}`)!;
        assert.ok(check(JSON.parse(text)), `${JSON.stringify(check.errors)} in ${text.slice(0, 2000)}`);
      };
    });
    after(() => app.close());
    const ask = (route: string, body?: unknown, more = ''): Promise<TestResponse> => {
      const [method, path] = route.split(' ') as [string, string];
      return app.call({
        method,
        url: `${prefix}${path}?api-version=${version}${more && `&${more}`}`,
        key: mine.key,
        body,
        headers: { host: new URL(address).host },
      });
    };
    const example = <T>(name: string): T => JSON.parse(readFileSync(join(SPECS, 'examples', version, `${name}.json`), 'utf8')) as T;
    const waitFor = async (location: string, definition: 'result' | 'operation'): Promise<TestResponse> =>
      await eventually(
        async () => {
          const answer = await app.call({ method: 'GET', url: location.slice(address.length), key: mine.key });
          assertMatches(definition, answer);
          return answer;
        },
        (answer) => !['notStarted', 'running'].includes(answer.json<{ status: string }>().status),
      );

    test('returns results that match the specification with every model', async () => {
      const bytes = await pdfTable([
        ['Name:', 'Count'],
        ['Ada', '3'],
        ['12 May 2020', '$ 4.00'],
      ]);
      for (const model of general) {
        const modelQuery = model === 'prebuilt-read' ? query.replace('keyValuePairs,', '') : query;
        const { status, headers, text } = await ask(
          `POST /documentModels/${model}:analyze`,
          { base64Source: bytes.toString('base64') },
          modelQuery,
        );
        assert.equal(status, 202, text);
        const answer = await waitFor(String(headers['operation-location']), 'result');
        assert.equal(answer.json<{ status: string }>().status, 'succeeded');
      }
      const { headers } = await ask('POST /documentModels/prebuilt-read:analyze', {
        base64Source: Buffer.from('%PDF-1.4 no').toString('base64'),
      });
      assert.equal((await waitFor(String(headers['operation-location']), 'result')).json<{ status: string }>().status, 'failed');
    });

    test('accepts the example requests with replies that match the specification', async () => {
      interface Sent {
        parameters: Record<string, Record<string, unknown>>;
      }
      const authorize = example<Sent>('AuthorizeCopyDocumentModel').parameters.authorizeCopyRequest!;
      const authorized = await ask('POST /documentModels:authorizeCopy', { ...authorize, modelId: 'targetModel' });
      assertMatches('authorization', authorized);
      const copy = example<Sent>('CopyDocumentModelTo').parameters.copyToRequest!;
      const authorization = authorized.json<Record<string, string>>();
      const body = {
        ...copy,
        targetResourceId: authorization.targetResourceId,
        accessToken: authorization.accessToken,
        expirationDateTime: authorization.expirationDateTime,
        targetModelLocation: String(copy.targetModelLocation).replace(TARGET_ENDPOINT, address).replace('{apiVersion}', version),
      };
      const started = await ask('POST /documentModels/sourceModel:copyTo', body);
      assert.equal(started.status, 202, started.text);
      const operation = (await waitFor(String(started.headers['operation-location']), 'operation')).json<{
        operationId: string;
        status: string;
        result: { modelId: string };
      }>();
      assert.deepEqual([operation.status, operation.result.modelId], ['succeeded', 'targetModel']);
      assertMatches('operations', await ask('GET /operations'));
      assertMatches('models', await ask('GET /documentModels'));
      for (const model of [...general, 'sourceModel', 'targetModel']) assertMatches('model', await ask(`GET /documentModels/${model}`));
      assertMatches('info', await ask('GET /info'));
      const { analyzeRequest } = example<Sent>('AnalyzeDocument_Url').parameters;
      assert.deepEqual(Object.keys(analyzeRequest!), ['urlSource']);
      assert.equal((await ask('DELETE /documentModels/targetModel')).status, 204);
      assertMatches('error', await ask('GET /documentModels/targetModel'), 404);
      assertMatches('error', await ask('POST /documentModels/prebuilt-read:analyze', {}, 'pages=x'), 400);
    });
  });
}
