import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { readCheckpoint, writeCheckpoint } from '../../../engines/bandits/checkpoint.ts';
import { Example, readExample } from '../../../engines/bandits/features/example.ts';
import { FeatureReader } from '../../../engines/bandits/features/features.ts';
import { Model } from '../../../engines/bandits/model.ts';
import { DEFAULT_ARGUMENTS, parsePolicy } from '../../../engines/bandits/policy.ts';
import { ACCOUNT, RULES, RankingLog, START, request, trainModel } from '../../../../test/support/ranking-log.ts';
import type { TrainingEvent } from '../../../../test/support/ranking-log.ts';
import { Random } from '../../../../test/support/simulated-time.ts';
import { Learner } from './learner.ts';
import { DAY_MS, DEFAULT_RETRAIN_DAYS } from '../model.ts';
import type { LearningMode, RankRequest } from '../model.ts';
import { LOG } from '../store.ts';

const EPSILON = '--cb_explore_adf --epsilon 0.1';
const SLOTS = '--ccb_explore_adf --squarecb --epsilon 0.02';

describe('learner', () => {
  let log: RankingLog;
  beforeEach(async () => {
    log = await RankingLog.open();
  });
  afterEach(() => log.store.close());

  /** Asserts that exactly these events were learned. */
  const assertLearned = (learner: Learner, events: readonly TrainingEvent[], policy?: string): void => {
    assert.deepEqual(learner.exportModel(), writeCheckpoint(trainModel(events, policy)));
  };

  describe('joins', () => {
    test('trains an event once with its reward, after the wait time', async () => {
      await log.rank('e1', { chosen: 1, probabilities: [0.5, 0.3, 0.2] });
      await log.at(2000).reward('e1', 0.75);
      const learner = await log.createCaughtUpLearner();
      assertLearned(learner, []);
      assert.deepEqual([learner.waiting, learner.joinedCount, learner.tickDueMs], [1, 0, START + RULES.waitMs]);
      await log.at(10_000).tick();
      await learner.catchUp();
      await log.at(60_000).tick();
      await learner.catchUp();
      assertLearned(learner, [{ eventId: 'e1', chosen: 1, probability: 0.3, reward: 0.75 }]);
      assert.deepEqual([learner.waiting, learner.joinedCount, learner.tickDueMs], [0, 1, undefined]);
    });

    test('trains the default reward without a reward, in the order of the decisions', async () => {
      await log.rank('e1');
      await log.at(10).rank('e2', { chosen: 2 });
      await log.at(20).reward('e2', 1);
      await log.at(20_000).tick();
      const rules = { ...RULES, defaultReward: -0.5 };
      assertLearned(await log.createCaughtUpLearner(rules), [
        { eventId: 'e1', reward: -0.5 },
        { eventId: 'e2', chosen: 2, probability: 0.25, reward: 1 },
      ]);
    });

    test('ends wait times at any later entry', async () => {
      await log.rank('e1');
      await log.at(10_000).rank('e2');
      assertLearned(await log.createCaughtUpLearner(), [{ eventId: 'e1', reward: 0 }]);
    });

    test('does not train late rewards or rewards of unknown events', async () => {
      await log.rank('e1');
      await log.reward('never', 1);
      await log.at(10_000).reward('e1', 1);
      await log.at(10_001).reward('e1', 1);
      const learner = await log.createCaughtUpLearner();
      assertLearned(learner, [{ eventId: 'e1', reward: 0 }]);
      assert.equal((await log.store.readEvents(ACCOUNT, LOG, 0, 10)).length, 4);
      assert.equal(learner.position, 4);
    });

    test('counts the first of several rewards, or their sum', async () => {
      await log.rank('e1');
      for (const value of [0.5, 1, 1, -0.25]) await log.at(5).reward('e1', value);
      await log.at(20_000).tick();
      assertLearned(await log.createCaughtUpLearner(), [{ eventId: 'e1', reward: 0.5 }]);
      assertLearned(await log.createCaughtUpLearner({ ...RULES, aggregation: 'sum' }), [{ eventId: 'e1', reward: 2.25 }]);
    });

    test('trains a deferred event only if it is activated in time', async () => {
      for (const id of ['never', 'late', 'shown', 'rewarded']) await log.rank(id, { deferred: true });
      await log.at(1).reward('never', 1);
      await log.reward('rewarded', 1);
      await log.at(2).activate('shown');
      await log.activate('rewarded');
      await log.at(10_000).activate('late');
      await log.at(20_000).tick();
      assertLearned(await log.createCaughtUpLearner({ ...RULES, defaultReward: 0.5 }), [
        { eventId: 'shown', reward: 0.5 },
        { eventId: 'rewarded', reward: 1 },
      ]);
    });

    test('assigns a repeated event id to the first waiting event', async () => {
      await log.rank('e1', { chosen: 0 });
      await log.at(5).rank('e1', { chosen: 1 });
      await log.reward('e1', 1);
      await log.at(20_000).tick();
      assertLearned(await log.createCaughtUpLearner(), [{ eventId: 'e1', reward: 1 }]);
    });

    test('trains events as their rewards arrive if every outcome is reported', async () => {
      const expected: TrainingEvent[] = [];
      for (let i = 0; i < 60; i++) {
        await log.at(i * 100).rank(`e${i}`);
        await log.at(i * 100 + 10).reward(`e${i}`, 1);
        expected.push({ eventId: `e${i}`, reward: 1 });
      }
      const learner = await log.createCaughtUpLearner();
      assert.ok(log.nowIsBefore(RULES.waitMs), 'no wait time has ended');
      assertLearned(learner, expected);
    });

    test('does not consider excluded actions', async () => {
      const rankRequest = request('one', { excludedActions: ['b'] });
      await log.rank('e1', { request: rankRequest, probabilities: [0.5, 0, 0.5] });
      await log.at(1).reward('e1', 1);
      await log.at(20_000).tick();
      assertLearned(
        await log.createCaughtUpLearner(RULES, EPSILON),
        [{ eventId: 'e1', request: rankRequest, reward: 1, allowed: Uint8Array.of(1, 0, 1) }],
        EPSILON,
      );
      assert.notDeepEqual(
        writeCheckpoint(trainModel([{ eventId: 'e1', request: rankRequest, reward: 1 }], EPSILON)),
        (await log.createCaughtUpLearner(RULES, EPSILON)).exportModel(),
        'the weights show it',
      );
    });

    test('does not train an event whose entry was deleted', async () => {
      await log.rank('e1');
      await log.at(10).rank('e2');
      const { store } = log;
      const learner = await log.createCaughtUpLearner();
      await store.dropEvents(ACCOUNT, LOG, START + 5);
      const restored = Learner.restore(ACCOUNT, log.services, learner.checkpoint());
      await log.at(20_000).tick();
      await restored.catchUp();
      assertLearned(restored, [{ eventId: 'e2', reward: 0 }]);
    });
  });

  describe('modes', () => {
    const play = async (mode: LearningMode): Promise<Learner> => {
      for (let i = 0; i < 4; i++) {
        await log.at(i).rank(`e${i}`, { mode, request: request('one', { excludedActions: ['a'] }), chosen: 1, probabilities: [0, 1, 0] });
        await log.reward(`e${i}`, 0.25);
      }
      await log.at(20_000).tick();
      return await log.createCaughtUpLearner();
    };

    test('imitates the baseline in Apprentice mode, regardless of rewards', async () => {
      const learner = await play('Apprentice');
      const expected = new Model(parsePolicy(DEFAULT_ARGUMENTS));
      const example = readExample(new FeatureReader(), request(), new Example());
      for (let i = 0; i < 4; i++) expected.imitate(example, 1, Uint8Array.of(0, 1, 1));
      assert.deepEqual(learner.exportModel(), writeCheckpoint(expected));
    });

    test('counts agreement with the baseline and its rewards in Apprentice mode', async () => {
      const [window] = (await play('Apprentice')).takeWindows();
      assert.deepEqual(
        window,
        {
          startMs: START,
          position: 1,
          mode: 'Apprentice',
          events: 4,
          reward: 1,
          rewardSquares: 0.25,
          explored: 0,
          matched: 3,
          matchedReward: 0.75,
          baselineWeight: 4,
          baselineReward: 1,
          baselineSquares: 0.25,
          baselineWeightSquares: 4,
          baselineCross: 1,
          baselineRewardSquares: 0.25,
          baselineRarity: 4,
          baselineUnseen: 0,
          leastReward: 0.25,
          mostReward: 0.25,
        },
        'all but the first, when the model was untrained',
      );
    });

    test('counts events without training in LoggingOnly mode', async () => {
      const learner = await play('LoggingOnly');
      assertLearned(learner, []);
      assert.equal(learner.joinedCount, 4);
      assert.deepEqual(
        learner.takeWindows().map(({ mode, events, matched }) => [mode, events, matched]),
        [['LoggingOnly', 4, 0]],
      );
    });

    test('does not train a model for slots with events of one slot', async () => {
      await log.rank('e1');
      await log.at(20_000).tick();
      assertLearned(await log.createCaughtUpLearner(RULES, SLOTS), [], SLOTS);
    });
  });

  describe('slots', () => {
    const slots = [
      { id: 's1', baselineAction: 'a' },
      { id: 's2', features: [{ size: 'small' }], excludedActions: ['a'], baselineAction: 'b' },
    ];
    const rankRequest: RankRequest = {
      contextFeatures: [{ user: { kind: 'one' } }],
      actions: ['a', 'b', 'c'].map((id) => ({ id, features: [{ topic: id }] })),
      slots,
    };
    const decisions = [
      { chosen: 1, probabilities: [0.4, 0.3, 0.3] },
      { chosen: 2, probabilities: [0, 0, 1] },
    ];

    test('trains each slot with its own reward and allowed actions', async () => {
      await log.append({ kind: 'rank', eventId: 'e1', request: rankRequest, decisions, mode: 'Online', model: 0 });
      await log.at(5).append({
        kind: 'reward',
        eventId: 'e1',
        rewards: [
          { slotId: 's2', value: 1 },
          { slotId: 'unknown', value: 1 },
        ],
      });
      await log.append({ kind: 'reward', eventId: 'e1', rewards: [{ value: 1 }] });
      await log.at(20_000).tick();
      const learner = await log.createCaughtUpLearner({ ...RULES, defaultReward: -1 }, SLOTS);
      assertLearned(
        learner,
        [
          { eventId: 'e1', request: rankRequest, slot: 0, chosen: 1, probability: 0.3, reward: -1 },
          { eventId: 'e1', request: rankRequest, slot: 1, chosen: 2, probability: 1, reward: 1, allowed: Uint8Array.of(0, 0, 1) },
        ],
        SLOTS,
      );
      assert.equal(learner.joinedCount, 1);
    });

    test('activates all slots', async () => {
      await log.append({ kind: 'rank', eventId: 'e1', request: rankRequest, decisions, mode: 'Online', model: 0, deferred: true });
      await log.activate('e1');
      await log.at(20_000).tick();
      assert.equal((await log.createCaughtUpLearner(RULES, SLOTS)).joinedCount, 1);
    });
  });

  describe('windows', () => {
    test('starts a window every five minutes and at each change of mode', async () => {
      await log.rank('e1', { chosen: 1 });
      await log.at(1).reward('e1', 1);
      await log.at(15_000).rank('e2', { mode: 'Apprentice', probabilities: [1, 0, 0] });
      await log.at(30_000).rank('e3', { probabilities: [0.8, 0.1, 0.1] });
      await log.at(31_000).reward('e3', -0.5);
      await log.at(300_000).tick();
      await log.rank('e4');
      const learner = await log.createCaughtUpLearner();
      assert.equal(learner.takeWindows().length, 3);
      await log.at(400_000).tick();
      await learner.catchUp();
      const windows = learner.takeWindows();
      assert.deepEqual(
        windows.map(({ startMs, mode, events, reward, explored }) => ({ startMs: startMs - START, mode, events, reward, explored })),
        [{ startMs: 300_000, mode: 'Online', events: 2, reward: -0.5, explored: 0 }],
        'only the open window has changed',
      );
    });

    test('counts modes that end at one entry in separate windows', async () => {
      await log.rank('e1', { mode: 'Apprentice' });
      await log.rank('e2');
      await log.rank('e3', { mode: 'Apprentice' });
      await log.at(10_000).tick();
      assert.deepEqual(
        (await log.createCaughtUpLearner()).takeWindows().map(({ position, mode, events }) => [position, mode, events]),
        [
          [1, 'Apprentice', 1],
          [2, 'Online', 1],
          [3, 'Apprentice', 1],
        ],
      );
    });

    test('computes the sums of a window', async () => {
      await log.rank('e1', { chosen: 1, probabilities: [0.5, 0.3, 0.2] });
      await log.rank('e2', { chosen: 0, probabilities: [0.25, 0.5, 0.25] });
      await log.rank('e3', { chosen: 0, probabilities: [0.5, 0.25, 0.25] });
      await log.reward('e1', -1);
      await log.reward('e2', 0.5);
      await log.reward('e3', 0.5);
      await log.at(10_000).tick();
      assert.deepEqual((await log.createCaughtUpLearner()).takeWindows(), [
        {
          startMs: START,
          position: 1,
          mode: 'Online',
          events: 3,
          reward: 0,
          rewardSquares: 1.5,
          explored: 2,
          matched: 2,
          matchedReward: 1,
          baselineWeight: 6,
          baselineReward: 3,
          baselineSquares: 5,
          baselineWeightSquares: 20,
          baselineCross: 10,
          baselineRewardSquares: 1.5,
          baselineRarity: 8,
          baselineUnseen: 0,
          leastReward: -1,
          mostReward: 0.5,
        },
      ]);
    });
  });

  describe('restored from a checkpoint', () => {
    /** Writes a random log of all kinds of entries over several days. */
    async function writeMixedLog(events: number, seed: number): Promise<void> {
      const random = new Random(seed);
      let at = 0;
      for (let i = 0; i < events; i++) {
        at += random.integer(0, random.chance(0.02) ? 3_600_000 : 3000);
        log.at(at);
        const id = `e${random.integer(Math.max(0, i - 12), i)}`;
        const kind = random.integer(0, 99);
        if (kind < 45)
          await log.rank(`e${i}`, {
            chosen: random.integer(0, 2),
            mode: random.pick(['Online', 'Online', 'Apprentice', 'LoggingOnly']),
            deferred: random.chance(0.2) || undefined,
            request: request(`k${random.integer(0, 3)}`),
          });
        else if (kind < 85) await log.reward(id, random.integer(-4, 4) / 4);
        else if (kind < 95) await log.activate(id);
        else if (kind < 97) await log.tick();
        else if (kind < 98)
          await log.settings(
            i,
            { ...RULES, defaultReward: random.pick([0, 0.5]) },
            random.pick([DEFAULT_ARGUMENTS, EPSILON, '--cb_explore_adf --cover 3 --cb_type dr']),
          );
        else if (kind < 99) await log.append({ kind: 'model', generation: i, policy: DEFAULT_ARGUMENTS });
        else
          await log.append({
            kind: 'model',
            generation: i,
            policy: EPSILON,
            blob: await log.blobs.put(ACCOUNT, writeCheckpoint(trainModel([{ eventId: 'x', reward: 1 }], EPSILON))),
          });
      }
    }

    test('continues bit for bit like a learner that never stopped', async () => {
      for (const seed of [1, 2]) {
        await writeMixedLog(400, seed);
        const whole = await log.createCaughtUpLearner();
        const random = new Random(seed + 100);
        let learner = log.createLearner();
        const windows = new Map<string, unknown>();
        const take = (): void => {
          for (const window of learner.takeWindows()) windows.set(`${window.startMs} ${window.position}`, structuredClone(window));
        };
        while (learner.position < whole.position) {
          await learner.catchUp(undefined, learner.position + random.integer(1, 60));
          take();
          if (random.chance(0.5)) learner = Learner.restore(ACCOUNT, log.services, learner.checkpoint());
        }
        take();
        assert.deepEqual(Buffer.from(learner.checkpoint()), Buffer.from(whole.checkpoint()));
        assert.deepEqual([...windows.values()], whole.takeWindows(), 'and returns every window');
        await log.store.dropEvents(ACCOUNT, LOG, Number.MAX_SAFE_INTEGER);
      }
    });

    test('keeps an incomplete window of an older version, and starts another', async () => {
      await log.rank('e1');
      await log.at(10_000).tick();
      const { model, note } = readCheckpoint((await log.createCaughtUpLearner()).checkpoint());
      const { window, ...rest } = JSON.parse(note) as { window: Record<string, unknown> };
      const learner = Learner.restore(
        ACCOUNT,
        log.services,
        writeCheckpoint(model, JSON.stringify({ ...rest, window: { ...window, baselineRarity: undefined } })),
      );
      await log.rank('e2');
      await log.at(20_000).tick();
      await learner.catchUp();
      assert.deepEqual(
        learner.takeWindows().map(({ position, events, baselineRarity }) => [position, events, typeof baselineRarity]),
        [
          [1, 1, 'undefined'],
          [3, 1, 'number'],
        ],
      );
    });

    test('returns the same windows when it reads a part of the log again', async () => {
      await writeMixedLog(200, 3);
      const learner = log.createLearner();
      await learner.catchUp(undefined, 50);
      learner.takeWindows();
      const again = Learner.restore(ACCOUNT, log.services, learner.checkpoint());
      await learner.catchUp();
      await again.catchUp();
      const changed = again.takeWindows();
      assert.ok(changed.length > 3, String(changed.length));
      assert.deepEqual(changed, learner.takeWindows());
    });
  });

  describe('a settings entry', () => {
    test('retrains the model with its rules on the last two days only', async () => {
      const day = DAY_MS;
      await log.settings(1);
      for (let i = 0; i < 40; i++) {
        await log.at((i * day) / 10).rank(`e${i}`, { chosen: i % 3 });
        await log.reward(`e${i}`, 0.5);
        await log.at((i * day) / 10 + 1).reward(`e${i}`, 1);
      }
      const end = (40 * day) / 10;
      const rules = { waitMs: 5000, aggregation: 'sum', defaultReward: 0.25 } as const;
      await log.at(end).settings(2, rules, EPSILON);
      const learner = await log.createCaughtUpLearner();

      const fresh = await RankingLog.open();
      for (const { at, value } of await log.store.readEvents<Parameters<typeof log.append>[0]>(ACCOUNT, LOG, 0, 1000)) {
        if (value.kind !== 'settings' && at >= START + end - DEFAULT_RETRAIN_DAYS * DAY_MS) await fresh.at(at - START).append(value);
      }
      const alone = await fresh.createCaughtUpLearner(rules, EPSILON);
      assert.deepEqual(learner.exportModel(), alone.exportModel());
      assert.ok(alone.joinedCount > 15 && alone.joinedCount < 21, String(alone.joinedCount));
      assert.deepEqual([learner.generation, learner.waiting], [2, alone.waiting]);
      await fresh.store.close();
    });

    test('retrains on as many days as it says', async () => {
      for (let day = 0; day < 10; day++) {
        await log.at(day * DAY_MS).rank(`e${day}`, { chosen: day % 3 });
        await log.at(day * DAY_MS + RULES.waitMs).tick();
      }
      const trained: number[] = [];
      for (const [generation, retrainDays] of [0, 1, 5, 100].entries()) {
        await log.at(10 * DAY_MS).append({ kind: 'settings', generation: generation + 2, rules: RULES, policy: EPSILON, retrainDays });
        trained.push((await log.createCaughtUpLearner()).joinedCount);
      }
      const retrained = trained.map((count, i) => count - (trained[i - 1] ?? 10));
      assert.deepEqual(retrained, [0, 1, 5, 10]);
    });

    test('does not count retrained events again', async () => {
      await log.rank('e1');
      await log.at(20_000).tick();
      await log.settings(2);
      const learner = await log.createCaughtUpLearner();
      assertLearned(learner, [{ eventId: 'e1', reward: 0 }]);
      assert.deepEqual(
        learner.takeWindows().map(({ events }) => events),
        [1],
      );
    });

    test('keeps events waiting under the new rules', async () => {
      await log.rank('e1');
      await log.at(5000).settings(2, { ...RULES, waitMs: 60_000, defaultReward: 0.5 });
      await log.at(20_000).tick();
      const learner = await log.createCaughtUpLearner();
      assertLearned(learner, []);
      assert.equal(learner.tickDueMs, START + 60_000);
      await log.at(60_000).tick();
      await learner.catchUp();
      assertLearned(learner, [{ eventId: 'e1', reward: 0.5 }]);
    });

    test('reads a long log before it in batches', async () => {
      const expected: TrainingEvent[] = [];
      for (let i = 0; i < 230; i++) {
        await log.at(i).rank(`e${i}`);
        expected.push({ eventId: `e${i}`, reward: 0 });
      }
      await log.at(20_000).tick();
      await log.settings(2);
      await log.rank('after');
      await log.at(40_000).tick();
      assertLearned(await log.createCaughtUpLearner(), [...expected, { eventId: 'after', reward: 0 }]);
    });

    test('stops retraining when aborted', async () => {
      for (let i = 0; i < 210; i++) await log.at(i).rank(`e${i}`);
      await log.settings(2);
      const stop = new AbortController();
      const learner = log.createLearner();
      await learner.catchUp(undefined, 210);
      stop.abort();
      await learner.catchUp(stop.signal);
      assert.equal(learner.position, 210);
    });
  });

  describe('a model entry', () => {
    test('replaces the model, and trains waiting events into the new one', async () => {
      await log.rank('e1');
      await log.at(10_000).rank('e2', { chosen: 1 });
      const given = trainModel([
        { eventId: 'x', reward: 1 },
        { eventId: 'y', reward: -1 },
      ]);
      const blob = await log.blobs.put(ACCOUNT, writeCheckpoint(given));
      const imported = await log.append({ kind: 'model', generation: 2, policy: DEFAULT_ARGUMENTS, blob });
      const learner = log.createLearner();
      await learner.catchUp(undefined, imported - 1);
      assertLearned(learner, [{ eventId: 'e1', reward: 0 }]);
      await learner.catchUp();
      assert.deepEqual([learner.generation, learner.exportModel()], [2, writeCheckpoint(given)]);
      await log.at(20_000).tick();
      await learner.catchUp();
      assertLearned(learner, [
        { eventId: 'x', reward: 1 },
        { eventId: 'y', reward: -1 },
        { eventId: 'e2', chosen: 1, probability: 0.25, reward: 0 },
      ]);
      await log.append({ kind: 'model', generation: 3, policy: EPSILON });
      await learner.catchUp();
      assert.equal(learner.generation, 3);
      assertLearned(learner, [], EPSILON);
    });

    test('starts untrained if the blob was deleted by a later entry', async () => {
      await log.append(
        { kind: 'model', generation: 2, policy: EPSILON, blob: 'gone' },
        { kind: 'model', generation: 3, policy: DEFAULT_ARGUMENTS },
      );
      assertLearned(await log.createCaughtUpLearner(), []);
    });
  });

  test('reads up to the given position', async () => {
    for (let i = 0; i < 5; i++) await log.rank(`e${i}`);
    const learner = log.createLearner();
    await learner.catchUp(undefined, 3);
    assert.equal(learner.position, 3);
    await learner.catchUp();
    assert.equal(learner.position, 5);
  });
});
