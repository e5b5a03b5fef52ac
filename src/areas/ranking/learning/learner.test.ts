import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { readCheckpoint, writeCheckpoint } from '../../../engines/bandits/checkpoint.ts';
import { Example, readExample } from '../../../engines/bandits/features/example.ts';
import { FeatureReader } from '../../../engines/bandits/features/features.ts';
import { Model } from '../../../engines/bandits/model.ts';
import { DEFAULT_ARGUMENTS, parsePolicy } from '../../../engines/bandits/policy.ts';
import { ACCOUNT, RULES, RankingLog, START, request, trained } from '../../../../test/support/ranking-log.ts';
import type { Trained } from '../../../../test/support/ranking-log.ts';
import { Random } from '../../../../test/support/simulated-time.ts';
import { Learner } from './learner.ts';
import { RETRAIN_MS } from '../model.ts';
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

  /** What was learned is exactly this. */
  const hasLearned = (learner: Learner, events: readonly Trained[], policy?: string): void => {
    assert.deepEqual(learner.exported(), writeCheckpoint(trained(events, policy)));
  };

  describe('joins', () => {
    test('an event is trained with its reward when the wait time is over, once', async () => {
      await log.rank('e1', { chosen: 1, probabilities: [0.5, 0.3, 0.2] });
      await log.at(2000).reward('e1', 0.75);
      const learner = await log.learned();
      hasLearned(learner, []);
      assert.deepEqual([learner.waiting, learner.joined, learner.tickDueMs], [1, 0, START + RULES.waitMs]);
      await log.at(10_000).tick();
      await learner.catchUp();
      await log.at(60_000).tick();
      await learner.catchUp();
      hasLearned(learner, [{ eventId: 'e1', chosen: 1, probability: 0.3, reward: 0.75 }]);
      assert.deepEqual([learner.waiting, learner.joined, learner.tickDueMs], [0, 1, undefined]);
    });

    test('without reward the default is trained; in the order of the ranks, not of the rewards', async () => {
      await log.rank('e1');
      await log.at(10).rank('e2', { chosen: 2 });
      await log.at(20).reward('e2', 1);
      await log.at(20_000).tick();
      const rules = { ...RULES, defaultReward: -0.5 };
      hasLearned(await log.learned(rules), [{ eventId: 'e1', reward: -0.5 }, { eventId: 'e2', chosen: 2, probability: 0.25, reward: 1 }]);
    });

    test('any later entry tells the time as a tick does', async () => {
      await log.rank('e1');
      await log.at(10_000).rank('e2');
      hasLearned(await log.learned(), [{ eventId: 'e1', reward: 0 }]);
    });

    test('late rewards, and those of unknown events, are logged but not trained', async () => {
      await log.rank('e1');
      await log.reward('never', 1);
      await log.at(10_000).reward('e1', 1);
      await log.at(10_001).reward('e1', 1);
      const learner = await log.learned();
      hasLearned(learner, [{ eventId: 'e1', reward: 0 }]);
      assert.equal((await log.store.readEvents(ACCOUNT, LOG, 0, 10)).length, 4);
      assert.equal(learner.position, 4);
    });

    test('of several rewards the first counts, or all of them where they are summed', async () => {
      await log.rank('e1');
      for (const value of [0.5, 1, 1, -0.25]) await log.at(5).reward('e1', value);
      await log.at(20_000).tick();
      hasLearned(await log.learned(), [{ eventId: 'e1', reward: 0.5 }]);
      hasLearned(await log.learned({ ...RULES, aggregation: 'sum' }), [{ eventId: 'e1', reward: 2.25 }]);
    });

    test('a deferred event is trained only if it was activated in time', async () => {
      for (const id of ['never', 'late', 'shown', 'rewarded']) await log.rank(id, { deferred: true });
      await log.at(1).reward('never', 1);
      await log.reward('rewarded', 1);
      await log.at(2).activate('shown');
      await log.activate('rewarded');
      await log.at(10_000).activate('late');
      await log.at(20_000).tick();
      hasLearned(await log.learned({ ...RULES, defaultReward: 0.5 }), [{ eventId: 'shown', reward: 0.5 }, { eventId: 'rewarded', reward: 1 }]);
    });

    test('an event id that waits already names the first of its events', async () => {
      await log.rank('e1', { chosen: 0 });
      await log.at(5).rank('e1', { chosen: 1 });
      await log.reward('e1', 1);
      await log.at(20_000).tick();
      hasLearned(await log.learned(), [{ eventId: 'e1', reward: 1 }]);
    });

    test('when every outcome is reported, events are trained as their rewards come', async () => {
      const expected: Trained[] = [];
      for (let i = 0; i < 60; i++) {
        await log.at(i * 100).rank(`e${i}`);
        await log.at(i * 100 + 10).reward(`e${i}`, 1);
        expected.push({ eventId: `e${i}`, reward: 1 });
      }
      const learner = await log.learned();
      assert.ok(log.nowIsBefore(RULES.waitMs), 'no event is done by its time');
      hasLearned(learner, expected);
    });

    test('actions that were excluded are no choices', async () => {
      const asked = request('one', { excludedActions: ['b'] });
      await log.rank('e1', { request: asked, probabilities: [0.5, 0, 0.5] });
      await log.at(1).reward('e1', 1);
      await log.at(20_000).tick();
      hasLearned(await log.learned(RULES, EPSILON), [{ eventId: 'e1', request: asked, reward: 1, allowed: Uint8Array.of(1, 0, 1) }], EPSILON);
      assert.notDeepEqual(writeCheckpoint(trained([{ eventId: 'e1', request: asked, reward: 1 }], EPSILON)), (await log.learned(RULES, EPSILON)).exported(), 'which is seen in the weights');
    });

    test('an event whose entry was deleted before it was read again trains nothing', async () => {
      await log.rank('e1');
      await log.at(10).rank('e2');
      const { store } = log;
      const learner = await log.learned();
      await store.dropEvents(ACCOUNT, LOG, START + 5);
      const restored = Learner.restored(ACCOUNT, log.services, learner.checkpoint());
      await log.at(20_000).tick();
      await restored.catchUp();
      hasLearned(restored, [{ eventId: 'e2', reward: 0 }]);
    });
  });

  describe('modes', () => {
    const play = async (mode: LearningMode): Promise<Learner> => {
      for (let i = 0; i < 4; i++) {
        await log.at(i).rank(`e${i}`, { mode, request: request('one', { excludedActions: ['a'] }), chosen: 1, probabilities: [0, 1, 0] });
        await log.reward(`e${i}`, 0.25);
      }
      await log.at(20_000).tick();
      return await log.learned();
    };

    test('Apprentice learns to do as the baseline does, whatever the rewards', async () => {
      const learner = await play('Apprentice');
      const expected = new Model(parsePolicy(DEFAULT_ARGUMENTS));
      const example = readExample(new FeatureReader(), request(), new Example());
      for (let i = 0; i < 4; i++) expected.imitate(example, 1, Uint8Array.of(0, 1, 1));
      assert.deepEqual(learner.exported(), writeCheckpoint(expected));
    });

    test('Apprentice counts the events in which the model would have done the same, and what they earned', async () => {
      const [window] = (await play('Apprentice')).takeWindows();
      assert.deepEqual(window, {
        startMs: START, position: 1, mode: 'Apprentice', events: 4, reward: 1, rewardSquares: 0.25, explored: 0,
        matched: 3, matchedReward: 0.75, baselineWeight: 4, baselineReward: 1, baselineSquares: 0.25,
        baselineWeightSquares: 4, baselineCross: 1, baselineRewardSquares: 0.25, baselineRarity: 4, baselineUnseen: 0, leastReward: 0.25, mostReward: 0.25,
      }, 'all but the first, when the model knew nothing');
    });

    test('LoggingOnly trains nothing, but counts', async () => {
      const learner = await play('LoggingOnly');
      hasLearned(learner, []);
      assert.equal(learner.joined, 4);
      assert.deepEqual(learner.takeWindows().map(({ mode, events, matched }) => [mode, events, matched]), [['LoggingOnly', 4, 0]]);
    });

    test('events of a loop with slots train no model without, and the other way round', async () => {
      await log.rank('e1');
      await log.at(20_000).tick();
      hasLearned(await log.learned(RULES, SLOTS), [], SLOTS);
    });
  });

  describe('slots', () => {
    const slots = [{ id: 's1', baselineAction: 'a' }, { id: 's2', features: [{ size: 'small' }], excludedActions: ['a'], baselineAction: 'b' }];
    const asked: RankRequest = { contextFeatures: [{ user: { kind: 'one' } }], actions: ['a', 'b', 'c'].map((id) => ({ id, features: [{ topic: id }] })), slots };
    const decisions = [{ chosen: 1, probabilities: [0.4, 0.3, 0.3] }, { chosen: 2, probabilities: [0, 0, 1] }];

    test('each slot is trained with its own reward and what was open to it; one without reward with the default', async () => {
      await log.append({ kind: 'rank', eventId: 'e1', request: asked, decisions, mode: 'Online', model: 0 });
      await log.at(5).append({ kind: 'reward', eventId: 'e1', rewards: [{ slotId: 's2', value: 1 }, { slotId: 'unknown', value: 1 }] });
      await log.append({ kind: 'reward', eventId: 'e1', rewards: [{ value: 1 }] });
      await log.at(20_000).tick();
      const learner = await log.learned({ ...RULES, defaultReward: -1 }, SLOTS);
      hasLearned(learner, [
        { eventId: 'e1', request: asked, slot: 0, chosen: 1, probability: 0.3, reward: -1 },
        { eventId: 'e1', request: asked, slot: 1, chosen: 2, probability: 1, reward: 1, allowed: Uint8Array.of(0, 0, 1) },
      ], SLOTS);
      assert.equal(learner.joined, 1);
    });

    test('activation covers every slot', async () => {
      await log.append({ kind: 'rank', eventId: 'e1', request: asked, decisions, mode: 'Online', model: 0, deferred: true });
      await log.activate('e1');
      await log.at(20_000).tick();
      assert.equal((await log.learned(RULES, SLOTS)).joined, 1);
    });
  });

  describe('windows', () => {
    test('spans of five minutes, a new one when the mode changes', async () => {
      await log.rank('e1', { chosen: 1 });
      await log.at(1).reward('e1', 1);
      await log.at(15_000).rank('e2', { mode: 'Apprentice', probabilities: [1, 0, 0] });
      await log.at(30_000).rank('e3', { probabilities: [0.8, 0.1, 0.1] });
      await log.at(31_000).reward('e3', -0.5);
      await log.at(300_000).tick();
      await log.rank('e4');
      const learner = await log.learned();
      assert.equal(learner.takeWindows().length, 3);
      await log.at(400_000).tick();
      await learner.catchUp();
      const windows = learner.takeWindows();
      assert.deepEqual(windows.map(({ startMs, mode, events, reward, explored }) => ({ startMs: startMs - START, mode, events, reward, explored })), [
        { startMs: 300_000, mode: 'Online', events: 2, reward: -0.5, explored: 0 },
      ], 'the open one, with the event that was done by then');
    });

    test('modes that one entry brings to an end have windows of their own', async () => {
      await log.rank('e1', { mode: 'Apprentice' });
      await log.rank('e2');
      await log.rank('e3', { mode: 'Apprentice' });
      await log.at(10_000).tick();
      assert.deepEqual((await log.learned()).takeWindows().map(({ position, mode, events }) => [position, mode, events]), [[1, 'Apprentice', 1], [2, 'Online', 1], [3, 'Apprentice', 1]]);
    });

    test('the numbers of a window', async () => {
      await log.rank('e1', { chosen: 1, probabilities: [0.5, 0.3, 0.2] });
      await log.rank('e2', { chosen: 0, probabilities: [0.25, 0.5, 0.25] });
      await log.rank('e3', { chosen: 0, probabilities: [0.5, 0.25, 0.25] });
      await log.reward('e1', -1);
      await log.reward('e2', 0.5);
      await log.reward('e3', 0.5);
      await log.at(10_000).tick();
      assert.deepEqual((await log.learned()).takeWindows(), [{
        startMs: START, position: 1, mode: 'Online', events: 3, reward: 0, rewardSquares: 1.5, explored: 2,
        matched: 2, matchedReward: 1, baselineWeight: 6, baselineReward: 3, baselineSquares: 5,
        baselineWeightSquares: 20, baselineCross: 10, baselineRewardSquares: 1.5, baselineRarity: 8, baselineUnseen: 0, leastReward: -1, mostReward: 0.5,
      }]);
    });
  });

  describe('restored from a checkpoint', () => {
    /** A log of everything that can be in one, over several days. */
    async function mixed(events: number, seed: number): Promise<void> {
      const random = new Random(seed);
      let at = 0;
      for (let i = 0; i < events; i++) {
        at += random.integer(0, random.chance(0.02) ? 3_600_000 : 3000);
        log.at(at);
        const id = `e${random.integer(Math.max(0, i - 12), i)}`;
        const kind = random.integer(0, 99);
        if (kind < 45) await log.rank(`e${i}`, { chosen: random.integer(0, 2), mode: random.pick(['Online', 'Online', 'Apprentice', 'LoggingOnly']), deferred: random.chance(0.2) || undefined, request: request(`k${random.integer(0, 3)}`) });
        else if (kind < 85) await log.reward(id, random.integer(-4, 4) / 4);
        else if (kind < 95) await log.activate(id);
        else if (kind < 97) await log.tick();
        else if (kind < 98) await log.settings(i, { ...RULES, defaultReward: random.pick([0, 0.5]) }, random.pick([DEFAULT_ARGUMENTS, EPSILON, '--cb_explore_adf --cover 3 --cb_type dr']));
        else if (kind < 99) await log.append({ kind: 'model', generation: i, policy: DEFAULT_ARGUMENTS });
        else await log.append({ kind: 'model', generation: i, policy: EPSILON, blob: await log.blobs.put(ACCOUNT, writeCheckpoint(trained([{ eventId: 'x', reward: 1 }], EPSILON))) });
      }
    }

    test('at any position, a learner goes on as the one that never stopped, bit for bit', async () => {
      for (const seed of [1, 2]) {
        await mixed(400, seed);
        const whole = await log.learned();
        const random = new Random(seed + 100);
        let learner = log.learner();
        const windows = new Map<string, unknown>();
        const take = (): void => {
          for (const window of learner.takeWindows()) windows.set(`${window.startMs} ${window.position}`, structuredClone(window));
        };
        while (learner.position < whole.position) {
          await learner.catchUp(undefined, learner.position + random.integer(1, 60));
          take();
          if (random.chance(0.5)) learner = Learner.restored(ACCOUNT, log.services, learner.checkpoint());
        }
        take();
        assert.deepEqual(Buffer.from(learner.checkpoint()), Buffer.from(whole.checkpoint()));
        assert.deepEqual([...windows.values()], whole.takeWindows(), 'and every window was told');
        await log.store.dropEvents(ACCOUNT, LOG, Number.MAX_SAFE_INTEGER);
      }
    });

    test('a window of before all sums were counted is told as it was, and another goes on', async () => {
      await log.rank('e1');
      await log.at(10_000).tick();
      const { model, note } = readCheckpoint((await log.learned()).checkpoint());
      const { window, ...rest } = JSON.parse(note) as { window: Record<string, unknown> };
      const learner = Learner.restored(ACCOUNT, log.services, writeCheckpoint(model, JSON.stringify({ ...rest, window: { ...window, baselineRarity: undefined } })));
      await log.rank('e2');
      await log.at(20_000).tick();
      await learner.catchUp();
      assert.deepEqual(learner.takeWindows().map(({ position, events, baselineRarity }) => [position, events, typeof baselineRarity]), [[1, 1, 'undefined'], [3, 1, 'number']]);
    });

    test('a learner that reads part of the log again tells the same windows as before', async () => {
      await mixed(200, 3);
      const learner = log.learner();
      await learner.catchUp(undefined, 50);
      learner.takeWindows();
      const again = Learner.restored(ACCOUNT, log.services, learner.checkpoint());
      await learner.catchUp();
      await again.catchUp();
      const told = again.takeWindows();
      assert.ok(told.length > 3, String(told.length));
      assert.deepEqual(told, learner.takeWindows());
    });
  });

  describe('a settings entry', () => {
    test('trains the model again, by its rules, on the last two days and nothing before', async () => {
      const day = RETRAIN_MS / 2;
      await log.settings(1);
      for (let i = 0; i < 40; i++) {
        await log.at(i * day / 10).rank(`e${i}`, { chosen: i % 3 });
        await log.reward(`e${i}`, 0.5);
        await log.at(i * day / 10 + 1).reward(`e${i}`, 1);
      }
      const end = 40 * day / 10;
      const rules = { waitMs: 5000, aggregation: 'sum', defaultReward: 0.25 } as const;
      await log.at(end).settings(2, rules, EPSILON);
      const learner = await log.learned();

      const fresh = await RankingLog.open();
      for (const { at, value } of await log.store.readEvents<Parameters<typeof log.append>[0]>(ACCOUNT, LOG, 0, 1000)) {
        if (value.kind !== 'settings' && at >= START + end - RETRAIN_MS) await fresh.at(at - START).append(value);
      }
      const alone = await fresh.learned(rules, EPSILON);
      assert.deepEqual(learner.exported(), alone.exported());
      assert.ok(alone.joined > 15 && alone.joined < 21, String(alone.joined));
      assert.deepEqual([learner.generation, learner.waiting], [2, alone.waiting]);
      await fresh.store.close();
    });

    test('what is trained again is not counted again', async () => {
      await log.rank('e1');
      await log.at(20_000).tick();
      await log.settings(2);
      const learner = await log.learned();
      hasLearned(learner, [{ eventId: 'e1', reward: 0 }]);
      assert.deepEqual(learner.takeWindows().map(({ events }) => events), [1]);
    });

    test('events that wait go on waiting, under the new rules', async () => {
      await log.rank('e1');
      await log.at(5000).settings(2, { ...RULES, waitMs: 60_000, defaultReward: 0.5 });
      await log.at(20_000).tick();
      const learner = await log.learned();
      hasLearned(learner, []);
      assert.equal(learner.tickDueMs, START + 60_000);
      await log.at(60_000).tick();
      await learner.catchUp();
      hasLearned(learner, [{ eventId: 'e1', reward: 0.5 }]);
    });

    test('a long log before it is read in parts, whole', async () => {
      const expected: Trained[] = [];
      for (let i = 0; i < 230; i++) {
        await log.at(i).rank(`e${i}`);
        expected.push({ eventId: `e${i}`, reward: 0 });
      }
      await log.at(20_000).tick();
      await log.settings(2);
      await log.rank('after');
      await log.at(40_000).tick();
      hasLearned(await log.learned(), [...expected, { eventId: 'after', reward: 0 }]);
    });

    test('a learner that is told to stop meanwhile stops', async () => {
      for (let i = 0; i < 210; i++) await log.at(i).rank(`e${i}`);
      await log.settings(2);
      const stop = new AbortController();
      const learner = log.learner();
      await learner.catchUp(undefined, 210);
      stop.abort();
      await learner.catchUp(stop.signal);
      assert.equal(learner.position, 210);
    });
  });

  describe('a model entry', () => {
    test('puts the model given, or a blank one, in the place of what was learned; what waits is trained into it', async () => {
      await log.rank('e1');
      await log.at(10_000).rank('e2', { chosen: 1 });
      const given = trained([{ eventId: 'x', reward: 1 }, { eventId: 'y', reward: -1 }]);
      const blob = await log.blobs.put(ACCOUNT, writeCheckpoint(given));
      const imported = await log.append({ kind: 'model', generation: 2, policy: DEFAULT_ARGUMENTS, blob });
      const learner = log.learner();
      await learner.catchUp(undefined, imported - 1);
      hasLearned(learner, [{ eventId: 'e1', reward: 0 }]);
      await learner.catchUp();
      assert.deepEqual([learner.generation, learner.exported()], [2, writeCheckpoint(given)]);
      await log.at(20_000).tick();
      await learner.catchUp();
      hasLearned(learner, [{ eventId: 'x', reward: 1 }, { eventId: 'y', reward: -1 }, { eventId: 'e2', chosen: 1, probability: 0.25, reward: 0 }]);
      await log.append({ kind: 'model', generation: 3, policy: EPSILON });
      await learner.catchUp();
      assert.equal(learner.generation, 3);
      hasLearned(learner, [], EPSILON);
    });

    test('one whose bytes are gone, since another came after it, is blank', async () => {
      await log.append({ kind: 'model', generation: 2, policy: EPSILON, blob: 'gone' }, { kind: 'model', generation: 3, policy: DEFAULT_ARGUMENTS });
      hasLearned(await log.learned(), []);
    });
  });

  test('reads as far as it is told, and no further', async () => {
    for (let i = 0; i < 5; i++) await log.rank(`e${i}`);
    const learner = log.learner();
    await learner.catchUp(undefined, 3);
    assert.equal(learner.position, 3);
    await learner.catchUp();
    assert.equal(learner.position, 5);
  });
});
