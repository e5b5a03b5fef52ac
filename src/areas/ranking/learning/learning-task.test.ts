/** The standing work of a loop, step by step at times that the test sets. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { readCheckpoint } from '../../../engines/bandits/checkpoint.ts';
import { LeaseLost } from '../../../kernel/singleton-task.ts';
import type { SingletonTaskContext } from '../../../kernel/singleton-task.ts';
import { JobQueue } from '../../../jobs/queue.ts';
import { Change } from '../../../kernel/change.ts';
import { ACCOUNT, RankingLog, START } from '../../../../test/support/ranking-log.ts';
import { Learner } from './learner.ts';
import { learning } from './learning-task.ts';
import { newLoop } from '../model.ts';
import type { LogEntry, Loop, Settings } from '../model.ts';
import { LOG, ONLY, checkpoints, evaluations, loops, windows } from '../store.ts';
import { DEFAULT_ARGUMENTS } from '../../../engines/bandits/policy.ts';

const DAY_MS = 24 * 3600_000;
const WAIT_MS = 10_000;

describe('learning', () => {
  let log: RankingLog;
  let stop: AbortController;
  let working: Promise<void> | undefined;
  /** The pause that the work is in: how long, and its end. */
  let pausing: PromiseWithResolvers<number>;
  let endPause: () => void;
  let lost: boolean;

  beforeEach(async () => {
    log = await RankingLog.open();
    stop = new AbortController();
    working = undefined;
    lost = false;
  });
  afterEach(async () => {
    stop.abort();
    endPause?.();
    await working?.catch(() => undefined);
    await log.store.close();
  });

  const loop = (more: Partial<Settings> = {}): Loop => {
    const made = newLoop(DEFAULT_ARGUMENTS, START);
    return { ...made, settings: { ...made.settings, rewardWaitTime: 'PT10S', modelExportFrequency: 'PT1S', ...more } };
  };
  const putLoop = (value: Loop): Promise<void> => log.store.commit(new Change().put(loops, ACCOUNT, ONLY, value));
  const getLoop = async (): Promise<Loop> => (await log.store.get(loops, ACCOUNT, ONLY))!.value;
  const entries = async (): Promise<LogEntry[]> => (await log.store.readEvents<LogEntry>(ACCOUNT, LOG, 0, 1000)).map(({ value }) => value);
  const begin = async (): Promise<number> => {
    let ids = 0;
    const clock = log.services.clock;
    const jobs = new JobQueue(log.store, clock, { uuid: () => `id-${++ids}`, secret: () => '' });
    const context: SingletonTaskContext = {
      services: { ...log.services, jobs, ids: { uuid: () => `evaluation-${++ids}`, secret: () => '' } }, signal: stop.signal,
      commit: async (change) => {
        if (lost) throw new LeaseLost();
        await log.store.commit(change);
      },
      pause: async (ms) => {
        const gate = Promise.withResolvers<void>();
        endPause = gate.resolve;
        pausing.resolve(ms);
        await gate.promise;
      },
    };
    pausing = Promise.withResolvers();
    working = learning.perform(ACCOUNT, context);
    return await Promise.race([pausing.promise, working.then(() => -1)]);
  };
  /** Ends the pause at the time given; answers how long the next will be. */
  const step = async (ms: number): Promise<number> => {
    log.at(ms);
    pausing = Promise.withResolvers();
    endPause();
    return await Promise.race([pausing.promise, working!.then(() => -1)]);
  };
  const finish = async (): Promise<void> => {
    stop.abort();
    endPause();
    await working;
  };
  const blobsLeft = async (): Promise<number> => {
    let count = 0;
    for await (const { id } of log.blobs.list(Number.MAX_SAFE_INTEGER)) if (id) count++;
    return count;
  };
  const exportedCount = async (): Promise<number> => readCheckpoint((await log.blobs.get(ACCOUNT, (await getLoop()).model!.blob))!).model.count;

  test('what was learned is exported as often as the settings say, and not when nothing was', async () => {
    await putLoop(loop());
    await log.rank('e1');
    await log.reward('e1', 1);
    assert.equal(await begin(), 1000, 'the export frequency');
    assert.equal(await exportedCount(), 0, 'a new generation is told at once');
    await log.at(WAIT_MS + 1).rank('e2');
    await step(WAIT_MS + 1);
    const { model } = await getLoop();
    assert.deepEqual([model!.position, model!.exportedAt], [3, START + WAIT_MS + 1]);
    assert.equal(await exportedCount(), 1);
    await step(WAIT_MS + 2000);
    assert.equal((await getLoop()).model!.blob, model!.blob);
    await log.at(2 * WAIT_MS + 2).rank('e3');
    await step(2 * WAIT_MS + 2);
    assert.notEqual((await getLoop()).model!.blob, model!.blob);
    await log.at(2 * WAIT_MS + 2).rank('e4');
    await step(3 * WAIT_MS + 3);
    await step(3 * WAIT_MS + 4);
    assert.equal((await getLoop()).model!.position, await log.store.lastPosition(ACCOUNT, LOG), 'with the tick that ended e3 and e4');
  });

  test('an export comes no sooner than the settings say', async () => {
    await putLoop(loop({ modelExportFrequency: 'PT1M' }));
    await log.rank('e1');
    assert.equal(await begin(), 5000, 'the log is followed more often');
    await log.at(WAIT_MS).rank('e2');
    await step(WAIT_MS);
    const first = (await getLoop()).model!.blob;
    await log.at(2 * WAIT_MS).rank('e3');
    await step(2 * WAIT_MS);
    assert.equal((await getLoop()).model!.blob, first);
    await step(WAIT_MS + 60_000);
    assert.notEqual((await getLoop()).model!.blob, first);
  });

  test('a shorter time between exports holds from when it is set', async () => {
    await putLoop(loop({ modelExportFrequency: 'PT1H' }));
    await log.rank('e1');
    await begin();
    await log.at(WAIT_MS).rank('e2');
    await step(WAIT_MS);
    assert.equal(await exportedCount(), 0);
    await putLoop({ ...await getLoop(), settings: loop().settings });
    await step(WAIT_MS + 1);
    assert.equal(await exportedCount(), 1);
  });

  test('when nothing is logged a tick ends what waits, once', async () => {
    await putLoop(loop());
    await log.at(100).rank('e1');
    assert.equal(await begin(), 1000);
    assert.equal(await step(9600), 500, 'until the event is done');
    await step(10_099);
    assert.deepEqual((await entries()).map(({ kind }) => kind), ['rank']);
    await step(10_100);
    await step(20_000);
    assert.deepEqual((await entries()).map(({ kind }) => kind), ['rank', 'tick']);
    assert.equal((await getLoop()).model!.position, 2);
  });

  test('checkpoints are written in their time and at the end; one goes on where the other stopped', async () => {
    await putLoop(loop());
    await log.rank('e1');
    await begin();
    const first = (await log.store.get(checkpoints, ACCOUNT, ONLY))!.value;
    assert.equal(first.position, 1);
    await log.rank('e2');
    await step(1000);
    assert.equal((await log.store.get(checkpoints, ACCOUNT, ONLY))!.value.position, 1);
    await finish();
    const second = (await log.store.get(checkpoints, ACCOUNT, ONLY))!.value;
    assert.equal(second.position, 2);
    assert.equal(await log.blobs.get(ACCOUNT, first.blob), undefined, 'the one before is gone');
    const whole = await log.learned();
    assert.deepEqual(await log.blobs.get(ACCOUNT, second.blob), whole.checkpoint());

    stop = new AbortController();
    const read = log.store.readEvents.bind(log.store);
    const positions: number[] = [];
    log.store.readEvents = (account, name, after, limit) => {
      positions.push(after);
      return read(account, name, after, limit);
    };
    await log.at(2000).rank('e3');
    await begin();
    assert.equal(Math.min(...positions), 2, 'nothing is read again');
    await finish();
    assert.equal((await log.store.get(checkpoints, ACCOUNT, ONLY))!.value.position, 3);
  });

  test('a restored learner exports what its checkpoint has learned and no export has told', async () => {
    await putLoop(loop());
    await log.rank('e1');
    await log.at(WAIT_MS).rank('e2');
    const learner = await log.learned();
    const blob = await log.blobs.put(ACCOUNT, learner.checkpoint());
    await log.store.commit(new Change().put(checkpoints, ACCOUNT, ONLY, { blob, position: learner.position }));
    await log.at(WAIT_MS + 1).reward('e2', 1);
    await begin();
    assert.equal(await exportedCount(), 1);
  });

  test('a model of an older generation is not exported, and no window is lost by it', async () => {
    await putLoop(loop());
    await log.settings(1);
    await log.rank('e1');
    await begin();
    const read = log.store.get.bind(log.store);
    let swapped = false;
    log.store.get = async (...args) => {
      const found = await read(...args);
      // Between the reading of the log and the export the settings change.
      if (args[0].name === loops.name && (found?.value as Loop | undefined)?.generation === 1 && !swapped && !log.nowIsBefore(WAIT_MS)) {
        swapped = true;
        const next = { ...loop({ defaultReward: 0.5 }), generation: 2 };
        await log.store.commit(new Change().put(loops, ACCOUNT, ONLY, next));
      }
      return found;
    };
    await step(WAIT_MS);
    assert.deepEqual([swapped, (await getLoop()).model], [true, undefined], 'the settings that came have no model');
    await log.settings(2, { waitMs: WAIT_MS, aggregation: 'earliest', defaultReward: 0.5 });
    await step(WAIT_MS + 1500);
    const { model, generation } = await getLoop();
    assert.deepEqual([generation, model!.position], [2, 4]);
    assert.deepEqual((await log.store.page(windows, ACCOUNT, { limit: 10 })).map(({ value: { events } }) => events), [1]);
  });

  test('the model before the last stays until the next export, older ones go', async () => {
    await putLoop(loop());
    await begin();
    const blobs: string[] = [];
    for (let i = 1; i <= 4; i++) {
      await log.at(i * WAIT_MS * 2).rank(`e${i}`);
      await step(i * WAIT_MS * 2);
      await step(i * WAIT_MS * 2 + WAIT_MS);
      blobs.push((await getLoop()).model!.blob);
    }
    assert.equal(new Set(blobs).size, 4);
    assert.deepEqual(await Promise.all(blobs.map(async (blob) => await log.blobs.get(ACCOUNT, blob) !== undefined)), [false, false, true, true]);
    await finish();
    assert.equal(await blobsLeft(), 3, 'two models and a checkpoint');
  });

  test('a model that the loop began with is kept as long as it is named', async () => {
    const blob = await log.blobs.put(ACCOUNT, (await log.learned()).exported());
    await putLoop({ ...loop(), base: blob, model: { blob, position: 0, exportedAt: START } });
    await log.append({ kind: 'model', generation: 1, policy: DEFAULT_ARGUMENTS, blob });
    await begin();
    for (let i = 1; i <= 3; i++) {
      await log.at(i * WAIT_MS * 2).rank(`e${i}`);
      await step(i * WAIT_MS * 2);
      await step(i * WAIT_MS * 2 + WAIT_MS);
    }
    assert.ok(await log.blobs.get(ACCOUNT, blob));
  });

  test('one that has lost its duty changes nothing', async () => {
    await putLoop(loop());
    await log.rank('e1');
    await begin();
    const before = [(await log.store.get(checkpoints, ACCOUNT, ONLY))!.version, (await log.store.get(loops, ACCOUNT, ONLY))!.version, await log.store.lastPosition(ACCOUNT, LOG)];
    lost = true;
    log.at(WAIT_MS);
    endPause();
    await assert.rejects(working!, LeaseLost);
    assert.deepEqual([(await log.store.get(checkpoints, ACCOUNT, ONLY))!.version, (await log.store.get(loops, ACCOUNT, ONLY))!.version, await log.store.lastPosition(ACCOUNT, LOG)], before);
  });

  test('a loop that is gone with its account ends the work', async () => {
    await putLoop(loop());
    await begin();
    await log.store.erase(ACCOUNT);
    lost = true;
    log.at(70_000);
    endPause();
    await assert.rejects(working!, LeaseLost);
  });

  test('a learner that has nothing to do is let go, and opened again when there is', async () => {
    await putLoop(loop({ modelExportFrequency: 'P1D' }));
    await log.rank('e1');
    await begin();
    for (let ms = WAIT_MS; ms <= WAIT_MS + 610_000; ms += 100_000) await step(ms);
    await step(WAIT_MS + 620_000);
    let reads = 0;
    const read = log.store.readEvents.bind(log.store);
    log.store.readEvents = (...args) => {
      reads++;
      return read(...args);
    };
    assert.equal(await step(WAIT_MS + 700_000), 60_000);
    assert.equal(reads, 0, 'the log is not read, only its end looked at');
    await log.at(WAIT_MS + 700_001).rank('e2');
    await step(WAIT_MS + 700_001);
    assert.ok(reads > 0);
    await finish();
    assert.deepEqual(await log.blobs.get(ACCOUNT, (await log.store.get(checkpoints, ACCOUNT, ONLY))!.value.blob), (await log.learned()).checkpoint());
  });

  test('what the log need not keep is dropped, unless all is kept', async () => {
    await putLoop(loop({ logRetentionDays: 3 }));
    await log.rank('e1');
    await log.at(DAY_MS).rank('e2');
    await log.at(3 * DAY_MS).rank('e3');
    log.at(3 * DAY_MS + 1);
    await begin();
    assert.deepEqual((await entries()).map((entry) => 'eventId' in entry ? entry.eventId : entry.kind), ['e2', 'e3']);
    await step(4 * DAY_MS + 2);
    assert.deepEqual((await entries()).map((entry) => 'eventId' in entry ? entry.eventId : entry.kind), ['e3', 'tick']);
    await putLoop(loop({ logRetentionDays: -1 }));
    await step(100 * DAY_MS);
    assert.deepEqual((await entries()).length, 2);
  });

  describe('automatic optimisation', () => {
    const due = { isAutoOptimizationEnabled: true, autoOptimizationFrequency: 'P7D', autoOptimizationStartDate: new Date(START + DAY_MS).toISOString(), logRetentionDays: -1 };
    const runs = async (): Promise<string[]> => (await log.store.page(evaluations, ACCOUNT, { limit: 100 })).map(({ value: { evaluationType, searches, startTime, endTime } }) => {
      assert.deepEqual([evaluationType, searches, Date.parse(endTime) - Date.parse(startTime)], ['Auto', true, 14 * DAY_MS]);
      return endTime;
    });
    const at = (ms: number): string => new Date(START + ms).toISOString();

    test('begins at its start date and comes again by its frequency', async () => {
      await putLoop(loop(due));
      await log.rank('e1');
      await begin();
      assert.deepEqual(await runs(), []);
      await step(DAY_MS);
      assert.deepEqual(await runs(), [at(DAY_MS)]);
      await step(7 * DAY_MS);
      assert.equal((await runs()).length, 1);
      await step(8 * DAY_MS);
      assert.deepEqual((await runs()).sort(), [at(DAY_MS), at(8 * DAY_MS)]);
      assert.equal((await log.store.page({ name: 'jobs' }, '', { limit: 10 })).length, 2);
    });

    test('asks for nothing when it is off, or when there is no log', async () => {
      await putLoop(loop({ ...due, isAutoOptimizationEnabled: false }));
      await begin();
      await step(9 * DAY_MS);
      await putLoop(loop(due));
      await step(10 * DAY_MS);
      assert.deepEqual(await runs(), []);
      assert.equal((await getLoop()).optimizedAt, START + 10 * DAY_MS);
    });

    test('keeps the last 24 runs', async () => {
      await putLoop(loop(due));
      await begin();
      for (let i = 1; i <= 27; i++) {
        await log.at(i * 7 * DAY_MS).rank(`e${i}`);
        await step(i * 7 * DAY_MS);
      }
      const kept = (await runs()).sort();
      assert.deepEqual([kept.length, kept[0]], [24, at(4 * 7 * DAY_MS)]);
    });
  });

  test('the checkpoint on disk is a replay of the log, whenever it is looked at', async () => {
    await putLoop(loop());
    await log.settings(1, { waitMs: WAIT_MS, aggregation: 'earliest', defaultReward: 0 });
    await begin();
    for (let i = 0; i < 40; i++) {
      await log.at(i * 3000).rank(`e${i}`, { chosen: i % 3 });
      if (i % 2) await log.at(i * 3000 + 1).reward(`e${i}`, 1);
      await step(i * 3000 + 2);
      const { blob, position } = (await log.store.get(checkpoints, ACCOUNT, ONLY))!.value;
      const replay = new Learner(ACCOUNT, log.services, { generation: 1, rules: { waitMs: WAIT_MS, aggregation: 'earliest', defaultReward: 0 }, policy: DEFAULT_ARGUMENTS });
      await replay.catchUp(undefined, position);
      assert.deepEqual(await log.blobs.get(ACCOUNT, blob), replay.checkpoint());
    }
  });
});
