import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { Failure } from '../../../kernel/failures.ts';
import { writeCheckpoint } from '../../../engines/ranking/checkpoint.ts';
import { DEFAULT_ARGUMENTS } from '../../../engines/ranking/policy.ts';
import type { Job, JobOutcome } from '../../../kernel/job.ts';
import type { JobContext } from '../../../kernel/job-handler.ts';
import { JobQueue } from '../../../jobs/queue.ts';
import { WorkerPool } from '../../../workers/pool.ts';
import { startThread } from '../../../workers/thread.ts';
import { Change } from '../../../kernel/change.ts';
import { ACCOUNT, RankingLog, START, request, trainModel } from '../../../../test/support/ranking-log.ts';
import { Random } from '../../../../test/support/simulated-time.ts';
import { EVALUATE_JOB, IMPORTANCE_JOB, applyPolicy, enqueueEvaluation, evaluationJobs, findLogRange } from './job.ts';
import type { NewEvaluation } from './job.ts';
import { logJobs } from '../log/operations.ts';
import { newLoop } from '../model.ts';
import type { Evaluation, LogEntry, Loop } from '../model.ts';
import { LOG, LOOP_KEY, evaluations, featureImportances, loops } from '../store.ts';

const DAY_MS = 24 * 3600_000;
const EPSILON = '--cb_explore_adf --epsilon 0.1';
const range = { startTime: new Date(START - DAY_MS).toISOString(), endTime: new Date(START + DAY_MS).toISOString() };

