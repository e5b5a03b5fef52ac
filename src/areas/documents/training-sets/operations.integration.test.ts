import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import sharp from 'sharp';
import { deleteReleasedBlobs } from '../../../storage/blobs/blob-sweep.ts';
import { Change } from '../../../kernel/change.ts';
import { pdfOf } from '../../../../test/support/documents.ts';
import type { Polled } from '../../../../test/support/documents.ts';
import { orderFiles, orderPdf, repairFiles } from '../../../../test/support/documents-forms.ts';
import { testApp } from '../../../../test/support/memory-app.ts';
import type { TestResponse, TestApp } from '../../../../test/support/memory-app.ts';
import { eventually } from '../../../../test/support/server.ts';
import { MAX_SET_BYTES, MAX_SET_FILES } from '../model.ts';
import { trainingSets } from '../store.ts';

const BASE = '/documentanalysis';
const VERSION = 'api-version=2024-11-30';
const HOUR_MS = 3600_000;
const BYTES = { 'content-type': 'application/octet-stream' };

interface SetView {
  setId: string;
  fileCount: number;
  bytes: number;
  createdDateTime: string;
  lastUpdatedDateTime: string;
  files: { name: string; bytes: number }[];
  corrections?: { forms: number; fields: Record<string, { right: number; corrected: number }> };
  previousCorrections?: { forms: number };
  retraining?: { after: number };
}

