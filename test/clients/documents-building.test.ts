/** The vendor's document clients build, poll, compose and use custom models and classifiers, unmodified and over https, from real blob storage. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import * as formBeta from '@azure/ai-form-recognizer';
import intelligenceBeta from '@azure-rest/ai-document-intelligence';
import * as intelligenceBetaParts from '@azure-rest/ai-document-intelligence';
import intelligence1, * as intelligence1Parts from 'document-intelligence-1';
import * as form4 from 'form-recognizer-4';
import * as form5 from 'form-recognizer-5';
import { Azurite } from '../support/azurite.ts';
import type { AnalyzeResult } from '../support/documents.ts';
import { containerOf, orderFiles, orderPdf, repairFiles, signedAddress } from '../support/documents-forms.ts';
import { certificateOf, startServer, temporaryFolder } from '../support/server.ts';
import type { Server } from '../support/server.ts';

const SOON = { updateIntervalInMs: 50 };
const NEW = { Customer: 'Iris Dale', OrderDate: '07/04/2023', Plant: 'Larch', Total: '$88.25' };

describe('document clients build', () => {
  const folder = temporaryFolder();
  let server: Server;
  let storage: Azurite;
  let tlsOptions: { ca: string };
  let orders: string;
  let tickets: string;
  let pdf: Buffer;
  before(async () => {
    storage = await Azurite.start();
    orders = await containerOf(storage, 'orders', await orderFiles());
    tickets = await containerOf(storage, 'tickets', await repairFiles());
    pdf = await orderPdf(NEW);
    server = await startServer({ data: folder.path, args: ['--tls'], env: { PERENNIAL_FETCH_ALLOW: storage.host } });
    tlsOptions = { ca: certificateOf(server) };
  });
  after(async () => {
    await server.stop();
    await storage.stop();
    folder.remove();
  });

  test('@azure/ai-form-recognizer 4.0.0-beta.3', async () => {
    const credential = new formBeta.AzureKeyCredential(server.key1);
    const admin = new formBeta.DocumentModelAdministrationClient(server.address, credential, { tlsOptions });
    const { modelId, docTypes } = await (await admin.beginBuildModel('by-beta', orders, 'template', { ...SOON, description: 'Orders' })).pollUntilDone();
    assert.deepEqual([modelId, Object.keys(docTypes!['by-beta']!.fieldSchema)], ['by-beta', Object.keys(NEW)]);
    const composed = await (await admin.beginComposeModel('by-beta-desk', ['by-beta'], SOON)).pollUntilDone();
    assert.deepEqual(Object.keys(composed.docTypes!), ['by-beta']);
    const { documents } = await (await new formBeta.DocumentAnalysisClient(server.address, credential, { tlsOptions }).beginAnalyzeDocument('by-beta-desk', pdf, SOON)).pollUntilDone();
    assert.equal((documents![0]!.fields.Plant as formBeta.DocumentStringField).value, NEW.Plant);
  });

  for (const [name, { DocumentAnalysisClient, DocumentModelAdministrationClient, AzureKeyCredential }] of [['4.0.0', form4], ['5.1.0', form5 as unknown as typeof form4]] as const) {
    test(`@azure/ai-form-recognizer ${name}`, async () => {
      const credential = new AzureKeyCredential(server.key1);
      const admin = new DocumentModelAdministrationClient(server.address, credential, { tlsOptions });
      const { docTypes } = await (await admin.beginBuildDocumentModel(`by-${name}`, orders, 'neural', SOON)).pollUntilDone();
      assert.equal(docTypes![`by-${name}`]!.buildMode, 'neural');
      const composed = await (await admin.beginComposeDocumentModel(`desk-${name}`, [`by-${name}`], SOON)).pollUntilDone();
      assert.deepEqual(Object.keys(composed.docTypes!), [`by-${name}`]);
      const { documents } = await (await new DocumentAnalysisClient(server.address, credential, { tlsOptions }).beginAnalyzeDocument(`desk-${name}`, pdf, SOON)).pollUntilDone();
      assert.equal((documents![0]!.fields.Customer as form4.DocumentStringField).value, NEW.Customer);
      await assert.rejects(admin.beginBuildDocumentModel(`by-${name}`, orders, 'template', SOON), /conflict/i);
    });
  }

  test('@azure/ai-form-recognizer 5.1.0: a classifier', async () => {
    const credential = new form5.AzureKeyCredential(server.key1);
    const admin = new form5.DocumentModelAdministrationClient(server.address, credential, { tlsOptions });
    const docTypes = { order: { azureBlobSource: { containerUrl: orders } }, ticket: { azureBlobSource: { containerUrl: tickets } } };
    const built = await (await admin.beginBuildDocumentClassifier('sorter', docTypes, SOON)).pollUntilDone();
    assert.deepEqual([built.classifierId, Object.keys(built.docTypes)], ['sorter', ['order', 'ticket']]);
    const { documents } = await (await new form5.DocumentAnalysisClient(server.address, credential, { tlsOptions }).beginClassifyDocument('sorter', pdf, SOON)).pollUntilDone();
    assert.deepEqual(documents!.map(({ docType }) => docType), ['order']);
    await admin.deleteDocumentClassifier('sorter');
    await assert.rejects(admin.getDocumentClassifier('sorter'), { statusCode: 404 });
  });

  test('@azure-rest/ai-document-intelligence 1.1.0: a batch', async () => {
    const { getLongRunningPoller, isUnexpected, paginate, parseResultIdFromResponse } = intelligence1Parts;
    const client = intelligence1(server.address, { key: server.key1 }, { tlsOptions });
    const letters = await containerOf(storage, 'letters', [{ name: 'in/a.pdf', content: pdf }, { name: 'in/b.txt', content: Buffer.from('no document') }]);
    await storage.container('read');
    const results = signedAddress(storage, 'read', 'rwl');
    const bare = (url: string): string => url.replace(/\?.*/, '');
    const ran = async (more: object): Promise<intelligence1Parts.AnalyzeBatchOperationOutput> => {
      const begun = await client.path('/documentModels/{modelId}:analyzeBatch', 'prebuilt-read').post({ contentType: 'application/json', body: { azureBlobSource: { containerUrl: letters, prefix: 'in/' }, resultContainerUrl: results, resultPrefix: 'out/', ...more } });
      if (isUnexpected(begun)) assert.fail(JSON.stringify(begun.body));
      await getLongRunningPoller(client, begun, { intervalInMs: 50 }).pollUntilDone();
      const ended = await client.path('/documentModels/{modelId}/analyzeBatchResults/{resultId}', 'prebuilt-read', parseResultIdFromResponse(begun)).get();
      if (isUnexpected(ended)) assert.fail(JSON.stringify(ended.body));
      return ended.body;
    };
    const { resultId, status, percentCompleted, result } = await ran({});
    assert.deepEqual([status, percentCompleted, result!.succeededCount, result!.failedCount, result!.skippedCount], ['succeeded', 100, 1, 1, 0], JSON.stringify(result));
    assert.deepEqual(result!.details!.map(({ sourceUrl, resultUrl, error }) => [sourceUrl, resultUrl ?? error!.innererror!.code]), [[`${bare(letters)}/in/a.pdf`, `${bare(results)}/out/a.pdf.ocr.json`], [`${bare(letters)}/in/b.txt`, 'InvalidContent']]);
    const written = await (await fetch(`${bare(results)}/out/a.pdf.ocr.json?${results.split('?')[1]}`)).json() as { status: string; analyzeResult: AnalyzeResult };
    assert.deepEqual([written.status, written.analyzeResult.modelId], ['succeeded', 'prebuilt-read']);
    assert.ok(written.analyzeResult.content.includes(NEW.Customer));
    assert.equal((await ran({})).result!.skippedCount, 1);
    assert.equal((await ran({ overwriteExisting: true })).result!.succeededCount, 1);
    const listed = await client.path('/documentModels/{modelId}/analyzeBatchResults', 'prebuilt-read').get();
    if (isUnexpected(listed)) assert.fail(JSON.stringify(listed.body));
    const ids: (string | undefined)[] = [];
    for await (const one of paginate(client, listed)) ids.push(one.resultId);
    assert.deepEqual([ids.length, ids.at(-1)], [3, resultId], 'the newest first');
    const at = client.path('/documentModels/{modelId}/analyzeBatchResults/{resultId}', 'prebuilt-read', resultId!);
    assert.deepEqual([(await at.delete()).status, (await at.get()).status], ['204', '404']);
    const refused = await client.path('/documentModels/{modelId}:analyzeBatch', 'prebuilt-read').post({ contentType: 'application/json', body: { azureBlobSource: { containerUrl: letters }, resultContainerUrl: signedAddress(storage, 'missing') } });
    if (isUnexpected(refused)) assert.fail(JSON.stringify(refused.body));
    await assert.rejects(async () => await getLongRunningPoller(client, refused, { intervalInMs: 50 }).pollUntilDone());
  });

  const rest = [
    { name: '1.0.0-beta.2', create: intelligenceBeta.default as unknown as typeof intelligence1, parts: intelligenceBetaParts as unknown as typeof intelligence1Parts },
    { name: '1.1.0', create: intelligence1, parts: intelligence1Parts },
  ];
  interface Poller { pollUntilDone(): Promise<{ body: unknown }> }
  type PollerOf = (client: unknown, response: unknown, options: { intervalInMs: number }) => Poller | Promise<Poller>;
  for (const { name, create, parts: { getLongRunningPoller, isUnexpected } } of rest) {
    test(`@azure-rest/ai-document-intelligence ${name}`, async () => {
      const client = create(server.address, { key: server.key1 }, { tlsOptions });
      const polled = async <T>(response: unknown): Promise<T> => {
        const poller = (getLongRunningPoller as unknown as PollerOf)(client, response, { intervalInMs: 50 });
        return (await ('pollUntilDone' in poller ? poller : await poller).pollUntilDone()).body as T;
      };
      const begun = await client.path('/documentModels:build').post({ body: { modelId: `rest-${name}`, buildMode: 'template', azureBlobSource: { containerUrl: orders } } });
      if (isUnexpected(begun)) assert.fail(JSON.stringify(begun.body));
      await polled(begun);
      const model = await client.path('/documentModels/{modelId}', `rest-${name}`).get();
      if (isUnexpected(model)) assert.fail(JSON.stringify(model.body));
      assert.equal(model.body.buildMode, 'template');
      const response = await client.path('/documentModels/{modelId}:analyze', `rest-${name}`).post({ contentType: 'application/octet-stream', body: pdf });
      if (isUnexpected(response)) assert.fail(JSON.stringify(response.body));
      const { analyzeResult } = await polled<{ analyzeResult: AnalyzeResult }>(response);
      assert.deepEqual([analyzeResult.documents![0]!.docType, analyzeResult.documents![0]!.fields!.OrderDate!.valueDate], [`rest-${name}`, '2023-07-04']);
      const docTypes = { order: { azureBlobSource: { containerUrl: orders } }, ticket: { azureBlobSource: { containerUrl: tickets } } };
      const learning = await client.path('/documentClassifiers:build').post({ body: { classifierId: `sorter-${name}`, docTypes } });
      if (isUnexpected(learning)) assert.fail(JSON.stringify(learning.body));
      await polled(learning);
      const sorter = await client.path('/documentClassifiers/{classifierId}', `sorter-${name}`).get();
      if (isUnexpected(sorter)) assert.fail(JSON.stringify(sorter.body));
      assert.equal(sorter.body.docTypes.order!.azureBlobSource!.containerUrl, orders.replace(/\?.*/, ''));
      const asked = await client.path('/documentClassifiers/{classifierId}:analyze', `sorter-${name}`).post({ contentType: 'application/octet-stream', body: pdf, queryParameters: { split: 'auto' } });
      if (isUnexpected(asked)) assert.fail(JSON.stringify(asked.body));
      assert.deepEqual((await polled<{ analyzeResult: AnalyzeResult }>(asked)).analyzeResult.documents!.map(({ docType }) => docType), ['order']);
    });
  }
});
