import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import type { Limits } from '../model/limits.ts';
import { UnreadableFile } from '../model/unreadable-file.ts';
import { readDocument } from '../read-document.ts';

const document = (body: string): Uint8Array => strToU8(`<w:document xmlns:w="w"><w:body>${body}</w:body></w:document>`);
const docx = (main: Uint8Array, more: Record<string, Uint8Array> = {}): Uint8Array =>
  zipSync({ '[Content_Types].xml': strToU8('<Types/>'), 'word/document.xml': main, ...more });

async function outcome(bytes: Uint8Array, limits: Partial<Limits> = {}): Promise<string> {
  try {
    const { flow } = await readDocument(bytes, { limits });
    return `${flow?.pages.length ?? 0} pages`;
  } catch (problem) {
    if (problem instanceof UnreadableFile) return problem.reason;
    throw problem;
  }
}

test('rejects archives that unpack to too much, whatever size they declare', async () => {
  const bomb = docx(Buffer.alloc(12 * 2 ** 20, ' '));
  assert.ok(bomb.length < 100_000);
  assert.equal(await outcome(bomb, { maxUnpackedBytes: 2 ** 20 }), 'tooLarge');
  const lying = Buffer.from(bomb);
  for (let at = lying.indexOf('PK\x01\x02', 0, 'latin1'); at >= 0; at = lying.indexOf('PK\x01\x02', at + 1, 'latin1'))
    lying.writeUInt32LE(10, at + 24);
  assert.equal(await outcome(lying, { maxUnpackedBytes: 2 ** 20 }), 'tooLarge');
});

test('does not unpack parts that are not needed', async () => {
  assert.equal(
    await outcome(docx(document('<w:p/>'), { 'word/media/bomb.bin': Buffer.alloc(12 * 2 ** 20) }), { maxUnpackedBytes: 2 ** 20 }),
    '1 pages',
  );
});

test('rejects too many parts', async () => {
  const parts = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`part${index}`, strToU8('x')]));
  assert.equal(await outcome(docx(document('<w:p/>'), parts), { maxParts: 100 }), 'tooLarge');
});

test('rejects entities, deep nesting and too much text', async () => {
  const laughs = `<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><w:document><w:body><w:p><w:r><w:t>&b;</w:t></w:r></w:p></w:body></w:document>`;
  assert.equal(await outcome(docx(strToU8(laughs))), 'corrupt');
  assert.equal(await outcome(docx(document('<w:sdt>'.repeat(10_000)))), 'corrupt');
  assert.equal(await outcome(docx(document(`<w:p><w:r><w:t>${'x'.repeat(2000)}</w:t></w:r></w:p>`)), { maxCharacters: 1000 }), 'tooLarge');
  assert.equal(await outcome(docx(document('<w:p><w:r><w:br w:type="page"/></w:r></w:p>'.repeat(3000)))), 'tooManyPages');
});

test('rejects an archive that is not an office file', async () => {
  assert.equal(await outcome(zipSync({ 'a.txt': strToU8('x') })), 'unsupported');
  assert.equal(await outcome(zipSync({ '[Content_Types].xml': strToU8('<Types/>'), 'a.txt': strToU8('x') })), 'unsupported');
});

test('reads or rejects any modification of a valid file with a reason', async () => {
  const bytes = docx(
    document('<w:tbl><w:tr><w:tc><w:p><w:r><w:t>cell</w:t></w:r></w:p></w:tc></w:tr></w:tbl><w:p><w:r><w:t>text</w:t></w:r></w:p>'),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 10 }),
      fc.nat(bytes.length),
      async (changes, cut) => {
        const changed = Uint8Array.from(bytes);
        for (const [at, value] of changes) changed[at] = value;
        await outcome(cut % 3 === 0 ? changed.subarray(0, cut) : changed);
      },
    ),
    { numRuns: 300 },
  );
});
