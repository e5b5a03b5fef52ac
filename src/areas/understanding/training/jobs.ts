import { MessageChannel } from 'node:worker_threads';
import type { Services } from '../../../kernel/ports.ts';
import type { Definition, LanguageRow } from '../../../engines/language/definition.ts';
import type { JobContext, JobHandlers } from '../../../kernel/job.ts';
import { Change } from '../../../kernel/change.ts';
import type { Example, HeldOut, HeldOutEntities, ModelTraining, Schema, Stretch } from '../model.ts';
import { NONE } from '../model.ts';
import { definitionOf, rowsOf } from './definition.ts';
import { requirementsOf } from '../schema/requirements.ts';
import { apps, examplesOf, trainings, versionsOf } from '../store.ts';
import type { Trained } from './worker.ts';

export const TRAIN_JOB = 'understanding.train';
export const EVALUATE_JOB = 'understanding.evaluate';

const TRAINING_MODULE = new URL('./worker.ts', import.meta.url);

/** Both jobs work on a version of an app. */
export interface VersionInput { appId: string; uid: string }

export const understandingJobs: JobHandlers = {
  /** Trains a version as it is now; a version or app that is gone needs no training. */
  async [TRAIN_JOB]({ id, account, input }, context) {
    const { services } = context;
    const { appId, uid } = input as VersionInput;
    const { records, blobs, clock } = services;
    const [app, training] = [await records.get(apps, account, appId), await records.get(trainings, account, uid)];
    const version = (await versionsOf(services, account, appId)).find(({ value }) => value.uid === uid)?.value;
    if (!app || !version || training?.value.jobId !== id) return { state: 'succeeded' };
    const examples = (await examplesOf(services, account, uid)).map(({ value }) => value);
    const rows = rowsOf(version.schema, examples);
    const { bytes, heldOut } = await inThread<Trained>('train', { definition: definitionOf(version.schema, app.value.culture), rows }, context);
    const at = clock.now();
    const models = modelsOf(version.schema, examples, at);
    const blob = await blobs.put(account, bytes);
    const evaluation = await putJson(services, account, examples.map(({ id: number, text }, i): HeldOut => ({ id: number, text, intentLabel: rows[i]!.intents[0]!, predictedIntent: heldOut[i]!.intent, score: heldOut[i]!.score })));
    const { revision } = version;
    return { state: 'succeeded', change: new Change().replace(trainings, account, training, { ...training.value, revision, models, trained: { blob, evaluation, requirements: requirementsOf(version.schema), revision, at, models } }) };
  },

  /**
   * Evaluates the entities of a version as it was trained: one that was edited since, or is trained anew, needs none.
   * Utterances are read before the version: an edit changes both at once, so that a version that is still the one
   * that was trained says that they are.
   */
  async [EVALUATE_JOB]({ id, account, input }, context) {
    const { services } = context;
    const { appId, uid } = input as VersionInput;
    const { records } = services;
    const examples = (await examplesOf(services, account, uid)).map(({ value }) => value);
    const [app, training] = [await records.get(apps, account, appId), await records.get(trainings, account, uid)];
    const version = (await versionsOf(services, account, appId)).find(({ value }) => value.uid === uid)?.value;
    const trained = training?.value.trained;
    if (!app || !version || training?.value.evaluating?.jobId !== id || trained?.evaluation === undefined || trained.revision !== version.revision) return { state: 'succeeded' };
    const predicted = new Map((await getJson<HeldOut>(services, account, trained.evaluation)).map((one) => [one.id, one.predictedIntent]));
    const outcomes = await inThread<{ labels: Stretch[]; found: Stretch[] }[]>('evaluateEntities', {
      definition: definitionOf(version.schema, app.value.culture), rows: rowsOf(version.schema, examples), intents: examples.map((example) => predicted.get(example.id) ?? NONE), requirements: requirementsOf(version.schema),
    }, context);
    const entities = await putJson(services, account, examples.map(({ id: number }, i): HeldOutEntities => ({ id: number, ...outcomes[i]! })));
    return { state: 'succeeded', change: new Change().replace(trainings, account, training, { ...training.value, trained: { ...trained, entities } }) };
  },
};

interface ThreadInput { definition: Definition; rows: LanguageRow[]; intents?: string[]; requirements?: object }

/** Runs a function of training.ts that tells how far it is through a port. */
async function inThread<T>(name: 'train' | 'evaluateEntities', input: ThreadInput, { services, signal, progress }: JobContext): Promise<T> {
  const { port1, port2 } = new MessageChannel();
  // What is told too late, after the job has lost its lease, is of no use to anybody.
  port1.on('message', (done: number) => void progress(done).catch(() => undefined));
  return await services.threads.run<T>({ module: TRAINING_MODULE, function: name, transfer: [port2], signal, input: { ...input, port: port2 } }).finally(() => port1.close());
}

async function putJson({ blobs }: Services, account: string, value: unknown): Promise<string> {
  return await blobs.put(account, Buffer.from(JSON.stringify(value)));
}

/** A list that was put as a blob; empty where it is gone. */
export async function getJson<T>({ blobs }: Pick<Services, 'blobs'>, account: string, blob: string | undefined): Promise<T[]> {
  const bytes = blob === undefined ? undefined : await blobs.get(account, blob);
  return bytes ? JSON.parse(Buffer.from(bytes).toString()) as T[] : [];
}

/** Each model of a version with the number of utterances that teach it. */
export function modelsOf({ intents, entities }: Schema, examples: readonly Example[], trainedAt?: number): ModelTraining[] {
  const counts = new Map<string, number>();
  for (const { intentId, labels } of examples) for (const id of new Set([intentId, ...labels.map(({ entityId }) => entityId)])) counts.set(id, (counts.get(id) ?? 0) + 1);
  return [...intents, ...entities].map(({ id }) => ({ modelId: id, status: trainedAt === undefined ? 'Queued' : 'Success', exampleCount: counts.get(id) ?? 0, ...trainedAt !== undefined && { trainedAt } }));
}
