/**
 * The vendor's document clients, unmodified and over https: @azure/ai-form-recognizer 4.0.0-beta.3, 4.0.0 and 5.1.0,
 * @azure-rest/ai-document-intelligence 1.0.0-beta.2 and 1.1.0. Each analyzes a buffer and a URL, polls, lists, and copies a model between
 * two accounts.
 *
 * client: @azure/ai-form-recognizer 4.0.0-beta.3; version: 2022-01-30-preview; runs: analysis of bytes and URLs, invoices, models, operations, copies, errors
 * client: @azure/ai-form-recognizer 4.0.0; version: 2022-08-31; runs: analysis of bytes and URLs, invoices, models, operations, copies, errors
 * client: @azure/ai-form-recognizer 5.1.0; version: 2023-07-31; runs: analysis of bytes and URLs, invoices, models, operations, copies, errors
 * client: @azure-rest/ai-document-intelligence 1.0.0-beta.2; version: 2024-02-29-preview; runs: analysis of bytes and URLs, query fields, invoices, models, operations, copies, errors
 * client: @azure-rest/ai-document-intelligence 1.1.0; version: 2024-11-30; runs: analysis of bytes and URLs, query fields, invoices, models, operations, copies, errors
 */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import * as formBeta from '@azure/ai-form-recognizer';
import intelligenceBeta from '@azure-rest/ai-document-intelligence';
import * as intelligenceBetaParts from '@azure-rest/ai-document-intelligence';
import intelligence1, * as intelligence1Parts from 'document-intelligence-1';
import * as form4 from 'form-recognizer-4';
import * as form5 from 'form-recognizer-5';
import { seedModels } from '../support/document-models.ts';
import { invoicePdf } from '../support/documents-invoice.ts';
import { NEWER, OLDER, assertConsistent, pdfOf, pdfTable, pdfWithPhoto, prebuiltModels } from '../support/documents.ts';
import type { AnalyzeResult } from '../support/documents.ts';
import { ManagementClient, readCertificate, startServer, temporaryFolder } from '../support/server.ts';
import type { Server } from '../support/server.ts';

const POLLING = { updateIntervalInMs: 20 };
const WORDS = ['The', 'garden', 'has', 'grown', 'well.'];

