import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { testApp } from '../../../../test/support/memory-app.ts';
import type { TestApp, TestResponse } from '../../../../test/support/memory-app.ts';
import { preparedApp } from '../../../../test/support/understanding.ts';

interface Check {
  pattern: string;
  intent: string;
  problem?: string;
}

describe('check of patterns', () => {
  let app: TestApp;
  let send: (method: string, path: string, body?: unknown) => Promise<TestResponse>;
  before(async () => {
    app = await testApp();
    const { key, id } = await app.createAccount('patterns');
    const { appId } = await preparedApp(app, id);
    send = (method, path, body) => app.call({ method, url: `/luis/api/v2.0/apps/${appId}/versions/0.1${path}`, key, body });
  });
  after(() => app.close());

  test('names the problem of each pattern that would be refused, and adds none', async () => {
    const before = (await send('GET', '/patternrules')).json<unknown[]>();
    const patterns = [
      { pattern: 'fly to {City}[ please]', intent: 'BookFlight' },
      { pattern: 'fly to {Planet}', intent: 'BookFlight' },
      { pattern: 'fly to {City}', intent: 'Unknown' },
      { pattern: 'fly to [{City}', intent: 'BookFlight' },
    ];
    const checked = await send('POST', '/patternrules/check', patterns);
    assert.equal(checked.status, 200, checked.text);
    const checks = checked.json<Check[]>();
    assert.deepEqual(
      checks.map(({ pattern, intent }) => ({ pattern, intent })),
      patterns,
    );
    assert.deepEqual(
      checks.map(({ problem }) => problem !== undefined),
      [false, true, true, true],
    );
    assert.match(checks[1]!.problem!, /Planet/);
    assert.match(checks[2]!.problem!, /Unknown/);
    assert.deepEqual((await send('GET', '/patternrules')).json(), before);
  });

  test('finds what adding them finds', async () => {
    for (const pattern of ['fly to {Planet}', 'fly to [{City}']) {
      const rule = { pattern, intent: 'BookFlight' };
      const [check] = (await send('POST', '/patternrules/check', [rule])).json<Check[]>();
      const refused = await send('POST', '/patternrule', rule);
      assert.equal(refused.status, 400);
      assert.ok(refused.text.includes(JSON.stringify(check!.problem).slice(1, -1)), refused.text);
    }
  });
});
