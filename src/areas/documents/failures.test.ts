/** Interface section 7.1, row by row, and what the gateway before the service writes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fail } from '../../kernel/failures.ts';
import type { Failure } from '../../kernel/failures.ts';
import { documentDialect, documentFailure } from './failures.ts';

function written(failure: Failure): unknown {
  const { status = failure.status, body } = documentDialect(failure);
  return [status, JSON.parse(JSON.stringify(body))];
}

function rendered(status: number, code: string, message: string, inner?: [code: string, message: string]): unknown {
  return [status, { error: { code, message, ...inner && { innererror: { code: inner[0], message: inner[1] } } } }];
}

test('400 InvalidRequest: a body that is no JSON object', () => {
  const invalid = (inner: string): unknown => rendered(400, 'InvalidRequest', 'Invalid request.', ['InvalidParameter', inner]);
  assert.deepEqual(written(fail('BodyInvalid', { details: 'it cannot be parsed.' })), invalid('The parameter body is invalid: it cannot be parsed.'));
  assert.deepEqual(written(fail('BodyMissing')), invalid('The parameter body is invalid: it is missing.'));
  assert.deepEqual(written(fail('AddressInvalid')), invalid('The parameter url is invalid: it is malformed.'));
});

test('400 InvalidArgument: a parameter that is missing or not allowed', () => {
  const invalid = (code: string, inner: string): unknown => rendered(400, 'InvalidArgument', 'Invalid argument.', [code, inner]);
  assert.deepEqual(written(fail('ParameterInvalid', { parameter: 'modelId', details: 'must match pattern "x".' })), invalid('InvalidParameter', 'The parameter modelId is invalid: must match pattern "x".'));
  assert.deepEqual(written(fail('ParameterMissing', { parameter: 'modelId' })), invalid('ParameterMissing', 'The parameter modelId is required.'));
  assert.deepEqual(written(fail('ParameterTooLong', { parameter: 'description', maxLength: 4096 })), invalid('InvalidParameterLength', 'Parameter description length must not exceed 4096 characters.'));
  assert.deepEqual(written(fail('VersionMissing', { known: 'x' })), invalid('ParameterMissing', 'The parameter api-version is required.'));
  assert.deepEqual(written(fail('VersionUnknown', { version: '1', known: 'x' })), invalid('InvalidParameter', 'The parameter api-version is invalid: The api-version 1 is not known for this path. Known here: x.'));
});

test('409 Conflict: ModelExists, and a change that met another\'s', () => {
  assert.deepEqual(written(documentFailure('ModelExists')), rendered(409, 'Conflict', 'The request could not be completed due to a conflict.', ['ModelExists', 'A model with the provided name already exists.']));
  assert.deepEqual(written(fail('Conflicting', { resource: 'x' })), rendered(409, 'Conflict', 'The request could not be completed due to a conflict.'));
});

test('500 InternalServerError, without any detail', () => {
  assert.deepEqual(written(fail('Unexpected')), rendered(500, 'InternalServerError', 'An unexpected error occurred.', ['Unknown', 'Unknown error.']));
});

test('503 ServiceUnavailable', () => {
  const transient = 'A transient error has occurred. Please try again.';
  for (const kind of ['Unavailable', 'TookTooLong'] as const) assert.deepEqual(written(fail(kind)), rendered(503, 'ServiceUnavailable', transient, ['ServiceUnavailable', transient]));
});

test('401, 403 and 429 are the gateway\'s: a code of digits and no inner error', () => {
  for (const kind of ['KeyMissing', 'KeyInvalid', 'AccountBlocked', 'PredictionKey'] as const) assert.deepEqual(written(fail(kind)), rendered(401, '401', fail(kind).message), kind);
  assert.deepEqual(written(fail('QuotaExceeded', { interval: '2.12 days' })), rendered(403, '403', 'Out of call volume quota. Quota will be replenished in 2.12 days.'));
  assert.deepEqual(written(fail('RateExceeded', { retryAfter: 26 })), rendered(429, '429', 'Rate limit is exceeded. Try again in 26 seconds.'));
});

test('paths, methods, sizes and types', () => {
  assert.deepEqual(written(fail('PathUnknown')), rendered(404, 'NotFound', 'Resource not found.'));
  assert.deepEqual(written(fail('MethodUnknown')), rendered(405, 'MethodNotAllowed', 'The requested HTTP method is not allowed.'));
  assert.deepEqual(written(fail('BodyTooLarge', { maxBytes: 9 })), rendered(413, 'InvalidRequest', 'Invalid request.', ['InvalidContentLength', 'The request body is larger than 9 bytes.']));
  assert.deepEqual(written(fail('MediaTypeUnknown', { mediaType: 'a/b' })), rendered(415, 'UnsupportedMediaType', 'Request content type is not supported.'));
  assert.deepEqual(written(fail('NotBuilt')), rendered(501, 'NotImplemented', 'The operation is not implemented.', ['NotImplemented', fail('NotBuilt').message]));
});

test('every failure that can occur has an outer code of its status', () => {
  const codes: Record<number, RegExp> = { 400: /^Invalid(Request|Argument)$/, 401: /^401$/, 403: /^(403|Forbidden)$/, 404: /^NotFound$/, 405: /^MethodNotAllowed$/, 409: /^Conflict$/, 412: /^PreconditionFailed$/, 413: /^InvalidRequest$/, 415: /^UnsupportedMediaType$/, 429: /^429$/, 500: /^InternalServerError$/, 501: /^NotImplemented$/, 503: /^ServiceUnavailable$/ };
  for (const kind of Object.keys(fail.rows) as (keyof typeof fail.rows)[]) {
    const failure = fail(kind);
    assert.match((documentDialect(failure).body as { error: { code: string } }).error.code, codes[failure.status]!, kind);
  }
});
