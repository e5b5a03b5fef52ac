/** Interface section 7.2, row by row, and texts of the original service. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fail } from '../../kernel/failures.ts';
import type { Failure } from '../../kernel/failures.ts';
import { textCheck } from '../../kernel/validation.ts';
import { faceDialect, faceFailure } from './failures.ts';
import { ListGalleries } from './schemas.ts';

function render(failure: Failure): unknown {
  const { status = failure.status, body } = faceDialect(failure);
  return [status, JSON.parse(JSON.stringify(body))];
}

function thrownBy(run: () => void): Failure {
  try {
    run();
  } catch (error) {
    return error as Failure;
  }
  throw new Error('It did not throw.');
}

const badArgument = (message: string): unknown => [400, { error: { code: 'BadArgument', statusCode: 400, message } }];

test('rejects an invalid top, start or returnRecognitionModel with 400', () => {
  const list = textCheck(ListGalleries);
  for (const top of ['0', '-1', '1001', 'ten', '1.5', '', '1e1000'])
    assert.deepEqual(render(thrownBy(() => list({ top }))), badArgument("'top' is invalid. The valid range is 1 to 1000."), top);
  assert.deepEqual(render(thrownBy(() => list({ start: 'x'.repeat(65) }))), badArgument("'start' is too long."));
  assert.deepEqual(render(thrownBy(() => list({ returnRecognitionModel: 'maybe' }))), badArgument("'returnRecognitionModel' is invalid."));
});

test('rejects other bad arguments with 400', () => {
  assert.deepEqual(render(fail('ParameterMissing', { parameter: 'name' })), badArgument("'name' is empty."));
  assert.deepEqual(
    render(fail('ParameterInvalid', { parameter: 'personGroupId', details: 'x' })),
    badArgument('Person group ID is invalid.'),
  );
  assert.deepEqual(render(fail('BodyInvalid', { details: 'x' })), badArgument('JSON parsing error.'));
  assert.deepEqual(render(fail('BodyMissing')), badArgument('Request body is invalid.'));
});

test('replies 401 Unspecified for an invalid key or a blocked account', () => {
  const denied =
    'Access denied due to invalid subscription key. Make sure you are subscribed to an API you are trying to call and provide the right key.';
  for (const kind of ['KeyMissing', 'KeyInvalid'] as const)
    assert.deepEqual(render(fail(kind)), [401, { error: { code: 'Unspecified', message: denied } }]);
  for (const kind of ['AccountBlocked', 'KeyOfOtherKind', 'KeyOfOtherRegion', 'PredictionKey'] as const) {
    assert.deepEqual(render(fail(kind)), [401, { error: { code: 'Unspecified', message: fail(kind).message } }], kind);
  }
});

test('replies 403 with the time until the quota is replenished', () => {
  assert.deepEqual(render(fail('QuotaExceeded', { interval: '2.12 days' })), [
    403,
    { error: { statusCode: 403, message: 'Out of call volume quota. Quota will be replenished in 2.12 days.' } },
  ]);
});

test('replies 409 for a conflict and for an existing group', () => {
  assert.deepEqual(render(fail('Conflicting', { resource: 'faces.updatePersonGroup' })), [
    409,
    {
      error: {
        code: 'ConcurrentOperationConflict',
        message: 'There is a conflict operation on resource faces.updatePersonGroup, please try later.',
      },
    },
  ]);
  assert.deepEqual(render(faceFailure('PersonGroupExists')), [
    409,
    { error: { code: 'PersonGroupExists', message: 'Person group already exists.' } },
  ]);
});

test('replies 429 with the seconds to wait', () => {
  assert.deepEqual(render(fail('RateExceeded', { retryAfter: 26 })), [
    429,
    { error: { statusCode: 429, message: 'Rate limit is exceeded. Try again in 26 seconds.' } },
  ]);
});

test('replies 404 for an unknown group, an invalid group id and an unknown path', () => {
  assert.deepEqual(render(faceFailure('PersonGroupNotFound')), [
    404,
    { error: { code: 'PersonGroupNotFound', message: 'Person group is not found.' } },
  ]);
  assert.deepEqual(render(faceFailure('PersonGroupIdInvalid')), [
    404,
    { error: { code: 'PersonGroupNotFound', message: 'Person group ID is invalid.' } },
  ]);
  assert.deepEqual(render(fail('PathUnknown')), [404, { error: { code: '404', message: 'Resource not found' } }]);
});

test('replies 500 and 503 without details', () => {
  assert.deepEqual(render(fail('Unexpected')), [500, { error: { code: 'Unspecified', message: 'An unexpected error occurred.' } }]);
  assert.deepEqual(render(fail('Unavailable')), [
    503,
    { error: { code: 'ServiceUnavailable', message: 'A transient error has occurred. Please try again.' } },
  ]);
});

test('sends the code in a header, except for gateway limits', () => {
  assert.deepEqual(faceDialect(faceFailure('PersonGroupIdInvalid')).headers, { 'x-ms-error-code': 'PersonGroupNotFound' });
  assert.deepEqual(faceDialect(fail('RateExceeded', { retryAfter: 26 })).headers, undefined);
});

test('has a message and a code without spaces for every failure', () => {
  for (const kind of Object.keys(faceFailure.rows) as (keyof typeof faceFailure.rows)[]) {
    const [
      status,
      {
        error: { code, message },
      },
    ] = render(faceFailure(kind, { personId: 'x', gallery: 'person group', details: 'x', detectionModel: 'x' })) as [
      number,
      { error: { code: string; message: string } },
    ];
    assert.ok(status >= 400 && status < 500, kind);
    assert.match(code, /^[A-Z][A-Za-z]+$/, kind);
    assert.match(message, /[a-z].*[."]$/i, kind);
  }
});

test('replies 400 for a gallery in a body, 404 for one in a path, and 400 for an image that is too large', () => {
  for (const [kind, code, message] of [
    ['PersonGroupNotFoundInBody', 'PersonGroupNotFound', 'Person group is not found.'],
    ['LargeFaceListNotTrainedInBody', 'LargeFaceListNotTrained', 'Large face list is not trained.'],
    ['FaceNotFoundInBody', 'FaceNotFound', 'Face is not found.'],
    ['VerifyPersonGroupNotFound', 'PersonGroupNotFound', 'Person Group is not found.'],
  ] as const) {
    assert.deepEqual(render(faceFailure(kind)), [400, { error: { code, message } }]);
  }
  assert.deepEqual(render(faceFailure('LargeFaceListNotTrained')), [
    404,
    { error: { code: 'LargeFaceListNotTrained', message: 'Large face list not trained.' } },
  ]);
  assert.deepEqual(render(faceFailure('FaceNotFound')), [404, { error: { code: 'FaceNotFound', message: 'Face is not found.' } }]);
  const { status, body } = faceDialect(fail('BodyTooLarge', { maxBytes: 1 }), 'image');
  assert.deepEqual([status, body], [400, { error: { code: 'InvalidImageSize', message: 'Image size is too big.' } }]);
  assert.deepEqual(render(faceFailure('PersonLimitReached', { gallery: 'person group' })), [
    403,
    { error: { code: 'QuotaExceeded', message: 'Person number reached person group level limit.' } },
  ]);
});

test('uses the messages of the interface for bad search arguments', () => {
  const messageFor = (parameter: string): unknown =>
    (render(fail('ParameterInvalid', { parameter, details: 'x' })) as [number, { error: { message: string } }])[1].error.message;
  assert.equal(messageFor('faceIds'), 'The length of faceIds is not in a valid range.');
  assert.equal(messageFor('faceIds.3'), 'Face ID is invalid.');
  assert.equal(messageFor('maxNumOfCandidatesReturned'), 'The argument maxNumOfCandidatesReturned is not valid.');
  assert.equal(messageFor('largeFaceListId'), 'Large face list ID is invalid.');
  assert.equal(messageFor('mode'), 'Mode is invalid.');
  assert.equal(messageFor('somethingElse'), "'somethingElse' is invalid.");
});
