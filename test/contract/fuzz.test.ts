/** Bad input never gives a 5xx: requests generated from the operation table. `npm run soak -- fuzz` sends many more of them. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { areas } from '../../src/areas.ts';
import { fuzzOperation, targetsOf } from '../support/fuzz/fuzz-operation.ts';
import { management } from '../support/management.ts';
import { testApp } from '../support/memory-app.ts';
import type { TestApp } from '../support/memory-app.ts';

/** Of each operation in each version. */
const CASES = Number(process.env.FUZZ_CASES ?? 100);
const SEED = Number(process.env.FUZZ_SEED ?? 1);

for (const area of [management, ...areas])
  describe(`fuzz: ${area.name}, whatever it is sent`, () => {
    let app: TestApp;
    before(async () => (app = await testApp()));
    after(() => app.close());

    for (const target of targetsOf([area]))
      test(`${target.operation.id} (${target.mount.version})`, async () => {
        const { cases, problems } = await fuzzOperation(app, target, { cases: CASES, seed: SEED });
        assert.deepEqual(problems, []);
        assert.equal(cases, CASES);
      });
  });
