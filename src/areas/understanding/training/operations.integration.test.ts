/** The status of trainings and evaluations while their jobs run. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { testApp } from '../../../../test/support/memory-app.ts';
import type { TestApp } from '../../../../test/support/memory-app.ts';
import { preparedApp } from '../../../../test/support/understanding.ts';
import type { PreparedApp } from '../../../../test/support/understanding.ts';
import { jobKey, jobs } from '../../../kernel/job.ts';
import type { Job, JobState } from '../../../kernel/job.ts';
import { Change } from '../../../kernel/change.ts';
import { SYSTEM } from '../../../kernel/collection.ts';
import { EVALUATE_JOB, TRAIN_JOB, understandingJobs } from './jobs.ts';
import type { Training } from '../model.ts';
import { logKey, queries, queryKey, queryLog, trainings } from '../store.ts';

describe('training and evaluation', () => {
  let app: TestApp;
  let key: string;
  let account: string;
  let prepared: PreparedApp;
  before(async () => {
    app = await testApp();
    ({ key, id: account } = await app.createAccount('trainer'));
    prepared = await preparedApp(app, account);
  });
  after(() => app.close());

  const call = async <T>(method: string, path: string): Promise<{ status: number; body: T }> => {
    const { status, json } = await app.call({ method, url: `/luis/api/v2.0/apps/${prepared.appId}/versions${path}`, key });
    return { status, body: json<T>() };
  };
  const training = async (uid: string): Promise<Training> => (await app.store.get(trainings, account, uid))!.value;
  /** Stores a job that is held by another process, so that it is not claimed here. */
  const putHeldJob = async (id: string, kind: string, state: JobState, progress: number, more: Partial<Job> = {}): Promise<void> => {
    const now = app.ports.clock.now();
    const job: Job = {
      id,
      account,
      kind,
      state,
      input: { appId: prepared.appId, uid: prepared.version.uid },
      progress,
      attempt: 1,
      dueAt: now + 3_600_000,
      createdAt: now,
      updatedAt: now,
      expiresAt: now + 3_600_000,
      errors: [],
      ...more,
    };
    await app.store.commit(new Change().put(jobs, SYSTEM, jobKey(account, id), job));
  };
  const write = async (uid: string, next: Training): Promise<unknown> =>
    await app.store.commit(new Change().put(trainings, account, uid, next));

  test('reports the progress of concurrent trainings separately', async () => {
    const before = await training(prepared.version.uid);
    for (const [uid, revision, progress] of [
      [prepared.version.uid, before.revision + 1, 0.42],
      [prepared.untrained.uid, before.revision + 2, 0.07],
    ] as const) {
      await putHeldJob(`train-${uid}`, TRAIN_JOB, 'running', progress);
      await write(uid, { ...before, revision, jobId: `train-${uid}` });
    }
    const percents = async (version: string): Promise<unknown[]> => [
      ...new Set(
        (
          await call<
            {
              details: { status: string; percentCompleted?: number };
            }[]
          >('GET', `/${version}/train`)
        ).body.map(({ details: { status, percentCompleted } }) => `${status} ${percentCompleted}`),
      ),
    ];
    assert.deepEqual([await percents('0.1'), await percents('draft')], [['InProgress 42'], ['InProgress 7']]);
    await write(prepared.version.uid, before);
    assert.deepEqual(await percents('0.1'), ['Success undefined']);
  });

  test('reports progress and failure of an entity evaluation and restarts it', async () => {
    const trained = await training(prepared.version.uid);
    const evaluationStatus = async (): Promise<unknown> =>
      (
        await call<{
          entityEvaluation: unknown;
        }>('GET', '/0.1/evaluation')
      ).body.entityEvaluation;
    await putHeldJob('evaluate', EVALUATE_JOB, 'running', 0.6);
    await write(prepared.version.uid, { ...trained, evaluating: { jobId: 'evaluate' } });
    assert.deepEqual(await evaluationStatus(), { status: 'running', percentCompleted: 60 });
    assert.deepEqual(
      (await call('POST', '/0.1/evaluation')).body,
      { status: 'running', percentCompleted: 60 },
      'a running evaluation is not started again',
    );
    await putHeldJob('evaluate', EVALUATE_JOB, 'failed', 0.6, { errors: [{ code: 'unknown', message: 'It went wrong.' }] });
    assert.deepEqual(await evaluationStatus(), { status: 'failed', percentCompleted: 0, message: 'It went wrong.' });
    assert.deepEqual(await call('POST', '/0.1/evaluation'), { status: 202, body: { status: 'running', percentCompleted: 0 } });
    assert.notEqual((await training(prepared.version.uid)).evaluating!.jobId, 'evaluate');
    await write(prepared.version.uid, { ...trained, evaluating: { jobId: 'gone' } });
    assert.deepEqual(await evaluationStatus(), { status: 'notStarted', percentCompleted: 0 });
  });

  test('discards the evaluation of an edited version and cancels it on training', async () => {
    const now = await training(prepared.version.uid);
    await putHeldJob('evaluate', EVALUATE_JOB, 'running', 0.1);
    await write(prepared.version.uid, { ...now, evaluating: { jobId: 'evaluate' } });
    const { status } = await app.call({
      method: 'POST',
      url: `/luis/api/v2.0/apps/${prepared.appId}/versions/0.1/intents`,
      key,
      body: { name: 'More' },
    });
    assert.equal(status, 201);
    const job = (await app.ports.jobs.get(account, 'evaluate'))!.value;
    const outcome = await understandingJobs[EVALUATE_JOB]!(job, {
      services: app.ports,
      signal: new AbortController().signal,
      progress: async () => undefined,
    });
    assert.deepEqual(outcome, { state: 'succeeded' });
    assert.equal((await call('POST', '/0.1/train')).status, 202);
    assert.deepEqual(
      [(await app.ports.jobs.get(account, 'evaluate'))!.value.state, (await training(prepared.version.uid)).evaluating],
      ['cancelling', undefined],
    );
  });

  test('LearnFromQueries trains with the queries that wait for review, and again when there are others', async () => {
    const path = `/luis/api/v2.0/apps/${prepared.appId}/versions/0.1`;
    const send = async (method: string, to: string, body?: unknown): Promise<{ status?: string }> => {
      const { status, json } = await app.call({ method, url: path + to, key, body });
      assert.ok(status < 300, to);
      return json<{ status?: string }>();
    };
    const log = async (text: string, at: number): Promise<void> => {
      const change = new Change().put(queries, account, queryKey(prepared.appId, text), { text, at, settledIn: [] });
      await app.store.commit(change.put(queryLog, account, logKey(prepared.appId, at, text), { text, at, answer: {} }));
    };
    /** The texts that the job gives to training, which is not run: a training of now is stored instead. */
    const train = async (): Promise<unknown> => {
      assert.equal((await send('POST', '/train')).status, 'Queued');
      const { jobId, trained, ...rest } = await training(prepared.version.uid);
      let logged: unknown;
      const threads = {
        run: (task: { input: { logged: unknown } }) => Promise.reject(((logged = task.input.logged), new Error('not run'))),
      };
      const services = { ...app.ports, threads } as unknown as typeof app.ports;
      const context = { services, signal: new AbortController().signal, progress: () => Promise.resolve() };
      await assert.rejects(
        async () => await understandingJobs[TRAIN_JOB]!((await app.ports.jobs.get(account, jobId))!.value, context),
        /not run/,
      );
      await app.store.commit(new Change().delete(jobs, SYSTEM, (await app.ports.jobs.get(account, jobId))!));
      await write(prepared.version.uid, { ...rest, jobId, trained: { ...trained!, revision: rest.revision, at: app.ports.clock.now() } });
      return logged;
    };
    await send('PUT', '/settings', [{ name: 'LearnFromQueries', value: 'false' }]);
    assert.deepEqual(await train(), []);
    await log('to oslo then', app.ports.clock.now() + 1);
    assert.equal((await send('POST', '/train')).status, 'UpToDate');
    await send('PUT', '/settings', [{ name: 'LearnFromQueries', value: 'true' }]);
    await send('POST', '/suggest/ignore', ['to rome please']);
    assert.deepEqual(await train(), ['to oslo then']);
    const later = app.ports.clock.now() + 60_000;
    assert.equal((await send('POST', '/train')).status, 'UpToDate');
    await log('to lima then', later);
    assert.deepEqual(await train(), ['to lima then', 'to oslo then']);
  });
});
