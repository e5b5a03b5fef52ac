/** Bad input never gives a 5xx: requests generated from the operation table. `npm run soak -- fuzz` sends many more of them. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { areas } from '../../src/areas.ts';
import { fuzzOperation, targetsOf } from '../support/fuzz/fuzz-operation.ts';
import { management } from '../support/management.ts';
import { testApp } from '../support/memory-app.ts';
import type { TestApp } from '../support/memory-app.ts';
import { prepareCall } from '../support/prepared-calls.ts';
import type { PreparedCall } from '../support/prepared-call.ts';

/** Of each operation in each version; the versions of an operation that has more than MAX_FULL_VERSIONS share theirs. */
const CASES = 4;
const MAX_FULL_VERSIONS = 2;
const SEED = 1;

for (const area of [management, ...areas])
  describe(`fuzz: ${area.name}, whatever it is sent`, () => {
    let app: TestApp;
    before(async () => (app = await testApp()));
    after(() => app.close());

    for (const targets of Map.groupBy(targetsOf([area]), ({ operation }) => operation.id).values()) {
      const wanted = Math.ceil((CASES * MAX_FULL_VERSIONS) / Math.max(MAX_FULL_VERSIONS, targets.length));
      let prepared: Promise<PreparedCall> | undefined;
      for (const target of targets)
        test(`${target.operation.id} (${target.mount.version})`, async () => {
          // Preparing takes longer than the calls.
          const prepare = (): Promise<PreparedCall> => (prepared ??= prepareCall(app, target.operation));
          const { cases, problems } = await fuzzOperation(app, target, { cases: wanted, seed: SEED, prepare });
          assert.deepEqual(problems, []);
          assert.equal(cases, wanted);
        });
    }
  });
