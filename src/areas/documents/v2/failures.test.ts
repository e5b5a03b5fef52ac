import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fail } from '../../../kernel/failures.ts';
import type { Failure } from '../../../kernel/failures.ts';
import { documentFailure, toRecordedError } from '../failures.ts';
import { CUSTOM_INPUT, TRAIN_INPUT, analysisError, formDialect, formFailure, trainingError } from './failures.ts';

const codeOf = (failure: Failure, badInput?: string): unknown[] => {
  const { status = failure.status, body } = formDialect(failure, badInput);
  return [status, (body as { error: { code: string } }).error.code];
};

test('errors of calls have the codes of versions 2', () => {
  assert.deepEqual(codeOf(formFailure('FormModelNotFound', { modelId: 'x' })), [404, '1022']);
  assert.deepEqual(codeOf(formFailure('FormModelIdsInvalid')), [400, '1001']);
  assert.deepEqual(codeOf(fail('ParameterMissing', { parameter: 'source' }), TRAIN_INPUT), [400, '1002']);
  assert.deepEqual(codeOf(fail('ParameterMissing', { parameter: 'modelIds' }), CUSTOM_INPUT), [400, '1001']);
  assert.deepEqual(codeOf(fail('BodyInvalid', { details: 'x' })), [400, 'BadArgument']);
  assert.deepEqual(codeOf(documentFailure('InvalidContent')), [400, 'BadArgument']);
  assert.deepEqual(codeOf(documentFailure('InvalidContent'), CUSTOM_INPUT), [400, '2005']);
  assert.deepEqual(codeOf(documentFailure('OutboundAccessForbidden')), [400, 'FailedToDownloadImage']);
  assert.deepEqual(codeOf(fail('BodyTooLarge', { maxBytes: 1 })), [400, 'InvalidImageSize']);
  assert.deepEqual(codeOf(fail('MediaTypeUnknown', { mediaType: 'x' })), [415, 'UnsupportedMediaType']);
  assert.deepEqual(codeOf(fail('KeyInvalid')), [401, '401']);
  assert.deepEqual(codeOf(fail('QuotaExceeded', { interval: 'x' })), [403, '403']);
  assert.deepEqual(codeOf(fail('Unexpected')), [500, 'InternalServerError']);
});

test('failed analyses and trainings say why', () => {
  assert.deepEqual(analysisError(toRecordedError(documentFailure('InvalidContent'))), { code: '2005', message: 'Unable to read file.' });
  assert.equal(analysisError(toRecordedError(documentFailure('InvalidContentDimensions'))).code, 'InvalidContentDimensions');
  assert.equal(trainingError(documentFailure('InvalidSasToken', { details: 'x' })).code, '2012');
  assert.equal(trainingError(documentFailure('TrainingContentMissing', { details: 'x' })).code, '2014');
  assert.equal(trainingError(documentFailure('ModelBuildError', { details: 'x' })).code, '3014');
});
