import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failureCatalog, fail, plainDialect } from './failures.ts';

test('fills the message with the details', () => {
  const lost = failureCatalog({ Lost: { status: 404, message: '{what} is lost, {what}; {other}', remedy: '' } });
  const { message, status, kind, detail } = lost('Lost', { what: '$& {other}' });
  assert.deepEqual(
    { message, status, kind, detail },
    { message: '$& {other} is lost, $& {other}; ', status: 404, kind: 'Lost', detail: { what: '$& {other}' } },
  );
});

test('puts the seconds to wait into message and Retry-After', () => {
  const { message, retryAfter } = fail('RateExceeded', { retryAfter: 26 });
  assert.deepEqual([message, retryAfter], ['Rate limit is exceeded. Try again in 26 seconds.', 26]);
  assert.equal(fail('KeyInvalid').retryAfter, undefined);
});

test('uses 401, 404 and 429 as codes like the gateway, and names the rest', () => {
  const write = (failure: ReturnType<typeof fail>): unknown => plainDialect(failure).body;
  assert.deepEqual(write(fail('KeyInvalid')), {
    error: {
      code: '401',
      message:
        'Access denied due to invalid subscription key or wrong API endpoint. Make sure to provide a valid key for an active subscription and use a correct regional API endpoint for your resource.',
    },
  });
  assert.deepEqual(write(fail('PathUnknown')), { error: { code: '404', message: 'Resource not found' } });
  assert.deepEqual(write(fail('RateExceeded', { retryAfter: 1 })), {
    error: { code: '429', message: 'Rate limit is exceeded. Try again in 1 seconds.' },
  });
  assert.deepEqual(write(fail('BodyMissing')), { error: { code: 'BodyMissing', message: 'The request body is missing.' } });
});

test('gives every kind an error status and a remedy', () => {
  for (const [kind, { status, message, remedy }] of Object.entries(fail.rows)) {
    assert.ok(status >= 400 && status < 600, kind);
    assert.ok(message.length > 0 && remedy.length > 0, kind);
  }
});