describe('document clients', () => {
  const folder = temporaryFolder();
  let server: Server;
  let tlsOptions: { ca: string };
  let keys: { source: string; target: string };
  let pdf: Buffer;
  let table: Buffer;
  let invoice: Buffer;
  let pdfWithFigure: Buffer;
  let files: HttpServer;
  let url: string;
  before(async () => {
    pdf = await pdfOf([['The garden has grown well.']]);
    invoice = await invoicePdf();
    pdfWithFigure = await pdfWithPhoto('#c03020');
    table = await pdfTable([
      ['Item', 'Count'],
      ['Apples', '3'],
    ]);
    files = createServer((_, response) => response.end(pdf)).listen(0, '127.0.0.1');
    await new Promise((resolve) => files.once('listening', resolve));
    const host = `127.0.0.1:${(files.address() as AddressInfo).port}`;
    url = `http://${host}/letter.pdf`;
    const first = await startServer({ data: folder.path });
    keys = {
      source: first.key1,
      target: (await (await ManagementClient.connect(first)).createAccount('target', { kind: 'DocumentAnalysis' })).key1,
    };
    await first.stop();
    await seedModels(folder.path, 'default', ['forms'], ['sorter']);
    server = await startServer({ data: folder.path, args: ['--tls'], env: { PERENNIAL_FETCH_ALLOW: host } });
    tlsOptions = { ca: readCertificate(server) };
  });
  after(async () => {
    await server.stop();
    files.close();
    folder.remove();
  });

  interface Thrown {
    statusCode?: number;
    code?: string;
    message: string;
    details?: { error?: { innererror?: { code: string; message: string } } };
  }
  const rejection = async (work: Promise<unknown>): Promise<unknown[]> => {
    const { statusCode, code, message, details } = await work.then(
      () => assert.fail('The call was not rejected.'),
      (error: unknown) => error as Thrown,
    );
    return [statusCode, code, message, details?.error?.innererror?.code];
  };
  const collect = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
    const found: T[] = [];
    for await (const item of items) found.push(item);
    return found;
  };

  describe('@azure/ai-form-recognizer 4.0.0-beta.3', () => {
    const credential = (key: string): formBeta.AzureKeyCredential => new formBeta.AzureKeyCredential(key);
    const clientOf = (key: string): formBeta.DocumentModelAdministrationClient =>
      new formBeta.DocumentModelAdministrationClient(server.address, credential(key), { tlsOptions });
    const analysis = (): formBeta.DocumentAnalysisClient =>
      new formBeta.DocumentAnalysisClient(server.address, credential(keys.source), { tlsOptions });

    test('analyzes a buffer and a URL', async () => {
      const { content, pages } = await (await analysis().beginAnalyzeDocument('prebuilt-read', pdf, POLLING)).pollUntilDone();
      assert.equal(content.trim(), WORDS.join(' '));
      assert.deepEqual(
        [...pages![0]!.lines[0]!.words()].map((word) => word.content),
        WORDS,
      );
      const layout = await (await analysis().beginExtractLayout(table, POLLING)).pollUntilDone();
      assert.deepEqual(
        layout.tables[0]!.cells.map((cell) => cell.content),
        ['Item', 'Count', 'Apples', '3'],
      );
      const general = await (await analysis().beginExtractGeneralDocument(url, POLLING)).pollUntilDone();
      assert.deepEqual(
        general.pages[0]!.words.map((word) => word.content),
        WORDS,
      );
      assert.deepEqual(general.entities, []);
    });

    test('extracts fields of an invoice', async () => {
      const { documents } = await (await analysis().beginAnalyzeDocument('prebuilt-invoice', invoice, POLLING)).pollUntilDone();
      const { InvoiceTotal, InvoiceDate } = documents![0]!.fields as {
        InvoiceTotal: formBeta.DocumentCurrencyField;
        InvoiceDate: formBeta.DocumentDateField;
      };
      assert.deepEqual([InvoiceTotal.kind, InvoiceTotal.value], ['currency', { amount: 1296, currencySymbol: '$' }]);
      assert.deepEqual(InvoiceDate.value, new Date('2024-03-15'));
    });

    test('lists models and operations, and copies a model to another account', async () => {
      const [source, target] = [clientOf(keys.source), clientOf(keys.target)];
      assert.deepEqual(
        (await collect(source.listModels())).map(({ modelId }) => modelId),
        [...prebuiltModels(OLDER), 'forms'],
      );
      assert.deepEqual(Object.keys((await source.getModel('forms')).docTypes!), ['form']);
      assert.equal((await source.getInfo()).customDocumentModels.count, 1);
      const authorization = await target.getCopyAuthorization('by-beta-3', { description: 'Copied', tags: { a: 'b' } });
      assert.ok(authorization.expirationDateTime instanceof Date);
      const copied = await (await source.beginCopyModel('forms', authorization, POLLING)).pollUntilDone();
      assert.deepEqual([copied.modelId, copied.description, Object.keys(copied.docTypes!)], ['by-beta-3', 'Copied', ['form']]);
      assert.equal((await target.getModel('by-beta-3')).modelId, 'by-beta-3');
      const [newest] = await collect(source.listOperations());
      assert.deepEqual([newest!.kind, newest!.status], ['documentModelCopyTo', 'succeeded']);
      assert.equal((await source.getOperation(newest!.operationId)).percentCompleted, 100);
      await target.deleteModel('by-beta-3');
      assert.equal((await rejection(target.getModel('by-beta-3')))[0], 404);
    });

    test('returns a copy authorization', async () => {
      const authorization = await clientOf(keys.source).getCopyAuthorization('copied-model', {
        description: 'From the test resource',
        tags: { source: 'test' },
      });
      const { accessToken, expirationDateTime } = authorization;
      assert.deepEqual(
        { ...authorization },
        {
          targetResourceId: '/subscriptions/default/resourceGroups/default/accounts/default',
          targetResourceRegion: 'local',
          targetModelId: 'copied-model',
          targetModelLocation: `${server.address}/formrecognizer/documentModels/copied-model?api-version=2022-01-30-preview`,
          accessToken,
          expirationDateTime,
        },
      );
      assert.ok(accessToken.length >= 32);
      assert.ok(expirationDateTime instanceof Date && expirationDateTime.getTime() > Date.now());
    });

    test('receives the errors of the service', async () => {
      const client = clientOf(keys.source);
      assert.deepEqual(await rejection(client.getCopyAuthorization('prebuilt-read')), [
        409,
        'Conflict',
        'The request could not be completed due to a conflict.',
        'ModelExists',
      ]);
      assert.deepEqual(await rejection(client.getCopyAuthorization('-')), [
        400,
        'InvalidArgument',
        'Invalid argument.',
        'InvalidParameter',
      ]);
      assert.deepEqual((await rejection(clientOf('wrong').getCopyAuthorization('copied-model'))).slice(0, 2), [401, '401']);
      assert.deepEqual(
        (await rejection(analysis().beginAnalyzeDocument('prebuilt-read', Buffer.from('no document'), POLLING))).slice(0, 2),
        [400, 'InvalidRequest'],
      );
      const poller = await analysis().beginAnalyzeDocument('prebuilt-read', Buffer.from('%PDF-1.4\nnothing'), POLLING);
      await assert.rejects(poller.pollUntilDone(), /The file is corrupted or format is unsupported/);
    });
  });

  for (const [name, { DocumentAnalysisClient, DocumentModelAdministrationClient, AzureKeyCredential }] of [
    ['4.0.0', form4],
    ['5.1.0', form5 as unknown as typeof form4],
  ] as const) {
    describe(`@azure/ai-form-recognizer ${name}`, () => {
      const analysis = (): form4.DocumentAnalysisClient =>
        new DocumentAnalysisClient(server.address, new AzureKeyCredential(keys.source), { tlsOptions });
      const clientOf = (key: string): form4.DocumentModelAdministrationClient =>
        new DocumentModelAdministrationClient(server.address, new AzureKeyCredential(key), { tlsOptions });

      test('analyzes a buffer and a URL', async () => {
        const { content, pages, paragraphs } = await (
          await analysis().beginAnalyzeDocument('prebuilt-document', pdf, POLLING)
        ).pollUntilDone();
        assert.equal(content.trim(), WORDS.join(' '));
        assert.deepEqual(
          [...pages![0]!.lines![0]!.words()].map((word) => word.content),
          WORDS,
        );
        assert.equal(paragraphs![0]!.content, WORDS.join(' '));
        const { tables } = await (await analysis().beginAnalyzeDocument('prebuilt-layout', table, POLLING)).pollUntilDone();
        assert.deepEqual(
          tables![0]!.cells.map((cell) => cell.content),
          ['Item', 'Count', 'Apples', '3'],
        );
        const fetched = await (await analysis().beginAnalyzeDocumentFromUrl('prebuilt-read', url, POLLING)).pollUntilDone();
        assert.deepEqual(
          fetched.pages![0]!.words!.map((word) => word.content),
          WORDS,
        );
      });

      test('extracts fields of an invoice', async () => {
        const { documents } = await (await analysis().beginAnalyzeDocument('prebuilt-invoice', invoice, POLLING)).pollUntilDone();
        const { InvoiceTotal, BillingAddress } = documents![0]!.fields as {
          InvoiceTotal: form4.DocumentCurrencyField;
          BillingAddress: form4.DocumentAddressField;
        };
        assert.deepEqual([InvoiceTotal.kind, InvoiceTotal.value!.amount, InvoiceTotal.value!.currencySymbol], ['currency', 1296, '$']);
        assert.deepEqual([BillingAddress.kind, BillingAddress.value!.city], ['address', 'Portland']);
      });

      test('lists models and operations, and copies a model to another account', async () => {
        const [source, target] = [clientOf(keys.source), clientOf(keys.target)];
        assert.deepEqual(
          (await collect(source.listDocumentModels())).map(({ modelId }) => modelId),
          [...prebuiltModels({ prefix: '/formrecognizer', version: name === '4.0.0' ? '2022-08-31' : '2023-07-31' }), 'forms'],
        );
        assert.equal((await source.getResourceDetails()).customDocumentModels.count, 1);
        const copied = await (
          await source.beginCopyModelTo('forms', await target.getCopyAuthorization(`by-${name}`), POLLING)
        ).pollUntilDone();
        assert.equal(copied.modelId, `by-${name}`);
        assert.deepEqual(Object.keys((await target.getDocumentModel(`by-${name}`)).docTypes!), ['form']);
        const [newest] = await collect(source.listOperations());
        assert.deepEqual([newest!.kind, newest!.status], ['documentModelCopyTo', 'succeeded']);
        await target.deleteDocumentModel(`by-${name}`);
      });
    });
  }

  test('@azure/ai-form-recognizer 5.1.0 requests features', async () => {
    const client = new form5.DocumentAnalysisClient(server.address, new form5.AzureKeyCredential(keys.source), { tlsOptions });
    const { languages, styles } = await (
      await client.beginAnalyzeDocument('prebuilt-read', pdf, { ...POLLING, features: ['languages', 'styleFont'] })
    ).pollUntilDone();
    assert.deepEqual(
      languages!.map(({ locale }) => locale),
      ['en'],
    );
    assert.ok(styles!.some(({ fontWeight }) => fontWeight === 'normal'));
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
  /** The older client returns a promise of a poller, the newer one a poller; their types name each operation. */
  type PollerOf = (client: unknown, response: unknown, options: { intervalInMs: number }) => Poller | Promise<Poller>;
  for (const {
    name,
    create,
    parts: { getLongRunningPoller, isUnexpected, paginate },
  } of rest) {
    const poll = async <T>(client: unknown, response: unknown): Promise<T> => {
      const poller = (getLongRunningPoller as unknown as PollerOf)(client, response, { intervalInMs: 20 });
      return (await ('pollUntilDone' in poller ? poller : await poller).pollUntilDone()).body as T;
    };
    describe(`@azure-rest/ai-document-intelligence ${name}`, () => {
      const clientOf = (key: string): intelligence1Parts.DocumentIntelligenceClient => create(server.address, { key }, { tlsOptions });
      const analyze = async (start: (path: ReturnType<typeof analyzePath>) => unknown): Promise<AnalyzeResult> => {
        const client = clientOf(keys.source);
        const response = await (start(analyzePath(client)) as Promise<intelligence1Parts.AnalyzeDocument202Response>);
        if (isUnexpected(response)) assert.fail(JSON.stringify(response.body));
        const { analyzeResult } = await poll<{ analyzeResult: AnalyzeResult }>(client, response);
        assertConsistent(analyzeResult);
        return analyzeResult;
      };
      const analyzePath = (client: intelligence1Parts.DocumentIntelligenceClient): { post(options: object): unknown } =>
        client.path('/documentModels/{modelId}:analyze', 'prebuilt-layout');
      test('extracts fields of an invoice', async () => {
        const client = clientOf(keys.source);
        const response = await client.path('/documentModels/{modelId}:analyze', 'prebuilt-invoice').post({
          contentType: 'application/octet-stream',
          body: invoice,
        });
        if (isUnexpected(response)) assert.fail(JSON.stringify(response.body));
        const {
          analyzeResult: { documents },
        } = await poll<{ analyzeResult: AnalyzeResult }>(client, response);
        assert.deepEqual(documents![0]!.fields!.InvoiceTotal!.valueCurrency, { amount: 1296, currencySymbol: '$', currencyCode: 'USD' });
      });

      const words = ({ pages }: AnalyzeResult): string[] => pages[0]!.words.map(({ content }) => content);

      test('analyzes a buffer and a URL', async () => {
        assert.deepEqual(words(await analyze((path) => path.post({ contentType: 'application/octet-stream', body: pdf }))), WORDS);
        assert.deepEqual(words(await analyze((path) => path.post({ contentType: 'application/json', body: { urlSource: url } }))), WORDS);
        assert.deepEqual(
          words(await analyze((path) => path.post({ contentType: 'application/json', body: { base64Source: pdf.toString('base64') } }))),
          WORDS,
        );
        const marked = await analyze((path) =>
          path.post({
            contentType: 'application/json',
            body: { base64Source: table.toString('base64') },
            queryParameters: { outputContentFormat: 'markdown', features: ['languages', 'barcodes'], stringIndexType: 'utf16CodeUnit' },
          }),
        );
        assert.deepEqual(
          [marked.contentFormat, marked.stringIndexType, marked.languages !== undefined, marked.pages[0]!.barcodes],
          ['markdown', 'utf16CodeUnit', true, []],
        );
        assert.match(marked.content, /Apples/);
      });

      test('asks for fields by name', async () => {
        const { documents } = await analyze((path) =>
          path.post({
            contentType: 'application/json',
            body: { base64Source: invoice.toString('base64') },
            queryParameters: { features: ['queryFields'], queryFields: ['InvoiceNumber', 'Gesamtbetrag', 'shoe size'] },
          }),
        );
        const { InvoiceNumber: number, Gesamtbetrag: total, 'shoe size': size } = documents![0]!.fields!;
        assert.deepEqual([number!.type, number!.valueString, size], ['string', number!.content, undefined]);
        assert.deepEqual([total!.type, total!.valueCurrency?.amount], ['currency', 1296]);
      });

      test('lists models and operations, and copies a model to another account', async () => {
        const [source, target] = [clientOf(keys.source), clientOf(keys.target)];
        const models = await source.path('/documentModels').get();
        if (isUnexpected(models)) assert.fail(JSON.stringify(models.body));
        assert.deepEqual(
          (await collect(paginate(source, models))).map(({ modelId }) => modelId),
          [...prebuiltModels(NEWER), 'forms'],
        );
        const authorization = await target.path('/documentModels:authorizeCopy').post({ body: { modelId: `by-${name}` } });
        if (isUnexpected(authorization)) assert.fail(JSON.stringify(authorization.body));
        const started = await source.path('/documentModels/{modelId}:copyTo', 'forms').post({ body: authorization.body });
        if (isUnexpected(started)) assert.fail(JSON.stringify(started.body));
        // The client follows resourceLocation and returns the model itself.
        assert.equal((await poll<{ modelId: string }>(source, started)).modelId, `by-${name}`);
        const operations = await source.path('/operations').get();
        if (isUnexpected(operations)) assert.fail(JSON.stringify(operations.body));
        assert.equal(operations.body.value[0]!.kind, 'documentModelCopyTo');
        const info = await source.path('/info').get();
        assert.deepEqual([info.status, (info.body as { customDocumentModels: { count: number } }).customDocumentModels.count], ['200', 1]);
        assert.equal((await target.path('/documentModels/{modelId}', `by-${name}`).delete()).status, '204');
      });

      test('receives the errors of the service', async () => {
        const PATH = '/documentModels:authorizeCopy';
        const exists = await clientOf(keys.source)
          .path(PATH)
          .post({ body: { modelId: 'prebuilt-layout' } });
        assert.ok(isUnexpected(exists));
        assert.deepEqual([exists.status, exists.body.error.code, exists.body.error.innererror?.code], ['409', 'Conflict', 'ModelExists']);
        const closed = await clientOf('wrong')
          .path(PATH)
          .post({ body: { modelId: 'copied-model' } });
        assert.ok(isUnexpected(closed));
        assert.deepEqual([closed.status, closed.body.error.code], ['401', '401']);
        const rejected = await (analyzePath(clientOf(keys.source)).post({
          contentType: 'application/octet-stream',
          body: Buffer.from('no document'),
        }) as Promise<{ status: string; body: { error: { innererror: { code: string } } } }>);
        assert.deepEqual([rejected.status, rejected.body.error.innererror.code], ['400', 'InvalidContent']);
      });
    });
  }

  test('@azure-rest/ai-document-intelligence 1.1.0 copies a classifier to another account', async () => {
    const { getLongRunningPoller, isUnexpected } = intelligence1Parts;
    const [source, target] = [keys.source, keys.target].map((key) => intelligence1(server.address, { key }, { tlsOptions })) as [
      intelligence1Parts.DocumentIntelligenceClient,
      intelligence1Parts.DocumentIntelligenceClient,
    ];
    const authorization = await target.path('/documentClassifiers:authorizeCopy').post({ body: { classifierId: 'copied-sorter' } });
    if (isUnexpected(authorization)) assert.fail(JSON.stringify(authorization.body));
    const started = await source.path('/documentClassifiers/{classifierId}:copyTo', 'sorter').post({ body: authorization.body });
    if (isUnexpected(started)) assert.fail(JSON.stringify(started.body));
    const completed = await getLongRunningPoller(source, started, { intervalInMs: 20 }).pollUntilDone();
    assert.equal((completed.body as { classifierId?: string }).classifierId, 'copied-sorter');
    const copied = await target.path('/documentClassifiers/{classifierId}', 'copied-sorter').get();
    if (isUnexpected(copied)) assert.fail(JSON.stringify(copied.body));
    assert.deepEqual(Object.keys(copied.body.docTypes), ['order', 'ticket']);
  });

  test('@azure-rest/ai-document-intelligence 1.1.0 downloads a searchable PDF and a figure', async () => {
    const { getLongRunningPoller, isUnexpected, parseResultIdFromResponse } = intelligence1Parts;
    const client = intelligence1(server.address, { key: keys.source }, { tlsOptions });
    const started = await client.path('/documentModels/{modelId}:analyze', 'prebuilt-layout').post({
      contentType: 'application/octet-stream',
      body: pdfWithFigure,
      queryParameters: { output: ['pdf', 'figures'] },
    });
    if (isUnexpected(started)) assert.fail(JSON.stringify(started.body));
    await getLongRunningPoller(client, started, { intervalInMs: 20 }).pollUntilDone();
    const at = ['prebuilt-layout', parseResultIdFromResponse(started)] as const;
    const file = await client
      .path('/documentModels/{modelId}/analyzeResults/{resultId}/pdf', ...at)
      .get()
      .asNodeStream();
    assert.match((await buffer(file.body!)).toString('latin1'), /^%PDF-/);
    const figure = await client
      .path('/documentModels/{modelId}/analyzeResults/{resultId}/figures/{figureId}', ...at, '1.1')
      .get()
      .asNodeStream();
    assert.deepEqual(
      [figure.status, figure.headers['content-type'], (await buffer(figure.body!)).toString('latin1', 1, 4)],
      ['200', 'image/png', 'PNG'],
    );
  });
});
