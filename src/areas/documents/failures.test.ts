/** Interface section 7.1, row by row, and the errors of the gateway. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fail } from '../../kernel/failures.ts';
import type { Failure } from '../../kernel/failures.ts';
import { documentDialect, documentFailure } from './failures.ts';

function write(failure: Failure): unknown {
  const { status = failure.status, body } = documentDialect(failure);
  return [status, JSON.parse(JSON.stringify(body))];
}

function expected(status: number, code: string, message: string, inner?: [code: string, message: string]): unknown {
  return [status, { error: { code, message, ...(inner && { innererror: { code: inner[0], message: inner[1] } }) } }];
}

test('writes 400 InvalidRequest for a body that is not a JSON object', () => {
  const invalid = (inner: string): unknown => expected(400, 'InvalidRequest', 'Invalid request.', ['InvalidParameter', inner]);
  assert.deepEqual(
    write(fail('BodyInvalid', { details: 'it cannot be parsed.' })),
    invalid('The parameter body is invalid: it cannot be parsed.'),
  );
  assert.deepEqual(write(fail('BodyMissing')), invalid('The parameter body is invalid: it is missing.'));
  assert.deepEqual(write(fail('AddressInvalid')), invalid('The parameter url is invalid: it is malformed.'));
});

test('writes 400 InvalidArgument for a missing or invalid parameter', () => {
  const invalid = (code: string, inner: string): unknown => expected(400, 'InvalidArgument', 'Invalid argument.', [code, inner]);
  assert.deepEqual(
    write(fail('ParameterInvalid', { parameter: 'modelId', details: 'must match pattern "x".' })),
    invalid('InvalidParameter', 'The parameter modelId is invalid: must match pattern "x".'),
  );
  assert.deepEqual(
    write(fail('ParameterMissing', { parameter: 'modelId' })),
    invalid('ParameterMissing', 'The parameter modelId is required.'),
  );
  assert.deepEqual(
    write(fail('ParameterTooLong', { parameter: 'description', maxLength: 4096 })),
    invalid('InvalidParameterLength', 'Parameter description length must not exceed 4096 characters.'),
  );
  assert.deepEqual(write(fail('VersionMissing', { known: 'x' })), invalid('ParameterMissing', 'The parameter api-version is required.'));
  assert.deepEqual(
    write(fail('VersionUnknown', { version: '1', known: 'x' })),
    invalid(
      'InvalidParameter',
      'The parameter api-version is invalid: The api-version 1 is not supported for this path. Supported versions: x.',
    ),
  );
});

test('writes 409 Conflict for ModelExists and for conflicting changes', () => {
  assert.deepEqual(
    write(documentFailure('ModelExists')),
    expected(409, 'Conflict', 'The request could not be completed due to a conflict.', [
      'ModelExists',
      'A model with the provided name already exists.',
    ]),
  );
  assert.deepEqual(
    write(fail('Conflicting', { resource: 'x' })),
    expected(409, 'Conflict', 'The request could not be completed due to a conflict.'),
  );
});

test('writes 500 InternalServerError without details', () => {
  assert.deepEqual(
    write(fail('Unexpected')),
    expected(500, 'InternalServerError', 'An unexpected error occurred.', ['Unknown', 'Unknown error.']),
  );
});

test('writes 503 ServiceUnavailable', () => {
  const transient = 'A transient error has occurred. Please try again.';
  for (const failure of [fail('Unavailable'), fail('TookTooLong'), documentFailure('ProcessingTimeout', { retryAfter: 30 })]) {
    assert.deepEqual(write(failure), expected(503, 'ServiceUnavailable', transient, ['ServiceUnavailable', transient]));
  }
});

test('writes 401, 403 and 429 like the gateway: a numeric code and no inner error', () => {
  for (const kind of ['KeyMissing', 'KeyInvalid', 'AccountBlocked', 'PredictionKey'] as const) {
    assert.deepEqual(write(fail(kind)), expected(401, '401', fail(kind).message), kind);
  }
  assert.deepEqual(
    write(fail('QuotaExceeded', { interval: '2.12 days' })),
    expected(403, '403', 'Out of call volume quota. Quota will be replenished in 2.12 days.'),
  );
  assert.deepEqual(
    write(fail('RateExceeded', { retryAfter: 26 })),
    expected(429, '429', 'Rate limit is exceeded. Try again in 26 seconds.'),
  );
});

test('writes errors of paths, methods, sizes and media types', () => {
  assert.deepEqual(write(fail('PathUnknown')), expected(404, 'NotFound', 'Resource not found.'));
  assert.deepEqual(write(fail('MethodUnknown')), expected(405, 'MethodNotAllowed', 'The requested HTTP method is not allowed.'));
  assert.deepEqual(
    write(fail('BodyTooLarge', { maxBytes: 9 })),
    expected(413, 'InvalidRequest', 'Invalid request.', ['InvalidContentLength', 'The request body is larger than 9 bytes.']),
  );
  assert.deepEqual(
    write(fail('MediaTypeUnknown', { mediaType: 'a/b' })),
    expected(415, 'UnsupportedMediaType', 'Request content type is not supported.'),
  );
  assert.deepEqual(
    write(fail('NotBuilt')),
    expected(501, 'NotImplemented', 'The operation is not implemented.', ['NotImplemented', fail('NotBuilt').message]),
  );
});

test('writes an outer code that matches the status for every failure', () => {
  const codes: Record<number, RegExp> = {
    400: /^Invalid(Request|Argument)$/,
    401: /^401$/,
    403: /^(403|Forbidden)$/,
    404: /^NotFound$/,
    405: /^MethodNotAllowed$/,
    409: /^Conflict$/,
    412: /^PreconditionFailed$/,
    413: /^InvalidRequest$/,
    415: /^UnsupportedMediaType$/,
    429: /^429$/,
    500: /^InternalServerError$/,
    501: /^NotImplemented$/,
    503: /^ServiceUnavailable$/,
  };
  for (const kind of Object.keys(fail.rows) as (keyof typeof fail.rows)[]) {
    const failure = fail(kind);
    assert.match((documentDialect(failure).body as { error: { code: string } }).error.code, codes[failure.status]!, kind);
  }
});
