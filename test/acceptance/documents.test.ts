/** Document analysis from the outside: every version and prefix, every way to send a document, options, results, errors. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import sharp from 'sharp';
import {
  DocumentCaller,
  OLDER,
  ENDPOINTS,
  innerCode,
  pdfOf,
  pdfOfScans,
  pdfWithTexts,
  pdfTable,
  pdfWithPhoto,
  renderPdf,
  prebuiltModels,
  extractPdfText,
} from '../support/documents.ts';
import type { AnalyzeResult } from '../support/documents.ts';
import { createZip } from '../support/documents-forms.ts';
import { ManagementClient, call, eventually, startServer, temporaryFolder } from '../support/server.ts';
import type { HttpResponse, Server } from '../support/server.ts';

const NEWEST = { prefix: '/documentanalysis', version: '2024-11-30' };
const DATED = { prefix: '/formanalysis', version: '2023-07-31' };
const wordsOf = ({ pages }: AnalyzeResult): string[] => pages.flatMap(({ words }) => words.map(({ content }) => content));

describe('documents', () => {
  const folder = temporaryFolder();
  let server: Server;
  let caller: DocumentCaller;
  let other: DocumentCaller;
  let files: HttpServer;
  let filesAt: string;
  let letter: Buffer;
  const served = new Map<string, { status: number; bytes: Buffer }>();
  before(async () => {
    letter = await pdfOf([
      [{ text: 'Annual Report', size: 24 }, 'The garden has grown well this year.', 'Next year we shall plant more trees.'],
      ['Second page: nothing but a line.'],
      ['Third page.'],
    ]);
    files = createServer(({ url }, response) => {
      const found = served.get(url!);
      response.writeHead(found?.status ?? 404).end(found?.bytes);
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => files.once('listening', resolve));
    filesAt = `127.0.0.1:${(files.address() as AddressInfo).port}`;
    server = await startServer({ data: folder.path, args: ['--upload-mb', '1'], env: { PERENNIAL_FETCH_ALLOW: filesAt } });
    caller = new DocumentCaller(server, server.key1);
    other = new DocumentCaller(
      server,
      (await (await ManagementClient.connect(server)).createAccount('other', { kind: 'DocumentAnalysis' })).key1,
    );
  });
  after(async () => {
    await server.stop();
    files.close();
    folder.remove();
  });

  for (const endpoint of ENDPOINTS) {
    test(`analyzes a PDF with ${endpoint.prefix} ${endpoint.version}`, async () => {
      const by = caller.at(endpoint);
      const started = await by.start('prebuilt-layout', letter, '', 'application/pdf');
      assert.deepEqual([started.status, started.text, started.headers['retry-after']], [202, '', '1']);
      const location = String(started.headers['operation-location']);
      const results = `${server.address}${endpoint.prefix}/documentModels/prebuilt-layout/analyzeResults`;
      assert.match(location, new RegExp(`^${results}/[0-9a-f-]{36}\\?api-version=${endpoint.version}$`));
      const { status, createdDateTime, lastUpdatedDateTime, analyzeResult } = await by.waitFor(location);
      assert.equal(status, 'succeeded');
      assert.ok(Date.parse(createdDateTime) <= Date.parse(lastUpdatedDateTime));
      const result = analyzeResult!;
      assert.deepEqual([result.apiVersion, result.modelId, result.stringIndexType], [endpoint.version, 'prebuilt-layout', 'textElements']);
      assert.deepEqual(
        result.pages.map(({ pageNumber, width, height, unit }) => [pageNumber, width, height, unit]),
        [1, 2, 3].map((number) => [number, 8.5, 11, 'inch']),
      );
      const [word] = result.pages[0]!.words;
      const corners = endpoint.version === OLDER.version ? 'boundingBox' : 'polygon';
      assert.equal(word!.content, 'Annual');
      assert.equal(word![corners]?.length, 8);
      assert.equal(word![corners === 'polygon' ? 'boundingBox' : 'polygon'], undefined);
      assert.ok(Math.abs(word![corners]![0]! - 1) < 0.1, 'one inch from the left');
      assert.equal(result.paragraphs === undefined, endpoint.version === OLDER.version);
      assert.equal(result.sections === undefined, endpoint.prefix.startsWith('/form'));
      assert.deepEqual(result.tables, []);
    });
  }

  test('reads the same document from bytes of any type, base64 and a URL', async () => {
    served.set('/letter.pdf', { status: 200, bytes: letter });
    const results = [
      await caller.result('prebuilt-read', letter),
      await caller.result('prebuilt-read', letter, '', 'application/pdf'),
      await caller.result('prebuilt-read', letter, '', 'image/png'),
      await caller.result('prebuilt-read', { base64Source: letter.toString('base64') }),
      await caller.result('prebuilt-read', { urlSource: `http://${filesAt}/letter.pdf` }),
    ];
    for (const result of results) assert.deepEqual(result, results[0]);
    assert.match(results[0]!.content, /^Annual Report\n/);
    assert.deepEqual([results[0]!.tables, results[0]!.pages[0]!.selectionMarks, results[0]!.figures], [undefined, undefined, undefined]);
  });

  test('reads the requested pages under their own numbers', async () => {
    const numbers = async (pages: string): Promise<number[]> =>
      (await caller.result('prebuilt-read', letter, `pages=${pages}`)).pages.map(({ pageNumber }) => pageNumber);
    assert.deepEqual(await numbers('2'), [2]);
    assert.deepEqual(await numbers('3,1-2'), [1, 2, 3]);
    assert.deepEqual(await numbers('2-9'), [2, 3]);
    const { status, error } = await caller.analyze('prebuilt-read', letter, 'pages=7');
    assert.deepEqual([status, error?.code, error?.innererror?.code], ['failed', 'InvalidArgument', 'InvalidParameter']);
    assert.match(error!.innererror!.message, /^The parameter pages is invalid: the file has 3 pages/);
  });

  test('counts the pages of a long document while they are read, in the record of its job', async () => {
    const scans = await Promise.all([1, 2, 3].map(async (n) => await renderPdf(await pdfOf([[`Page ${n} of a scan`]]), { dpi: 100 })));
    const started = await other.start('prebuilt-read', await pdfOfScans(scans));
    const resultId = String(started.headers['operation-location']).split('/').at(-1)!.split('?')[0]!;
    const manager = await ManagementClient.connect(server);
    const seen = new Set<number>();
    const ended = await eventually(
      async () => {
        const { body } = await manager.call<{ status: string; completed?: { count: number; of: number; unit: string } }>(
          `GET ${ManagementClient.accountPath('other', `/jobs/${resultId}`)}`,
        );
        if (body.completed) seen.add(body.completed.count);
        return body;
      },
      ({ status }) => !['notStarted', 'running'].includes(status),
    );
    assert.deepEqual([ended.status, ended.completed], ['succeeded', { count: 3, of: 3, unit: 'pages' }]);
    assert.ok(seen.has(1) || seen.has(2), `seen: ${[...seen].join()}`);
  });

  test('counts offsets in the requested unit', async () => {
    const html = Buffer.from(
      '<!doctype html><html><body><h1>Die Gäste 👩‍👩‍👧 kommen</h1><p>Ein cafe\u0301 und 😀 mehr</p>' +
        '<table><tr><th>Wort</th><th>Zahl</th></tr><tr><td>über 🚲</td><td>1</td></tr></table></body></html>',
    );
    const lengths: number[] = [];
    for (const index of ['textElements', 'unicodeCodePoint', 'utf16CodeUnit']) {
      for (const format of ['text', 'markdown']) {
        const result = await caller.result('prebuilt-layout', html, `stringIndexType=${index}&outputContentFormat=${format}`, 'text/html');
        assert.deepEqual([result.stringIndexType, result.contentFormat], [index, format]);
        assert.ok(wordsOf(result).includes('👩‍👩‍👧'));
        assert.equal(result.pages[0]!.words[0]!.polygon, undefined);
        assert.equal(result.pages[0]!.unit, undefined);
        if (format === 'text') lengths.push(result.pages[0]!.spans.at(-1)!.offset + result.pages[0]!.spans.at(-1)!.length);
        else assert.match(result.content, /^# Die Gäste/);
      }
    }
    assert.ok(lengths[0]! < lengths[1]! && lengths[1]! < lengths[2]!, lengths.join());
  });

  test('returns a table as cells, as markdown and as HTML', async () => {
    const pdf = await pdfTable([
      ['Item', 'Count', 'Price'],
      ['Apples', '3', '1.20'],
      ['Pears', '14', '7.00'],
    ]);
    const { tables } = await caller.result('prebuilt-layout', pdf);
    assert.equal(tables!.length, 1);
    assert.deepEqual([tables![0]!.rowCount, tables![0]!.columnCount], [3, 3]);
    assert.deepEqual(
      tables![0]!.cells.map(({ content }) => content),
      ['Item', 'Count', 'Price', 'Apples', '3', '1.20', 'Pears', '14', '7.00'],
    );
    assert.equal(tables![0]!.cells[0]!.kind, 'columnHeader');
    assert.match((await caller.result('prebuilt-layout', pdf, 'outputContentFormat=markdown')).content, /\| *Apples *\| *3 *\| *1\.20 *\|/);
    assert.match(
      (await caller.at(NEWEST).result('prebuilt-layout', pdf, 'outputContentFormat=markdown')).content,
      /<table>[^]*<td>Apples<\/td>/,
    );
  });

  test('reads the images of a Word file as figures with their text, and returns them', async () => {
    const sign = await renderPdf(await pdfWithTexts([[{ text: 'Way to the harbor', x: 20, y: 30, size: 16 }]], [260, 90]));
    const { width, height } = await sharp(sign).metadata();
    const rel = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
    const part = (name: string, content: string | Buffer): { name: string; content: Buffer } => ({ name, content: Buffer.from(content) });
    const file = createZip([
      part('[Content_Types].xml', '<Types/>'),
      part(
        'word/document.xml',
        '<w:document><w:body><w:p><w:r><w:t>A sign:</w:t></w:r></w:p><w:p><w:r><a:blip r:embed="i"/></w:r></w:p></w:body></w:document>',
      ),
      part(
        'word/_rels/document.xml.rels',
        `<Relationships><Relationship Id="i" Type="${rel}/image" Target="media/sign.png"/></Relationships>`,
      ),
      part('word/media/sign.png', sign),
    ]);
    const by = caller.at(NEWEST);
    const started = String((await by.start('prebuilt-layout', file, 'output=figures')).headers['operation-location']);
    const { status, analyzeResult, error } = await by.waitFor(started);
    assert.equal(status, 'succeeded', JSON.stringify(error));
    assert.deepEqual(wordsOf(analyzeResult!), ['A', 'sign:', 'Way', 'to', 'the', 'harbor']);
    const [figure] = analyzeResult!.figures!;
    assert.deepEqual([figure!.id, figure!.elements], ['1.1', ['/paragraphs/1']]);
    const image = await by.poll(started.replace('?', '/figures/1.1?'));
    assert.equal(image.status, 200);
    const size = await sharp(image.bytes).metadata();
    assert.deepEqual([size.format, size.width, size.height], ['png', width, height]);
    assert.deepEqual(innerCode(await by.start('prebuilt-layout', file, 'output=pdf')), ['InvalidArgument', 'InvalidParameter']);
    assert.deepEqual(wordsOf(await by.result('prebuilt-read', file)), ['A', 'sign:']);
  });

  test('returns a searchable PDF of a scan and images of figures when requested', async () => {
    const by = caller.at(NEWEST);
    const slip = await pdfWithTexts(
      [
        [
          { text: 'The harbour opens at seven', x: 20, y: 30, size: 16 },
          { text: 'and closes with the tide.', x: 20, y: 55, size: 16 },
        ],
      ],
      [260, 90],
    );
    const read = await by.start('prebuilt-read', await renderPdf(slip), 'output=pdf');
    const pdf = await pdfWithPhoto('#c03020');
    const [scan, withFigures] = [String(read.headers['operation-location']), await by.start('prebuilt-layout', pdf, 'output=figures')];
    const figures = String(withFigures.headers['operation-location']);
    const under = (location: string, part: string): Promise<HttpResponse<unknown>> => by.poll(location.replace('?', `/${part}?`));
    assert.deepEqual(wordsOf((await by.waitFor(scan)).analyzeResult!), [
      'The',
      'harbour',
      'opens',
      'at',
      'seven',
      'and',
      'closes',
      'with',
      'the',
      'tide.',
    ]);
    const searchable = await under(scan, 'pdf');
    assert.deepEqual([searchable.status, searchable.headers['content-type']], [200, 'application/pdf']);
    assert.match((await extractPdfText(searchable.bytes)).replace(/\s+/g, ' '), /The harbour opens at seven and closes with the tide\./);
    const { figures: found } = (await by.waitFor(figures)).analyzeResult!;
    assert.deepEqual(
      found!.map(({ id }) => id),
      ['1.1'],
    );
    const figure = await under(figures, 'figures/1.1');
    assert.equal(figure.headers['content-type'], 'image/png');
    const { data, info } = await sharp(figure.bytes).raw().toBuffer({ resolveWithObject: true });
    assert.ok(Math.abs(info.width - 600) < 4 && Math.abs(info.height - 400) < 4, `${info.width} by ${info.height}`);
    const middle = 3 * ((info.height >> 1) * info.width + (info.width >> 1));
    assert.deepEqual([...data.subarray(middle, middle + 3)], [0xc0, 0x30, 0x20]);
    for (const missing of [
      under(scan, 'figures/1.1'),
      under(figures, 'pdf'),
      under(figures, 'figures/1.2'),
      under(figures, 'figures/__proto__'),
    ]) {
      assert.deepEqual([(await missing).status, ...innerCode(await missing)], [404, 'NotFound', 'OutputNotFound']);
    }
    assert.equal((await other.at(NEWEST).poll(scan.replace('?', '/pdf?'))).status, 404);
    for (const [model, query] of [
      ['prebuilt-read', 'output=figures'],
      ['prebuilt-layout', 'output=song'],
    ] as const) {
      assert.deepEqual(innerCode(await by.start(model, pdf, query)), ['InvalidArgument', 'InvalidParameter']);
    }
    assert.deepEqual(innerCode(await by.start('prebuilt-read', Buffer.from('<html><p>Hello'), 'output=pdf', 'text/html')), [
      'InvalidArgument',
      'InvalidParameter',
    ]);
    assert.equal((await by.call(`DELETE ${new URL(scan).pathname.slice(NEWEST.prefix.length)}`)).status, 204);
    assert.equal((await under(scan, 'pdf')).status, 404);
  });

  test('returns key-value pairs with the general model, or as a feature of layout', async () => {
    const form = await pdfOf([['Name: Ada Lovelace', 'City: London', 'Born: 10 December 1815']]);
    const pairs = ({ keyValuePairs }: AnalyzeResult): Record<string, string | undefined> =>
      Object.fromEntries(keyValuePairs!.map(({ key, value }) => [key.content.replace(/:$/, ''), value?.content]));
    const expected = { Name: 'Ada Lovelace', City: 'London', Born: '10 December 1815' };
    assert.deepEqual(pairs(await caller.at(OLDER).result('prebuilt-document', form)), expected);
    assert.deepEqual(pairs(await caller.result('prebuilt-layout', form, 'features=keyValuePairs')), expected);
    assert.equal((await caller.result('prebuilt-layout', form)).keyValuePairs, undefined);
    const { entities } = await caller.at(OLDER).result('prebuilt-document', form);
    assert.deepEqual(
      entities!.map(({ category, content }) => [category, content]),
      [['DateTime', '10 December 1815']],
    );
  });

  test('returns languages and fonts as features, and languages by default in the older version', async () => {
    const two = await pdfOf([
      [
        'The garden has grown well this year, and we shall plant more trees.',
        'Der Garten ist in diesem Jahr gut gewachsen, und wir pflanzen mehr Bäume.',
      ],
    ]);
    const { languages } = await caller.result('prebuilt-read', two, 'features=languages');
    assert.deepEqual(languages!.map(({ locale }) => locale).sort(), ['de', 'en']);
    assert.deepEqual((await caller.at(OLDER).result('prebuilt-read', two)).languages!.map(({ languageCode }) => languageCode).sort(), [
      'de',
      'en',
    ]);
    assert.equal((await caller.result('prebuilt-read', two)).languages, undefined);
    const { styles } = await caller.result('prebuilt-read', two, 'features=styleFont');
    assert.ok(styles!.some(({ fontWeight }) => fontWeight === 'normal'));
    assert.deepEqual((await caller.result('prebuilt-read', two)).styles, []);
  });

  test('reads an image, upright or turned sideways', async () => {
    const page = await pdfOf([['Perennial plants return each spring', 'They need little care']]);
    for (const rotate of [0, 90]) {
      const result = await caller.result('prebuilt-read', await renderPdf(page, { rotate }), '', 'image/png');
      const [expected, read] = ['Perennial plants return each spring They need little care'.split(' '), wordsOf(result)];
      assert.ok(expected.filter((word) => read.includes(word)).length >= 8, `turned by ${rotate}: ${read.join(' ')}`);
      const [{ width, height, unit, angle, words }] = result.pages as [AnalyzeResult['pages'][number]];
      assert.deepEqual([unit, Math.round(angle!)], ['pixel', rotate]);
      assert.deepEqual([width, height], rotate === 0 ? [1275, 1650] : [1650, 1275]);
      for (const { polygon } of words) {
        for (const [n, value] of polygon!.entries()) {
          assert.ok(Number.isInteger(value) && value >= -5 && value <= (n % 2 === 0 ? width! : height!) + 5, String(polygon));
        }
      }
    }
  });

  test('rejects invalid requests', async () => {
    served.set('/gone', { status: 404, bytes: Buffer.from('no') });
    served.set('/large', { status: 200, bytes: Buffer.alloc(2 * 2 ** 20, '%PDF-1.4 ') });
    served.set('/text', { status: 200, bytes: Buffer.from('only words') });
    const rejection = async (answer: Promise<HttpResponse<unknown>>): Promise<unknown[]> => [
      (await answer).status,
      ...innerCode(await answer),
    ];
    const url = (urlSource: string): Promise<unknown[]> => rejection(caller.start('prebuilt-read', { urlSource }));
    assert.deepEqual(await url(`http://${filesAt}/gone`), [400, 'InvalidRequest', 'ContentSourceNotAccessible']);
    assert.deepEqual(await url(`http://${filesAt}/large`), [400, 'InvalidRequest', 'InvalidContentLength']);
    assert.deepEqual(await url(`http://${filesAt}/text`), [400, 'InvalidRequest', 'InvalidContent']);
    assert.deepEqual(await url('http://127.0.0.1:9/x'), [403, 'Forbidden', 'OutboundAccessForbidden']);
    assert.deepEqual(await url('http://169.254.169.254/latest'), [403, 'Forbidden', 'OutboundAccessForbidden']);
    for (const bad of ['ftp://a.test/x', 'nowhere', 'http://user:pass@a.test/']) {
      assert.deepEqual(await url(bad), [400, 'InvalidArgument', 'InvalidContentSourceFormat'], bad);
    }
    for (const body of [{}, { urlSource: 'http://a.test', base64Source: 'AAAA' }, { base64Source: '***' }]) {
      assert.deepEqual(
        await rejection(caller.start('prebuilt-read', body)),
        [400, 'InvalidArgument', 'InvalidContentSourceFormat'],
        JSON.stringify(body),
      );
    }
    assert.deepEqual(await rejection(caller.start('prebuilt-read', { base64Source: 5 })), [400, 'InvalidArgument', 'InvalidParameter']);
    assert.deepEqual(await rejection(caller.start('prebuilt-read', Buffer.from('no document'))), [400, 'InvalidRequest', 'InvalidContent']);
    assert.deepEqual(await rejection(caller.start('prebuilt-read', letter, '', 'text/plain')), [415, 'UnsupportedMediaType', undefined]);
    assert.deepEqual(await rejection(caller.call('POST /documentModels/prebuilt-read:analyze')), [
      400,
      'InvalidRequest',
      'InvalidParameter',
    ]);
    assert.deepEqual(await rejection(caller.start('prebuilt-read', Buffer.alloc(1.2 * 2 ** 20, '%PDF-1.4 '))), [
      400,
      'InvalidRequest',
      'InvalidContentLength',
    ]);
    const html = Buffer.from('<!doctype html><p>Hello');
    assert.deepEqual(await rejection(caller.at(OLDER).start('prebuilt-read', html)), [400, 'InvalidRequest', 'InvalidContent']);
    assert.equal((await caller.at(DATED).start('prebuilt-read', html)).status, 202);
    for (const query of [
      'pages=0',
      'pages=a',
      'locale=%20',
      'stringIndexType=bytes',
      'features=magic',
      'queryFields=Total',
      'outputContentFormat=pdf',
    ]) {
      assert.deepEqual(
        await rejection(caller.start('prebuilt-layout', letter, query)),
        [400, 'InvalidArgument', 'InvalidParameter'],
        query,
      );
    }
    assert.deepEqual(await rejection(caller.start('missing', letter)), [404, 'NotFound', 'ModelNotFound']);
    assert.deepEqual(await rejection(caller.start('prebuilt-document', letter)), [404, 'NotFound', 'ModelNotFound']);
    assert.deepEqual(await rejection(caller.start('prebuilt-businessCard', letter)), [404, 'NotFound', 'ModelNotFound']);
    assert.deepEqual(await rejection(caller.start('-', letter)), [400, 'InvalidArgument', 'InvalidParameter']);
    assert.deepEqual(await rejection(caller.call('POST /documentModels:build', { json: { modelId: 'my-model' } })), [
      400,
      'InvalidArgument',
      'ParameterMissing',
    ]);
    assert.deepEqual(await rejection(caller.call('GET /documentClassifiers/missing')), [404, 'NotFound', 'ModelNotFound']);
    assert.deepEqual(await rejection(caller.at(NEWEST).call('POST /documentModels/prebuilt-read:analyzeBatch', { json: {} })), [
      400,
      'InvalidArgument',
      'ParameterMissing',
    ]);
  });

  test('fails the analysis of an unreadable file with its reason', async () => {
    const cases: [string, Buffer, string][] = [
      ['not a PDF', Buffer.from('%PDF-1.7\nnothing of the kind'), 'InvalidContent'],
      ['a truncated image', (await renderPdf(letter)).subarray(0, 500), 'InvalidContent'],
      ['an archive that is not an office file', Buffer.from('PK\x03\x04 and so on'), 'InvalidContent'],
    ];
    for (const [name, bytes, code] of cases) {
      const { status, error, analyzeResult } = await caller.analyze('prebuilt-read', bytes);
      assert.deepEqual(
        [status, error?.code, error?.message, error?.innererror?.code, analyzeResult],
        ['failed', 'InvalidRequest', 'Invalid request.', code, undefined],
        name,
      );
    }
  });

  test('shows results to their account and model only, and deletes them in the newest version', async () => {
    const started = await caller.at(NEWEST).start('prebuilt-read', letter);
    const location = String(started.headers['operation-location']);
    await caller.waitFor(location);
    assert.deepEqual(
      [(await other.poll(location)).status, ...innerCode(await other.poll(location))],
      [404, 'NotFound', 'OperationNotFound'],
    );
    assert.equal((await caller.poll(location.replace('prebuilt-read', 'prebuilt-layout'))).status, 404);
    assert.equal((await caller.poll(location.replace(/analyzeResults\/[^?]+/, 'analyzeResults/unknown'))).status, 404);
    assert.equal((await call(server, `DELETE ${location.slice(server.address.length)}`, { key: other.key })).status, 404);
    assert.equal((await call(server, `DELETE ${location.slice(server.address.length)}`, { key: caller.key })).status, 204);
    assert.equal((await caller.poll(location)).status, 404);
  });

  test('lists prebuilt models in every version', async () => {
    interface Model {
      modelId: string;
      apiVersion: string;
      createdDateTime: string;
      description: string;
      docTypes?: object;
    }
    for (const endpoint of ENDPOINTS) {
      const { value } = (await caller.at(endpoint).call<{ value: Model[]; nextLink?: string }>('GET /documentModels')).body;
      assert.deepEqual(
        value.map(({ modelId }) => modelId),
        prebuiltModels(endpoint),
      );
      for (const { modelId, apiVersion, docTypes } of value) {
        assert.deepEqual([apiVersion, docTypes], [endpoint.version, undefined]);
        const types = Object.values((await caller.at(endpoint).call<Model>(`GET /documentModels/${modelId}`)).body.docTypes!) as {
          fieldSchema: object;
        }[];
        assert.equal(types.length > 0, !/read|layout|document$/.test(modelId), modelId);
        for (const { fieldSchema } of types) assert.ok(Object.keys(fieldSchema).length > 0);
      }
    }
    const statusAndCodes = async (route: string): Promise<unknown[]> => {
      const answer = await caller.call(route);
      return [answer.status, ...innerCode(answer)];
    };
    assert.deepEqual(await statusAndCodes('DELETE /documentModels/prebuilt-read'), [400, 'InvalidRequest', 'ModelReadOnly']);
    assert.deepEqual(await statusAndCodes('DELETE /documentModels/missing'), [404, 'NotFound', 'ModelNotFound']);
    assert.deepEqual(await statusAndCodes('GET /documentModels/missing'), [404, 'NotFound', 'ModelNotFound']);
    assert.deepEqual(await statusAndCodes('GET /operations/missing'), [404, 'NotFound', 'OperationNotFound']);
    assert.deepEqual((await caller.call('GET /operations')).body, { value: [] });
    const { customDocumentModels, customNeuralDocumentModelBuilds: builds } = (
      await caller.call<{
        customDocumentModels: object;
        customNeuralDocumentModelBuilds: { used: number };
      }>('GET /info')
    ).body;
    assert.deepEqual([customDocumentModels, builds.used], [{ count: 0, limit: 500 }, 0]);
    assert.deepEqual((await caller.at(OLDER).call('GET /info')).body, { customDocumentModels: { count: 0, limit: 500 } });
  });
});
