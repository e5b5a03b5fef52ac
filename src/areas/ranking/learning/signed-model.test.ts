import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { MasterKeyring } from '../../../accounts/keys/keyring.ts';
import { Failure } from '../../../kernel/failures.ts';
import { writeCheckpoint } from '../../../engines/ranking/checkpoint.ts';
import { trainModel } from '../../../../test/support/ranking-log.ts';
import { openSignedModel, signModel } from './signed-model.ts';

const keyring = new MasterKeyring(Buffer.alloc(32, 1));
const model = writeCheckpoint(trainModel([{ eventId: 'e', reward: 1 }]));
const file = signModel(model, keyring);

function openResult(bytes: Uint8Array, openKeyring = keyring): string {
  try {
    openSignedModel(bytes, openKeyring);
    return 'opened';
  } catch (error) {
    if (error instanceof Failure) return error.kind;
    throw error;
  }
}

/** The file with some parts replaced or removed. */
function alter(parts: Record<string, Uint8Array | undefined>): Uint8Array {
  const files = { ...unzipSync(file), ...parts };
  return zipSync(Object.fromEntries(Object.entries(files).filter((entry): entry is [string, Uint8Array] => entry[1] !== undefined)), {
    level: 1,
  });
}

test('opens a signed model', () => {
  assert.deepEqual(Object.keys(unzipSync(file)), ['model.bin', 'manifest.json', 'signature']);
  const opened = openSignedModel(file, keyring);
  assert.deepEqual(opened.bytes, model);
  assert.deepEqual(writeCheckpoint(opened.model), model);
});

test('rejects a file of another server', () => {
  assert.equal(openResult(file, new MasterKeyring(Buffer.alloc(32, 2))), 'InvalidModelImportSignature');
});

test('rejects a model without a signature', () => {
  assert.equal(openResult(model), 'InvalidModelImportSignature');
  for (const missing of ['signature', 'manifest.json', 'model.bin'])
    assert.equal(openResult(alter({ [missing]: undefined })), 'InvalidModelImportSignature', missing);
  assert.equal(openResult(alter({ signature: strToU8('') })), 'InvalidModelImportSignature');
});

test('rejects a replaced model, manifest or signature', () => {
  const other = writeCheckpoint(trainModel([{ eventId: 'e', reward: -1 }]));
  assert.equal(openResult(alter({ 'model.bin': other })), 'InvalidModelImportSignature');
  assert.equal(openResult(alter({ 'manifest.json': strToU8('{}') })), 'InvalidModelImportSignature');
  assert.equal(openResult(alter({ 'manifest.json': strToU8('no json') })), 'InvalidModelImportSignature');
  assert.equal(openResult(alter({ signature: strToU8('0'.repeat(64)) })), 'InvalidModelImportSignature');
  assert.equal(
    openResult(alter({ signature: strToU8(keyring.sign(unzipSync(file)['manifest.json']!, 'another purpose')) })),
    'InvalidModelImportSignature',
  );
});

test('rejects signed bytes that are not a model', () => {
  assert.equal(openResult(signModel(strToU8('not a model'), keyring)), 'InvalidModelImportFormat');
  assert.equal(openResult(signModel(model.subarray(0, 40), keyring)), 'InvalidModelImportFormat');
});

test('rejects files that are not archives', () => {
  for (const bytes of [
    new Uint8Array(0),
    strToU8('hello'),
    new Uint8Array(1000),
    file.subarray(0, file.length - 30),
    strToU8('PK\u0003\u0004'),
  ])
    assert.equal(openResult(bytes), 'InvalidModelImportFormat');
});

test('ignores unexpected file names', () => {
  assert.equal(
    openResult(zipSync({ __proto__: null, constructor: model, '../model.bin': model } as unknown as Record<string, Uint8Array>)),
    'InvalidModelImportSignature',
  );
});

test('does not unpack zip bombs', () => {
  const zeros = new Uint8Array(4 * 2 ** 20);
  for (const bomb of [
    alter({ 'model.bin': zeros }),
    alter({ 'manifest.json': zeros }),
    alter({ signature: zeros }),
    zipSync({ 'model.bin': zeros }, { level: 1 }),
  ]) {
    const before = process.memoryUsage().arrayBuffers;
    assert.equal(openResult(bomb), 'InvalidModelImportSignature');
    assert.ok(process.memoryUsage().arrayBuffers - before < zeros.length / 2, 'no memory was allocated for it');
  }
  const forged = alter({ 'model.bin': zeros });
  const directory = new DataView(forged.buffer, forged.byteOffset);
  // The central directory says that the model has the size that was signed.
  for (let i = 0; i + 4 < forged.length; i++) if (directory.getUint32(i, true) === zeros.length) directory.setUint32(i, model.length, true);
  assert.equal(openResult(forged), 'InvalidModelImportSignature');
});

test('never opens another model from a corrupted file', () => {
  fc.assert(
    fc.property(fc.nat(file.length - 1), fc.integer({ min: 1, max: 255 }), fc.constantFrom('flip', 'cut', 'insert'), (at, by, way) => {
      const bytes =
        way === 'cut'
          ? Buffer.from(file.subarray(0, at))
          : way === 'insert'
            ? Buffer.concat([file.subarray(0, at), Buffer.of(by), file.subarray(at)])
            : Buffer.from(file);
      if (way === 'flip') bytes[at]! ^= by;
      try {
        assert.deepEqual(openSignedModel(bytes, keyring).bytes, model);
      } catch (error) {
        assert.ok(error instanceof Failure, String(error));
        assert.match(error.kind, /^InvalidModelImport(Signature|Format)$/);
      }
    }),
    { numRuns: 500 },
  );
});
