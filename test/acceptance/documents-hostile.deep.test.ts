/** Hostile documents: each is rejected with an error of the interface, others do not wait, and the server keeps running. */
import assert from 'node:assert/strict';
import { deflateSync } from 'node:zlib';
import { after, before, describe, test } from 'node:test';
import { strToU8, zipSync } from 'fflate';
import sharp from 'sharp';
import { DocumentCaller, pdfOf, renderPdf } from '../support/documents.ts';
import { ManagementClient, startServer, temporaryFolder } from '../support/server.ts';
import type { Server } from '../support/server.ts';

const pdfOfObjects = (objects: readonly string[]): Buffer =>
  Buffer.from(`%PDF-1.4\n${objects.map((text, n) => `${n + 1} 0 obj${text}endobj\n`).join('')}trailer<</Root 1 0 R>>`);

/** An image that claims a larger size than it has. */
async function imageClaiming(width: number, height: number): Promise<Buffer> {
  const png = await sharp({ create: { width: 60, height: 60, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  return png;
}

function docx(document: string, more: Record<string, Uint8Array> = {}): Buffer {
  const types =
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' +
    '<Override PartName="/word/document.xml" ' +
    'ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>';
  return Buffer.from(zipSync({ '[Content_Types].xml': strToU8(types), 'word/document.xml': strToU8(document), ...more }, { level: 1 }));
}

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

describe('hostile documents', () => {
  const folder = temporaryFolder();
  let server: Server;
  let attacker: DocumentCaller;
  let bystander: DocumentCaller;
  let letter: Buffer;
  before(async () => {
    server = await startServer({ data: folder.path, args: ['--page-seconds', '5', '--analysis-seconds', '20'] });
    const manager = await ManagementClient.connect(server);
    attacker = new DocumentCaller(server, (await manager.createAccount('attacker', { kind: 'DocumentAnalysis' })).key1);
    bystander = new DocumentCaller(server, (await manager.createAccount('bystander', { kind: 'DocumentAnalysis' })).key1);
    letter = await pdfOf([['The garden has grown well.']]);
  });
  after(async () => {
    await server.stop();
    folder.remove();
  });

  test('fails bombs while others are served', async () => {
    const pages = Array.from({ length: 100_000 }, () => '3 0 R').join(' ');
    const flood = deflateSync(Buffer.alloc(64 * 2 ** 20, 'q '), { level: 1 });
    const bombs: [string, Buffer, RegExp][] = [
      ['an image of 60,000 pixels per side', await imageClaiming(60_000, 60_000), /^InvalidContentDimensions$/],
      [
        'an image of one pixel',
        await sharp({ create: { width: 1, height: 1, channels: 3, background: '#fff' } })
          .png()
          .toBuffer(),
        /^InvalidContentDimensions$/,
      ],
      [
        'a PDF of 100,000 pages',
        pdfOfObjects([
          '<</Type/Catalog/Pages 2 0 R>>',
          `<</Type/Pages/Kids[${pages}]/Count 100000>>`,
          '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>',
        ]),
        /^(UnsupportedContent|InvalidContent)$/,
      ],
      [
        'pages that contain themselves',
        pdfOfObjects(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[2 0 R]/Count 1>>']),
        /^(InvalidContent|UnsupportedContent)$/,
      ],
      [
        'a page of 1,000 inches',
        pdfOfObjects([
          '<</Type/Catalog/Pages 2 0 R>>',
          '<</Type/Pages/Kids[3 0 R]/Count 1>>',
          '<</Type/Page/Parent 2 0 R/MediaBox[0 0 72000 72000]>>',
        ]),
        /^InvalidContentDimensions$/,
      ],
      [
        'a page whose drawing unpacks to 64 MB',
        Buffer.concat([
          Buffer.from(
            `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n` +
              `3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R>>endobj\n` +
              `4 0 obj<</Filter/FlateDecode/Length ${flood.length}>>stream\n`,
          ),
          flood,
          Buffer.from('\nendstream endobj\ntrailer<</Root 1 0 R>>'),
        ]),
        /./,
      ],
      [
        'an office file that unpacks to more than allowed',
        docx(`<w:document ${W}><w:body>`, { 'word/document.xml': new Uint8Array(2 ** 28 + 1).fill(32) }),
        /^(InvalidContentLength|InvalidContent)$/,
      ],
      [
        'an office file of nested entities',
        docx(
          `<!DOCTYPE x [<!ENTITY a "${'x'.repeat(
            1000,
          )}"><!ENTITY b "${'&a;'.repeat(1000)}">]><w:document ${W}><w:body><w:p><w:r><w:t>&b;</w:t></w:r></w:p></w:body></w:document>`,
        ),
        /./,
      ],
      ['HTML nested 200,000 deep', Buffer.from(`<!doctype html>${'<div>'.repeat(200_000)}`), /./],
    ];
    for (const [name, bytes, reason] of bombs) {
      const started = await attacker.start('prebuilt-layout', bytes);
      const others = bystander.analyze('prebuilt-read', letter);
      const { status, error } =
        started.status === 202
          ? await attacker.waitFor(String(started.headers['operation-location']))
          : { status: 'failed', ...(started.body as { error: { code: string; innererror: { code: string } } }) };
      assert.ok(['failed', 'succeeded'].includes(status), name);
      if (reason.source !== '.') assert.match(String(error?.innererror?.code), reason, `${name}: ${status} ${JSON.stringify(error)}`);
      else if (status === 'failed')
        assert.match(String(error?.code), /^(Invalid(Request|Argument)|ServiceUnavailable)$/, `${name}: ${JSON.stringify(error)}`);
      assert.equal((await others).status, 'succeeded', `concurrent with ${name}`);
    }
  });

  test('does not delay an account by the documents of another', async () => {
    const scan = await renderPdf(await pdfOf([Array.from({ length: 10 }, (_, n) => `Line ${n} of a page that takes a while to read`)]), {
      dpi: 100,
    });
    const many = await Promise.all(Array.from({ length: 5 }, () => attacker.start('prebuilt-read', scan)));
    const { status } = await bystander.analyze('prebuilt-read', letter);
    assert.equal(status, 'succeeded');
    const polled = await Promise.all(many.map(({ headers }) => attacker.poll(String(headers['operation-location']))));
    const waiting = polled.filter(({ body }) => body.status === 'notStarted');
    assert.ok(waiting.length > 0, `the others are still waiting: ${polled.map(({ body }) => body.status).join()}`);
    assert.deepEqual([waiting[0]!.headers['retry-after'], waiting[0]!.body.analyzeResult], ['1', undefined]);
    for (const { headers } of many) {
      assert.ok(['succeeded', 'failed'].includes((await attacker.waitFor(String(headers['operation-location']))).status));
    }
  });

  test('ends a document that takes too long as an error of the server that can be retried, and does not try again itself', async () => {
    const { adminSecret } = server;
    await server.stop();
    server = await startServer({ data: folder.path, args: ['--page-seconds', '1'] });
    const [slow, quick] = [new DocumentCaller(server, attacker.key), new DocumentCaller(server, bystander.key)];
    const dense = await renderPdf(await pdfOf([Array.from({ length: 29 }, (_, n) => `${n} `.repeat(30))]), { dpi: 300 });
    const started = await slow.start('prebuilt-read', dense);
    assert.equal((await quick.analyze('prebuilt-read', Buffer.from('<!doctype html><p>Hello'))).status, 'succeeded');
    const location = String(started.headers['operation-location']);
    const { status, error } = await slow.waitFor(location);
    const transient = 'A transient error has occurred. Please try again.';
    assert.deepEqual(
      [status, error],
      ['failed', { code: 'ServiceUnavailable', message: transient, innererror: { code: 'ServiceUnavailable', message: transient } }],
    );
    assert.equal((await slow.poll(location)).headers['retry-after'], '30');
    const manager = await ManagementClient.connect({ address: server.address, adminSecret });
    const path = ManagementClient.accountPath('attacker', `/jobs/${location.split('/').at(-1)!.split('?')[0]}`);
    const { attempts, errors } = (await manager.call<{ attempts: number; errors: { code: string }[] }>(`GET ${path}`)).body;
    assert.deepEqual([attempts, errors.map(({ code }) => code)], [1, ['ProcessingTimeout']]);
  });
});
