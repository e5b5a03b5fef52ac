import { MessageChannel } from 'node:worker_threads';
import type { Ports } from '../../../kernel/ports.ts';
import type { Definition, LanguageRow } from '../../../engines/language/definition.ts';
import type { JobContext, JobHandlers } from '../../../kernel/job.ts';
import { Change } from '../../../kernel/change.ts';
import type { Example, HeldOutIntent, HeldOutEntities, ModelTraining, Schema, EntitySpan } from '../model.ts';
import { NONE_INTENT } from '../model.ts';
import { buildDefinition, buildRows } from './definition.ts';
import { collectRequirements } from '../schema/requirements.ts';
import { apps, readExamples, trainings, readVersions } from '../store.ts';
import type { Trained } from './worker.ts';

export const TRAIN_JOB = 'understanding.train';
export const EVALUATE_JOB = 'understanding.evaluate';

const WORKER_MODULE = new URL('./worker.ts', import.meta.url);

/** Both jobs work on a version of an app. */
export interface VersionInput { appId: string; uid: string }

export const understandingJobs: JobHandlers = {
  /** Trains a version as it is now; a version or app that is gone needs no training. */
  async [TRAIN_JOB]({ id, account, input }, context) {
    const { services } = context;
    const { appId, uid } = input as VersionInput;
    const { records, blobs, clock } = services;
    const [app, training] = [await records.get(apps, account, appId), await records.get(trainings, account, uid)];
    const version = (await readVersions(services, account, appId)).find(({ value }) => value.uid === uid)?.value;
    if (!app || !version || training?.value.jobId !== id) return { state: 'succeeded' };
    const examples = (await readExamples(services, account, uid)).map(({ value }) => value);
    const rows = buildRows(version.schema, examples);
    const { bytes, heldOut } = await runInWorker<Trained>('train', { definition: buildDefinition(version.schema, app.value.culture), rows }, context);
    const at = clock.now();
    const models = summarizeModels(version.schema, examples, at);
    const blob = await blobs.put(account, bytes);
    const evaluation = await storeJson(services, account, examples.map(({ id: number, text }, i): HeldOutIntent => ({ id: number, text, intentLabel: rows[i]!.intents[0]!, predictedIntent: heldOut[i]!.intent, score: heldOut[i]!.score })));
    const { revision } = version;
    return { state: 'succeeded', change: new Change().replace(trainings, account, training, { ...training.value, revision, models, trained: { blob, evaluation, requirements: collectRequirements(version.schema), revision, at, models } }) };
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
    const examples = (await readExamples(services, account, uid)).map(({ value }) => value);
    const [app, training] = [await records.get(apps, account, appId), await records.get(trainings, account, uid)];
    const version = (await readVersions(services, account, appId)).find(({ value }) => value.uid === uid)?.value;
    const trained = training?.value.trained;
    if (!app || !version || training?.value.evaluating?.jobId !== id || trained?.evaluation === undefined || trained.revision !== version.revision) return { state: 'succeeded' };
    const predicted = new Map((await readJson<HeldOutIntent>(services, account, trained.evaluation)).map((one) => [one.id, one.predictedIntent]));
    const outcomes = await runInWorker<{ labels: EntitySpan[]; found: EntitySpan[] }[]>('evaluateEntities', {
      definition: buildDefinition(version.schema, app.value.culture), rows: buildRows(version.schema, examples), intents: examples.map((example) => predicted.get(example.id) ?? NONE_INTENT), requirements: collectRequirements(version.schema),
    }, context);
    const entities = await storeJson(services, account, examples.map(({ id: number }, i): HeldOutEntities => ({ id: number, ...outcomes[i]! })));
    return { state: 'succeeded', change: new Change().replace(trainings, account, training, { ...training.value, trained: { ...trained, entities } }) };
  },
};

interface ThreadInput { definition: Definition; rows: LanguageRow[]; intents?: string[]; requirements?: object }

/** Runs a function of training.ts that tells how far it is through a port. */
async function runInWorker<T>(name: 'train' | 'evaluateEntities', input: ThreadInput, { services, signal, progress }: JobContext): Promise<T> {
  const { port1, port2 } = new MessageChannel();
  // What is told too late, after the job has lost its lease, is of no use to anybody.
  port1.on('message', (done: number) => void progress(done).catch(() => undefined));
  return await services.threads.run<T>({ module: WORKER_MODULE, function: name, transfer: [port2], signal, input: { ...input, port: port2 } }).finally(() => port1.close());
}

async function storeJson({ blobs }: Ports, account: string, value: unknown): Promise<string> {
  return await blobs.put(account, Buffer.from(JSON.stringify(value)));
}

/** A list that was put as a blob; empty where it is gone. */
export async function readJson<T>({ blobs }: Pick<Ports, 'blobs'>, account: string, blob: string | undefined): Promise<T[]> {
  const bytes = blob === undefined ? undefined : await blobs.get(account, blob);
  return bytes ? JSON.parse(Buffer.from(bytes).toString()) as T[] : [];
}

/** Each model of a version with the number of utterances that teach it. */
export function summarizeModels({ intents, entities }: Schema, examples: readonly Example[], trainedAt?: number): ModelTraining[] {
  const counts = new Map<string, number>();
  for (const { intentId, labels } of examples) for (const id of new Set([intentId, ...labels.map(({ entityId }) => entityId)])) counts.set(id, (counts.get(id) ?? 0) + 1);
  return [...intents, ...entities].map(({ id }) => ({ modelId: id, status: trainedAt === undefined ? 'Queued' : 'Success', exampleCount: counts.get(id) ?? 0, ...trainedAt !== undefined && { trainedAt } }));
}
