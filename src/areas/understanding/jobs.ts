import { MessageChannel } from 'node:worker_threads';
import type { JobHandlers } from '../../jobs/model.ts';
import { Change } from '../../storage/change.ts';
import type { Example, HeldOut, ModelTraining, Schema } from './model.ts';
import { definitionOf, rowsOf } from './project.ts';
import { requirementsOf } from './requirements.ts';
import { apps, examplesOf, trainings, versionsOf } from './store.ts';
import type { Trained } from './training.ts';

export const TRAIN_JOB = 'understanding.train';

const TRAINING_MODULE = new URL('./training.ts', import.meta.url);

export interface TrainInput { appId: string; uid: string }

export const understandingJobs: JobHandlers = {
  /** Trains a version as it is now; a version or app that is gone needs no training. */
  async [TRAIN_JOB]({ id, account, input }, { services, signal, progress }) {
    const { appId, uid } = input as TrainInput;
    const { records, blobs, threads, clock } = services;
    const [app, training] = [await records.get(apps, account, appId), await records.get(trainings, account, uid)];
    const version = (await versionsOf(services, account, appId)).find(({ value }) => value.uid === uid)?.value;
    if (!app || !version || training?.value.jobId !== id) return { state: 'succeeded' };
    const examples = (await examplesOf(services, account, uid)).map(({ value }) => value);
    const { port1, port2 } = new MessageChannel();
    const failed: unknown[] = [];
    port1.on('message', (done: number) => void progress(done).catch((error: unknown) => failed.push(error)));
    const rows = rowsOf(version.schema, examples);
    const { bytes, heldOut } = await threads.run<Trained>({
      module: TRAINING_MODULE, function: 'train', transfer: [port2], signal,
      input: { definition: definitionOf(version.schema, app.value.culture), rows, port: port2 },
    }).finally(() => port1.close());
    const at = clock.now();
    const models = modelsOf(version.schema, examples, at);
    const blob = await blobs.put(account, bytes);
    const evaluation = await blobs.put(account, Buffer.from(JSON.stringify(examples.map(({ id: number, text }, i): HeldOut => ({ id: number, text, intentLabel: rows[i]!.intents[0]!, predictedIntent: heldOut[i]!.intent, score: heldOut[i]!.score })))));
    const { revision } = version;
    return { state: 'succeeded', change: new Change().replace(trainings, account, training, { ...training.value, revision, models, trained: { blob, evaluation, requirements: requirementsOf(version.schema), revision, at, models } }) };
  },
};

/** Each model of a version with the number of utterances that teach it. */
export function modelsOf({ intents, entities }: Schema, examples: readonly Example[], trainedAt?: number): ModelTraining[] {
  const counts = new Map<string, number>();
  for (const { intentId, labels } of examples) for (const id of new Set([intentId, ...labels.map(({ entityId }) => entityId)])) counts.set(id, (counts.get(id) ?? 0) + 1);
  return [...intents, ...entities].map(({ id }) => ({ modelId: id, status: trainedAt === undefined ? 'Queued' : 'Success', exampleCount: counts.get(id) ?? 0, ...trainedAt !== undefined && { trainedAt } }));
}
