import { operation, reply } from '../../../kernel/operation.ts';
import { isFinal } from '../../../kernel/job.ts';
import type { StoredJob } from '../../../kernel/job.ts';
import { Change } from '../../../kernel/change.ts';
import { understandingFailure } from '../failures.ts';
import { TRAIN_JOB, summarizeModels } from './jobs.ts';
import { TRAINING_STATUS } from '../model.ts';
import type { ModelTraining, SlotName, Training } from '../model.ts';
import { PublishAnswer, PublishRequest, TrainAnswer, TrainStatus } from '../schemas.ts';
import { requireApp, apps, readExamples, trainings, versionKey, versions } from '../store.ts';
import { describeEndpoint } from '../apps/operations.ts';
import { versionOperation } from '../version-operation.ts';

function answer(status: keyof typeof TRAINING_STATUS): object {
  return { statusId: TRAINING_STATUS[status], status };
}

/** Trains what was edited since the last time; a version that is being trained as it is now is left to that. */
export const trainVersion = versionOperation({
  id: 'understanding.trainVersion',
  summary: 'Train a version',
  route: 'POST /train',
  replies: { 202: TrainAnswer },
  async run({ owner, app, version }, _call, services) {
    const { records, jobs, clock } = services;
    const { uid, revision, schema } = version.value;
    const training = await records.get(trainings, owner, uid);
    const job = training && await jobs.get(owner, training.value.jobId);
    const evaluating = training?.value.evaluating && await jobs.get(owner, training.value.evaluating.jobId);
    if (training?.value.trained?.revision === revision) return { status: 202, body: answer('UpToDate') };
    if (job && !isFinal(job.value) && training.value.revision === revision) return { status: 202, body: answer('Queued') };
    const models = summarizeModels(schema, (await readExamples(services, owner, uid)).map(({ value }) => value));
    return {
      status: 202, body: answer('Queued'), keepsRevision: true,
      writes: (change) => {
        for (const outdated of [job, evaluating]) if (outdated) jobs.cancel(change, outdated);
        const { id: jobId } = jobs.enqueue(change, { account: owner, kind: TRAIN_JOB, input: { appId: app.value.id, uid } });
        const next: Training = { jobId, revision, startedAt: clock.now(), models, ...training?.value.trained && { trained: training.value.trained } };
        if (training) change.replace(trainings, owner, training, next);
        else change.create(trainings, owner, uid, next);
      },
    };
  },
});

/** How each model stands: as the job does while it runs, as it ended afterwards. */
function statusOf(model: ModelTraining, training: Training, job: StoredJob | undefined): object {
  const ended = training.trained?.revision === training.revision;
  const state = job?.value.state;
  const status = ended ? model.status : state === 'running' || state === 'cancelling' ? 'InProgress' : state === 'notStarted' ? 'Queued' : 'Fail';
  return {
    modelId: model.modelId,
    details: { statusId: TRAINING_STATUS[status], status, exampleCount: model.exampleCount, ...status === 'InProgress' && { percentCompleted: Math.floor(100 * job!.value.progress) }, ...model.trainedAt !== undefined && { trainingDateTime: new Date(model.trainedAt).toISOString() }, ...status === 'Fail' && { failureReason: job?.value.errors[0]?.message ?? 'The training was interrupted.' } },
  };
}

export const getTrainingStatus = versionOperation({
  id: 'understanding.getTrainingStatus',
  summary: 'Get how the training of each model of a version stands',
  route: 'GET /train',
  replies: { 200: TrainStatus },
  async run({ owner, version }, _call, { records, jobs }) {
    const begun = (await records.get(trainings, owner, version.value.uid))?.value;
    if (!begun) return { status: 200, body: [] };
    const job = await jobs.get(owner, begun.jobId);
    // A job ends together with its result: what was read before that is read again.
    const training = (await records.get(trainings, owner, version.value.uid))?.value ?? begun;
    const models = training.trained?.revision === training.revision ? training.trained.models : training.models;
    return { status: 200, body: models.map((model) => statusOf(model, training, job)) };
  },
});

export const publishApp = operation({
  id: 'understanding.publishApp',
  summary: 'Let a trained version answer, at the production or the staging slot',
  route: 'POST /apps/{appId}/publish',
  needs: 'authoring',
  body: PublishRequest,
  example: { body: { versionId: '0.1', isStaging: false } },
  replies: { 201: PublishAnswer },
  fails: ['AppNotFound', 'VersionNotFound', 'NotTrained'],
  async run(call, services) {
    const { account, params, body: { versionId, isStaging } } = call;
    const { owner, app } = await requireApp(services, account, params.appId!);
    const version = await services.records.get(versions, owner, versionKey(app.value.id, versionId || app.value.activeVersion));
    if (!version) throw understandingFailure('VersionNotFound');
    const { uid, revision, version: name } = version.value;
    const training = await services.records.get(trainings, owner, uid);
    const trained = training?.value.trained;
    if (trained?.revision !== revision) throw understandingFailure('NotTrained');
    const now = services.clock.now();
    const slot: SlotName = isStaging ? 'staging' : 'production';
    const next = { ...app.value, slots: { ...app.value.slots, [slot]: { version: name, uid, blob: trained!.blob, requirements: trained!.requirements, publishedAt: now } } };
    const change = new Change().replace(apps, owner, app, next).replace(versions, owner, version, { ...version.value, publishedAt: now }).expect(trainings, owner, training!);
    return reply(201, describeEndpoint(call, next, slot, services.region), { change });
  },
});
