/** Custom models from labeled forms in real blob storage or in an archive: builds, analyses, composition, classifiers and errors. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { PDFDocument } from 'pdf-lib';
import { Azurite } from '../support/azurite.ts';
import { DocumentCaller, NEWER, OLDER, ENDPOINTS, innerCode } from '../support/documents.ts';
import type { FoundDocument, Endpoint, Polled } from '../support/documents.ts';
import { createContainer, orderFiles, orderPdf, repairFiles, repairPdf, signedUrl, createZip } from '../support/documents-forms.ts';
import type { Order, TrainingFile } from '../support/documents-forms.ts';
import { startServer, temporaryFolder } from '../support/server.ts';
import type { Server } from '../support/server.ts';

interface Model {
  modelId: string;
  description?: string;
  buildMode?: string;
  tags: object;
  docTypes: Record<string, { buildMode?: string; fieldSchema: Record<string, { type: string }>; fieldConfidence: Record<string, number> }>;
}
interface Operation extends Omit<Polled, 'analyzeResult'> {
  kind: string;
  percentCompleted: number;
  resourceLocation: string;
  result?: Model;
}

/** An order that is not among the training forms. */
const NEW: Order = { Customer: 'Iris Dale', OrderDate: '07/04/2023', Plant: 'Larch', Total: '$88.25' };

/** Letters of a page each. */
async function letterFiles(from = 0): Promise<TrainingFile[]> {
  const files: TrainingFile[] = [];
  for (let n = from; n < from + 5; n++) {
    const pdf = await PDFDocument.create();
    const page = pdf.addPage();
    [
      'Dear neighbor,',
      `thank you for the ${n + 2} apples and for your kind visit.`,
      'The garden party starts at noon.',
      'Yours, Rowan',
    ].forEach((line, i) => page.drawText(line, { x: 60, y: 640 - 30 * i, size: 12 }));
    files.push({ name: `letter-${n}.pdf`, content: Buffer.from(await pdf.save()) });
  }
  return files;
}

