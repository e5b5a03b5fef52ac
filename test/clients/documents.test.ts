/** The vendor's document clients, unmodified: @azure/ai-form-recognizer 4.0.0-beta.3 and @azure-rest/ai-document-intelligence 1.0.0-beta.2, over https. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { AzureKeyCredential, DocumentModelAdministrationClient } from '@azure/ai-form-recognizer';
import documentIntelligence, { isUnexpected } from '@azure-rest/ai-document-intelligence';
import type { DocumentIntelligenceClient } from '@azure-rest/ai-document-intelligence';
import { certificateOf, startServer, temporaryFolder } from '../support/server.ts';
import type { Server } from '../support/server.ts';

describe('document clients', () => {
  const folder = temporaryFolder();
  let server: Server;
  let tlsOptions: { ca: string };
  before(async () => {
    server = await startServer({ data: folder.path, args: ['--tls'] });
    tlsOptions = { ca: certificateOf(server) };
  });
  after(async () => {
    await server.stop();
    folder.remove();
  });

  describe('@azure/ai-form-recognizer', () => {
    const clientOf = (key: string): DocumentModelAdministrationClient => new DocumentModelAdministrationClient(server.address, new AzureKeyCredential(key), { tlsOptions });

    test('getCopyAuthorization', async () => {
      const authorization = await clientOf(server.key1).getCopyAuthorization('copied-model', { description: 'From the test resource', tags: { source: 'test' } });
      const { accessToken, expirationDateTime } = authorization;
      assert.deepEqual({ ...authorization }, {
        targetResourceId: '/subscriptions/default/resourceGroups/default/accounts/default', targetResourceRegion: 'local', targetModelId: 'copied-model',
        targetModelLocation: `${server.address}/formrecognizer/documentModels/copied-model?api-version=2022-01-30-preview`, accessToken, expirationDateTime,
      });
      assert.ok(accessToken.length >= 32);
      assert.ok(expirationDateTime instanceof Date && expirationDateTime.getTime() > Date.now());
    });

    test('failures reach the caller as the service words them', async () => {
      interface Thrown { statusCode?: number; code?: string; message: string; details?: { error?: { innererror?: { code: string; message: string } } } }
      const thrown = async (work: Promise<unknown>): Promise<unknown[]> => {
        const { statusCode, code, message, details } = await work.then(() => assert.fail('It was not refused.'), (error: unknown) => error as Thrown);
        return [statusCode, code, message, details?.error?.innererror?.code];
      };
      const client = clientOf(server.key2);
      assert.deepEqual(await thrown(client.getCopyAuthorization('prebuilt-read')), [409, 'Conflict', 'The request could not be completed due to a conflict.', 'ModelExists']);
      assert.deepEqual(await thrown(client.getCopyAuthorization('-')), [400, 'InvalidArgument', 'Invalid argument.', 'InvalidParameter']);
      assert.deepEqual((await thrown(clientOf('wrong').getCopyAuthorization('copied-model'))).slice(0, 2), [401, '401']);
    });
  });

  describe('@azure-rest/ai-document-intelligence', () => {
    const PATH = '/documentModels:authorizeCopy';
    const clientOf = (key: string): DocumentIntelligenceClient => documentIntelligence.default(server.address, { key }, { tlsOptions });

    test('authorizeCopy', async () => {
      const response = await clientOf(server.key1).path(PATH).post({ body: { modelId: 'copied-model', description: 'From the test resource', tags: { source: 'test' } } });
      if (isUnexpected(response)) assert.fail(JSON.stringify(response.body));
      const { accessToken, expirationDateTime } = response.body;
      assert.deepEqual(response.body, {
        targetResourceId: '/subscriptions/default/resourceGroups/default/accounts/default', targetResourceRegion: 'local', targetModelId: 'copied-model',
        targetModelLocation: `${server.address}/documentintelligence/documentModels/copied-model`, accessToken, expirationDateTime,
      });
      assert.ok(Date.parse(expirationDateTime) > Date.now());
    });

    test('failures reach the caller as the service words them', async () => {
      const exists = await clientOf(server.key1).path(PATH).post({ body: { modelId: 'prebuilt-layout' } });
      assert.ok(isUnexpected(exists));
      assert.deepEqual([exists.status, exists.body.error.code, exists.body.error.innererror?.code], ['409', 'Conflict', 'ModelExists']);
      const closed = await clientOf('wrong').path(PATH).post({ body: { modelId: 'copied-model' } });
      assert.ok(isUnexpected(closed));
      assert.deepEqual([closed.status, closed.body.error.code], ['401', '401']);
    });
  });
});
