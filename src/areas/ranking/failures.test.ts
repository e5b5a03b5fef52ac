/** The wire shape of every code, and the codes of the kernel's failures. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fail } from '../../kernel/failures.ts';
import type { Failure } from '../../kernel/failures.ts';
import { ranking } from './area.ts';
import { rankingDialect, rankingFailure } from './failures.ts';

function render(failure: Failure, badInput?: string): unknown[] {
  const { status = failure.status, body } = rankingDialect(failure, badInput);
  return [status, JSON.parse(JSON.stringify(body))];
}

const kinds = Object.keys(rankingFailure.rows) as (keyof typeof rankingFailure.rows)[];

test('renders each of the 47 codes with its message and status', () => {
  assert.equal(kinds.length, 47);
  for (const kind of kinds) {
    const { status, message } = rankingFailure.rows[kind];
    assert.deepEqual(render(rankingFailure(kind, { id: '{id}' })), [status, { error: { code: kind, message } }]);
    const expected = /NotFound$/.test(kind)
      ? 404
      : kind === 'PayloadSizeExceeded'
        ? 413
        : kind === 'ModelFileAccessDenied'
          ? 403
          : /AlreadyExists$|^OperationNotAllowed$/.test(kind)
            ? 409
            : /Failed$|^(InternalServerError|ModelRankingError|RankNullResponse)$/.test(kind)
              ? 500
              : 400;
    assert.equal(status, expected, kind);
  }
});

test('sends the code in a header too', () => {
  for (const failure of [rankingFailure('EvaluationNotFound'), fail('PathUnknown')]) {
    const { headers, body } = rankingDialect(failure);
    assert.deepEqual(headers, { 'x-ms-error-code': (body as { error: { code: string } }).error.code });
  }
});

test('puts the exact problem into the only detail', () => {
  for (const kind of kinds) {
    const [, body] = render(rankingFailure(kind, { id: '{id}', target: 'actions', details: 'the id "a" occurs twice.' }));
    assert.deepEqual(body, {
      error: {
        code: kind,
        message: rankingFailure.rows[kind].message,
        target: 'actions',
        details: [{ code: kind, message: 'the id "a" occurs twice.' }],
      },
    });
  }
});

test('renders bad input with the code of the operation, by default InvalidRequest', () => {
  const tooLong = fail('ParameterTooLong', { parameter: 'actions.0.id', maxLength: 256 });
  assert.deepEqual(render(tooLong, 'InvalidRankRequest'), [
    400,
    {
      error: {
        code: 'InvalidRankRequest',
        message: 'Invalid request.',
        target: 'actions.0.id',
        details: [{ code: 'InvalidRankRequest', message: 'Parameter actions.0.id length must not exceed 256 characters.' }],
      },
    },
  ]);
  assert.deepEqual(render(fail('ParameterInvalid', { parameter: 'signed', details: 'x' }))[1], {
    error: {
      code: 'InvalidRequest',
      message: 'Invalid request.',
      target: 'signed',
      details: [{ code: 'InvalidRequest', message: 'The parameter signed is invalid: x' }],
    },
  });
  assert.deepEqual(render(fail('BodyMissing'), 'InvalidRewardRequest'), [
    400,
    {
      error: {
        code: 'InvalidRewardRequest',
        message: 'Invalid reward request.',
        details: [{ code: 'InvalidRewardRequest', message: 'The request body is missing.' }],
      },
    },
  ]);
  for (const kind of ['ParameterMissing', 'BodyInvalid'] as const)
    assert.equal((render(fail(kind), 'InvalidPolicyContract')[1] as { error: { code: string } }).error.code, 'InvalidPolicyContract');
  assert.equal(render(fail('MediaTypeUnknown', { mediaType: 'text/plain' }), 'InvalidRankRequest')[0], 415);
});

test('declares only codes of the interface in operations', () => {
  for (const { id, badInput, fails = [] } of ranking.operations) {
    for (const kind of badInput === undefined ? fails : [badInput, ...fails]) assert.ok(kind in rankingFailure.rows, `${id}: ${kind}`);
  }
});

test('renders failures of the server with codes of the interface', () => {
  const internal = { error: { code: 'InternalServerError', message: 'A generic error has occurred on the server.' } };
  assert.deepEqual(render(fail('Unexpected')), [500, internal]);
  assert.deepEqual(render(fail('Unavailable')), [503, internal]);
  assert.deepEqual(render(fail('TookTooLong')), [503, internal]);
  assert.deepEqual(render(fail('BodyTooLarge', { maxBytes: 1 })), [
    413,
    { error: { code: 'PayloadSizeExceeded', message: 'Exceeds maximum allowed payload size.' } },
  ]);
  assert.deepEqual(render(fail('Conflicting', { resource: 'x' })), [
    409,
    { error: { code: 'OperationNotAllowed', message: 'This operation is not allowed at this time.' } },
  ]);
  assert.deepEqual(render(fail('PathUnknown')), [
    404,
    { error: { code: 'ResourceNotFound', message: 'Requested resource does not exist on the server.' } },
  ]);
  assert.deepEqual(render(fail('MethodUnknown')), [
    405,
    { error: { code: 'BadRequest', message: 'Request could not be understood by the server.' } },
  ]);
  assert.equal(render(fail('VersionUnknown', { version: 'x', known: 'y' }))[0], 400);
});

test('renders gateway failures with status codes', () => {
  for (const kind of ['KeyMissing', 'KeyInvalid', 'KeyOfOtherKind', 'AccountBlocked'] as const) {
    const failure = fail(kind);
    assert.deepEqual(render(failure), [401, { error: { code: '401', message: failure.message } }]);
  }
  assert.deepEqual(render(fail('RateExceeded', { retryAfter: 3 })), [
    429,
    { error: { code: '429', message: 'Rate limit is exceeded. Try again in 3 seconds.' } },
  ]);
  assert.equal(render(fail('QuotaExceeded', { interval: '2 days' }))[0], 403);
});
