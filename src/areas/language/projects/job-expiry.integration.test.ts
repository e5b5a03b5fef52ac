import assert from 'node:assert/strict';
import { test } from 'node:test';
import { key, testApp } from '../../../../test/support/memory-app.ts';

const DAY_MS = 24 * 3600_000;
const BASE = '/language/analyze-conversations/internal/projects';
const VERSION = 'api-version=2021-11-01-preview';

test('a job record expires after seven days', async (t) => {
  let now = Date.UTC(2026, 0, 15);
  const app = await testApp({ clock: { now: () => now } });
  t.after(() => app.close());
  const { headers } = await app.call({
    method: 'POST',
    url: `${BASE}/Garden/:import?${VERSION}`,
    key,
    body: { metadata: { name: 'Garden', type: 'Conversation', language: 'en' }, assets: {} },
  });
  const { pathname, search } = new URL(String(headers.location));
  const poll = async (): Promise<{ status: number; json<T>(): T }> => await app.call({ method: 'GET', url: pathname + search, key });
  const record = await poll();
  assert.equal(record.status, 200);
  assert.equal(Date.parse(record.json<{ expirationDateTime: string }>().expirationDateTime), now + 7 * DAY_MS);
  now += 7 * DAY_MS - 1;
  assert.equal((await poll()).status, 200);
  now += 2;
  const gone = await poll();
  assert.deepEqual([gone.status, gone.json<{ error: { code: string } }>().error.code], [404, 'OperationNotFound']);
});
