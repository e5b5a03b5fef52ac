import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { MasterKeyring } from '../../../accounts/keyring.ts';
import { Failure } from '../../../kernel/failures.ts';
import { writeCheckpoint } from '../../../engines/bandits/checkpoint.ts';
import { trained } from '../../../../test/support/ranking-log.ts';
import { openSignedModel, signedModel } from './signed-model.ts';

const keyring = new MasterKeyring(Buffer.alloc(32, 1));
const model = writeCheckpoint(trained([{ eventId: 'e', reward: 1 }]));
const file = signedModel(model, keyring);

function refusal(bytes: Uint8Array, by = keyring): string {
  try {
    openSignedModel(bytes, by);
    return 'opened';
  } catch (error) {
    if (error instanceof Failure) return error.kind;
    throw error;
  }
}

/** The file with some of its parts replaced, or left out. */
function altered(parts: Record<string, Uint8Array | undefined>): Uint8Array {
  const files = { ...unzipSync(file), ...parts };
  return zipSync(Object.fromEntries(Object.entries(files).filter((entry): entry is [string, Uint8Array] => entry[1] !== undefined)), { level: 1 });
}

test('what was signed opens again', () => {
  assert.deepEqual(Object.keys(unzipSync(file)), ['model.bin', 'manifest.json', 'signature']);
  const opened = openSignedModel(file, keyring);
  assert.deepEqual(opened.bytes, model);
  assert.deepEqual(writeCheckpoint(opened.model), model);
});

test('a file of another server is refused', () => {
  assert.equal(refusal(file, new MasterKeyring(Buffer.alloc(32, 2))), 'InvalidModelImportSignature');
});

test('a model without a signature is refused', () => {
  assert.equal(refusal(model), 'InvalidModelImportSignature');
  for (const missing of ['signature', 'manifest.json', 'model.bin']) assert.equal(refusal(altered({ [missing]: undefined })), 'InvalidModelImportSignature', missing);
  assert.equal(refusal(altered({ signature: strToU8('') })), 'InvalidModelImportSignature');
});

test('another model, manifest or signature in its place is refused', () => {
  const other = writeCheckpoint(trained([{ eventId: 'e', reward: -1 }]));
  assert.equal(refusal(altered({ 'model.bin': other })), 'InvalidModelImportSignature');
  assert.equal(refusal(altered({ 'manifest.json': strToU8('{}') })), 'InvalidModelImportSignature');
  assert.equal(refusal(altered({ 'manifest.json': strToU8('no json') })), 'InvalidModelImportSignature');
  assert.equal(refusal(altered({ signature: strToU8('0'.repeat(64)) })), 'InvalidModelImportSignature');
  assert.equal(refusal(altered({ signature: strToU8(keyring.sign(unzipSync(file)['manifest.json']!, 'another purpose')) })), 'InvalidModelImportSignature');
});

test('signed bytes that are no model are refused', () => {
  assert.equal(refusal(signedModel(strToU8('not a model'), keyring)), 'InvalidModelImportFormat');
  assert.equal(refusal(signedModel(model.subarray(0, 40), keyring)), 'InvalidModelImportFormat');
});

test('what is no archive is refused', () => {
  for (const bytes of [new Uint8Array(0), strToU8('hello'), new Uint8Array(1000), file.subarray(0, file.length - 30), strToU8('PK\u0003\u0004')]) assert.equal(refusal(bytes), 'InvalidModelImportFormat');
});

test('names that mean something else are nothing', () => {
  assert.equal(refusal(zipSync({ __proto__: null, constructor: model, '../model.bin': model } as unknown as Record<string, Uint8Array>)), 'InvalidModelImportSignature');
});

test('bombs are not unpacked', () => {
  const zeros = new Uint8Array(8 * 2 ** 20);
  for (const bomb of [altered({ 'model.bin': zeros }), altered({ 'manifest.json': zeros }), altered({ signature: zeros }), zipSync({ 'model.bin': zeros }, { level: 1 })]) {
    const made = process.memoryUsage().arrayBuffers;
    assert.equal(refusal(bomb), 'InvalidModelImportSignature');
    assert.ok(process.memoryUsage().arrayBuffers - made < zeros.length / 2, 'no room was made for it');
  }
  const lying = altered({ 'model.bin': zeros });
  const directory = new DataView(lying.buffer, lying.byteOffset);
  // The central directory says that the model has the size that was signed.
  for (let i = 0; i + 4 < lying.length; i++) if (directory.getUint32(i, true) === zeros.length) directory.setUint32(i, model.length, true);
  assert.equal(refusal(lying), 'InvalidModelImportSignature');
});

test('whatever is altered, cut or added, no other model opens', () => {
  fc.assert(fc.property(fc.nat(file.length - 1), fc.integer({ min: 1, max: 255 }), fc.constantFrom('flip', 'cut', 'insert'), (at, by, way) => {
    const bytes = way === 'cut' ? Buffer.from(file.subarray(0, at)) : way === 'insert' ? Buffer.concat([file.subarray(0, at), Buffer.of(by), file.subarray(at)]) : Buffer.from(file);
    if (way === 'flip') bytes[at]! ^= by;
    try {
      assert.deepEqual(openSignedModel(bytes, keyring).bytes, model);
    } catch (error) {
      assert.ok(error instanceof Failure, String(error));
      assert.match(error.kind, /^InvalidModelImport(Signature|Format)$/);
    }
  }), { numRuns: 500 });
});
