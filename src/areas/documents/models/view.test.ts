import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DocumentClassifier, DocumentModel, ModelOperation } from '../model.ts';
import { VERSIONS, getVersion } from '../versions.ts';
import { classifierView } from './classifier-view.ts';
import { modelView, operationView, prebuiltView } from './view.ts';

const AT = Date.UTC(2024, 0, 2, 3, 4, 5, 678);
const model: Omit<DocumentModel, 'artefact'> = { modelId: 'my-forms', createdAt: AT, version: '2022-08-31', tags: {}, docTypes: {} };
const classifier: Omit<DocumentClassifier, 'artefact'> = { classifierId: 'my-sorter', createdAt: AT, version: '2023-07-31', docTypes: {} };
const operation: ModelOperation = {
  kind: 'documentModelBuild',
  version: '2022-08-31',
  createdAt: AT,
  expiresAt: AT,
  tags: {},
  resourceLocation: 'http://server.test/documentModels/my-forms',
};

/** All values of members whose names end with DateTime. */
const times = (view: unknown): string[] => [...JSON.stringify(view).matchAll(/DateTime":"([^"]*)"/g)].map(([, time]) => time!);

test('writes all times without a fraction, in every version', async () => {
  for (const version of VERSIONS) {
    const status = { status: 'succeeded', percentCompleted: 100, updatedAt: AT };
    const views = [
      modelView(model, version),
      classifierView(classifier, version),
      operationView('1', { ...operation, result: model }, status, version),
      await prebuiltView('prebuilt-receipt', version),
    ];
    const found = views.flatMap(times);
    assert.ok(found.length >= 6);
    for (const time of found) assert.match(time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/, version.version);
  }
});

test('leaves out tags when there are none', () => {
  const version = getVersion('2022-08-31');
  assert.equal('tags' in modelView(model, version), false);
  assert.deepEqual((modelView({ ...model, tags: { a: 'b' } }, version) as { tags: object }).tags, { a: 'b' });
  assert.equal('tags' in operationView('1', operation, { status: 'running', percentCompleted: 0, updatedAt: AT }, version), false);
});

test('says when models and classifiers expire since 2023-07-31', () => {
  for (const version of VERSIONS) {
    const has = version.version >= '2023';
    assert.equal('expirationDateTime' in modelView(model, version), has, version.version);
    assert.equal('expirationDateTime' in classifierView(classifier, version), has, version.version);
  }
});

test('lists the cause of a failed operation as a detail before 2024', () => {
  const cause = { code: 'ModelBuildError', message: 'Could not build the model: a.' };
  const error = { code: 'InvalidRequest', message: 'Invalid request.', innererror: cause };
  const errorIn = (version: string): unknown =>
    (
      operationView('1', operation, { status: 'failed', percentCompleted: 100, updatedAt: AT, error }, getVersion(version)) as {
        error: unknown;
      }
    ).error;
  assert.deepEqual(errorIn('2022-08-31'), { code: error.code, message: error.message, details: [cause] });
  assert.deepEqual(errorIn('2024-11-30'), error);
});

test('describes money of receipts as numbers before 2024', async () => {
  const totalIn = async (version: string): Promise<unknown> => {
    const view = (await prebuiltView('prebuilt-receipt', getVersion(version))) as {
      docTypes: Record<string, { fieldSchema: Record<string, { type: string }> }>;
    };
    return Object.values(view.docTypes)[0]!.fieldSchema.Total!.type;
  };
  assert.deepEqual([await totalIn('2023-07-31'), await totalIn('2024-02-29-preview')], ['number', 'currency']);
});