describe('building custom models', () => {
  const folder = temporaryFolder();
  let server: Server;
  let storage: Azurite;
  let caller: DocumentCaller;
  let orders: string;
  before(async () => {
    storage = await Azurite.start();
    const files = await orderFiles();
    orders = await createContainer(storage, 'orders', [...files, { name: 'notes.txt', content: Buffer.from('not a form') }]);
    for (const { name, content } of [
      ...files,
      {
        name: 'all.jsonl',
        content: Buffer.from(Array.from({ length: 6 }, (_, n) => JSON.stringify({ file: `sets/a/order-${n}.pdf` })).join('\n')),
      },
    ]) {
      await storage.putBlob('orders', `sets/a/${name}`, content);
    }
    server = await startServer({ data: folder.path, env: { PERENNIAL_FETCH_ALLOW: storage.host } });
    caller = new DocumentCaller(server, server.key1);
  });
  after(async () => {
    await server.stop();
    await storage.stop();
    folder.remove();
  });

  const waitFor = async (location: string): Promise<Operation> => (await caller.waitFor(location)) as unknown as Operation;
  const build = async (by: DocumentCaller, json: object): Promise<Operation> => {
    const { status, text, headers } = await by.call('POST /documentModels:build', { json });
    assert.equal(status, 202, text);
    return await waitFor(String(headers['operation-location']));
  };
  const succeeded = (operation: Operation): Operation => {
    assert.equal(operation.status, 'succeeded', JSON.stringify(operation.error));
    return operation;
  };
  const extract = async (model: string, document: Buffer, endpoint: Endpoint = NEWER): Promise<FoundDocument> =>
    (await caller.at(endpoint).result(model, document)).documents![0]!;
  const values = ({ fields }: FoundDocument): Record<string, string | undefined> =>
    Object.fromEntries(Object.entries(fields!).map(([name, { content }]) => [name, content]));

  test('builds a template model from a container and extracts fields of a new form in every version', async () => {
    const operation = succeeded(
      await build(caller, {
        modelId: 'orders',
        buildMode: 'template',
        description: 'Trees',
        tags: { made: 'here' },
        cloudBlobSource: { containerUrl: orders, prefix: 'sets/a/' },
      }),
    );
    assert.deepEqual(
      [operation.kind, operation.percentCompleted, operation.resourceLocation],
      ['documentModelBuild', 100, `${server.address}/documentanalysis/documentModels/orders?api-version=${NEWER.version}`],
    );
    assert.ok(!JSON.stringify(operation).includes('sig='), 'the signature is not shown');
    const { body: model } = await caller.call<Model>('GET /documentModels/orders');
    assert.deepEqual(
      [model.description, model.buildMode, model.tags, Object.keys(model.docTypes)],
      ['Trees', 'template', { made: 'here' }, ['orders']],
    );
    const { fieldSchema, fieldConfidence } = model.docTypes.orders!;
    assert.deepEqual(
      Object.entries(fieldSchema).map(([name, { type }]) => [name, type]),
      [
        ['Customer', 'string'],
        ['OrderDate', 'date'],
        ['Plant', 'string'],
        ['Total', 'currency'],
      ],
    );
    for (const name of Object.keys(NEW)) assert.ok(fieldConfidence[name]! > 0.5, `${name} ${fieldConfidence[name]}`);
    const pdf = await orderPdf(NEW);
    for (const endpoint of ENDPOINTS) {
      const found = await extract('orders', pdf, endpoint);
      const docType = ['2022-08-31', '2023-07-31'].includes(endpoint.version) ? 'orders:orders' : 'orders';
      assert.deepEqual([found.docType, values(found)], [docType, NEW], endpoint.version);
      assert.deepEqual([found.fields!.OrderDate!.valueDate, found.fields!.Total!.valueCurrency!.amount], ['2023-07-04', 88.25]);
    }
  });

  test("builds a neural model from a file list, and a model with the oldest version in the vendor's words", async () => {
    const oldest = caller.at({ ...OLDER, prefix: '/formrecognizer' });
    succeeded(
      await build(caller, {
        modelId: 'listed',
        buildMode: 'neural',
        cloudBlobFileListSource: { containerUrl: orders, fileList: 'sets/a/all.jsonl' },
      }),
    );
    assert.deepEqual(values(await extract('listed', await orderPdf(NEW), oldest.endpoint)), NEW);
    succeeded(await build(oldest, { modelId: 'older', buildMode: 'template', azureBlobSource: { containerUrl: orders, prefix: 'sets/' } }));
    assert.equal((await oldest.call<Model>('GET /documentModels/older')).body.docTypes.older!.buildMode, 'template');
  });

  test('builds a model from an archive', async () => {
    const started = await caller.call(
      'POST /documentModels/packed:buildFromArchive',
      {
        body: createZip([...(await orderFiles()), { name: '__MACOSX/._order-1.pdf.labels.json', content: Buffer.from('\0') }]),
        headers: { 'content-type': 'application/octet-stream' },
      },
      'description=Packed',
    );
    assert.equal(started.status, 202, started.text);
    assert.equal(succeeded(await waitFor(String(started.headers['operation-location']))).result!.description, 'Packed');
    assert.deepEqual(values(await extract('packed', await orderPdf(NEW))), NEW);
    const junk = await caller.call('POST /documentModels/junk:buildFromArchive', {
      body: Buffer.from('no archive'),
      headers: { 'content-type': 'application/octet-stream' },
    });
    assert.deepEqual([junk.status, ...innerCode(junk)], [400, 'InvalidArgument', 'InvalidContentSourceFormat']);
  });

  test('composes models and chooses one by the document', async () => {
    succeeded(
      await build(caller, {
        modelId: 'tickets',
        buildMode: 'template',
        cloudBlobSource: { containerUrl: await createContainer(storage, 'tickets', await repairFiles()) },
      }),
    );
    const { status, headers, text } = await caller.call('POST /documentModels:compose', {
      json: { modelId: 'desk', componentModels: [{ modelId: 'orders' }, { modelId: 'tickets' }], tags: { of: 'two' } },
    });
    assert.equal(status, 202, text);
    const { kind, result } = succeeded(await waitFor(String(headers['operation-location'])));
    assert.deepEqual([kind, Object.keys(result!.docTypes)], ['documentModelCompose', ['orders', 'tickets']]);
    const [order, ticket] = [await extract('desk', await orderPdf(NEW)), await extract('desk', await repairPdf(40))];
    assert.deepEqual([order.docType, values(order)], ['orders', NEW]);
    assert.deepEqual([ticket.docType, values(ticket).Ticket], ['tickets', 'T-4140']);
    const rejection = async (json: object): Promise<unknown[]> => {
      const answer = await caller.call('POST /documentModels:compose', { json });
      return [answer.status, ...innerCode(answer)];
    };
    assert.deepEqual(await rejection({ modelId: 'desk', componentModels: [{ modelId: 'orders' }] }), [409, 'Conflict', 'ModelExists']);
    const named = { docTypes: { order: { modelId: 'orders' }, ticket: { modelId: 'tickets' } } };
    assert.deepEqual(await rejection({ modelId: 'sorted-desk', classifierId: 'missing', ...named }), [404, 'NotFound', 'ModelNotFound']);
    assert.deepEqual(await rejection({ modelId: 'sorted-desk', componentModels: [{ modelId: 'orders' }], ...named }), [
      400,
      'InvalidArgument',
      'InvalidParameter',
    ]);
    assert.deepEqual(await rejection({ modelId: 'other', componentModels: [{ modelId: 'missing' }] }), [404, 'NotFound', 'ModelNotFound']);
    assert.deepEqual(await rejection({ modelId: 'other', componentModels: [] }), [400, 'InvalidArgument', 'InvalidParameter']);
    assert.deepEqual(
      await rejection({ modelId: 'other', componentModels: Array.from({ length: 201 }, (_, n) => ({ modelId: `model-${n}` })) }),
      [400, 'InvalidRequest', 'DocumentModelLimitComposed'],
    );
  });

  test('classifies orders and tickets, and splits a file with both', async () => {
    const docTypes = {
      order: { cloudBlobSource: { containerUrl: orders, prefix: 'sets/a/' } },
      ticket: { cloudBlobSource: { containerUrl: await createContainer(storage, 'sorted', await repairFiles()) } },
    };
    const { status, text, headers } = await caller.call('POST /documentClassifiers:build', {
      json: { classifierId: 'sorter', description: 'Desk', docTypes },
    });
    assert.equal(status, 202, text);
    const operation = succeeded(await waitFor(String(headers['operation-location'])));
    assert.equal(operation.kind, 'documentClassifierBuild');
    assert.ok(!JSON.stringify(operation).includes('sig='), 'the signature is not shown');
    interface Listed {
      value: { classifierId: string; docTypes: Record<string, object> }[];
    }
    const [listed] = (await caller.call<Listed>('GET /documentClassifiers')).body.value;
    assert.deepEqual(
      [listed!.classifierId, listed!.docTypes.order],
      ['sorter', { cloudBlobSource: { containerUrl: orders.replace(/\?.*/, ''), prefix: 'sets/a/' } }],
    );
    const classify = async (by: DocumentCaller, document: Buffer, query = ''): Promise<[string, number[]][]> => {
      const response = await by.call(
        'POST /documentClassifiers/sorter:analyze',
        { body: document, headers: { 'content-type': 'application/octet-stream' } },
        query,
      );
      assert.equal(response.status, 202, response.text);
      const { status: outcome, error, analyzeResult } = await by.waitFor(String(response.headers['operation-location']));
      assert.equal(outcome, 'succeeded', JSON.stringify(error));
      return analyzeResult!.documents!.map(({ docType, boundingRegions, confidence }) => {
        assert.ok(confidence > 0.5, `${docType} ${confidence}`);
        return [docType, boundingRegions!.map(({ pageNumber }) => pageNumber)];
      });
    };
    assert.deepEqual(await classify(caller, await orderPdf(NEW)), [['order', [1]]]);
    const both = await PDFDocument.create();
    for (const document of [await repairPdf(30), await orderPdf(NEW), await repairPdf(31)]) {
      both.addPage((await both.copyPages(await PDFDocument.load(document), [0]))[0]!);
    }
    const file = Buffer.from(await both.save());
    assert.deepEqual(await classify(caller, file), [
      ['ticket', [1]],
      ['order', [2]],
      ['ticket', [3]],
    ]);
    assert.deepEqual(await classify(caller, file, 'split=perPage'), [
      ['ticket', [1]],
      ['order', [2]],
      ['ticket', [3]],
    ]);
    assert.deepEqual(
      await classify(caller.at({ prefix: '/documentintelligence', version: '2024-11-30' }), await repairPdf(32), 'split=none'),
      [['ticket', [1]]],
    );
    assert.deepEqual(await classify(caller.at({ prefix: '/formanalysis', version: '2023-07-31' }), await repairPdf(32)), [['ticket', [1]]]);
    const rejection = async (types: object): Promise<unknown[]> => {
      const answer = await caller.call('POST /documentClassifiers:build', { json: { classifierId: 'other', docTypes: types } });
      return [answer.status, ...innerCode(answer)];
    };
    assert.deepEqual(await rejection({ order: docTypes.order }), [400, 'InvalidArgument', 'InvalidParameter']);
    assert.deepEqual(await rejection({ order: docTypes.order, ticket: {} }), [400, 'InvalidArgument', 'InvalidContentSourceFormat']);
    const few = await caller.call('POST /documentClassifiers:build', {
      json: {
        classifierId: 'few',
        docTypes: { ...docTypes, other: { cloudBlobSource: { containerUrl: orders, prefix: 'sets/a/order-1' } } },
      },
    });
    assert.equal((await waitFor(String(few.headers['operation-location']))).error!.innererror!.code, 'TrainingContentMissing');
    const latest = caller.at({ prefix: '/documentintelligence', version: '2024-11-30' });
    const compose = async (json: object): Promise<unknown[]> => {
      const answer = await latest.call('POST /documentModels:compose', { json: { classifierId: 'sorter', ...json } });
      return answer.status === 202 ? [202] : [answer.status, ...innerCode(answer)];
    };
    const routed = {
      order: { modelId: 'orders', confidenceThreshold: 0.6, features: ['keyValuePairs'] },
      ticket: { modelId: 'tickets', maxDocumentsToAnalyze: 1 },
    };
    assert.deepEqual(await compose({ modelId: 'sorted-desk', split: 'auto', docTypes: routed }), [202]);
    const desk = (await latest.call<Model & { classifierId: string; split: string }>('GET /documentModels/sorted-desk')).body;
    assert.deepEqual([desk.classifierId, desk.split, Object.keys(desk.docTypes)], ['sorter', 'auto', ['order', 'ticket']]);
    for (const [name, details] of Object.entries(routed)) {
      assert.deepEqual({ ...desk.docTypes[name], ...details }, desk.docTypes[name]);
    }
    assert.equal((await extract('sorted-desk', await repairPdf(40))).docType, 'ticket');
    const analyzed = await latest.result('sorted-desk', file);
    assert.deepEqual(
      analyzed.documents!.map(({ docType, boundingRegions, fields }) => [
        docType,
        boundingRegions![0]!.pageNumber,
        fields && values({ fields } as FoundDocument),
      ]),
      [
        ['ticket', 1, { ...values(await extract('tickets', await repairPdf(30))) }],
        ['order', 2, NEW],
        ['ticket', 3, undefined],
      ],
    );
    assert.ok('keyValuePairs' in analyzed, 'a feature of the type order');
    assert.ok(!('keyValuePairs' in (await latest.result('sorted-desk', await repairPdf(30)))), 'not a feature of the type ticket');
    const recipe = await PDFDocument.create();
    recipe.addPage().drawText('Streuselkuchen: Mehl, Butter, Zucker und Eier zu Krümeln kneten', { x: 40, y: 700, size: 14 });
    const [none] = (await latest.result('sorted-desk', Buffer.from(await recipe.save()))).documents!;
    assert.ok(none!.confidence < 0.6 && none!.fields === undefined, JSON.stringify(none));
    // One model for two types, each document of one page, and a type that is only classified.
    assert.deepEqual(
      await compose({ modelId: 'by-page', split: 'perPage', docTypes: { order: { modelId: 'orders' }, ticket: {} } }),
      [202],
    );
    assert.deepEqual(
      (await latest.result('by-page', file)).documents!.map(({ docType, fields }) => [docType, fields !== undefined]),
      [
        ['ticket', false],
        ['order', true],
        ['ticket', false],
      ],
    );
    // A prebuilt model for a type, a composed model for another, and names to ask on documents of a type.
    const joined = await caller.call('POST /documentModels:compose', {
      json: { modelId: 'both-kinds', componentModels: [{ modelId: 'orders' }, { modelId: 'tickets' }] },
    });
    assert.equal(joined.status, 202);
    const askedType = { modelId: 'both-kinds', features: ['queryFields'], queryFields: ['order number', 'shoe size'] };
    assert.deepEqual(
      await compose({ modelId: 'mixed', split: 'perPage', docTypes: { order: askedType, ticket: { modelId: 'prebuilt-invoice' } } }),
      [202],
    );
    const { docTypes: mixed } = (await latest.call<Model>('GET /documentModels/mixed')).body;
    assert.deepEqual({ ...mixed['order'], ...askedType }, mixed['order']);
    assert.ok('InvoiceTotal' in mixed['ticket']!.fieldSchema);
    const found = (await latest.result('mixed', file)).documents!;
    assert.deepEqual(
      found.map(({ docType }) => docType),
      ['ticket', 'order', 'ticket'],
    );
    const [byPrebuilt, byBoth] = found.map(({ fields }) => fields ?? {});
    assert.ok(
      Object.keys(byPrebuilt!).every((name) => name in mixed['ticket']!.fieldSchema),
      Object.keys(byPrebuilt!).join(),
    );
    assert.deepEqual(Object.fromEntries(Object.entries(values({ fields: byBoth! } as FoundDocument)).filter(([name]) => name in NEW)), NEW);
    assert.ok(!('shoe size' in byBoth!));
    for (const [docs, expected] of [
      [{ order: { modelId: 'prebuilt-layout' } }, [400, 'InvalidRequest', 'ModelComposeError']],
      [{ order: { modelId: 'sorted-desk' } }, [400, 'InvalidRequest', 'ModelComposeError']],
      [{ order: { modelId: 'orders', queryFields: ['a b'] } }, [400, 'InvalidArgument', 'InvalidParameter']],
      [{ order: { modelId: 'orders', features: ['queryFields'] } }, [400, 'InvalidArgument', 'ParameterMissing']],
      [{ letter: { modelId: 'orders' } }, [400, 'InvalidArgument', 'InvalidParameter']],
      [{ order: { modelId: 'missing' } }, [404, 'NotFound', 'ModelNotFound']],
      [{ order: { modelId: 'orders', confidenceThreshold: 2 } }, [400, 'InvalidArgument', 'InvalidParameter']],
      [{ order: { modelId: 'orders', features: ['magic'] } }, [400, 'InvalidArgument', 'InvalidParameter']],
      [{ order: { modelId: 'orders', maxDocumentsToAnalyze: -1 } }, [400, 'InvalidArgument', 'InvalidParameter']],
    ] as const) {
      assert.deepEqual(await compose({ modelId: 'bad-desk', docTypes: docs }), expected, JSON.stringify(docs));
    }
    assert.deepEqual(await compose({ modelId: 'bad-desk', split: 'half', docTypes: routed }), [400, 'InvalidArgument', 'InvalidParameter']);
    assert.deepEqual(await compose({ modelId: 'bad-desk', classifierId: undefined, docTypes: routed }), [
      400,
      'InvalidArgument',
      'ParameterMissing',
    ]);
    // A classifier is extended by a type, then replaced by one with more documents of it.
    const extend = async (json: object): Promise<unknown[]> => {
      const answer = await latest.call('POST /documentClassifiers:build', { json });
      if (answer.status !== 202) return [answer.status, ...innerCode(answer)];
      const { status: outcome, error } = await waitFor(String(answer.headers['operation-location']));
      return [outcome, error?.innererror?.code];
    };
    const letters = { letter: { azureBlobSource: { containerUrl: await createContainer(storage, 'letters', await letterFiles()) } } };
    assert.deepEqual(await extend({ classifierId: 'wider', baseClassifierId: 'missing', docTypes: letters }), [
      404,
      'NotFound',
      'ModelNotFound',
    ]);
    assert.deepEqual(await extend({ classifierId: 'wider', baseClassifierId: 'sorter', docTypes: {} }), [
      400,
      'InvalidArgument',
      'InvalidParameter',
    ]);
    assert.deepEqual(await extend({ classifierId: 'wider', baseClassifierId: 'sorter', docTypes: letters }), ['succeeded', undefined]);
    assert.deepEqual(await extend({ classifierId: 'wider', baseClassifierId: 'sorter', docTypes: letters }), [
      409,
      'Conflict',
      'ModelExists',
    ]);
    assert.deepEqual(await extend({ classifierId: 'wider', baseClassifierId: 'wider', allowOverwrite: true, docTypes: letters }), [
      'succeeded',
      undefined,
    ]);
    const wider = (await latest.call<{ baseClassifierId: string; docTypes: object }>('GET /documentClassifiers/wider')).body;
    assert.deepEqual([wider.baseClassifierId, Object.keys(wider.docTypes).sort()], ['wider', ['letter', 'order', 'ticket']]);
    const [letter] = await letterFiles(20);
    both.addPage((await both.copyPages(await PDFDocument.load(letter!.content), [0]))[0]!);
    const started = await latest.call(
      'POST /documentClassifiers/wider:analyze',
      { body: Buffer.from(await both.save()), headers: { 'content-type': 'application/octet-stream' } },
      'split=auto',
    );
    const { analyzeResult } = await latest.waitFor(String(started.headers['operation-location']));
    assert.deepEqual(
      analyzeResult!.documents!.map(({ docType }) => docType),
      ['ticket', 'order', 'ticket', 'letter'],
    );
    assert.equal((await caller.call('DELETE /documentClassifiers/sorter')).status, 204);
    assert.equal((await caller.call('GET /documentClassifiers/sorter')).status, 404);
  });

  test('rejects existing and reserved names, missing or several sources, and invalid URLs', async () => {
    const rejection = async (more: object): Promise<unknown[]> => {
      const answer = await caller.call('POST /documentModels:build', { json: { modelId: 'new', buildMode: 'template', ...more } });
      return [answer.status, ...innerCode(answer)];
    };
    const cloudBlobSource = { containerUrl: orders };
    assert.deepEqual(await rejection({ modelId: 'orders', cloudBlobSource }), [409, 'Conflict', 'ModelExists']);
    assert.deepEqual(await rejection({ modelId: 'prebuilt-layout', cloudBlobSource }), [409, 'Conflict', 'ModelExists']);
    assert.deepEqual(await rejection({ modelId: 'prebuilt-own', cloudBlobSource }), [400, 'InvalidArgument', 'InvalidParameter']);
    assert.deepEqual(await rejection({ buildMode: 'magic', cloudBlobSource }), [400, 'InvalidArgument', 'InvalidParameter']);
    for (const source of [
      {},
      { cloudBlobSource, cloudBlobFileListSource: { containerUrl: orders, fileList: 'a' } },
      { cloudBlobSource: { containerUrl: 'nowhere' } },
      { cloudBlobSource: { containerUrl: 'https://storage.test/' } },
      { cloudBlobSource: { containerUrl: 'ftp://storage.test/a' } },
      { cloudBlobSource: { containerUrl: 'https://storage.test/a;b/c' } },
    ]) {
      assert.deepEqual(await rejection(source), [400, 'InvalidArgument', 'InvalidContentSourceFormat'], JSON.stringify(source));
    }
  });

  test('fails a build with its reason and creates no model', async () => {
    const files = await orderFiles();
    const but = (change: Record<string, Buffer | undefined>): TrainingFile[] =>
      files.flatMap(({ name, content }) =>
        name in change ? (change[name] ? [{ name, content: change[name] }] : []) : [{ name, content }],
      );
    const cases: [name: string, files: TrainingFile[], code: string, message: RegExp][] = [
      ['empty', [], 'ModelBuildError', /any OCR files/],
      ['no-fields', but({ 'fields.json': undefined }), 'TrainingContentMissing', /fields\.json/],
      ['no-labels', files.filter(({ name }) => !name.includes('labels')), 'TrainingContentMissing', /labels/],
      ['four-forms', files.slice(0, 9), 'TrainingContentMissing', /expected at least 5 labeled forms, found 4/],
      ['bad-fields', but({ 'fields.json': Buffer.from('{"fields": 5}') }), 'InvalidFieldsDefinition', /fields/],
      ['bad-labels', but({ 'order-2.pdf.labels.json': Buffer.from('[') }), 'ModelBuildError', /order-2\.pdf/],
      ['bad-form', but({ 'order-3.pdf': Buffer.from('%PDF-1.7 nothing') }), 'ModelBuildError', /order-3\.pdf/],
      ['no-form', but({ 'order-3.pdf': undefined }), 'TrainingContentMissing', /order-3\.pdf/],
    ];
    const failed = async (name: string, containerUrl: string): Promise<[string | undefined, string]> => {
      const { status, error } = await build(caller, { modelId: `not-${name}`, buildMode: 'template', cloudBlobSource: { containerUrl } });
      assert.equal(status, 'failed', name);
      assert.equal((await caller.call(`GET /documentModels/not-${name}`)).status, 404);
      return [error!.innererror?.code, error!.innererror?.message ?? ''];
    };
    for (const [name, content, expected, message] of cases) {
      const [code, errorMessage] = await failed(name, await createContainer(storage, name, content));
      assert.equal(code, expected, `${name}: ${errorMessage}`);
      assert.match(errorMessage, message);
    }
    assert.equal((await failed('nowhere', signedUrl(storage, 'nowhere')))[0], 'ContentSourceNotAccessible');
    assert.equal((await failed('wrong-signature', orders.replace(/sig=./, 'sig=%2B')))[0], 'InvalidSasToken');
    const unnamed = await caller.call('POST /documentModels:build', {
      json: { modelId: 'unnamed', buildMode: 'template', cloudBlobSource: { containerUrl: 'https://storage.test/%E0%A4%A' } },
    });
    assert.deepEqual([unnamed.status, ...innerCode(unnamed)], [400, 'InvalidArgument', 'InvalidContentSourceFormat']);
    assert.equal((await failed('private', 'http://127.0.0.1:1/store/forms?sig=0'))[0], 'OutboundAccessForbidden');
  });
});
