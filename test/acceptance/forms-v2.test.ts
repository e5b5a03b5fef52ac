/** Versions 2 of form recognition: layout, prebuilt models, training with and without labels, composition, copies and errors. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Azurite } from '../support/azurite.ts';
import { createContainer, createOrder, orderFiles, orderPdf, repairFiles, repairPdf } from '../support/documents-forms.ts';
import type { Order } from '../support/documents-forms.ts';
import { invoicePdf } from '../support/documents-invoice.ts';
import { pdfOf, pdfTable } from '../support/documents.ts';
import { FormCaller } from '../support/forms-v2.ts';
import type { FormModel, FormResult } from '../support/forms-v2.ts';
import { ManagementClient, call, startServer, temporaryFolder } from '../support/server.ts';
import type { Server } from '../support/server.ts';

const NEW: Order = { Customer: 'Iris Dale', OrderDate: '07/04/2023', Plant: 'Larch', Total: '$88.25' };
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
const UNKNOWN = '00000000-0000-0000-0000-000000000000';

/** What a reference such as `#/readResults/0/lines/1/words/2` points to. */
function resolve(result: FormResult, reference: string): { text?: string } {
  assert.match(reference, /^#\/readResults\/\d+\/(lines\/\d+\/words|selectionMarks)\/\d+$/);
  return reference
    .slice(2)
    .split('/')
    .reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], result) as { text?: string };
}

