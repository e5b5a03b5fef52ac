import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failureCatalogue, fail, plainDialect } from './failures.ts';

test('a failure says what it knows of itself, as it was given', () => {
  const lost = failureCatalogue({ Lost: { status: 404, message: '{what} is lost, {what}; {other}', remedy: '' } });
  const { message, status, kind, detail } = lost('Lost', { what: '$& {other}' });
  assert.deepEqual({ message, status, kind, detail }, { message: '$& {other} is lost, $& {other}; ', status: 404, kind: 'Lost', detail: { what: '$& {other}' } });
});

test('too many calls: the seconds are in the message and for Retry-After', () => {
  const { message, retryAfter } = fail('RateExceeded', { retryAfter: 26 });
  assert.deepEqual([message, retryAfter], ['Rate limit is exceeded. Try again in 26 seconds.', 26]);
  assert.equal(fail('KeyInvalid').retryAfter, undefined);
});

test('the plain dialect writes 401, 404 and 429 as the gateway does, and names the rest', () => {
  const write = (failure: ReturnType<typeof fail>): unknown => plainDialect(failure).body;
  assert.deepEqual(write(fail('KeyInvalid')), { error: { code: '401', message: 'Access denied due to invalid subscription key or wrong API endpoint. Make sure to provide a valid key for an active subscription and use a correct regional API endpoint for your resource.' } });
  assert.deepEqual(write(fail('PathUnknown')), { error: { code: '404', message: 'Resource not found' } });
  assert.deepEqual(write(fail('RateExceeded', { retryAfter: 1 })), { error: { code: '429', message: 'Rate limit is exceeded. Try again in 1 seconds.' } });
  assert.deepEqual(write(fail('BodyMissing')), { error: { code: 'BodyMissing', message: 'The request body is missing.' } });
});

test('every kind has an error status, and tells what to do', () => {
  for (const [kind, { status, message, remedy }] of Object.entries(fail.rows)) {
    assert.ok(status >= 400 && status < 600, kind);
    assert.ok(message.length > 0 && remedy.length > 0, kind);
  }
});
