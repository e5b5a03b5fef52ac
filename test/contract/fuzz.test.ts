/** Bad input never gives a 5xx: requests generated from the operation table. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { bodyCheck } from '../../src/kernel/validation.ts';
import type { Area } from '../../src/kernel/area.ts';
import { areas } from '../../src/areas.ts';
import { Bytes } from '../../src/kernel/operation.ts';
import type { Operation } from '../../src/kernel/operation.ts';
import { mountsOf, requestsFor } from '../support/arbitraries.ts';
import { management } from '../support/management.ts';
import { testApp } from '../support/memory-app.ts';
import type { TestApp } from '../support/memory-app.ts';
import { prepareCall } from '../support/prepared-calls.ts';
import { errorMessageOf } from '../support/error-message.ts';

const RUNS = Number(process.env.FUZZ_RUNS ?? 120);
/** Operations of a large area have much in common, and so have the versions of one: fewer calls of each. */
const RUNS_IN_LARGE_AREA = Math.ceil(RUNS / 3);
const MIN_RUNS = 20;
const LARGE_AREA_OPERATIONS = 50;
const SLOW_MS = 2000;
const LEAK = /node_modules|node:internal|\bat [\w.]+ \(|\/src\/|SQLITE|\.ts:\d+/;

const table: Area[] = [management, ...areas];

describe('fuzz: every operation, whatever it is sent', () => {
  let app: TestApp;
  let token: string;
  before(async () => {
    app = await testApp();
    token = await app.token();
    await app.createAccount('example', { kind: 'Face' });
  });
  after(() => app.close());

  for (const area of table)
    for (const operation of area.operations)
      for (const mount of mountsOf(area, operation)) {
        test(`${operation.id} (${mount.version})`, async () => {
          const checks = new Map(
            Object.entries(operation.replies).map(([status, schema]) => [
              Number(status),
              schema && schema !== Bytes ? bodyCheck(schema) : schema,
            ]),
          );
          const { key, headers, params, body: example } = await prepareCall(app, operation);
          await fc.assert(
            fc.asyncProperty(requestsFor(operation, mount, { params, body: example }), async ({ method, url, body, contentType }) => {
              const started = performance.now();
              const answer = await app.call({
                method,
                url,
                body,
                headers: { ...headers, 'content-type': contentType },
                ...(operation.needs === 'manager' ? { token } : { key }),
              });
              assert.ok(performance.now() - started < SLOW_MS, `took too long: ${method} ${url}`);
              assert.ok(answer.status < 500, `${answer.status} ${answer.text}`);
              assert.doesNotMatch(answer.text, LEAK);
              if (answer.status >= 400) assert.ok(errorMessageOf(area, answer.json()), answer.text);
              else if (checks.has(answer.status)) {
                const check = checks.get(answer.status);
                if (check === Bytes) assert.equal(answer.headers['content-type'], 'application/octet-stream');
                else if (typeof check === 'function') check(answer.json());
                else assert.equal(answer.text, '');
              } else
                assert.ok(answer.status === 302 || url.includes('%2F') || url.includes('..'), `${answer.status} is not among the replies`);
              assert.deepEqual(Object.keys(Object.prototype), []);
            }),
            { numRuns: runsOf(area, operation), endOnFailure: true },
          );
        });
      }
});

/** Runs of an operation in each of its versions. */
function runsOf(area: Area, operation: Operation): number {
  const runs = area.operations.length > LARGE_AREA_OPERATIONS ? RUNS_IN_LARGE_AREA : RUNS;
  return Math.max(MIN_RUNS, Math.ceil(runs / mountsOf(area, operation).length));
}
