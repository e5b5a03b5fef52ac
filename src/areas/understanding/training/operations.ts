/** Training a version and publishing it. */
import { describeEndpoint } from '../apps/endpoints.ts';
import { Change } from '../../../kernel/change.ts';
import { isFinal } from '../../../kernel/job.ts';
import type { StoredJob } from '../../../kernel/job.ts';
import { reply } from '../../../kernel/operation.ts';
import type { Ports } from '../../../kernel/ports.ts';
import { understandingFailure } from '../failures.ts';
import { TRAINING_STATUS, learnsFromQueries } from '../model.ts';
import type { ModelTraining, SlotName, Training } from '../model.ts';
import { PublishAnswer, PublishRequest, TrainAnswer, TrainStatus } from '../schemas.ts';
import { operation } from '../services.ts';
import type { UnderstandingOperation } from '../services.ts';
import { apps, logKey, queryLog, requireApp, streamExamples, trainings, versionKey, versions } from '../store.ts';
import { versionOperation } from '../version-operation.ts';
import { evaluationOperations } from './evaluation.ts';
import { TRAIN_JOB, countModels, listModelTrainings } from './jobs.ts';
import { packageOperations } from './packages.ts';

function statusReply(status: keyof typeof TRAINING_STATUS): object {
  return { statusId: TRAINING_STATUS[status], status };
}

/** The status of a model: that of the job while it runs, then the result. */
function describeModelTraining(model: ModelTraining, training: Training, job: StoredJob | undefined): object {
  const isComplete = training.trained?.revision === training.revision;
  const state = job?.value.state;
  const status = isComplete
    ? model.status
    : state === 'running' || state === 'cancelling'
      ? 'InProgress'
      : state === 'notStarted'
        ? 'Queued'
        : 'Fail';
  return {
    modelId: model.modelId,
    details: {
      statusId: TRAINING_STATUS[status],
      status,
      exampleCount: model.exampleCount,
      ...(status === 'InProgress' && { percentCompleted: Math.floor(100 * job!.value.progress) }),
      ...(model.trainedAt !== undefined && { trainingDateTime: new Date(model.trainedAt).toISOString() }),
      ...(status === 'Fail' && { failureReason: job?.value.errors[0]?.message ?? 'The training was interrupted.' }),
    },
  };
}

async function isQueriedSince({ records }: Pick<Ports, 'records'>, owner: string, appId: string, at: number): Promise<boolean> {
  return (await records.page(queryLog, owner, { prefix: `${appId}/`, after: logKey(appId, at + 1, ''), limit: 1 })).length > 0;
}

export const trainingOperations: readonly UnderstandingOperation[] = [
  // Only starts a job when there is something new to learn since the last training and no job is training it already. Queries count as
  // an edit, so that the status is that of the new training.
  versionOperation({
    id: 'understanding.trainVersion',
    summary: 'Train a version',
    route: 'POST /train',
    replies: { 202: TrainAnswer },
    async run({ owner, app, version }, _call, services) {
      const { records, jobs, clock } = services;
      const { uid, schema } = version.value;
      const training = await records.get(trainings, owner, uid);
      const job = training && (await jobs.get(owner, training.value.jobId));
      const evaluationJob = training?.value.evaluating && (await jobs.get(owner, training.value.evaluating.jobId));
      const { at, revision: trained } = training?.value.trained ?? {};
      const hasNewQueries =
        at !== undefined && learnsFromQueries(version.value) && (await isQueriedSince(services, owner, app.value.id, at));
      const revision = version.value.revision + (hasNewQueries && trained === version.value.revision ? 1 : 0);
      if (trained === revision) return { status: 202, body: statusReply('UpToDate') };
      if (job && !isFinal(job.value) && training.value.revision === version.value.revision)
        return { status: 202, body: statusReply('Queued') };
      const exampleCounts = new Map<string, number>();
      for await (const { value } of streamExamples(services, owner, uid)) countModels(exampleCounts, value);
      return {
        status: 202,
        body: statusReply('Queued'),
        keepsRevision: revision === version.value.revision,
        writes: (change) => {
          for (const outdated of [job, evaluationJob]) if (outdated) jobs.cancel(change, outdated);
          const { id: jobId } = jobs.enqueue(change, {
            account: owner,
            kind: TRAIN_JOB,
            input: { appId: app.value.id, uid },
            subject: { id: app.value.id, name: app.value.name },
          });
          const next: Training = {
            jobId,
            revision,
            startedAt: clock.now(),
            models: listModelTrainings(schema, exampleCounts),
            ...(training?.value.trained && { trained: training.value.trained }),
          };
          if (training) change.replace(trainings, owner, training, next);
          else change.create(trainings, owner, uid, next);
        },
      };
    },
  }),
  versionOperation({
    id: 'understanding.getTrainingStatus',
    summary: 'Get the training status of each model of a version',
    route: 'GET /train',
    replies: { 200: TrainStatus },
    async read({ owner, version }, _call, { records, jobs }) {
      const started = (await records.get(trainings, owner, version.value.uid))?.value;
      if (!started) return [];
      const job = await jobs.get(owner, started.jobId);
      // A job and its result are committed together, so the training is read again after the job.
      const training = (await records.get(trainings, owner, version.value.uid))?.value ?? started;
      const models = training.trained?.revision === training.revision ? training.trained.models : training.models;
      return models.map((model) => describeModelTraining(model, training, job));
    },
  }),
  operation({
    id: 'understanding.publishApp',
    summary: 'Publish a trained version to the production or the staging slot',
    route: 'POST /apps/{appId}/publish',
    inThread: 'largeBody',
    body: PublishRequest,
    example: { body: { versionId: '0.1', isStaging: false } },
    replies: { 201: PublishAnswer },
    fails: ['AppNotFound', 'VersionNotFound', 'NotTrained'],
    async run(call, services) {
      const { account, params } = call;
      const { versionId, isStaging } = call.body;
      const { owner, app } = await requireApp(services, account, params.appId!);
      const version = await services.records.get(versions, owner, versionKey(app.value.id, versionId || app.value.activeVersion));
      if (!version) throw understandingFailure('VersionNotFound');
      const { uid, revision, version: name } = version.value;
      const training = await services.records.get(trainings, owner, uid);
      const trained = training?.value.trained;
      if (!training || trained?.revision !== revision) throw understandingFailure('NotTrained');
      const now = services.clock.now();
      const slot: SlotName = isStaging ? 'staging' : 'production';
      const published = { version: name, uid, blob: trained.blob, requirements: trained.requirements, publishedAt: now };
      const next = { ...app.value, slots: { ...app.value.slots, [slot]: published } };
      const change = new Change()
        .replace(apps, owner, app, next)
        .replace(versions, owner, version, { ...version.value, publishedAt: now })
        .expect(trainings, owner, training);
      return reply(201, describeEndpoint(call.origin, next, slot, services.region), { change });
    },
  }),
  ...evaluationOperations,
  ...packageOperations,
];
