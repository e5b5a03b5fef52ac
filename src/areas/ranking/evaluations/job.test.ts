import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { Failure } from '../../../kernel/failures.ts';
import { writeCheckpoint } from '../../../engines/bandits/checkpoint.ts';
import { DEFAULT_ARGUMENTS } from '../../../engines/bandits/policy.ts';
import type { Job, JobContext, JobOutcome } from '../../../kernel/job.ts';
import { JobQueue } from '../../../jobs/queue.ts';
import { ThreadPool } from '../../../jobs/threads.ts';
import { Change } from '../../../kernel/change.ts';
import { ACCOUNT, RankingLog, START, request, trained } from '../../../../test/support/ranking-log.ts';
import { Random } from '../../../../test/support/simulated-time.ts';
import { DROP_LOGS_JOB, EVALUATE_JOB, IMPORTANCE_JOB, apply, enqueueEvaluation, rankingJobs, rangeOf } from './job.ts';
import type { NewEvaluation } from './job.ts';
import { newLoop } from '../model.ts';
import type { Evaluation, LogEntry, Loop } from '../model.ts';
import { LOG, ONLY, evaluations, featureImportances, loops } from '../store.ts';

const DAY_MS = 24 * 3600_000;
const EPSILON = '--cb_explore_adf --epsilon 0.1';
const range = { startTime: new Date(START - DAY_MS).toISOString(), endTime: new Date(START + DAY_MS).toISOString() };

