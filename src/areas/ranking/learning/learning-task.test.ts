/** The learning task of a loop, step by step with a simulated clock. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { readCheckpoint } from '../../../engines/ranking/checkpoint.ts';
import { LeaseLost } from '../../../kernel/singleton-task.ts';
import type { SingletonTaskContext } from '../../../kernel/singleton-task.ts';
import { JobQueue } from '../../../jobs/queue.ts';
import { Change } from '../../../kernel/change.ts';
import { ACCOUNT, RULES, RankingLog, START } from '../../../../test/support/ranking-log.ts';
import { Learner } from './learner.ts';
import { learningTask } from './learning-task.ts';
import { newLoop } from '../model.ts';
import type { LogEntry, Loop, Settings } from '../model.ts';
import { CHECKPOINT_KEY, LOG, LOOP_KEY, checkpoints, evaluations, loops, windows } from '../store.ts';
import { deleteReleasedBlobs } from '../../../storage/blobs/blob-sweep.ts';
import { DEFAULT_ARGUMENTS } from '../../../engines/ranking/policy.ts';

const DAY_MS = 24 * 3600_000;
const WAIT_MS = 10_000;

describe('learning task', () => {
  let log: RankingLog;
  let stop: AbortController;
  let running: Promise<void> | undefined;
  /** Resolves with the duration of the current pause. */
  let pausing: PromiseWithResolvers<number>;
  let endPause: () => void;
  let isLeaseLost: boolean;

  beforeEach(async () => {
    log = await RankingLog.open();
    stop = new AbortController();
    running = undefined;
    isLeaseLost = false;
  });
  afterEach(async () => {
    stop.abort();
    endPause?.();
    await running?.catch(() => undefined);
    await log.store.close();
  });

  const createLoop = (more: Partial<Settings> = {}): Loop => {
    const created = newLoop(DEFAULT_ARGUMENTS, START);
    return { ...created, settings: { ...created.settings, rewardWaitTime: 'PT10S', modelExportFrequency: 'PT1S', ...more } };
  };
  const putLoop = (value: Loop): Promise<void> => log.store.commit(new Change().put(loops, ACCOUNT, LOOP_KEY, value));
  const getLoop = async (): Promise<Loop> => (await log.store.get(loops, ACCOUNT, LOOP_KEY))!.value;
  const readEntries = async (): Promise<LogEntry[]> =>
    (await log.store.readEvents<LogEntry>(ACCOUNT, LOG, 0, 1000)).map(({ value }) => value);
  const start = async (): Promise<number> => {
    let ids = 0;
    const clock = log.services.clock;
    const jobs = new JobQueue(log.store, clock, { uuid: () => `id-${++ids}`, secret: () => '' });
    const context: SingletonTaskContext = {
      services: { ...log.services, jobs, ids: { uuid: () => `evaluation-${++ids}`, secret: () => '' } },
      signal: stop.signal,
      commit: async (change) => {
        if (isLeaseLost) throw new LeaseLost();
        await log.store.commit(change);
      },
      pause: async (ms) => {
        const pause = Promise.withResolvers<void>();
        endPause = pause.resolve;
        pausing.resolve(ms);
        await pause.promise;
      },
    };
    pausing = Promise.withResolvers();
    running = learningTask.perform(ACCOUNT, context);
    return await Promise.race([pausing.promise, running.then(() => -1)]);
  };
  /** Ends the pause at a time; returns the duration of the next one. */
  const step = async (ms: number): Promise<number> => {
    log.at(ms);
    pausing = Promise.withResolvers();
    endPause();
    return await Promise.race([pausing.promise, running!.then(() => -1)]);
  };
  const finish = async (): Promise<void> => {
    stop.abort();
    endPause();
    await running;
  };
  const countBlobs = async (): Promise<number> => {
    let count = 0;
    for await (const { id } of log.blobs.list(Number.MAX_SAFE_INTEGER)) if (id) count++;
    return count;
  };
  const countExportedEvents = async (): Promise<number> =>
    readCheckpoint((await log.blobs.get(ACCOUNT, (await getLoop()).trained!.blob))!).model.count;

  test('exports at the configured frequency if something was learned', async () => {
    await putLoop(createLoop());
    await log.rank('e1');
    await log.reward('e1', 1);
    assert.equal(await start(), 1000, 'the export frequency');
    assert.equal(await countExportedEvents(), 0, 'a new generation is exported immediately');
    await log.at(WAIT_MS + 1).rank('e2');
    await step(WAIT_MS + 1);
    const { trained: model } = await getLoop();
    assert.deepEqual([model!.position, model!.exportedAt], [3, START + WAIT_MS + 1]);
    assert.equal(await countExportedEvents(), 1);
    await step(WAIT_MS + 2000);
    assert.equal((await getLoop()).trained!.blob, model!.blob);
    await log.at(2 * WAIT_MS + 2).rank('e3');
    await step(2 * WAIT_MS + 2);
    assert.notEqual((await getLoop()).trained!.blob, model!.blob);
    await log.at(2 * WAIT_MS + 2).rank('e4');
    await step(3 * WAIT_MS + 3);
    await step(3 * WAIT_MS + 4);
    assert.equal((await getLoop()).trained!.position, await log.store.lastPosition(ACCOUNT, LOG), 'including the tick that ends e3 and e4');
  });

  test('does not export more often than configured', async () => {
    await putLoop(createLoop({ modelExportFrequency: 'PT1M' }));
    await log.rank('e1');
    assert.equal(await start(), 5000, 'the log is polled more often');
    await log.at(WAIT_MS).rank('e2');
    await step(WAIT_MS);
    const first = (await getLoop()).trained!.blob;
    await log.at(2 * WAIT_MS).rank('e3');
    await step(2 * WAIT_MS);
    assert.equal((await getLoop()).trained!.blob, first);
    await step(WAIT_MS + 60_000);
    assert.notEqual((await getLoop()).trained!.blob, first);
  });

  test('applies a changed export frequency immediately', async () => {
    await putLoop(createLoop({ modelExportFrequency: 'PT1H' }));
    await log.rank('e1');
    await start();
    await log.at(WAIT_MS).rank('e2');
    await step(WAIT_MS);
    assert.equal(await countExportedEvents(), 0);
    await putLoop({ ...(await getLoop()), settings: createLoop().settings });
    await step(WAIT_MS + 1);
    assert.equal(await countExportedEvents(), 1);
  });

  test('appends one tick to end wait times when nothing is logged', async () => {
    await putLoop(createLoop());
    await log.at(100).rank('e1');
    assert.equal(await start(), 1000);
    assert.equal(await step(9600), 500, 'until the wait time ends');
    await step(10_099);
    assert.deepEqual(
      (await readEntries()).map(({ kind }) => kind),
      ['rank'],
    );
    await step(10_100);
    await step(20_000);
    assert.deepEqual(
      (await readEntries()).map(({ kind }) => kind),
      ['rank', 'tick'],
    );
    assert.equal((await getLoop()).trained!.position, 2);
  });

  test('writes checkpoints periodically and at the end, and resumes from them', async () => {
    await putLoop(createLoop());
    await log.rank('e1');
    await start();
    const first = (await log.store.get(checkpoints, ACCOUNT, CHECKPOINT_KEY))!.value;
    assert.equal(first.position, 1);
    await log.rank('e2');
    await step(1000);
    assert.equal((await log.store.get(checkpoints, ACCOUNT, CHECKPOINT_KEY))!.value.position, 1);
    await finish();
    const second = (await log.store.get(checkpoints, ACCOUNT, CHECKPOINT_KEY))!.value;
    assert.equal(second.position, 2);
    await deleteReleasedBlobs(log.store, log.blobs, 0);
    assert.equal(await log.blobs.get(ACCOUNT, first.blob), undefined, 'the previous one is deleted');
    const whole = await log.createCaughtUpLearner();
    assert.deepEqual(await log.blobs.get(ACCOUNT, second.blob), await whole.checkpoint());

    stop = new AbortController();
    const read = log.store.readEvents.bind(log.store);
    const positions: number[] = [];
    log.store.readEvents = (account, name, after, limit) => {
      positions.push(after);
      return read(account, name, after, limit);
    };
    await log.at(2000).rank('e3');
    await start();
    assert.equal(Math.min(...positions), 2, 'nothing is read again');
    await finish();
    assert.equal((await log.store.get(checkpoints, ACCOUNT, CHECKPOINT_KEY))!.value.position, 3);
  });

  test('exports what a checkpoint has learned since the last export', async () => {
    await putLoop(createLoop());
    await log.rank('e1');
    await log.at(WAIT_MS).rank('e2');
    const learner = await log.createCaughtUpLearner();
    const blob = await log.blobs.put(ACCOUNT, await learner.checkpoint());
    await log.store.commit(new Change().put(checkpoints, ACCOUNT, CHECKPOINT_KEY, { blob, position: learner.position }));
    await log.at(WAIT_MS + 1).reward('e2', 1);
    await start();
    assert.equal(await countExportedEvents(), 1);
  });

  test('does not export a model of an older generation, and loses no window', async () => {
    await putLoop(createLoop());
    await log.settings(1);
    await log.rank('e1');
    await start();
    const read = log.store.get.bind(log.store);
    let swapped = false;
    log.store.get = async (...args) => {
      const found = await read(...args);
      // Between the reading of the log and the export the settings change.
      if (args[0].name === loops.name && (found?.value as Loop | undefined)?.generation === 1 && !swapped && !log.nowIsBefore(WAIT_MS)) {
        swapped = true;
        const next = { ...createLoop({ defaultReward: 0.5 }), generation: 2 };
        await log.store.commit(new Change().put(loops, ACCOUNT, LOOP_KEY, next));
      }
      return found;
    };
    await step(WAIT_MS);
    assert.deepEqual([swapped, (await getLoop()).trained], [true, undefined], 'the new settings have no model');
    await log.settings(2, { waitMs: WAIT_MS, aggregation: 'earliest', defaultReward: 0.5 });
    await step(WAIT_MS + 1500);
    const { trained: model, generation } = await getLoop();
    assert.deepEqual([generation, model!.position], [2, 4]);
    assert.deepEqual(
      (await log.store.page(windows, ACCOUNT, { limit: 10 })).map(({ value: { events } }) => events),
      [1],
    );
  });

  test('releases the model before', async () => {
    await putLoop(createLoop());
    await start();
    const blobs: string[] = [];
    for (let i = 1; i <= 4; i++) {
      await log.at(i * WAIT_MS * 2).rank(`e${i}`);
      await step(i * WAIT_MS * 2);
      await step(i * WAIT_MS * 2 + WAIT_MS);
      blobs.push((await getLoop()).trained!.blob);
    }
    assert.equal(new Set(blobs).size, 4);
    await finish();
    await deleteReleasedBlobs(log.store, log.blobs, 0);
    assert.ok(await log.blobs.get(ACCOUNT, blobs.at(-1)!));
    assert.equal(await countBlobs(), 2, 'a model and a checkpoint');
  });

  test('keeps the initial model while the loop refers to it', async () => {
    const blob = await log.blobs.put(ACCOUNT, (await log.createCaughtUpLearner()).exportModel());
    await putLoop({ ...createLoop(), base: blob, trained: { blob, position: 0, exportedAt: START } });
    await log.append({ kind: 'model', generation: 1, policy: DEFAULT_ARGUMENTS, blob });
    await start();
    for (let i = 1; i <= 3; i++) {
      await log.at(i * WAIT_MS * 2).rank(`e${i}`);
      await step(i * WAIT_MS * 2);
      await step(i * WAIT_MS * 2 + WAIT_MS);
    }
    assert.ok(await log.blobs.get(ACCOUNT, blob));
  });

  test('changes nothing after losing its lease', async () => {
    await putLoop(createLoop());
    await log.rank('e1');
    await start();
    const before = [
      (await log.store.get(checkpoints, ACCOUNT, CHECKPOINT_KEY))!.version,
      (await log.store.get(loops, ACCOUNT, LOOP_KEY))!.version,
      await log.store.lastPosition(ACCOUNT, LOG),
    ];
    isLeaseLost = true;
    log.at(WAIT_MS);
    endPause();
    await assert.rejects(running!, LeaseLost);
    assert.deepEqual(
      [
        (await log.store.get(checkpoints, ACCOUNT, CHECKPOINT_KEY))!.version,
        (await log.store.get(loops, ACCOUNT, LOOP_KEY))!.version,
        await log.store.lastPosition(ACCOUNT, LOG),
      ],
      before,
    );
  });

  test('ends when the account is deleted', async () => {
    await putLoop(createLoop());
    await start();
    await log.store.erase(ACCOUNT);
    isLeaseLost = true;
    log.at(70_000);
    endPause();
    await assert.rejects(running!, LeaseLost);
  });

  test('releases an idle learner, and opens it again when the log grows', async () => {
    await putLoop(createLoop({ modelExportFrequency: 'P1D' }));
    await log.rank('e1');
    await start();
    for (let ms = WAIT_MS; ms <= WAIT_MS + 610_000; ms += 100_000) await step(ms);
    await step(WAIT_MS + 620_000);
    let reads = 0;
    const read = log.store.readEvents.bind(log.store);
    log.store.readEvents = (...args) => {
      reads++;
      return read(...args);
    };
    assert.equal(await step(WAIT_MS + 700_000), 60_000);
    assert.equal(reads, 0, 'only the last position of the log is read');
    await log.at(WAIT_MS + 700_001).rank('e2');
    await step(WAIT_MS + 700_001);
    assert.ok(reads > 0);
    await finish();
    assert.deepEqual(
      await log.blobs.get(ACCOUNT, (await log.store.get(checkpoints, ACCOUNT, CHECKPOINT_KEY))!.value.blob),
      await (await log.createCaughtUpLearner()).checkpoint(),
    );
  });

  test('releases a learner while events wait, and opens it when their wait time ends, also after a restart', async () => {
    const hourMs = 3600_000;
    await putLoop(createLoop({ rewardWaitTime: 'PT1H' }));
    await log.rank('e1');
    await start();
    for (const ms of [1000, 121_000, 122_000]) await step(ms);
    const { value } = (await log.store.get(checkpoints, ACCOUNT, CHECKPOINT_KEY))!;
    assert.deepEqual([value.position, value.tickDueMs], [1, START + hourMs]);
    await finish();
    let reads = 0;
    const read = log.store.readEvents.bind(log.store);
    log.store.readEvents = (...args) => {
      reads++;
      return read(...args);
    };
    stop = new AbortController();
    await start();
    assert.equal(reads, 0, 'nothing to do until the wait time ends');
    await step(hourMs);
    assert.deepEqual(
      (await readEntries()).map(({ kind }) => kind),
      ['rank', 'tick'],
    );
    await finish();
    assert.deepEqual(
      await log.blobs.get(ACCOUNT, (await log.store.get(checkpoints, ACCOUNT, CHECKPOINT_KEY))!.value.blob),
      await (await log.createCaughtUpLearner({ ...RULES, waitMs: hourMs })).checkpoint(),
    );
  });

  test('deletes expired log entries, unless retention is unlimited', async () => {
    await putLoop(createLoop({ logRetentionDays: 3 }));
    await log.rank('e1');
    await log.at(DAY_MS).rank('e2');
    await log.at(3 * DAY_MS).rank('e3');
    log.at(3 * DAY_MS + 1);
    await start();
    assert.deepEqual(
      (await readEntries()).map((entry) => ('eventId' in entry ? entry.eventId : entry.kind)),
      ['e2', 'e3'],
    );
    await step(4 * DAY_MS + 2);
    assert.deepEqual(
      (await readEntries()).map((entry) => ('eventId' in entry ? entry.eventId : entry.kind)),
      ['e3', 'tick'],
    );
    await putLoop(createLoop({ logRetentionDays: -1 }));
    await step(100 * DAY_MS);
    assert.deepEqual((await readEntries()).length, 2);
  });

  describe('automatic optimization', () => {
    const due = {
      isAutoOptimizationEnabled: true,
      autoOptimizationFrequency: 'P7D',
      autoOptimizationStartDate: new Date(START + DAY_MS).toISOString(),
      logRetentionDays: -1,
    };
    const listRuns = async (): Promise<string[]> =>
      (await log.store.page(evaluations, ACCOUNT, { limit: 100 })).map(({ value: { evaluationType, searches, startTime, endTime } }) => {
        assert.deepEqual([evaluationType, searches, Date.parse(endTime) - Date.parse(startTime)], ['Auto', true, 14 * DAY_MS]);
        return endTime;
      });
    const at = (ms: number): string => new Date(START + ms).toISOString();

    test('runs from its start date at its frequency', async () => {
      await putLoop(createLoop(due));
      await log.rank('e1');
      await start();
      assert.deepEqual(await listRuns(), []);
      await step(DAY_MS);
      assert.deepEqual(await listRuns(), [at(DAY_MS)]);
      await step(7 * DAY_MS);
      assert.equal((await listRuns()).length, 1);
      await step(8 * DAY_MS);
      assert.deepEqual((await listRuns()).sort(), [at(DAY_MS), at(8 * DAY_MS)]);
      assert.equal((await log.store.page({ name: 'jobs' }, '', { limit: 10 })).length, 2);
    });

    test('does not run when disabled or without a log', async () => {
      await putLoop(createLoop({ ...due, isAutoOptimizationEnabled: false }));
      await start();
      await step(9 * DAY_MS);
      await putLoop(createLoop(due));
      await step(10 * DAY_MS);
      assert.deepEqual(await listRuns(), []);
      assert.equal((await getLoop()).optimizedAt, START + 10 * DAY_MS);
    });

    test('keeps the last 24 runs', async () => {
      await putLoop(createLoop(due));
      await start();
      for (let i = 1; i <= 27; i++) {
        await log.at(i * 7 * DAY_MS).rank(`e${i}`);
        await step(i * 7 * DAY_MS);
      }
      const kept = (await listRuns()).sort();
      assert.deepEqual([kept.length, kept[0]], [24, at(4 * 7 * DAY_MS)]);
    });
  });

  test('always has a checkpoint that equals a replay of the log', async () => {
    await putLoop(createLoop());
    await log.settings(1, { waitMs: WAIT_MS, aggregation: 'earliest', defaultReward: 0 });
    await start();
    for (let i = 0; i < 40; i++) {
      await log.at(i * 3000).rank(`e${i}`, { chosen: i % 3 });
      if (i % 2) await log.at(i * 3000 + 1).reward(`e${i}`, 1);
      await step(i * 3000 + 2);
      const { blob, position } = (await log.store.get(checkpoints, ACCOUNT, CHECKPOINT_KEY))!.value;
      const replay = new Learner(ACCOUNT, log.services, {
        generation: 1,
        rules: { waitMs: WAIT_MS, aggregation: 'earliest', defaultReward: 0 },
        policy: DEFAULT_ARGUMENTS,
      });
      await replay.catchUp(undefined, position);
      assert.deepEqual(await log.blobs.get(ACCOUNT, blob), await replay.checkpoint());
    }
  });
});
