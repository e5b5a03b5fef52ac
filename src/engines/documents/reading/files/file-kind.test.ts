import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import { detectFileKind } from './file-kind.ts';
import { openFile } from './open-file.ts';
import { UnreadableFile } from '../model/unreadable-file.ts';

const latin = (text: string): Buffer => Buffer.from(text, 'latin1');

test('detects the kind by content', () => {
  assert.equal(detectFileKind(latin('\n\n%PDF-1.4\n')), 'pdf');
  assert.equal(detectFileKind(latin('MM\0*\0\0\0\x08')), 'tiff');
  assert.equal(detectFileKind(latin('\0\0\0\x1cftypmif1\0\0\0\0heic')), 'heic');
  assert.equal(detectFileKind(latin('\0\0\0\x1cftypmif1\0\0\0\0avif')), 'avif');
  assert.equal(detectFileKind(latin('GIF89a')), 'gif');
  assert.equal(detectFileKind(latin('RIFF\x10\0\0\0WEBPVP8 ')), 'webp');
  assert.equal(detectFileKind(Buffer.from('\ufeff<!-- a --> <!DOCTYPE HTML><p>x')), 'html');
  assert.equal(
    detectFileKind(
      zipSync({
        '[Content_Types].xml': strToU8(
          '<Types><Override ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
        ),
        'odd/name.xml': strToU8(''),
      }),
    ),
    'xlsx',
  );
});

test('rejects unsupported kinds with a reason', () => {
  for (const bytes of [
    latin(''),
    latin('plain text'),
    latin('RIFF....WAVEfmt '),
    latin('<svg xmlns="x"/>'),
    latin('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 old office'),
  ]) {
    assert.throws(() => detectFileKind(bytes), { name: 'UnreadableFile', reason: 'unsupported' });
  }
  assert.throws(
    () => detectFileKind(Buffer.concat([latin('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'), Buffer.from('EncryptedPackage', 'utf16le')])),
    { reason: 'encrypted' },
  );
});

test('opens or rejects any bytes after any header with a reason', async () => {
  const begin = fc.constantFrom(
    '',
    'BM',
    '\xff\xd8\xff',
    '\x89PNG\r\n\x1a\n',
    'II*\0',
    'MM\0*',
    '\0\0\0\x18ftypheic',
    'PK\x03\x04',
    '%PDF-',
    '<html>',
  );
  await fc.assert(
    fc.asyncProperty(begin, fc.uint8Array({ maxLength: 200 }), async (first, rest) => {
      try {
        const file = await openFile(Buffer.concat([latin(first), rest]));
        await file.image?.readGray(1);
        file.close();
      } catch (problem) {
        assert.ok(problem instanceof UnreadableFile, String(problem));
      }
    }),
    { numRuns: 100 },
  );
});
