/** Every prebuilt model on a document that may not be of its kind. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { DocumentCaller, NEWER, prebuiltModels } from '../support/documents.ts';
import { invoicePdf } from '../support/documents-invoice.ts';
import { startServer, temporaryFolder } from '../support/server.ts';
import type { Server } from '../support/server.ts';

describe('every prebuilt model', () => {
  const folder = temporaryFolder();
  let server: Server;
  let caller: DocumentCaller;
  let invoice: Buffer;
  before(async () => {
    invoice = await invoicePdf();
    server = await startServer({ data: folder.path });
    caller = new DocumentCaller(server, server.key1);
  });
  after(async () => {
    await server.stop();
    folder.remove();
  });

  test('accepts any document with every model, and returns only fields of its document types', async () => {
    for (const endpoint of [NEWER, { prefix: '/formanalysis', version: '2023-07-31' }]) {
      for (const model of prebuiltModels(endpoint).filter((name) => !/read|layout|document$/.test(name))) {
        const { documents } = await caller.at(endpoint).result(model, invoice, 'pages=1');
        const { docTypes } = (
          await caller.at(endpoint).call<{
            docTypes: Record<string, { fieldSchema: object }>;
          }>(`GET /documentModels/${model}`)
        ).body;
        for (const { docType, fields } of documents!) {
          assert.deepEqual(
            Object.keys(fields!).filter((name) => !Object.hasOwn(docTypes[docType]!.fieldSchema, name)),
            [],
            `${model} ${docType}`,
          );
        }
      }
    }
  });
});
