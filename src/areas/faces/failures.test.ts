/** Interface section 7.2, row by row, and the texts of the original service beside it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fail } from '../../kernel/failures.ts';
import type { Failure } from '../../kernel/failures.ts';
import { textCheck } from '../../kernel/validation.ts';
import { faceDialect, faceFailure } from './failures.ts';
import { ListGalleries } from './schemas.ts';

function written(failure: Failure): unknown {
  const { status = failure.status, body } = faceDialect(failure);
  return [status, JSON.parse(JSON.stringify(body))];
}

function thrownBy(run: () => void): Failure {
  try {
    run();
  } catch (error) {
    return error as Failure;
  }
  throw new Error('It was allowed.');
}

const badArgument = (message: string): unknown => [400, { error: { code: 'BadArgument', statusCode: 400, message } }];

test('400: top outside 1 to 1000, start too long, returnRecognitionModel neither true nor false', () => {
  const list = textCheck(ListGalleries);
  for (const top of ['0', '-1', '1001', 'ten', '1.5', '', '1e1000']) assert.deepEqual(written(thrownBy(() => list({ top }))), badArgument("'top' is invalid. The valid range is 1 to 1000."), top);
  assert.deepEqual(written(thrownBy(() => list({ start: 'x'.repeat(65) }))), badArgument("'start' is too long."));
  assert.deepEqual(written(thrownBy(() => list({ returnRecognitionModel: 'maybe' }))), badArgument("'returnRecognitionModel' is invalid."));
});

test('400: what the other calls may get wrong', () => {
  assert.deepEqual(written(fail('ParameterMissing', { parameter: 'name' })), badArgument("'name' is empty."));
  assert.deepEqual(written(fail('ParameterInvalid', { parameter: 'personGroupId', details: 'x' })), badArgument('Person group ID is invalid.'));
  assert.deepEqual(written(fail('BodyInvalid', { details: 'x' })), badArgument('JSON parsing error.'));
  assert.deepEqual(written(fail('BodyMissing')), badArgument('Request body is invalid.'));
});

test('401 Unspecified: invalid key, or user or plan blocked', () => {
  const denied = 'Access denied due to invalid subscription key. Make sure you are subscribed to an API you are trying to call and provide the right key.';
  for (const kind of ['KeyMissing', 'KeyInvalid'] as const) assert.deepEqual(written(fail(kind)), [401, { error: { code: 'Unspecified', message: denied } }]);
  for (const kind of ['AccountBlocked', 'KeyOfOtherKind', 'KeyOfOtherRegion', 'PredictionKey'] as const) {
    assert.deepEqual(written(fail(kind)), [401, { error: { code: 'Unspecified', message: fail(kind).message } }], kind);
  }
});

test('403: out of quota, with the time until it is replenished', () => {
  assert.deepEqual(written(fail('QuotaExceeded', { interval: '2.12 days' })), [403, { error: { statusCode: 403, message: 'Out of call volume quota. Quota will be replenished in 2.12 days.' } }]);
});

test('409 ConcurrentOperationConflict, and a group that exists', () => {
  assert.deepEqual(written(fail('Conflicting', { resource: 'faces.updatePersonGroup' })), [409, { error: { code: 'ConcurrentOperationConflict', message: 'There is a conflict operation on resource faces.updatePersonGroup, please try later.' } }]);
  assert.deepEqual(written(faceFailure('PersonGroupExists')), [409, { error: { code: 'PersonGroupExists', message: 'Person group already exists.' } }]);
});

test('429: the seconds to wait', () => {
  assert.deepEqual(written(fail('RateExceeded', { retryAfter: 26 })), [429, { error: { statusCode: 429, message: 'Rate limit is exceeded. Try again in 26 seconds.' } }]);
});

test('404: a group that does not or cannot exist, a path that is not there', () => {
  assert.deepEqual(written(faceFailure('PersonGroupNotFound')), [404, { error: { code: 'PersonGroupNotFound', message: 'Person group is not found.' } }]);
  assert.deepEqual(written(faceFailure('PersonGroupIdInvalid')), [404, { error: { code: 'PersonGroupNotFound', message: 'Person group ID is invalid.' } }]);
  assert.deepEqual(written(fail('PathUnknown')), [404, { error: { code: '404', message: 'Resource not found' } }]);
});

test('500 and 503, without any detail', () => {
  assert.deepEqual(written(fail('Unexpected')), [500, { error: { code: 'Unspecified', message: 'An unexpected error occurred.' } }]);
  assert.deepEqual(written(fail('Unavailable')), [503, { error: { code: 'ServiceUnavailable', message: 'A transient error has occurred. Please try again.' } }]);
});

test('the code is told in a header too, but for what the gateway limits', () => {
  assert.deepEqual(faceDialect(faceFailure('PersonGroupIdInvalid')).headers, { 'x-ms-error-code': 'PersonGroupNotFound' });
  assert.deepEqual(faceDialect(fail('RateExceeded', { retryAfter: 26 })).headers, undefined);
});

test('every row of the catalogue has a text, and a code without spaces', () => {
  for (const kind of Object.keys(faceFailure.rows) as (keyof typeof faceFailure.rows)[]) {
    const [status, { error: { code, message } }] = written(faceFailure(kind, { personId: 'x', gallery: 'person group', details: 'x', detectionModel: 'x' })) as [number, { error: { code: string; message: string } }];
    assert.ok(status >= 400 && status < 500, kind);
    assert.match(code, /^[A-Z][A-Za-z]+$/, kind);
    assert.match(message, /[a-z].*[."]$/i, kind);
  }
});

test('400 in a body, 404 in a path; a larger picture than may be is so by the interface\'s words', () => {
  for (const [kind, code, message] of [['PersonGroupNotFoundInBody', 'PersonGroupNotFound', 'Person group is not found.'], ['LargeFaceListNotTrainedInBody', 'LargeFaceListNotTrained', 'Large face list is not trained.'], ['FaceNotFoundInBody', 'FaceNotFound', 'Face is not found.'], ['VerifyPersonGroupNotFound', 'PersonGroupNotFound', 'Person Group is not found.']] as const) {
    assert.deepEqual(written(faceFailure(kind)), [400, { error: { code, message } }]);
  }
  assert.deepEqual(written(faceFailure('LargeFaceListNotTrained')), [404, { error: { code: 'LargeFaceListNotTrained', message: 'Large face list not trained.' } }]);
  assert.deepEqual(written(faceFailure('FaceNotFound')), [404, { error: { code: 'FaceNotFound', message: 'Face is not found.' } }]);
  const { status, body } = faceDialect(fail('BodyTooLarge', { maxBytes: 1 }), 'picture');
  assert.deepEqual([status, body], [400, { error: { code: 'InvalidImageSize', message: 'Image size is too big.' } }]);
  assert.deepEqual(written(faceFailure('PersonsReached', { gallery: 'person group' })), [403, { error: { code: 'QuotaExceeded', message: 'Person number reached person group level limit.' } }]);
});

test('what is wrong with the arguments of a search is told in the words of the interface', () => {
  const told = (parameter: string): unknown => (written(fail('ParameterInvalid', { parameter, details: 'x' })) as [number, { error: { message: string } }])[1].error.message;
  assert.equal(told('faceIds'), 'The length of faceIds is not in a valid range.');
  assert.equal(told('faceIds.3'), 'Face ID is invalid.');
  assert.equal(told('maxNumOfCandidatesReturned'), 'The argument maxNumOfCandidatesReturned is not valid.');
  assert.equal(told('largeFaceListId'), 'Large face list ID is invalid.');
  assert.equal(told('mode'), 'Mode is invalid.');
  assert.equal(told('somethingElse'), '\'somethingElse\' is invalid.');
});
