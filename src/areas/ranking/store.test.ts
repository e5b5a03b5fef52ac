import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { writeCheckpoint } from '../../engines/bandits/checkpoint.ts';
import { DEFAULT_ARGUMENTS } from '../../engines/bandits/policy.ts';
import { ACCOUNT, RankingLog, START, trained } from '../../../test/support/ranking-log.ts';
import { Random } from '../../../test/support/simulated-time.ts';
import { newLoop } from './model.ts';
import type { Loop } from './model.ts';
import { LOG, begun, loopInUse, positionAt, windowKey } from './store.ts';
import type { LoopInUse } from './store.ts';

describe('ranking records', () => {
  let log: RankingLog;
  beforeEach(async () => {
    log = await RankingLog.open();
  });
  afterEach(() => log.store.close());

  test('the position of a time is that of the first entry at or after it', async () => {
    assert.equal(await positionAt(log.services, ACCOUNT, START), 1, 'of an empty log the next');
    const times: number[] = [];
    const random = new Random(5);
    for (let i = 0, at = 0; i < 40; i++) {
      at += random.integer(0, 3);
      times.push(at);
      await log.at(at).tick();
    }
    for (const dropped of [0, 7, 20]) {
      await log.store.dropEvents(ACCOUNT, LOG, START + times[dropped]!);
      const kept = times.map((at, i) => ({ at, position: i + 1 })).filter(({ at }) => at >= times[dropped]!);
      for (let ms = -1; ms <= times.at(-1)! + 2; ms++) {
        const expected = kept.find(({ at }) => at >= ms)?.position ?? times.length + 1;
        assert.equal(await positionAt(log.services, ACCOUNT, START + ms), expected, `${ms} of ${JSON.stringify(kept)}`);
      }
    }
    await log.store.dropEvents(ACCOUNT, LOG, Number.MAX_SAFE_INTEGER);
    assert.equal(await positionAt(log.services, ACCOUNT, START), times.length + 1);
  });

  test('keys of windows are ordered by time, then by position', () => {
    const keys = [windowKey(START), windowKey(START, 2), windowKey(START, 10), windowKey(START + 300_000, 1)];
    assert.deepEqual(keys.toSorted(), keys);
  });

  test('the first call of an account makes its loop, its learner and the first entry of its log', () => {
    const loop = newLoop(DEFAULT_ARGUMENTS, START);
    const change = begun({ read: undefined, loop }, ACCOUNT);
    assert.deepEqual(change.puts.map(({ collection }) => collection), ['ranking.loops', 'duties']);
    assert.deepEqual(change.appends.map(({ value }) => JSON.parse(value) as unknown), [{ kind: 'settings', generation: 1, rules: { waitMs: 600_000, aggregation: 'earliest', defaultReward: 0 }, policy: DEFAULT_ARGUMENTS }]);
    assert.equal(change.expects.length, 2, 'which another may have made');
    assert.ok(begun({ read: { key: 'loop', version: 1, value: loop }, loop }, ACCOUNT).isEmpty);
  });

  describe('a loop in use', () => {
    const place = () => ({ account: ACCOUNT, key: 'loop', ports: log.services });
    const made = (loop: Loop): Promise<LoopInUse> => loopInUse.load({ key: 'loop', version: 1, value: loop }, place());
    const exported = async (policy = DEFAULT_ARGUMENTS): Promise<Loop> => {
      const blob = await log.blobs.put(ACCOUNT, writeCheckpoint(trained([{ eventId: 'e', reward: 1 }], policy)));
      return { ...newLoop(policy, START), model: { blob, position: 3, exportedAt: START } };
    };

    test('is the default until the first call, and blank until the first export', async () => {
      const { loop, model, multiSlot, read } = await loopInUse.load(undefined, place());
      assert.deepEqual([read, loop.policy.arguments, model.count, multiSlot], [undefined, DEFAULT_ARGUMENTS, 0, false]);
    });

    test('has the model that was exported, with the exploration of the settings', async () => {
      const loop = await exported('--cb_explore_adf --epsilon 0.5');
      const { model } = await made({ ...loop, settings: { ...loop.settings, explorationPercentage: 0.3 } });
      assert.deepEqual([model.count, model.policy.explorer], [1, { kind: 'epsilon', epsilon: 0.3 }]);
    });

    test('does not rank with a model for slots when its settings are for none, nor the other way round', async () => {
      const loop = await exported();
      const { model, multiSlot } = await made({ ...loop, policy: { name: 'slots', arguments: '--ccb_explore_adf' } });
      assert.deepEqual([multiSlot, model.count, model.policy.multiSlot], [true, 0, true]);
    });

    test('fails when the model is missing', async () => {
      const loop = await exported();
      await log.blobs.delete(ACCOUNT, loop.model!.blob);
      await assert.rejects(made(loop), /missing/);
    });

    test('outlives an export, and no change of settings or generation', async () => {
      const loop = await exported();
      const before = await made(loop);
      const after = (next: Loop): boolean => loopInUse.staleWhileRevalidate!(before, { key: 'loop', version: 2, value: next });
      assert.equal(after({ ...loop, model: { ...loop.model!, blob: 'next' } }), true);
      assert.equal(after({ ...loop, generation: 2 }), false);
      assert.equal(after({ ...loop, editedAt: START + 1 }), false);
      assert.equal(loopInUse.staleWhileRevalidate!(before, undefined), false);
      assert.equal(loopInUse.staleWhileRevalidate!(await made(newLoop(DEFAULT_ARGUMENTS, START)), { key: 'loop', version: 2, value: loop }), false, 'the first model is waited for');
    });
  });
});
