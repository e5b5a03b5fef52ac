import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { writeCheckpoint } from '../../../engines/ranking/checkpoint.ts';
import { Example, readExample } from '../../../engines/ranking/features/example.ts';
import { FeatureReader } from '../../../engines/ranking/features/features.ts';
import { Model } from '../../../engines/ranking/model.ts';
import { DEFAULT_ARGUMENTS, parsePolicy } from '../../../engines/ranking/policy.ts';
import { ACCOUNT, RULES, RankingLog, START, request, trainModel } from '../../../../test/support/ranking-log.ts';
import type { TrainingEvent } from '../../../../test/support/ranking-log.ts';
import { Learner } from './learner.ts';
import type { LearningMode, LearningWindow, RankRequest } from '../model.ts';
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
      const learner = await log.createCaughtUpLearner(RULES, EPSILON);
      assert.ok(log.nowIsBefore(RULES.waitMs), 'no wait time has ended');
      assertLearned(learner, expected, EPSILON);
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
      const restored = Learner.restore(ACCOUNT, log.services, await learner.checkpoint());
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
      const [{ baselineSums, ...window }] = (await play('Apprentice')).takeWindows() as [LearningWindow];
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
        },
        'all but the first, when the model was untrained',
      );
      const { events, r, rr, unseen, full } = baselineSums!;
      assert.deepEqual([events, r, rr, unseen], [4, 1, 0.25, 0]);
      assert.deepEqual([full.w, full.wr, full.wrr, full.expected, full.expectedSquares], [4, 1, 0.25, 4, 4]);
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
          {
            eventId: 'e1',
            request: rankRequest,
            slot: 1,
            chosen: 2,
            probability: 1,
            reward: 1,
            allowed: Uint8Array.of(0, 0, 1),
            shown: [1],
          },
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
      const [{ baselineSums, ...window }] = (await log.createCaughtUpLearner()).takeWindows() as [LearningWindow];
      assert.deepEqual(window, {
        startMs: START,
        position: 1,
        mode: 'Online',
        events: 3,
        reward: 0,
        rewardSquares: 1.5,
        explored: 2,
        matched: 2,
        matchedReward: 1,
      });
      const { full, unseen, least, most } = baselineSums!;
      assert.deepEqual([full.w, full.wr, full.wrr, full.expected, full.expectedSquares], [6, 3, 1.5, 3, 8]);
      assert.deepEqual([unseen, least, most], [0, -1, 1]);
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
