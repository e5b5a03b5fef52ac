import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { writeCheckpoint } from '../../engines/ranking/checkpoint.ts';
import { DEFAULT_ARGUMENTS } from '../../engines/ranking/policy.ts';
import { ACCOUNT, RankingLog, START, trainModel } from '../../../test/support/ranking-log.ts';
import { Random } from '../../../test/support/simulated-time.ts';
import { newLoop } from './model.ts';
import type { Loop } from './model.ts';
import { LOG, ensureLoop, activeLoop, findPosition, windowKey } from './store.ts';
import type { ActiveLoop } from './store.ts';

describe('ranking store', () => {
  let log: RankingLog;
  beforeEach(async () => {
    log = await RankingLog.open();
  });
  afterEach(() => log.store.close());

  test('finds the position of the first entry at or after a time', async () => {
    assert.equal(await findPosition(log.services, ACCOUNT, START), 1, 'the next position of an empty log');
    const times: number[] = [];
    const random = new Random(5);
    for (let i = 0, at = 0; i < 40; i++) {
      at += random.integer(0, 3);
      times.push(at);
      await log.at(at).tick();
    }
    for (const firstKept of [0, 7, 20]) {
      await log.store.dropEvents(ACCOUNT, LOG, START + times[firstKept]!);
      const remaining = times.map((at, i) => ({ at, position: i + 1 })).filter(({ at }) => at >= times[firstKept]!);
      for (let ms = -1; ms <= times.at(-1)! + 2; ms++) {
        const expected = remaining.find(({ at }) => at >= ms)?.position ?? times.length + 1;
        assert.equal(await findPosition(log.services, ACCOUNT, START + ms), expected, `${ms} of ${JSON.stringify(remaining)}`);
      }
    }
    await log.store.dropEvents(ACCOUNT, LOG, Number.MAX_SAFE_INTEGER);
    assert.equal(await findPosition(log.services, ACCOUNT, START), times.length + 1);
  });

  test('orders window keys by time, then by position', () => {
    const keys = [windowKey(START), windowKey(START, 2), windowKey(START, 10), windowKey(START + 300_000, 1)];
    assert.deepEqual(keys.toSorted(), keys);
  });

  test('creates the loop, the learner and the first log entry of an account', () => {
    const loop = newLoop(DEFAULT_ARGUMENTS, START);
    const change = ensureLoop({ stored: undefined, loop }, ACCOUNT);
    assert.deepEqual(
      change.puts.map(({ collection }) => collection),
      ['ranking.loops', 'duties'],
    );
    assert.deepEqual(
      change.appends.map(({ value }) => JSON.parse(value) as unknown),
      [
        {
          kind: 'settings',
          generation: 1,
          rules: { waitMs: 600_000, aggregation: 'earliest', defaultReward: 0 },
          policy: DEFAULT_ARGUMENTS,
          retrainDays: 2,
        },
      ],
    );
    assert.equal(change.expects.length, 2, 'both expect that nothing was created concurrently');
    assert.ok(ensureLoop({ stored: { key: 'loop', version: 1, value: loop }, loop }, ACCOUNT).isEmpty);
  });

  describe('active loop', () => {
    const context = () => ({ account: ACCOUNT, key: 'loop', ports: log.services });
    const loadLoop = (loop: Loop): Promise<ActiveLoop> => activeLoop.load({ key: 'loop', version: 1, value: loop }, context());
    const createExportedLoop = async (policy = DEFAULT_ARGUMENTS): Promise<Loop> => {
      const blob = await log.blobs.put(ACCOUNT, writeCheckpoint(trainModel([{ eventId: 'e', reward: 1 }], policy)));
      return { ...newLoop(policy, START), model: { blob, position: 3, exportedAt: START } };
    };

    test('is the default loop with an untrained model before the first call', async () => {
      const { loop, model, multiSlot, stored: read } = await activeLoop.load(undefined, context());
      assert.deepEqual([read, loop.policy.arguments, model.count, multiSlot], [undefined, DEFAULT_ARGUMENTS, 0, false]);
    });

    test('loads the exported model with the exploration of the settings', async () => {
      const loop = await createExportedLoop('--cb_explore_adf --epsilon 0.5');
      const { model } = await loadLoop({ ...loop, settings: { ...loop.settings, explorationPercentage: 0.3 } });
      assert.deepEqual([model.count, model.policy.explorer], [1, { kind: 'epsilon', epsilon: 0.3 }]);
    });

    test('ignores a model for slots if the settings are for one slot, and vice versa', async () => {
      const loop = await createExportedLoop();
      const { model, multiSlot } = await loadLoop({ ...loop, policy: { name: 'slots', arguments: '--ccb_explore_adf' } });
      assert.deepEqual([multiSlot, model.count, model.policy.multiSlot], [true, 0, true]);
    });

    test('fails when the model is missing', async () => {
      const loop = await createExportedLoop();
      await log.blobs.delete(ACCOUNT, loop.model!.blob);
      await assert.rejects(loadLoop(loop), /missing/);
    });

    test('stays valid during an export, but not after a change of settings or generation', async () => {
      const loop = await createExportedLoop();
      const before = await loadLoop(loop);
      const isStaleAllowed = (next: Loop): boolean => activeLoop.staleWhileRevalidate!(before, { key: 'loop', version: 2, value: next });
      assert.equal(isStaleAllowed({ ...loop, model: { ...loop.model!, blob: 'next' } }), true);
      assert.equal(isStaleAllowed({ ...loop, generation: 2 }), false);
      assert.equal(isStaleAllowed({ ...loop, editedAt: START + 1 }), false);
      assert.equal(activeLoop.staleWhileRevalidate!(before, undefined), false);
      assert.equal(
        activeLoop.staleWhileRevalidate!(await loadLoop(newLoop(DEFAULT_ARGUMENTS, START)), { key: 'loop', version: 2, value: loop }),
        false,
        'rank waits for the first model',
      );
    });
  });
});
