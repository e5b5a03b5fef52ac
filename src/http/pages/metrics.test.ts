import assert from 'node:assert/strict';
import { test } from 'node:test';
import { metricsAnswer } from './metrics.ts';

test('writes metrics at most once in a second', async () => {
  let [written, now] = [0, 0];
  const registry = { contentType: 'text/plain', metrics: async () => `calls ${++written}` };
  const answer = metricsAnswer({ registry, now: () => now });
  const texts = await Promise.all(Array.from({ length: 100 }, () => answer({ headers: {} })));
  assert.deepEqual(new Set(texts.map(({ body }) => body)), new Set(['calls 1']));
  now = 999;
  assert.equal((await answer({ headers: {} })).body, 'calls 1');
  now = 1000;
  assert.equal((await answer({ headers: {} })).body, 'calls 2');
});

test('does not keep a failure', async () => {
  let isBroken = true;
  const metrics = async (): Promise<string> => (isBroken ? Promise.reject(new Error('broken')) : 'calls 1');
  const answer = metricsAnswer({ registry: { contentType: 'text/plain', metrics }, now: () => 0 });
  await assert.rejects(answer({ headers: {} }), /broken/);
  isBroken = false;
  assert.equal((await answer({ headers: {} })).body, 'calls 1');
});

test('requires the key where there is one', async () => {
  const answer = metricsAnswer({ registry: { contentType: 'text/plain', metrics: async () => 'calls 1' }, key: 'a-key-of-metrics' });
  for (const authorization of [undefined, '', 'Bearer ', 'Bearer a-key', 'a-key-of-metrics'])
    assert.equal((await answer({ headers: authorization === undefined ? {} : { authorization } })).status, 401, authorization);
  assert.equal((await answer({ headers: { authorization: 'Bearer a-key-of-metrics' } })).body, 'calls 1');
});