describe('ranking jobs', () => {
  let threads: WorkerPool;
  let log: RankingLog;
  let context: JobContext;
  let stop: AbortController;
  let progress: number[];
  before(() => {
    threads = new WorkerPool(startThread, { count: 1, memoryMb: 256 });
  });
  after(() => threads.close());
  beforeEach(async () => {
    log = await RankingLog.open();
    stop = new AbortController();
    progress = [];
    let ids = 0;
    const idSource = { uuid: () => `id-${++ids}`, secret: () => '' };
    const services = { ...log.services, threads, ids: idSource, jobs: new JobQueue(log.store, log.services.clock, idSource) };
    context = { services, signal: stop.signal, progress: async (fraction) => void progress.push(fraction) };
    await log.store.commit(new Change().put(loops, ACCOUNT, LOOP_KEY, newLoop(DEFAULT_ARGUMENTS, START)));
  });
  afterEach(() => log.store.close());

  /** A log of equal chances in which the action of the caller's own kind earns. */
  async function play(events: number): Promise<void> {
    const random = new Random(3);
    for (let i = 0; i < events; i++) {
      const kind = random.pick(['a', 'b', 'c']);
      const chosen = random.integer(0, 2);
      await log.at(i * 10).rank(`e${i}`, { request: request(kind), chosen, probabilities: [1 / 3, 1 / 3, 1 / 3] });
      await log.reward(`e${i}`, 'abc'[chosen] === kind ? 1 : 0);
    }
  }
  async function createEvaluation(more: Partial<NewEvaluation> = {}): Promise<Evaluation> {
    const change = new Change();
    const created = enqueueEvaluation(change, context.services, ACCOUNT, {
      ...range,
      name: 'test',
      searches: false,
      policies: [],
      evaluationType: 'Manual',
      ...more,
    });
    await log.store.commit(change);
    return created;
  }
  /** Runs the job and commits its change. */
  async function run(kind: string, input: object): Promise<JobOutcome> {
    const outcome = await { ...evaluationJobs, ...logJobs }[kind]!({ account: ACCOUNT, input } as Job, context);
    if (outcome.change) await log.store.commit(outcome.change);
    return outcome;
  }
  const readEvaluation = async (id: string): Promise<Evaluation> => (await log.store.get(evaluations, ACCOUNT, id))!.value;
  const readLoop = async (): Promise<Loop> => (await log.store.get(loops, ACCOUNT, LOOP_KEY))!.value;
  const failureOf = async (work: Promise<unknown>): Promise<string> =>
    await work.then(
      () => 'done',
      (error: unknown) => (error instanceof Failure ? error.kind : String(error)),
    );

  test('stores the results, windows and models of a completed evaluation', async () => {
    await play(220);
    const { id } = await createEvaluation({ policies: [{ name: 'Mine', arguments: EPSILON }] });
    assert.deepEqual((await run(EVALUATE_JOB, { evaluationId: id })).state, 'succeeded');
    const { status, policyResults, models, summaries, featureImportance, optimalPolicy } = await readEvaluation(id);
    assert.deepEqual(
      [status, policyResults.map(({ name }) => name), optimalPolicy],
      ['completed', ['Online', 'Baseline1', 'BaselineRand', 'Mine'], 'Mine'],
    );
    assert.ok(await log.blobs.get(ACCOUNT, models.Mine!));
    const windows = JSON.parse(Buffer.from((await log.blobs.get(ACCOUNT, summaries!))!).toString()) as unknown[][];
    assert.equal(windows.length, 4);
    assert.deepEqual(featureImportance.map(([name]) => name).sort(), ['j.topic', 'user.kind']);
    assert.equal(progress.at(-1), 1);
    assert.equal((await readLoop()).generation, 1, 'the loop is unchanged');
  });

  test('applies a better policy and its model after an automatic evaluation', async () => {
    await play(1200);
    const { id } = await createEvaluation({ searches: true, evaluationType: 'Auto' });
    await run(EVALUATE_JOB, { evaluationId: id });
    const { status, models, policyResults } = await readEvaluation(id);
    const { policy, generation, base, trained: model } = await readLoop();
    assert.deepEqual([status, generation], ['optimalPolicyApplied', 2]);
    assert.equal(policy.arguments, policyResults.find(({ name }) => name === policy.name)!.arguments);
    assert.deepEqual([base, model!.blob], [models[policy.name], models[policy.name]]);
    const last = (await log.store.readEvents<LogEntry>(ACCOUNT, LOG, 0, 5000)).at(-1)!.value;
    assert.deepEqual(last, { kind: 'model', generation: 2, policy: policy.arguments, blob: base });
    const learner = await log.createCaughtUpLearner();
    assert.deepEqual(
      Buffer.from(learner.exportModel()),
      Buffer.from((await log.blobs.get(ACCOUNT, base!))!),
      'the learner continues from it',
    );
  });

  test('applies nothing after an automatic evaluation of few events', async () => {
    await play(900);
    const { id } = await createEvaluation({ searches: true, evaluationType: 'Auto' });
    await run(EVALUATE_JOB, { evaluationId: id });
    assert.equal((await readEvaluation(id)).status, 'onlinePolicyRetained');
  });

  test('keeps the settings if an automatic evaluation finds nothing better', async () => {
    for (let i = 0; i < 60; i++) {
      await log.at(i).rank(`e${i}`, { chosen: i % 3, probabilities: [1 / 3, 1 / 3, 1 / 3] });
      await log.reward(`e${i}`, 1);
    }
    const { id } = await createEvaluation({ searches: true, evaluationType: 'Auto' });
    await run(EVALUATE_JOB, { evaluationId: id });
    assert.deepEqual([(await readEvaluation(id)).status, (await readLoop()).generation], ['onlinePolicyRetained', 1]);
  });

  test('does nothing for a deleted evaluation', async () => {
    assert.deepEqual(await run(EVALUATE_JOB, { evaluationId: 'gone' }), { state: 'succeeded' });
    assert.deepEqual(await run(IMPORTANCE_JOB, { id: 'gone' }), { state: 'succeeded' });
  });

  test('stops when the job is cancelled', async () => {
    await play(450);
    const { id } = await createEvaluation({ searches: true });
    context.progress = async () => stop.abort(new Error('The job is cancelled.'));
    await assert.rejects(run(EVALUATE_JOB, { evaluationId: id }));
    assert.equal((await readEvaluation(id)).status, 'pending');
  });

  test('reads the log from where it was deleted to the wait time after the range', async () => {
    await log.at(0).rank('e1');
    await log.at(1000).rank('e2');
    await log.at(2000).rank('e3');
    const { services } = context;
    const rangeFor = async (startMs: number, endMs: number): Promise<[number, number]> => {
      const { first, last } = await findLogRange(services, ACCOUNT, {
        startTime: new Date(START + startMs).toISOString(),
        endTime: new Date(START + endMs).toISOString(),
      });
      return [first, last];
    };
    assert.deepEqual(await rangeFor(-DAY_MS, 0), [1, 3]);
    await log.store.commit(
      new Change().put(loops, ACCOUNT, LOOP_KEY, {
        ...(await readLoop()),
        logsFrom: START + 500,
        settings: { ...(await readLoop()).settings, rewardWaitTime: 'PT5S' },
      }),
    );
    assert.deepEqual(await rangeFor(-DAY_MS, -4500), [2, 1], 'nothing of the deleted part');
    assert.deepEqual(await rangeFor(0, -4000), [2, 2]);
    assert.deepEqual(await rangeFor(1001, DAY_MS), [3, 3]);
  });

  test('stores the scores of a feature importance', async () => {
    await play(300);
    await log.store.commit(
      new Change().put(featureImportances, ACCOUNT, 'f', {
        id: 'f',
        name: 'f',
        ...range,
        creationTime: range.startTime,
        jobId: 'j',
        status: 'NotStarted',
      }),
    );
    await run(IMPORTANCE_JOB, { id: 'f' });
    const { status, featureScores } = (await log.store.get(featureImportances, ACCOUNT, 'f'))!.value;
    assert.equal(status, 'Succeeded');
    assert.deepEqual(featureScores!.map(({ namespace, featureName }) => [namespace, featureName]).sort(), [
      ['j', 'topic'],
      ['user', 'kind'],
    ]);
    assert.equal(featureScores![0]!.score, 1);
  });

  test('deletes log entries', async () => {
    await log.rank('e1');
    await log.at(10).rank('e2');
    await run('ranking.dropLogs', { before: START + 10 });
    assert.deepEqual(
      (await log.store.readEvents(ACCOUNT, LOG, 0, 10)).map(({ position }) => position),
      [2],
    );
  });

  describe('apply', () => {
    const results: Evaluation['policyResults'] = [
      { name: 'Online', arguments: DEFAULT_ARGUMENTS, policySource: 'Online' },
      { name: 'Baseline1', arguments: '', policySource: 'Baseline' },
      { name: 'Mine', arguments: EPSILON, policySource: 'Custom' },
      { name: 'constructor', arguments: EPSILON, policySource: 'Custom' },
      { name: 'Slots', arguments: '--ccb_explore_adf', policySource: 'Custom' },
    ];
    const applyByName = async (policyName: string, models: Evaluation['models'] = {}): Promise<void> => {
      const change = new Change();
      await applyPolicy(change, context.services, ACCOUNT, { policyResults: results, models } as Evaluation, policyName);
      await log.store.commit(change);
    };

    test('rejects unknown policies and policies without a model', async () => {
      assert.equal(await failureOf(applyByName('Other')), 'LearningSettingsNotFound');
      assert.equal(await failureOf(applyByName('Baseline1')), 'EvaluationModelNotFound');
      assert.equal(await failureOf(applyByName('Mine')), 'EvaluationModelNotFound', 'its evaluation has not completed');
      assert.equal(await failureOf(applyByName('constructor')), 'EvaluationModelNotFound');
      assert.equal(await failureOf(applyByName('Slots', { Slots: 'x' })), 'ProblemTypeIncompatibleWithAutoOptimization');
      assert.equal((await readLoop()).generation, 1);
    });

    test('applies the model, or retrains if the settings have changed since', async () => {
      const blob = await log.blobs.put(ACCOUNT, writeCheckpoint(trainModel([{ eventId: 'x', reward: 1 }], EPSILON)));
      await applyByName('online');
      assert.equal((await readLoop()).generation, 1, 'they are active already');
      await applyByName('MINE', { Mine: blob });
      assert.deepEqual(
        [(await readLoop()).generation, (await readLoop()).policy, (await readLoop()).base],
        [2, { name: 'Mine', arguments: EPSILON }, blob],
      );
      await applyByName('Online');
      const { generation, base, policy } = await readLoop();
      assert.deepEqual([generation, base, policy.arguments], [3, undefined, DEFAULT_ARGUMENTS]);
      assert.deepEqual(
        (await log.store.readEvents<LogEntry>(ACCOUNT, LOG, 0, 10)).map(({ value: { kind } }) => kind),
        ['model', 'settings'],
      );
    });
  });
});