describe('ranking jobs', () => {
  let threads: ThreadPool;
  let log: RankingLog;
  let context: JobContext;
  let stop: AbortController;
  let progress: number[];
  before(() => {
    threads = new ThreadPool({ count: 1, memoryMb: 256 });
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
    await log.store.commit(new Change().put(loops, ACCOUNT, ONLY, newLoop(DEFAULT_ARGUMENTS, START)));
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
  async function evaluation(more: Partial<NewEvaluation> = {}): Promise<Evaluation> {
    const change = new Change();
    const made = enqueueEvaluation(change, context.services, ACCOUNT, { ...range, name: 'test', searches: false, policies: [], evaluationType: 'Manual', ...more });
    await log.store.commit(change);
    return made;
  }
  /** Runs the job; what it wants written is. */
  async function run(kind: string, input: object): Promise<JobOutcome> {
    const outcome = await rankingJobs[kind]!({ account: ACCOUNT, input } as Job, context);
    if (outcome.change) await log.store.commit(outcome.change);
    return outcome;
  }
  const stored = async (id: string): Promise<Evaluation> => (await log.store.get(evaluations, ACCOUNT, id))!.value;
  const loop = async (): Promise<Loop> => (await log.store.get(loops, ACCOUNT, ONLY))!.value;
  const kindOf = async (work: Promise<unknown>): Promise<string> => await work.then(() => 'done', (error: unknown) => error instanceof Failure ? error.kind : String(error));

  test('an evaluation has its results, its spans and its models when it is completed', async () => {
    await play(220);
    const { id } = await evaluation({ policies: [{ name: 'Mine', arguments: EPSILON }] });
    assert.deepEqual((await run(EVALUATE_JOB, { evaluationId: id })).state, 'succeeded');
    const { status, policyResults, models, summaries, featureImportance, optimalPolicy } = await stored(id);
    assert.deepEqual([status, policyResults.map(({ name }) => name), optimalPolicy], ['completed', ['Online', 'Baseline1', 'BaselineRand', 'Mine'], 'Mine']);
    assert.ok(await log.blobs.get(ACCOUNT, models.Mine!));
    const spans = JSON.parse(Buffer.from((await log.blobs.get(ACCOUNT, summaries!))!).toString()) as unknown[][];
    assert.equal(spans.length, 4);
    assert.deepEqual(featureImportance.map(([name]) => name).sort(), ['j.topic', 'user.kind']);
    assert.equal(progress.at(-1), 1);
    assert.equal((await loop()).generation, 1, 'the loop stays as it is');
  });

  test('an automatic one applies what is better by the rule, with its model', async () => {
    await play(1200);
    const { id } = await evaluation({ searches: true, evaluationType: 'Auto' });
    await run(EVALUATE_JOB, { evaluationId: id });
    const { status, models, policyResults } = await stored(id);
    const { policy, generation, base, model } = await loop();
    assert.deepEqual([status, generation], ['optimalPolicyApplied', 2]);
    assert.equal(policy.arguments, policyResults.find(({ name }) => name === policy.name)!.arguments);
    assert.deepEqual([base, model!.blob], [models[policy.name], models[policy.name]]);
    const last = (await log.store.readEvents<LogEntry>(ACCOUNT, LOG, 0, 5000)).at(-1)!.value;
    assert.deepEqual(last, { kind: 'model', generation: 2, policy: policy.arguments, blob: base });
    const learner = await log.learned();
    assert.deepEqual(Buffer.from(learner.exported()), Buffer.from((await log.blobs.get(ACCOUNT, base!))!), 'the learner goes on from it');
  });

  test('an automatic one applies nothing on few events', async () => {
    await play(900);
    const { id } = await evaluation({ searches: true, evaluationType: 'Auto' });
    await run(EVALUATE_JOB, { evaluationId: id });
    assert.equal((await stored(id)).status, 'onlinePolicyRetained');
  });

  test('an automatic one that finds nothing better leaves the settings', async () => {
    for (let i = 0; i < 60; i++) {
      await log.at(i).rank(`e${i}`, { chosen: i % 3, probabilities: [1 / 3, 1 / 3, 1 / 3] });
      await log.reward(`e${i}`, 1);
    }
    const { id } = await evaluation({ searches: true, evaluationType: 'Auto' });
    await run(EVALUATE_JOB, { evaluationId: id });
    assert.deepEqual([(await stored(id)).status, (await loop()).generation], ['onlinePolicyRetained', 1]);
  });

  test('one that was deleted meanwhile has nothing to do', async () => {
    assert.deepEqual(await run(EVALUATE_JOB, { evaluationId: 'gone' }), { state: 'succeeded' });
    assert.deepEqual(await run(IMPORTANCE_JOB, { id: 'gone' }), { state: 'succeeded' });
  });

  test('one that is cancelled ends with its thread', async () => {
    await play(450);
    const { id } = await evaluation({ searches: true });
    context.progress = async () => stop.abort(new Error('The job is cancelled.'));
    await assert.rejects(run(EVALUATE_JOB, { evaluationId: id }));
    assert.equal((await stored(id)).status, 'pending');
  });

  test('the log that is read begins where logs were deleted and ends a wait time after the range', async () => {
    await log.at(0).rank('e1');
    await log.at(1000).rank('e2');
    await log.at(2000).rank('e3');
    const { services } = context;
    const of = async (startMs: number, endMs: number): Promise<[number, number]> => {
      const { first, last } = await rangeOf(services, ACCOUNT, { startTime: new Date(START + startMs).toISOString(), endTime: new Date(START + endMs).toISOString() });
      return [first, last];
    };
    assert.deepEqual(await of(-DAY_MS, 0), [1, 3]);
    await log.store.commit(new Change().put(loops, ACCOUNT, ONLY, { ...await loop(), logsFrom: START + 500, settings: { ...(await loop()).settings, rewardWaitTime: 'PT5S' } }));
    assert.deepEqual(await of(-DAY_MS, -4500), [2, 1], 'of what was deleted nothing');
    assert.deepEqual(await of(0, -4000), [2, 2]);
    assert.deepEqual(await of(1001, DAY_MS), [3, 3]);
  });

  test('feature importance', async () => {
    await play(300);
    await log.store.commit(new Change().put(featureImportances, ACCOUNT, 'f', { id: 'f', name: 'f', ...range, creationTime: range.startTime, jobId: 'j', status: 'NotStarted' }));
    await run(IMPORTANCE_JOB, { id: 'f' });
    const { status, featureScores } = (await log.store.get(featureImportances, ACCOUNT, 'f'))!.value;
    assert.equal(status, 'Succeeded');
    assert.deepEqual(featureScores!.map(({ namespace, featureName }) => [namespace, featureName]).sort(), [['j', 'topic'], ['user', 'kind']]);
    assert.equal(featureScores![0]!.score, 1);
  });

  test('deleted logs are dropped', async () => {
    await log.rank('e1');
    await log.at(10).rank('e2');
    await run(DROP_LOGS_JOB, { before: START + 10 });
    assert.deepEqual((await log.store.readEvents(ACCOUNT, LOG, 0, 10)).map(({ position }) => position), [2]);
  });

  describe('apply', () => {
    const results: Evaluation['policyResults'] = [
      { name: 'Online', arguments: DEFAULT_ARGUMENTS, policySource: 'Online' }, { name: 'Baseline1', arguments: '', policySource: 'Baseline' },
      { name: 'Mine', arguments: EPSILON, policySource: 'Custom' }, { name: 'constructor', arguments: EPSILON, policySource: 'Custom' }, { name: 'Slots', arguments: '--ccb_explore_adf', policySource: 'Custom' },
    ];
    const applied = async (policyName: string, models: Evaluation['models'] = {}): Promise<void> => {
      const change = new Change();
      await apply(change, context.services, ACCOUNT, { policyResults: results, models } as Evaluation, policyName);
      await log.store.commit(change);
    };

    test('refuses what is not there', async () => {
      assert.equal(await kindOf(applied('Other')), 'LearningSettingsNotFound');
      assert.equal(await kindOf(applied('Baseline1')), 'EvaluationModelNotFound');
      assert.equal(await kindOf(applied('Mine')), 'EvaluationModelNotFound', 'its evaluation has not completed');
      assert.equal(await kindOf(applied('constructor')), 'EvaluationModelNotFound');
      assert.equal(await kindOf(applied('Slots', { Slots: 'x' })), 'ProblemTypeIncompatibleWithAutoOptimization');
      assert.equal((await loop()).generation, 1);
    });

    test('begins with the model, or trains again where the settings in use then are others now', async () => {
      const blob = await log.blobs.put(ACCOUNT, writeCheckpoint(trained([{ eventId: 'x', reward: 1 }], EPSILON)));
      await applied('online');
      assert.equal((await loop()).generation, 1, 'they are in use');
      await applied('MINE', { Mine: blob });
      assert.deepEqual([(await loop()).generation, (await loop()).policy, (await loop()).base], [2, { name: 'Mine', arguments: EPSILON }, blob]);
      await applied('Online');
      const { generation, base, policy } = await loop();
      assert.deepEqual([generation, base, policy.arguments], [3, undefined, DEFAULT_ARGUMENTS]);
      assert.deepEqual((await log.store.readEvents<LogEntry>(ACCOUNT, LOG, 0, 10)).map(({ value: { kind } }) => kind), ['model', 'settings']);
    });
  });
});
