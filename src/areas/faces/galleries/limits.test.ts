import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { Change, Conflict } from '../../../kernel/change.ts';
import { openSqlite } from '../../../storage/sqlite/store.ts';
import { faceFailure } from '../failures.ts';
import { countIn, countOut, talliesOf } from './limits.ts';

const reached = () => faceFailure('FacesReached');

test('whoever comes and goes, and however many at once, no more are in than may be, and there is always room for as many', async () => {
  await fc.assert(fc.asyncProperty(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 8, max: 40 }), fc.array(fc.integer({ min: -6, max: 12 }), { minLength: 1, maxLength: 12 }), async (parts, most, waves) => {
    const store = await openSqlite({ now: () => 0 });
    const counted = { account: 'a', scope: 'list', parts, most };
    const inside: number[] = [];
    let turnedAway = 0;
    const come = async (): Promise<void> => {
      for (;;) {
        const change = new Change();
        try {
          const part = await countIn(change, counted, randomUUID(), store, reached);
          await store.commit(change);
          inside.push(part);
          return;
        } catch (error) {
          if (error instanceof Conflict) continue;
          turnedAway++;
          assert.ok(inside.length <= most);
          return;
        }
      }
    };
    const go = async (part: number): Promise<void> => {
      const change = new Change();
      await countOut(change, counted, part, store);
      await store.commit(change);
    };
    for (const wave of waves) {
      const before = inside.length;
      turnedAway = 0;
      if (wave >= 0) {
        await Promise.all(Array.from({ length: wave }, come));
        assert.equal(inside.length, Math.min(most, before + wave));
        assert.equal(turnedAway, Math.max(0, before + wave - most));
      } else for (const part of inside.splice(0, -wave)) await go(part);
      assert.equal((await talliesOf(counted, store)).reduce((sum, { value }) => sum + value.count, 0), inside.length);
    }
    await store.close();
  }), { numRuns: 40 });
});