describe('versions 2', () => {
  const folder = temporaryFolder();
  let server: Server;
  let storage: Azurite;
  let caller: FormCaller;
  let other: FormCaller;
  let orders: string;
  before(async () => {
    storage = await Azurite.start();
    orders = await createContainer(storage, 'orders', await orderFiles());
    await storage.putBlob('orders', 'tickets/one.pdf', await repairPdf(1));
    await storage.putBlob('orders', 'tickets/two.pdf', await repairPdf(2));
    server = await startServer({ data: folder.path, env: { PERENNIAL_FETCH_ALLOW: storage.host } });
    const management = await ManagementClient.connect(server);
    await management.putAccount('other');
    caller = new FormCaller(server, server.key1);
    other = new FormCaller(server, (await management.listKeys('other')).key1);
  });
  after(async () => {
    await server.stop();
    await storage.stop();
    folder.remove();
  });

  test('extracts lines, words and tables of pages', async () => {
    const pdf = await pdfTable([
      ['Plant', 'Count'],
      ['Maple', '3'],
    ]);
    for (const base of ['/formrecognizer/v2.1', '/formanalysis/v2.1', '/formrecognizer/v2.0']) {
      const { status, createdDateTime, lastUpdatedDateTime, analyzeResult } = await new FormCaller(server, server.key1, base).analyze(
        '/layout/analyze?pages=1&language=en&readingOrder=natural',
        pdf,
      );
      assert.equal(status, 'succeeded');
      assert.match(createdDateTime, TIME);
      assert.match(lastUpdatedDateTime, TIME);
      const { version, readResults, pageResults, documentResults } = analyzeResult!;
      assert.equal(version, base.endsWith('1') ? '2.1.0' : '2.0.0');
      const [page] = readResults;
      assert.deepEqual([page!.page, page!.angle, page!.width, page!.height, page!.unit], [1, 0, 8.5, 11, 'inch']);
      assert.deepEqual(page!.lines!.map(({ text }) => text).sort(), ['3', 'Count', 'Maple', 'Plant']);
      for (const { boundingBox, words } of page!.lines!) {
        assert.equal(boundingBox.length, 8);
        assert.ok(words.every((word) => word.boundingBox.length === 8 && word.confidence > 0.5));
      }
      assert.equal(documentResults, undefined);
      const [table] = pageResults![0]!.tables;
      assert.deepEqual([table!.rows, table!.columns, table!.boundingBox.length], [2, 2, 8]);
      const cell = table!.cells.find(({ text }) => text === 'Maple')!;
      assert.deepEqual([cell.rowIndex, cell.columnIndex, cell.boundingBox.length], [1, 0, 8]);
      assert.equal(resolve(analyzeResult!, cell.elements![0]!).text, 'Maple');
    }
  });

  test('sorts lines from top to bottom unless asked for the natural order', async () => {
    const pdf = await pdfOf([
      [
        { text: 'Left one', size: 12, x: 72 },
        { text: 'Left two', size: 12, x: 72 },
      ],
    ]);
    const { readResults } = await caller.result('/layout/analyze', pdf);
    assert.deepEqual(
      readResults[0]!.lines!.map(({ text }) => text),
      ['Left one', 'Left two'],
    );
  });

  test('extracts the fields of an invoice', async () => {
    const result = await caller.result('/prebuilt/invoice/analyze?includeTextDetails=true&locale=en-US', await invoicePdf());
    const [document] = result.documentResults!;
    assert.equal(document!.docType, 'prebuilt:invoice');
    assert.deepEqual(document!.pageRange, [1, 1]);
    const { InvoiceId, InvoiceTotal, InvoiceDate, Items, CustomerAddress } = document!.fields;
    assert.equal(InvoiceId!.valueString, 'INV-2041');
    assert.deepEqual([InvoiceTotal!.type, InvoiceTotal!.valueNumber, InvoiceTotal!.text], ['number', 1296, '$1,296.00']);
    assert.equal(InvoiceDate!.valueDate, '2024-03-15');
    assert.ok(CustomerAddress === undefined || CustomerAddress!.type === 'string');
    assert.equal(InvoiceTotal!.page, 1);
    assert.equal(InvoiceTotal!.boundingBox!.length, 8);
    assert.deepEqual(
      InvoiceTotal!.elements!.map((reference) => resolve(result, reference).text),
      ['$1,296.00'],
    );
    assert.equal(Items!.valueArray![0]!.valueObject!.Amount!.valueNumber, 400);
    assert.ok(result.pageResults![0]!.tables);
    const plain = await caller.result('/prebuilt/invoice/analyze', await invoicePdf());
    assert.equal(plain.readResults[0]!.lines, undefined);
    assert.equal(plain.documentResults![0]!.fields.InvoiceTotal!.elements, undefined);
  });

  test('extracts the fields of a receipt under their former names', async () => {
    const pdf = await pdfOf([
      [
        'Corner Store',
        '12 Main Street',
        'Portland, OR 97201',
        '03/15/2024 14:05',
        'Bread  2.50',
        'Milk  1.50',
        'Subtotal  4.00',
        'Tax  0.40',
        'Total  4.40',
      ],
    ]);
    const { documentResults, pageResults } = await caller.result('/prebuilt/receipt/analyze', pdf);
    assert.equal(pageResults, undefined);
    const { docType, fields } = documentResults![0]!;
    assert.equal(docType, 'prebuilt:receipt');
    assert.deepEqual([fields.Total!.type, fields.Total!.valueNumber], ['number', 4.4]);
    assert.equal(fields.Tax!.valueNumber, 0.4);
    assert.equal(fields.TotalTax, undefined);
    assert.ok(['Itemized', 'Other'].includes(fields.ReceiptType!.valueString!));
    for (const { valueObject } of fields.Items?.valueArray ?? []) assert.equal(valueObject!.Description, undefined);
  });

  let labeled: FormModel;
  test('trains with labels and extracts the fields of a new form', async () => {
    labeled = await caller.train({ source: orders, useLabelFile: true, modelName: 'Orders' });
    const { modelInfo, trainResult, keys } = labeled;
    assert.deepEqual([modelInfo.status, modelInfo.modelName, modelInfo.attributes], ['ready', 'Orders', { isComposed: false }]);
    assert.match(modelInfo.createdDateTime, TIME);
    assert.equal(keys, undefined);
    assert.deepEqual(
      trainResult!.fields!.map(({ fieldName }) => fieldName),
      ['Customer', 'OrderDate', 'Plant', 'Total'],
    );
    assert.equal(trainResult!.trainingDocuments.length, 6);
    assert.ok(trainResult!.averageModelAccuracy! > 0.5);
    const result = await caller.result(`/custom/models/${modelInfo.modelId}/analyze?includeTextDetails=true`, await orderPdf(NEW));
    const [document] = result.documentResults!;
    assert.deepEqual([document!.docType, document!.modelId], ['custom:Orders', modelInfo.modelId]);
    assert.ok(document!.docTypeConfidence! > 0);
    assert.equal(document!.fields.Customer!.valueString, NEW.Customer);
    assert.equal(document!.fields.OrderDate!.valueDate, '2023-07-04');
    assert.deepEqual([document!.fields.Total!.type, document!.fields.Total!.valueNumber], ['number', 88.25]);
    assert.deepEqual(
      document!.fields.Customer!.elements!.map((reference) => resolve(result, reference).text),
      ['Iris', 'Dale'],
    );
    assert.deepEqual(result.errors, []);
  });

  let unlabeled: FormModel;
  test('trains without labels and extracts the captions that recur, with their values', async () => {
    unlabeled = await caller.train({ source: orders, sourceFilter: { prefix: '', includeSubFolders: false } });
    assert.equal(unlabeled.modelInfo.status, 'ready', JSON.stringify(unlabeled));
    assert.equal(unlabeled.trainResult!.trainingDocuments.length, 6);
    assert.equal(unlabeled.trainResult!.fields, undefined);
    const captions = ['Customer name', 'Date of order', 'Plant wanted', 'Sum to pay'];
    assert.deepEqual(Object.keys(unlabeled.keys!.clusters), ['0']);
    for (const caption of captions) assert.ok(unlabeled.keys!.clusters['0']!.includes(caption), caption);
    assert.equal(
      (await caller.at<FormModel>(`${server.address}${caller.base}/custom/models/${unlabeled.modelInfo.modelId}`)).keys,
      undefined,
    );
    const result = await caller.result(`/custom/models/${unlabeled.modelInfo.modelId}/analyze`, await orderPdf(NEW));
    const [page] = result.pageResults!;
    assert.equal(page!.clusterId, 0);
    assert.deepEqual(Object.fromEntries(page!.keyValuePairs!.map(({ key, value }) => [key.text, value.text])), {
      'Customer name': NEW.Customer,
      'Date of order': NEW.OrderDate,
      'Plant wanted': NEW.Plant,
      'Sum to pay': NEW.Total,
    });
    assert.equal(page!.keyValuePairs![0]!.value.boundingBox.length, 8);
    assert.deepEqual(result.documentResults, []);
  });

  test('reads subfolders only when asked, and makes a cluster of each kind of form', async () => {
    const { modelInfo, keys } = await caller.train({ source: orders, sourceFilter: { includeSubFolders: true } });
    assert.equal(modelInfo.status, 'ready');
    assert.equal(Object.keys(keys!.clusters).length, 2);
    const below = await caller.train({ source: orders, sourceFilter: { prefix: 'tickets/' } });
    assert.deepEqual(
      below.trainResult!.trainingDocuments.map(({ documentName }) => documentName),
      ['tickets/one.pdf', 'tickets/two.pdf'],
    );
  });

  test('makes a model invalid that cannot be trained', async () => {
    const { modelInfo, trainResult } = await caller.train({ source: orders, sourceFilter: { prefix: 'nothing' } });
    assert.equal(modelInfo.status, 'invalid');
    assert.equal(trainResult!.errors[0]!.code, '2014');
    assert.match(trainResult!.errors[0]!.message, /^No valid blobs found/);
    const refused = await caller.call(`POST /custom/models/${modelInfo.modelId}/analyze`, {
      json: { source: 'https://storage.example/a' },
    });
    assert.equal(refused.status, 400);
    assert.equal((await caller.call(`DELETE /custom/models/${modelInfo.modelId}`)).status, 204);
    const wrong = await caller.train({ source: `${orders.split('?')[0]}?sig=wrong`, useLabelFile: true });
    assert.deepEqual([wrong.modelInfo.status, wrong.trainResult!.errors[0]!.code], ['invalid', '2012']);
  });

  test('composes models and analyzes each form with the one it fits', async () => {
    const tickets = await createContainer(storage, 'tickets', await repairFiles());
    const second = await caller.train({ source: tickets, useLabelFile: true });
    const ids = [labeled.modelInfo.modelId, second.modelInfo.modelId];
    const composed = await caller.train({ modelIds: ids, modelName: 'Both' }, '/custom/models/compose');
    assert.deepEqual([composed.modelInfo.status, composed.modelInfo.attributes], ['ready', { isComposed: true }]);
    assert.deepEqual(
      composed.composedTrainResults!.map(({ modelId }) => modelId),
      ids,
    );
    assert.equal(composed.trainResult, undefined);
    const { documentResults } = await caller.result(`/custom/models/${composed.modelInfo.modelId}/analyze`, await repairPdf(9));
    assert.deepEqual([documentResults![0]!.docType, documentResults![0]!.modelId], [`custom:${ids[1]}`, ids[1]]);
    assert.equal(documentResults![0]!.fields.Ticket!.valueString, 'T-4109');
    const refuse = async (modelIds: string[]): Promise<unknown> =>
      (await caller.call<{ error: { code: string } }>('POST /custom/models/compose', { json: { modelIds } })).body.error.code;
    assert.equal(await refuse([ids[0]!]), '1001');
    assert.equal(await refuse([ids[0]!, UNKNOWN]), '1001');
    assert.equal(await refuse([ids[0]!, unlabeled.modelInfo.modelId]), '1001');
  });

  test('copies models to another account', async () => {
    for (const model of [labeled, unlabeled]) {
      const { status, headers, body } = await other.call<{ modelId: string; accessToken: string; expirationDateTimeTicks: number }>(
        'POST /custom/models/copyAuthorization',
      );
      assert.equal(status, 201);
      assert.ok(body.expirationDateTimeTicks * 1000 > Date.now());
      assert.equal((await other.at<FormModel>(headers.location)).modelInfo.status, 'creating');
      const request = {
        targetResourceId: ManagementClient.accountPath('other').replace('/accounts/', '/providers/Microsoft.CognitiveServices/accounts/'),
        targetResourceRegion: 'local',
        copyAuthorization: body,
      };
      const copy = async (json: object): ReturnType<FormCaller['waitFor']> => {
        const started = await caller.call(`POST /custom/models/${model.modelInfo.modelId}/copy`, { json });
        assert.equal(started.status, 202, started.text);
        return await caller.waitFor(started.headers['operation-location']);
      };
      const elsewhere = await copy({ ...request, targetResourceRegion: 'elsewhere' });
      assert.deepEqual([elsewhere.status, elsewhere.copyResult!.errors![0]!.code], ['failed', 'AuthorizationError']);
      assert.deepEqual(await copy(request).then(({ status: done, copyResult }) => [done, copyResult]), [
        'succeeded',
        { modelId: body.modelId },
      ]);
      const copied = await other.at<FormModel>(`${String(headers.location)}?includeKeys=true`);
      assert.equal(copied.modelInfo.status, 'ready');
      assert.deepEqual(
        [copied.modelInfo.modelName, copied.trainResult, copied.keys],
        [model.modelInfo.modelName, model.trainResult, model.keys],
      );
      const { pageResults } = await other.result(`/custom/models/${body.modelId}/analyze`, await orderPdf(createOrder(3)));
      assert.equal(pageResults!.length, 1);
      assert.equal((await caller.call(`GET /custom/models/${body.modelId}`)).status, 404);
    }
  });

  test('lists, counts and deletes models, apart from those of later versions', async () => {
    const list = await caller.call<{ modelList: { modelId: string }[]; nextLink?: string }>('GET /custom/models?op=full');
    const summary = await caller.call<{ summary: { count: number; limit: number; lastUpdatedDateTime: string } }>(
      'GET /custom/models?op=summary',
    );
    assert.equal(summary.body.summary.count, list.body.modelList.length);
    assert.match(summary.body.summary.lastUpdatedDateTime, TIME);
    const { modelId } = labeled.modelInfo;
    assert.ok(list.body.modelList.some((model) => model.modelId === modelId));
    const later = '?api-version=2023-07-31';
    assert.equal((await call(server, `GET /formrecognizer/documentModels/${modelId}${later}`, { key: server.key1 })).status, 404);
    const { text } = await call(server, `GET /formrecognizer/documentModels${later}`, { key: server.key1 });
    assert.ok(!text.includes(modelId));
    assert.equal((await caller.call(`DELETE /custom/models/${modelId}`)).status, 204);
    const gone = await caller.call(`GET /custom/models/${modelId}`);
    assert.deepEqual([gone.status, gone.body], [404, { error: { code: '1022', message: `Model with 'id=${modelId}' not found.` } }]);
  });

  test('answers errors with the codes of versions 2', async () => {
    const code = async (route: string, options: Parameters<FormCaller['call']>[1] = {}): Promise<unknown[]> => {
      const { status, body } = await caller.call<{ error: { code: string; message: string } }>(route, options);
      assert.ok(body.error.message);
      return [status, body.error.code];
    };
    const file = (content: string, type = 'application/pdf'): object => ({ body: Buffer.from(content), headers: { 'content-type': type } });
    assert.deepEqual(await code('POST /prebuilt/receipt/analyze', file('%PDFUUU')), [400, 'BadArgument']);
    assert.deepEqual(await code('POST /layout/analyze', file('%PDFUUU')), [400, 'BadArgument']);
    assert.deepEqual(await code('POST /layout/analyze', file('x', 'text/plain')), [415, 'UnsupportedMediaType']);
    assert.deepEqual(await code('POST /prebuilt/receipt/analyze?locale=nowhere', { json: { source: 'https://a.example' } }), [
      400,
      'UnsupportedLocale',
    ]);
    assert.deepEqual(await code('POST /layout/analyze?language=klingon', { json: { source: 'https://a.example' } }), [
      400,
      'NotSupportedLanguage',
    ]);
    assert.deepEqual(await code('POST /prebuilt/receipt/analyze', { json: { source: 'http://127.0.0.1:9/a.pdf' } }), [
      400,
      'FailedToDownloadImage',
    ]);
    assert.deepEqual(await code('POST /custom/models', { json: {} }), [400, '1002']);
    assert.deepEqual(await code('POST /custom/models', { json: { source: 'nothing' } }), [400, '1002']);
    assert.deepEqual(await code(`GET /custom/models/${UNKNOWN}`), [404, '1022']);
    assert.deepEqual(await code(`DELETE /custom/models/${UNKNOWN}`), [404, '1022']);
    assert.deepEqual(await code(`GET /layout/analyzeResults/${UNKNOWN}`), [404, 'NotFound']);
    assert.deepEqual(await code('GET /nothing'), [404, '404']);
    assert.deepEqual(await code('GET /custom/models', { key: 'wrong' }), [401, '401']);
  });

  test('fails the analysis of a file that cannot be read', async () => {
    const damaged = Buffer.from('%PDF-1.7\nnothing of a document');
    const { status, analyzeResult } = await caller.analyze(`/custom/models/${unlabeled.modelInfo.modelId}/analyze`, damaged);
    assert.equal(status, 'failed');
    assert.deepEqual(analyzeResult!.errors, [{ code: '2005', message: 'Unable to read file.' }]);
    assert.deepEqual([analyzeResult!.readResults, analyzeResult!.version], [[], '2.1.0']);
  });
});
