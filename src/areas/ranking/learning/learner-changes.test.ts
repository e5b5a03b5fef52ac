import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { readCheckpoint, writeCheckpoint } from '../../../engines/ranking/checkpoint.ts';
import { Model } from '../../../engines/ranking/model.ts';
import { DEFAULT_ARGUMENTS, parsePolicy } from '../../../engines/ranking/policy.ts';
import { ACCOUNT, RULES, RankingLog, START, request, trainModel } from '../../../../test/support/ranking-log.ts';
import type { TrainingEvent } from '../../../../test/support/ranking-log.ts';
import { Random } from '../../../../test/support/simulated-time.ts';
import { Learner } from './learner.ts';
import { DAY_MS, DEFAULT_RETRAIN_DAYS } from '../model.ts';
import { LOG } from '../store.ts';

const EPSILON = '--cb_explore_adf --epsilon 0.1';

describe('learner after a restart or a change of its settings or model', () => {
  let log: RankingLog;
  beforeEach(async () => {
    log = await RankingLog.open();
  });
  afterEach(() => log.store.close());

  /** Asserts that exactly these events were learned. */
  const assertLearned = (learner: Learner, events: readonly TrainingEvent[], policy?: string): void => {
    assert.deepEqual(learner.exportModel(), writeCheckpoint(trainModel(events, policy)));
  };

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
        await writeMixedLog(250, seed);
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
          if (random.chance(0.5)) learner = Learner.restore(ACCOUNT, log.services, await learner.checkpoint());
        }
        take();
        assert.deepEqual(Buffer.from(await learner.checkpoint()), Buffer.from(await whole.checkpoint()));
        assert.deepEqual([...windows.values()], whole.takeWindows(), 'and returns every window');
        await log.store.dropEvents(ACCOUNT, LOG, Number.MAX_SAFE_INTEGER);
      }
    });

    test('trains the model of an earlier version’s learner anew, and keeps its place in the log', async () => {
      for (let i = 0; i < 40; i++) {
        await log.at(i * 500).rank(`e${i}`, { chosen: i % 3 });
        if (i % 4 === 0) await log.at(i * 500 + 100).reward(`e${i}`, 1);
      }
      const learner = await log.createCaughtUpLearner();
      const { note } = readCheckpoint(await learner.checkpoint());
      const outdated = writeCheckpoint(new Model(parsePolicy(DEFAULT_ARGUMENTS, true)), note);
      const rebuilt = Learner.restore(ACCOUNT, log.services, outdated, true);
      await rebuilt.catchUp();
      assert.deepEqual(await rebuilt.checkpoint(), await learner.checkpoint());
      assert.ok(rebuilt.joinedCount > 0, 'and exports it');
      const imported = Learner.restore(ACCOUNT, log.services, outdated);
      await imported.catchUp();
      assert.deepEqual(await imported.checkpoint(), outdated);
    });

    test('keeps an incomplete window of an older version, and starts another', async () => {
      await log.rank('e1');
      await log.at(10_000).tick();
      const { model, note } = readCheckpoint(await (await log.createCaughtUpLearner()).checkpoint());
      const { window, ...rest } = JSON.parse(note) as { window: Record<string, unknown> };
      const learner = Learner.restore(
        ACCOUNT,
        log.services,
        writeCheckpoint(model, JSON.stringify({ ...rest, window: { ...window, baselineSums: undefined } })),
      );
      await log.rank('e2');
      await log.at(20_000).tick();
      await learner.catchUp();
      assert.deepEqual(
        learner.takeWindows().map(({ position, events, baselineSums }) => [position, events, typeof baselineSums]),
        [
          [1, 1, 'undefined'],
          [3, 1, 'object'],
        ],
      );
    });

    test('returns the same windows when it reads a part of the log again', async () => {
      await writeMixedLog(200, 3);
      const learner = log.createLearner();
      await learner.catchUp(undefined, 50);
      learner.takeWindows();
      const again = Learner.restore(ACCOUNT, log.services, await learner.checkpoint());
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
});
