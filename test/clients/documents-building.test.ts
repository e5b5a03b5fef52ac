/**
 * The vendor's document clients, unmodified and over https: they build, compose and use custom models and classifiers from real blob
 * storage.
 *
 * client: @azure/ai-form-recognizer 4.0.0-beta.3; version: 2022-01-30-preview; runs: building, composing and using models from blob storage
 * client: @azure/ai-form-recognizer 4.0.0; version: 2022-08-31; runs: building, composing and using models from blob storage
 * client: @azure/ai-form-recognizer 5.1.0; version: 2023-07-31; runs: building, composing and using models and classifiers from blob storage
 * client: @azure-rest/ai-document-intelligence 1.0.0-beta.2; version: 2024-02-29-preview; runs: building, composing and using models and classifiers from blob storage
 * client: @azure-rest/ai-document-intelligence 1.1.0; version: 2024-11-30; runs: building, composing, extending and using models and classifiers from blob storage
 */
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
import { createContainer, orderFiles, orderPdf, repairFiles, signedUrl } from '../support/documents-forms.ts';
import { readCertificate, startServer, temporaryFolder } from '../support/server.ts';
import type { Server } from '../support/server.ts';

const POLLING = { updateIntervalInMs: 50 };
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
    orders = await createContainer(storage, 'orders', await orderFiles());
    tickets = await createContainer(storage, 'tickets', await repairFiles());
    pdf = await orderPdf(NEW);
    server = await startServer({ data: folder.path, args: ['--tls'], env: { PERENNIAL_FETCH_ALLOW: storage.host } });
    tlsOptions = { ca: readCertificate(server) };
  });
  after(async () => {
    await server.stop();
    await storage.stop();
    folder.remove();
  });

  test('@azure/ai-form-recognizer 4.0.0-beta.3 builds and composes a model', async () => {
    const credential = new formBeta.AzureKeyCredential(server.key1);
    const admin = new formBeta.DocumentModelAdministrationClient(server.address, credential, { tlsOptions });
    const { modelId, docTypes } = await (
      await admin.beginBuildModel('by-beta', orders, 'template', { ...POLLING, description: 'Orders' })
    ).pollUntilDone();
    assert.deepEqual([modelId, Object.keys(docTypes!['by-beta']!.fieldSchema)], ['by-beta', Object.keys(NEW)]);
    const composed = await (await admin.beginComposeModel('by-beta-desk', ['by-beta'], POLLING)).pollUntilDone();
    assert.deepEqual(Object.keys(composed.docTypes!), ['by-beta']);
    const { documents } = await (
      await new formBeta.DocumentAnalysisClient(server.address, credential, { tlsOptions }).beginAnalyzeDocument(
        'by-beta-desk',
        pdf,
        POLLING,
      )
    ).pollUntilDone();
    assert.equal((documents![0]!.fields.Plant as formBeta.DocumentStringField).value, NEW.Plant);
  });

  for (const [name, { DocumentAnalysisClient, DocumentModelAdministrationClient, AzureKeyCredential }] of [
    ['4.0.0', form4],
    ['5.1.0', form5 as unknown as typeof form4],
  ] as const) {
    test(`@azure/ai-form-recognizer ${name} builds and composes a model`, async () => {
      const credential = new AzureKeyCredential(server.key1);
      const admin = new DocumentModelAdministrationClient(server.address, credential, { tlsOptions });
      const { docTypes } = await (await admin.beginBuildDocumentModel(`by-${name}`, orders, 'neural', POLLING)).pollUntilDone();
      assert.equal(docTypes![`by-${name}`]!.buildMode, 'neural');
      const composed = await (await admin.beginComposeDocumentModel(`desk-${name}`, [`by-${name}`], POLLING)).pollUntilDone();
      assert.deepEqual(Object.keys(composed.docTypes!), [`by-${name}`]);
      const { documents } = await (
        await new DocumentAnalysisClient(server.address, credential, { tlsOptions }).beginAnalyzeDocument(`desk-${name}`, pdf, POLLING)
      ).pollUntilDone();
      assert.equal((documents![0]!.fields.Customer as form4.DocumentStringField).value, NEW.Customer);
      await assert.rejects(admin.beginBuildDocumentModel(`by-${name}`, orders, 'template', POLLING), /conflict/i);
    });
  }

  test('@azure/ai-form-recognizer 5.1.0 builds and uses a classifier', async () => {
    const credential = new form5.AzureKeyCredential(server.key1);
    const admin = new form5.DocumentModelAdministrationClient(server.address, credential, { tlsOptions });
    const docTypes = { order: { azureBlobSource: { containerUrl: orders } }, ticket: { azureBlobSource: { containerUrl: tickets } } };
    const built = await (await admin.beginBuildDocumentClassifier('sorter', docTypes, POLLING)).pollUntilDone();
    assert.deepEqual([built.classifierId, Object.keys(built.docTypes)], ['sorter', ['order', 'ticket']]);
    const { documents } = await (
      await new form5.DocumentAnalysisClient(server.address, credential, { tlsOptions }).beginClassifyDocument('sorter', pdf, POLLING)
    ).pollUntilDone();
    assert.deepEqual(
      documents!.map(({ docType }) => docType),
      ['order'],
    );
    await admin.deleteDocumentClassifier('sorter');
    await assert.rejects(admin.getDocumentClassifier('sorter'), { statusCode: 404 });
  });

  test('@azure-rest/ai-document-intelligence 1.1.0 analyzes a batch', async () => {
    const { getLongRunningPoller, isUnexpected, paginate, parseResultIdFromResponse } = intelligence1Parts;
    const client = intelligence1(server.address, { key: server.key1 }, { tlsOptions });
    const letters = await createContainer(storage, 'letters', [
      { name: 'in/a.pdf', content: pdf },
      { name: 'in/b.txt', content: Buffer.from('no document') },
    ]);
    await storage.createContainer('read');
    const results = signedUrl(storage, 'read', 'rwl');
    const withoutSignature = (url: string): string => url.replace(/\?.*/, '');
    const runBatch = async (more: object): Promise<intelligence1Parts.AnalyzeBatchOperationOutput> => {
      const started = await client.path('/documentModels/{modelId}:analyzeBatch', 'prebuilt-read').post({
        contentType: 'application/json',
        body: { azureBlobSource: { containerUrl: letters, prefix: 'in/' }, resultContainerUrl: results, resultPrefix: 'out/', ...more },
      });
      if (isUnexpected(started)) assert.fail(JSON.stringify(started.body));
      await getLongRunningPoller(client, started, { intervalInMs: 50 }).pollUntilDone();
      const completed = await client
        .path('/documentModels/{modelId}/analyzeBatchResults/{resultId}', 'prebuilt-read', parseResultIdFromResponse(started))
        .get();
      if (isUnexpected(completed)) assert.fail(JSON.stringify(completed.body));
      return completed.body;
    };
    const { resultId, status, percentCompleted, result } = await runBatch({});
    assert.deepEqual(
      [status, percentCompleted, result!.succeededCount, result!.failedCount, result!.skippedCount],
      ['succeeded', 100, 1, 1, 0],
      JSON.stringify(result),
    );
    assert.deepEqual(
      result!.details!.map(({ sourceUrl, resultUrl, error }) => [sourceUrl, resultUrl ?? error!.innererror!.code]),
      [
        [`${withoutSignature(letters)}/in/a.pdf`, `${withoutSignature(results)}/out/a.pdf.ocr.json`],
        [`${withoutSignature(letters)}/in/b.txt`, 'InvalidContent'],
      ],
    );
    const written = (await (await fetch(`${withoutSignature(results)}/out/a.pdf.ocr.json?${results.split('?')[1]}`)).json()) as {
      status: string;
      analyzeResult: AnalyzeResult;
    };
    assert.deepEqual([written.status, written.analyzeResult.modelId], ['succeeded', 'prebuilt-read']);
    assert.ok(written.analyzeResult.content.includes(NEW.Customer));
    assert.equal((await runBatch({})).result!.skippedCount, 1);
    assert.equal((await runBatch({ overwriteExisting: true })).result!.succeededCount, 1);
    const listed = await client.path('/documentModels/{modelId}/analyzeBatchResults', 'prebuilt-read').get();
    if (isUnexpected(listed)) assert.fail(JSON.stringify(listed.body));
    const ids: (string | undefined)[] = [];
    for await (const batch of paginate(client, listed)) ids.push(batch.resultId);
    assert.deepEqual([ids.length, ids.at(-1)], [3, resultId], 'newest first');
    const at = client.path('/documentModels/{modelId}/analyzeBatchResults/{resultId}', 'prebuilt-read', resultId!);
    assert.deepEqual([(await at.delete()).status, (await at.get()).status], ['204', '404']);
    const failing = await client.path('/documentModels/{modelId}:analyzeBatch', 'prebuilt-read').post({
      contentType: 'application/json',
      body: { azureBlobSource: { containerUrl: letters }, resultContainerUrl: signedUrl(storage, 'missing') },
    });
    if (isUnexpected(failing)) assert.fail(JSON.stringify(failing.body));
    await assert.rejects(async () => await getLongRunningPoller(client, failing, { intervalInMs: 50 }).pollUntilDone());
  });

  const rest = [
    {
      name: '1.0.0-beta.2',
      create: intelligenceBeta.default as unknown as typeof intelligence1,
      parts: intelligenceBetaParts as unknown as typeof intelligence1Parts,
    },
    { name: '1.1.0', create: intelligence1, parts: intelligence1Parts },
  ];
  interface Poller {
    pollUntilDone(): Promise<{ body: unknown }>;
  }
  type PollerOf = (client: unknown, response: unknown, options: { intervalInMs: number }) => Poller | Promise<Poller>;
  for (const {
    name,
    create,
    parts: { getLongRunningPoller, isUnexpected },
  } of rest) {
    test(`@azure-rest/ai-document-intelligence ${name} builds a model and a classifier`, async () => {
      const client = create(server.address, { key: server.key1 }, { tlsOptions });
      const poll = async <T>(response: unknown): Promise<T> => {
        const poller = (getLongRunningPoller as unknown as PollerOf)(client, response, { intervalInMs: 50 });
        return (await ('pollUntilDone' in poller ? poller : await poller).pollUntilDone()).body as T;
      };
      const started = await client.path('/documentModels:build').post({
        body: { modelId: `rest-${name}`, buildMode: 'template', azureBlobSource: { containerUrl: orders } },
      });
      if (isUnexpected(started)) assert.fail(JSON.stringify(started.body));
      await poll(started);
      const model = await client.path('/documentModels/{modelId}', `rest-${name}`).get();
      if (isUnexpected(model)) assert.fail(JSON.stringify(model.body));
      assert.equal(model.body.buildMode, 'template');
      const response = await client.path('/documentModels/{modelId}:analyze', `rest-${name}`).post({
        contentType: 'application/octet-stream',
        body: pdf,
      });
      if (isUnexpected(response)) assert.fail(JSON.stringify(response.body));
      const { analyzeResult } = await poll<{ analyzeResult: AnalyzeResult }>(response);
      assert.deepEqual(
        [analyzeResult.documents![0]!.docType, analyzeResult.documents![0]!.fields!.OrderDate!.valueDate],
        [`rest-${name}`, '2023-07-04'],
      );
      const docTypes = { order: { azureBlobSource: { containerUrl: orders } }, ticket: { azureBlobSource: { containerUrl: tickets } } };
      const building = await client.path('/documentClassifiers:build').post({ body: { classifierId: `sorter-${name}`, docTypes } });
      if (isUnexpected(building)) assert.fail(JSON.stringify(building.body));
      await poll(building);
      const sorter = await client.path('/documentClassifiers/{classifierId}', `sorter-${name}`).get();
      if (isUnexpected(sorter)) assert.fail(JSON.stringify(sorter.body));
      assert.equal(sorter.body.docTypes.order!.azureBlobSource!.containerUrl, orders.replace(/\?.*/, ''));
      const classifying = await client.path('/documentClassifiers/{classifierId}:analyze', `sorter-${name}`).post({
        contentType: 'application/octet-stream',
        body: pdf,
        queryParameters: { split: 'auto' },
      });
      if (isUnexpected(classifying)) assert.fail(JSON.stringify(classifying.body));
      assert.deepEqual(
        (await poll<{ analyzeResult: AnalyzeResult }>(classifying)).analyzeResult.documents!.map(({ docType }) => docType),
        ['order'],
      );
    });
  }

  test('@azure-rest/ai-document-intelligence 1.1.0 composes a model with a classifier and extends the classifier', async () => {
    const { getLongRunningPoller, isUnexpected } = intelligence1Parts;
    const client = intelligence1(server.address, { key: server.key1 }, { tlsOptions });
    const composing = await client.path('/documentModels:compose').post({
      body: {
        modelId: 'desk',
        classifierId: 'sorter-1.1.0',
        split: 'auto',
        docTypes: { order: { modelId: 'rest-1.1.0', confidenceThreshold: 0.5, features: ['barcodes'], maxDocumentsToAnalyze: 3 } },
      },
    });
    if (isUnexpected(composing)) assert.fail(JSON.stringify(composing.body));
    await getLongRunningPoller(client, composing, { intervalInMs: 50 }).pollUntilDone();
    const desk = await client.path('/documentModels/{modelId}', 'desk').get();
    if (isUnexpected(desk)) assert.fail(JSON.stringify(desk.body));
    assert.deepEqual(
      [desk.body.classifierId, desk.body.split, desk.body.docTypes!.order!.confidenceThreshold],
      ['sorter-1.1.0', 'auto', 0.5],
    );
    const response = await client
      .path('/documentModels/{modelId}:analyze', 'desk')
      .post({ contentType: 'application/octet-stream', body: pdf });
    if (isUnexpected(response)) assert.fail(JSON.stringify(response.body));
    const { body } = await getLongRunningPoller(client, response, { intervalInMs: 50 }).pollUntilDone();
    const [found] = (body as { analyzeResult: AnalyzeResult }).analyzeResult.documents!;
    assert.deepEqual([found!.docType, found!.fields!.Customer!.content], ['order', NEW.Customer]);
    const extending = await client.path('/documentClassifiers:build').post({
      body: {
        classifierId: 'sorter-wider',
        baseClassifierId: 'sorter-1.1.0',
        docTypes: { receipt: { azureBlobSource: { containerUrl: tickets } } },
      },
    });
    if (isUnexpected(extending)) assert.fail(JSON.stringify(extending.body));
    await getLongRunningPoller(client, extending, { intervalInMs: 50 }).pollUntilDone();
    const wider = await client.path('/documentClassifiers/{classifierId}', 'sorter-wider').get();
    if (isUnexpected(wider)) assert.fail(JSON.stringify(wider.body));
    assert.deepEqual([wider.body.baseClassifierId, Object.keys(wider.body.docTypes)], ['sorter-1.1.0', ['order', 'ticket', 'receipt']]);
  });
});
