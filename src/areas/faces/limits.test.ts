import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { Change, Conflict } from '../../kernel/change.ts';
import { openSqlite } from '../../storage/records/sqlite/store.ts';
import { faceFailure } from './failures.ts';
import { decrementTally, incrementTally, readTallies } from './limits.ts';

const limitReached = () => faceFailure('FaceLimitReached');

test('enforces the limit exactly under concurrent additions and removals', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 8 }),
      fc.integer({ min: 8, max: 40 }),
      fc.array(fc.integer({ min: -6, max: 12 }), { minLength: 1, maxLength: 12 }),
      async (parts, max, waves) => {
        const store = await openSqlite({ now: () => 0 });
        const tally = { account: 'a', scope: 'list', parts, max };
        const added: number[] = [];
        let rejected = 0;
        const add = async (): Promise<void> => {
          for (;;) {
            const change = new Change();
            try {
              const part = await incrementTally(change, tally, randomUUID(), store, limitReached);
              await store.commit(change);
              added.push(part);
              return;
            } catch (error) {
              if (error instanceof Conflict) continue;
              rejected++;
              assert.ok(added.length <= max);
              return;
            }
          }
        };
        const remove = async (part: number): Promise<void> => {
          const change = new Change();
          await decrementTally(change, tally, part, store);
          await store.commit(change);
        };
        for (const wave of waves) {
          const before = added.length;
          rejected = 0;
          if (wave >= 0) {
            await Promise.all(Array.from({ length: wave }, add));
            assert.equal(added.length, Math.min(max, before + wave));
            assert.equal(rejected, Math.max(0, before + wave - max));
          } else for (const part of added.splice(0, -wave)) await remove(part);
          assert.equal(
            (await readTallies(tally, store)).reduce((sum, { value }) => sum + value.count, 0),
            added.length,
          );
        }
        await store.close();
      },
    ),
    { numRuns: 40 },
  );
});