describe('training sets', () => {
  const time = { now: Date.UTC(2026, 0, 15) };
  let app: TestApp;
  let mine: { key: string; id: string };
  before(async () => {
    app = await testApp({ clock: { now: () => time.now } }, ['--upload-mb', '1']);
    await app.listen();
    mine = await app.createAccount('mine', { kind: 'DocumentAnalysis' });
  });
  after(() => app.close());
  const ask = (method: string, path: string, body?: Buffer | object, query = ''): Promise<TestResponse> =>
    app.call({
      method,
      url: `${BASE}${path}?${VERSION}${query}`,
      key: mine.key,
      body,
      headers: { host: 'server.test', ...(Buffer.isBuffer(body) && BYTES) },
    });
  const put = (set: string, name: string, bytes: Buffer): Promise<TestResponse> =>
    ask('PUT', `/trainingSets/${set}/files/${encodeURIComponent(name)}`, bytes);
  const view = async (set: string): Promise<SetView> => (await ask('GET', `/trainingSets/${set}`)).json();
  const inner = ({ status, text }: TestResponse): [number, string] => [
    status,
    (JSON.parse(text) as { error: { innererror: { code: string } } }).error.innererror.code,
  ];
  const blobs = async (): Promise<number> => {
    let count = 0;
    for await (const { account } of app.blobs.list(Infinity)) if (account === mine.id) count++;
    return count;
  };

  test('creates a set with its first file; replaces, counts, returns and deletes files with their blobs', async () => {
    assert.deepEqual(inner(await ask('GET', '/trainingSets/orders')), [404, 'TrainingSetNotFound']);
    assert.equal((await put('orders', 'fields.json', Buffer.from('{}'))).status, 204);
    time.now += 1000;
    assert.equal((await put('orders', 'Ünsere Größe (1).PDF', Buffer.from([0, 1, 255]))).status, 204);
    assert.equal((await put('orders', 'fields.json', Buffer.from('{ }'))).status, 204);
    const { files, fileCount, bytes, createdDateTime, lastUpdatedDateTime } = await view('orders');
    assert.deepEqual(
      files.map(({ name, bytes: size }) => [name, size]),
      [
        ['fields.json', 3],
        ['Ünsere Größe (1).PDF', 3],
      ],
    );
    assert.deepEqual([fileCount, bytes, Date.parse(lastUpdatedDateTime) - Date.parse(createdDateTime)], [2, 6, 1000]);
    const read = await ask('GET', `/trainingSets/orders/files/${encodeURIComponent('Ünsere Größe (1).PDF')}`);
    assert.deepEqual([read.status, read.headers['content-type'], [...read.bytes]], [200, 'application/octet-stream', [0, 1, 255]]);
    assert.equal((await ask('DELETE', '/trainingSets/orders/files/fields.json')).status, 204);
    assert.deepEqual(inner(await ask('DELETE', '/trainingSets/orders/files/fields.json')), [404, 'TrainingFileNotFound']);
    assert.deepEqual([(await view('orders')).fileCount, (await view('orders')).bytes], [1, 3]);
    await put('order', 'a.pdf', Buffer.from('1'));
    await put('orders.2', 'a.pdf', Buffer.from('2'));
    assert.equal((await ask('DELETE', '/trainingSets/orders')).status, 204);
    assert.deepEqual(
      (await ask('GET', '/trainingSets')).json<{ value: SetView[] }>().value.map(({ setId, fileCount: count }) => [setId, count]),
      [
        ['order', 1],
        ['orders.2', 1],
      ],
    );
    assert.deepEqual(inner(await ask('GET', '/trainingSets/orders/files/a.pdf')), [404, 'TrainingSetNotFound']);
    time.now += 2 * HOUR_MS;
    await deleteReleasedBlobs(app.store, app.blobs, 0);
    assert.equal(await blobs(), 2);
  });

  test('counts files that are uploaded concurrently', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => put('concurrent', `form-${n}.png`, Buffer.from('x'))));
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [204]);
    assert.deepEqual([(await view('concurrent')).fileCount, (await view('concurrent')).bytes], [8, 8]);
  });

  test('rejects other files, large files and full sets without a change', async () => {
    for (const name of ['notes.txt', '.pdf', 'a/b.pdf', 'a\\b.pdf', 'x.labels.json', 'fields.json.labels.json', `${'x'.repeat(252)}.pdf`]) {
      assert.equal((await put('strict', name, Buffer.from('x'))).status, 400, name);
    }
    assert.deepEqual(inner(await put('strict', 'a.pdf', Buffer.alloc(1.5 * 2 ** 20))), [400, 'InvalidContentLength']);
    assert.equal((await put('strict', 'a.pdf', Buffer.alloc(0))).status, 400);
    assert.equal((await ask('GET', '/trainingSets/strict')).status, 404);
    const full = { setId: 'full', createdAt: 0, updatedAt: 0, files: MAX_SET_FILES, bytes: 0 };
    await app.store.commit(
      new Change()
        .put(trainingSets, mine.id, 'full', full)
        .put(trainingSets, mine.id, 'heavy', { ...full, setId: 'heavy', files: 1, bytes: MAX_SET_BYTES }),
    );
    for (const set of ['full', 'heavy']) assert.deepEqual(inner(await put(set, 'a.pdf', Buffer.from('x'))), [400, 'TrainingSetLimit']);
    const other = await app.createAccount('other', { kind: 'DocumentAnalysis' });
    assert.equal(
      (await app.call({ method: 'GET', url: `${BASE}/trainingSets/full?${VERSION}`, key: other.key })).status,
      404,
      'not visible to another account',
    );
  });

  test('builds a model from a set with the usual checks', async () => {
    assert.deepEqual(inner(await ask('POST', '/documentModels/orders:buildFromTrainingSet', { trainingSetId: 'nowhere' })), [
      404,
      'TrainingSetNotFound',
    ]);
    await put('empty', 'a.pdf', Buffer.from('x'));
    for (const { name, content } of await orderFiles()) assert.equal((await put('forms', name, content)).status, 204);
    const build = async (modelId: string, trainingSetId: string): Promise<Polled> => {
      const started = await ask('POST', `/documentModels/${modelId}:buildFromTrainingSet`, { trainingSetId, description: 'From a set' });
      assert.equal(started.status, 202, started.text);
      const url = String(started.headers['operation-location']).slice('http://server.test'.length);
      return (
        await eventually(
          () => app.call({ method: 'GET', url, key: mine.key }),
          (answer) => ['succeeded', 'failed'].includes(answer.json<Polled>().status),
        )
      ).json<Polled>();
    };
    assert.equal((await build('nothing', 'empty')).error?.innererror?.code, 'TrainingContentMissing');
    assert.equal((await build('orders', 'forms')).status, 'succeeded');
    const model = (await ask('GET', '/documentModels/orders')).json<{
      description: string;
      docTypes: Record<string, { fieldSchema: object }>;
    }>();
    assert.deepEqual(
      [model.description, Object.keys(model.docTypes.orders!.fieldSchema)],
      ['From a set', ['Customer', 'OrderDate', 'Plant', 'Total']],
    );
    assert.deepEqual(inner(await ask('POST', '/documentModels/orders:buildFromTrainingSet', { trainingSetId: 'forms' })), [
      409,
      'ModelExists',
    ]);
  });

  test('builds a classifier from sets; rejects missing sets and two sources for a type', async () => {
    for (const { name, content } of await repairFiles(5)) {
      if (name.endsWith('.pdf')) assert.equal((await put('tickets', name, content)).status, 204);
    }
    const types = (order: object): object => ({
      classifierId: 'sorter',
      docTypes: { order, ticket: { trainingSetSource: { trainingSetId: 'tickets' } } },
    });
    assert.deepEqual(inner(await ask('POST', '/documentClassifiers:build', types({ trainingSetSource: { trainingSetId: 'nowhere' } }))), [
      404,
      'TrainingSetNotFound',
    ]);
    assert.deepEqual(
      inner(
        await ask(
          'POST',
          '/documentClassifiers:build',
          types({ trainingSetSource: { trainingSetId: 'forms' }, cloudBlobSource: { containerUrl: 'https://storage.example/a/b' } }),
        ),
      ),
      [400, 'InvalidContentSourceFormat'],
    );
    const started = await ask('POST', '/documentClassifiers:build', types({ trainingSetSource: { trainingSetId: 'forms' } }));
    assert.equal(started.status, 202, started.text);
    const url = String(started.headers['operation-location']).slice('http://server.test'.length);
    const completed = await eventually(
      () => app.call({ method: 'GET', url, key: mine.key }),
      (answer) => ['succeeded', 'failed'].includes(answer.json<Polled>().status),
    );
    assert.equal(completed.json<Polled>().status, 'succeeded', completed.text);
    assert.deepEqual((await ask('GET', '/documentClassifiers/sorter')).json<{ docTypes: object }>().docTypes, {
      order: { trainingSetSource: { trainingSetId: 'forms' } },
      ticket: { trainingSetSource: { trainingSetId: 'tickets' } },
    });
  });

  test('shows pages of training files and of kept documents as images', async () => {
    const letter = await pdfOf([['Hello'], ['there']]);
    await put('shown', 'letter.pdf', letter);
    await put('shown', 'broken.pdf', Buffer.from('%PDF-1.4 and nothing'));
    const image = (path: string, query = ''): Promise<TestResponse> => ask('GET', `${path}/image`, undefined, query);
    const page = await image('/trainingSets/shown/files/letter.pdf/pages/2', '&width=306');
    assert.deepEqual([page.status, page.headers['content-type']], [200, 'image/png']);
    const { width, height } = await sharp(page.bytes).metadata();
    assert.deepEqual([width, height], [306, 396]);
    assert.deepEqual(inner(await image('/trainingSets/shown/files/letter.pdf/pages/3')), [404, 'PageNotFound']);
    assert.deepEqual(inner(await image('/trainingSets/shown/files/broken.pdf/pages/1')), [400, 'InvalidContent']);
    assert.deepEqual(inner(await image('/trainingSets/shown/files/none.pdf/pages/1')), [404, 'TrainingFileNotFound']);
    for (const query of ['&width=15', '&width=2001', '&width=x']) {
      assert.equal((await image('/trainingSets/shown/files/letter.pdf/pages/1', query)).status, 400, query);
    }
    for (const number of ['0', '-1', '1.5', '100000']) {
      assert.equal((await image(`/trainingSets/shown/files/letter.pdf/pages/${number}`)).status, 400, number);
    }

    const analyze = async (query: string): Promise<string> => {
      const started = await app.call({
        method: 'POST',
        url: `${BASE}/documentModels/prebuilt-read:analyze?${VERSION}${query}`,
        key: mine.key,
        body: letter,
        headers: { 'content-type': 'application/pdf', host: 'server.test' },
      });
      const url = String(started.headers['operation-location']).slice('http://server.test'.length);
      assert.equal(
        (
          await eventually(
            () => app.call({ method: 'GET', url, key: mine.key }),
            (answer) => ['succeeded', 'failed'].includes(answer.json<Polled>().status),
          )
        ).json<Polled>().status,
        'succeeded',
      );
      return url.slice(BASE.length, url.indexOf('?'));
    };
    const [kept, gone] = [await analyze('&keepDocument=true'), await analyze('')];
    assert.equal((await image(`${kept}/pages/1`)).status, 200);
    assert.deepEqual(inner(await image(`${gone}/pages/1`)), [404, 'DocumentNotKept']);
    time.now += 24 * HOUR_MS;
    assert.deepEqual(inner(await image(`${kept}/pages/1`)), [404, 'OperationNotFound']);
  });

  test('adds a corrected result to a set, counts corrections, and builds the model again after enough of them', async () => {
    for (const { name, content } of await orderFiles()) assert.equal((await put('taught', name, content)).status, 204, name);
    const body = await orderPdf({ Customer: 'Iris Dale', OrderDate: '07/04/2023', Plant: 'Larch', Total: '$88.25' });
    const analyze = async (query: string): Promise<string> => {
      const url = `${BASE}/documentModels/prebuilt-invoice:analyze?${VERSION}${query}`;
      const started = await app.call({
        method: 'POST',
        url,
        key: mine.key,
        body,
        headers: { 'content-type': 'application/pdf', host: 'server.test' },
      });
      const location = String(started.headers['operation-location']).slice('http://server.test'.length);
      await eventually(
        () => app.call({ method: 'GET', url: location, key: mine.key }),
        (answer) => answer.json<Polled>().status === 'succeeded',
      );
      return /analyzeResults\/([^?]+)/.exec(location)![1]!;
    };
    const resultId = await analyze('&keepDocument=true');
    const { analyzeResult } = (await ask('GET', `/documentModels/prebuilt-invoice/analyzeResults/${resultId}`)).json<Polled>();
    const words = analyzeResult!.pages[0]!.words.filter(({ content }) => ['Iris', 'Dale'].includes(content));
    const Customer = {
      content: 'Iris Dale',
      boundingRegions: words.map(({ polygon }) => ({ pageNumber: 1, polygon })),
    };
    const add = (more: object, set = 'taught'): Promise<TestResponse> =>
      ask('POST', `/trainingSets/${set}:addResult`, {
        modelId: 'prebuilt-invoice',
        resultId,
        fileName: 'new.pdf',
        fields: { Customer },
        ...more,
      });
    assert.deepEqual(inner(await add({ resultId: await analyze('') })), [404, 'DocumentNotKept']);
    assert.deepEqual(inner(await add({ resultId: 'missing' })), [404, 'OperationNotFound']);
    assert.deepEqual(inner(await add({ fileName: 'fields.json' })), [400, 'InvalidParameter']);
    assert.deepEqual(inner(await ask('PUT', '/trainingSets/none/retraining', { modelId: 'orders-2', after: 1 })), [
      404,
      'TrainingSetNotFound',
    ]);
    assert.equal(
      (await view('taught')).files.some(({ name }) => name === 'new.pdf'),
      false,
      'a rejected call changes nothing',
    );
    const first = await add({});
    assert.deepEqual([first.status, first.json<{ operationLocation?: string }>().operationLocation], [200, undefined], first.text);
    const labels = (await ask('GET', '/trainingSets/taught/files/new.pdf.labels.json')).json<{
      labels: { label: string; value: { text: string }[] }[];
    }>();
    assert.equal(labels.labels.find(({ label }) => label === 'Customer')!.value[0]!.text, 'Iris Dale');
    assert.equal((await view('taught')).corrections!.fields.Customer!.corrected, 1);
    assert.equal((await ask('PUT', '/trainingSets/taught/retraining', { modelId: 'orders-2', after: 2 })).status, 204);
    const rows = { valueArray: [{ valueObject: { Word: { ...Customer, boundingRegions: Customer.boundingRegions.slice(0, 1) } } }] };
    const tooLong = { valueArray: Array.from({ length: 1001 }, () => Customer) };
    assert.equal((await add({ fileName: 'newer.pdf', fields: { Customer, Words: tooLong } })).status, 400);
    const second = await add({ fileName: 'newer.pdf', fields: { Customer, Words: rows } });
    const location = second.json<{ operationLocation: string }>().operationLocation.slice('http://server.test'.length);
    const built = await eventually(
      () => app.call({ method: 'GET', url: location, key: mine.key }),
      (answer) => ['succeeded', 'failed'].includes(answer.json<Polled>().status),
    );
    assert.equal(built.json<Polled>().status, 'succeeded', built.text);
    const { docTypes } = (await ask('GET', '/documentModels/orders-2')).json<{ docTypes: Record<string, { fieldSchema: object }> }>();
    assert.deepEqual(Object.entries(docTypes['orders-2']!.fieldSchema).find(([name]) => name === 'Words')?.[1], {
      type: 'array',
      items: { type: 'object', properties: { Word: { type: 'string' } } },
    });
    const { corrections, previousCorrections, retraining } = await view('taught');
    assert.deepEqual([corrections, previousCorrections!.forms, retraining!.after], [undefined, 2, 2]);
    // A new set starts with the fields that the prebuilt model finds.
    assert.equal((await add({ fields: undefined }, 'fresh')).status, 200);
    const { fields } = (await ask('GET', '/trainingSets/fresh/files/fields.json')).json<{ fields: { fieldKey: string }[] }>();
    assert.ok(fields.length > 0, JSON.stringify(analyzeResult!.documents));
    await put('fresh', 'fields.json', Buffer.from('{"fields":[null]}'));
    assert.deepEqual(inner(await add({}, 'fresh')), [400, 'InvalidFieldsDefinition']);
  });
});
