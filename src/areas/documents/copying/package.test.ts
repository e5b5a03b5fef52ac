import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Failure } from '../../../kernel/failures.ts';
import { Writer } from '../../../engines/shared/bytes/writer.ts';
import type { DocumentModel } from '../model.ts';
import { packClassifier, packModel, unpackClassifier, unpackModel } from './package.ts';

const model: DocumentModel = {
  modelId: 'forms',
  createdAt: 1,
  version: '2024-02-29-preview',
  tags: { secret: 'x' },
  buildMode: 'neural',
  artefact: 'blob',
  docTypes: {
    form: {
      description: 'A form',
      buildMode: 'neural',
      fieldSchema: { Rows: { type: 'array', items: { type: 'object', properties: { Amount: { type: 'currency', example: '1 €' } } } } },
      fieldConfidence: { Rows: 0.5 },
    },
  },
};
const ARTIFACT = Buffer.from([0, 1, 2, 255]);

test('packs and unpacks a model, without what the target decides', () => {
  const { detail: arrived, artifact } = unpackModel(packModel(model, ARTIFACT));
  assert.deepEqual(Buffer.from(artifact), ARTIFACT);
  assert.deepEqual(arrived, { version: model.version, buildMode: 'neural', docTypes: model.docTypes });
});

test('packs and unpacks a model that is composed with a classifier', () => {
  const route = { modelId: 'orders', confidenceThreshold: 0.6, features: ['barcodes'], maxDocumentsToAnalyze: 2 };
  const composed = { ...model, classifierId: 'sorter', split: 'perPage' as const, docTypes: { order: { fieldSchema: {}, ...route } } };
  const { detail } = unpackModel(packModel(composed, ARTIFACT));
  assert.deepEqual([detail.classifierId, detail.split, detail.docTypes], ['sorter', 'perPage', composed.docTypes]);
});

test('packs and unpacks a classifier, rejects one kind as the other, and checks sources', () => {
  const docTypes = {
    order: { containerUrl: 'https://storage.test/a/orders', fileList: 'list.jsonl' },
    ticket: { trainingSetId: 'tickets' },
  };
  const packed = packClassifier({ version: '2024-11-30', docTypes, description: 'Post of the desk', baseClassifierId: 'base' }, ARTIFACT);
  const { detail, artifact } = unpackClassifier(packed);
  assert.deepEqual(
    [detail, Buffer.from(artifact)],
    [{ version: '2024-11-30', docTypes, description: 'Post of the desk', baseClassifierId: 'base' }, ARTIFACT],
  );
  const isRejection = (problem: unknown): boolean => problem instanceof Failure && problem.kind === 'UnsupportedContent';
  assert.throws(() => unpackModel(packed), isRejection);
  assert.throws(() => unpackClassifier(packModel(model, ARTIFACT)), isRejection);
  for (const source of [7, {}, { containerUrl: 'x'.repeat(9000) }, { trainingSetId: [] }]) {
    assert.throws(
      () => unpackClassifier(packClassifier({ version: 'v', docTypes: { order: source as { containerUrl: string } } }, ARTIFACT)),
      isRejection,
    );
  }
});

test('rejects corrupted, truncated and random bytes', () => {
  const packed = packModel(model, ARTIFACT);
  const spoiled = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc.nat({ max: packed.length - 1 }).map((length) => packed.subarray(0, length)),
    fc.tuple(fc.nat({ max: packed.length - 1 }), fc.integer({ min: 1, max: 255 })).map(([at, by]) => packed.with(at, packed[at]! ^ by)),
  );
  fc.assert(
    fc.property(spoiled, (bytes) => {
      assert.throws(
        () => unpackModel(bytes),
        (problem) => problem instanceof Failure && problem.kind === 'UnsupportedContent',
      );
    }),
  );
});

test('rejects an invalid description with its path', () => {
  const withDetail = (detail: unknown): Uint8Array => {
    const writer = new Writer();
    writer.text('perennial document model');
    writer.u32(1);
    writer.text(typeof detail === 'string' ? detail : JSON.stringify(detail));
    writer.bytes(ARTIFACT);
    return writer.finish();
  };
  let nested: object = { type: 'string' };
  for (let levels = 0; levels < 10; levels++) nested = { type: 'array', items: nested };
  const field = (schema: object): object => ({ version: 'v', docTypes: { form: { fieldSchema: { Name: schema } } } });
  for (const [detail, place] of [
    ['{', /not JSON/],
    [[], /version|object/],
    [{}, /version/],
    [{ version: 'v' }, /docTypes/],
    [{ version: 'v'.repeat(100), docTypes: {} }, /version/],
    [field({ type: 'poem' }), /docTypes\.form\.fieldSchema\.Name\.type/],
    [field(nested), /too deep/],
    [{ version: 'v', buildMode: 'magic', docTypes: {} }, /buildMode/],
    [{ version: 'v', docTypes: { form: { fieldSchema: {}, fieldConfidence: { Name: 2 } } } }, /fieldConfidence\.Name/],
    [{ version: 'v', docTypes: { ['x'.repeat(300)]: {} } }, /name/],
    ['x'.repeat(3 * 2 ** 20), /too long/],
  ] as const)
    assert.throws(
      () => unpackModel(withDetail(detail)),
      (problem) => problem instanceof Failure && place.test(problem.message),
      JSON.stringify(detail).slice(0, 100),
    );
  const {
    detail: { docTypes },
  } = unpackModel(withDetail('{"version":"v","docTypes":{"__proto__":{"fieldSchema":{"__proto__":{"type":"string","more":1}}}}}'));
  assert.deepEqual(Object.keys(docTypes), ['__proto__']);
  assert.equal(({} as Record<string, unknown>).fieldSchema, undefined);
});
