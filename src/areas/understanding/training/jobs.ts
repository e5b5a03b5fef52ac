/** The jobs that train a version and evaluate its entities. Both compute in a worker thread. */
import { MessageChannel } from 'node:worker_threads';
import type { Definition, LanguageRow } from '../../../engines/language/models/definition.ts';
import { Change } from '../../../kernel/change.ts';
import type { JobContext, JobHandlers } from '../../../kernel/job-handler.ts';
import type { Ports } from '../../../kernel/ports.ts';
import { NONE_INTENT, learnsFromQueries } from '../model.ts';
import type { EntitySpan, Example, HeldOutEntities, HeldOutIntent, ModelTraining, Schema } from '../model.ts';
import { collectRequirements } from '../schema/requirements.ts';
import { apps, findVersionByUid, readExamples, readWaitingTexts, trainings } from '../store.ts';
import { buildDefinition, buildRows } from './definition.ts';
import type { Trained } from './worker.ts';

export const TRAIN_JOB = 'understanding.train';
export const EVALUATE_JOB = 'understanding.evaluate';

/** The module with the functions that run in worker threads. */
export const WORKER_MODULE = new URL('./worker.ts', import.meta.url);

/** The input of both jobs. */
export interface VersionInput {
  appId: string;
  uid: string;
}

export const understandingJobs: JobHandlers = {
  /** Trains the current state of a version. Does nothing when the app or the version was deleted. */
  async [TRAIN_JOB]({ id: jobId, account, input }, context) {
    const { services } = context;
    const { appId, uid } = input as VersionInput;
    const { records, blobs, clock } = services;
    const [app, training] = [await records.get(apps, account, appId), await records.get(trainings, account, uid)];
    if (!app || training?.value.jobId !== jobId) return { state: 'succeeded' };
    const version = await findVersionByUid(services, account, appId, uid);
    if (!version) return { state: 'succeeded' };
    const { schema, revision } = version;
    const examples = await readExamples(services, account, uid);
    const rows = buildRows(schema, examples);
    const logged = learnsFromQueries(version)
      ? await readWaitingTexts(
          services,
          { owner: account, appId, uid },
          examples.map(({ text }) => text),
        )
      : [];
    const { bytes, heldOut } = await runInWorker<Trained>(
      'train',
      { definition: buildDefinition(schema, app.value.culture), rows, logged },
      context,
    );
    const at = clock.now();
    const models = listModelTrainings(schema, countModelExamples(examples), at);
    const blob = await blobs.put(account, bytes);
    const evaluation = await storeJson(
      services,
      account,
      examples.map(({ id, text }, i): HeldOutIntent => ({
        id,
        text,
        intentLabel: rows[i]!.intents[0]!,
        predictedIntent: heldOut[i]!.intent,
        score: heldOut[i]!.score,
      })),
    );
    const trained = { blob, evaluation, requirements: collectRequirements(schema), revision, at, models };
    return {
      state: 'succeeded',
      change: new Change().replace(trainings, account, training, { ...training.value, revision, models, trained }),
    };
  },

  /**
   * Evaluates the entities of a version as it was trained. Does nothing when the version was edited or trained again since.
   * Examples are read before the version: an edit changes both in one commit, so an unchanged revision proves that the
   * examples are those of the training.
   */
  async [EVALUATE_JOB]({ id: jobId, account, input }, context) {
    const { services } = context;
    const { appId, uid } = input as VersionInput;
    const { records } = services;
    const examples = await readExamples(services, account, uid);
    const [app, training] = [await records.get(apps, account, appId), await records.get(trainings, account, uid)];
    const trained = training?.value.trained;
    if (!app || training?.value.evaluating?.jobId !== jobId || trained?.evaluation === undefined) return { state: 'succeeded' };
    const version = await findVersionByUid(services, account, appId, uid);
    if (version?.revision !== trained.revision) return { state: 'succeeded' };
    const { schema } = version;
    const heldOut = await readJson<HeldOutIntent>(services, account, trained.evaluation);
    const predictedIntents = new Map(heldOut.map(({ id, predictedIntent }) => [id, predictedIntent]));
    const outcomes = await runInWorker<{ labels: EntitySpan[]; found: EntitySpan[] }[]>(
      'crossValidateEntities',
      {
        definition: buildDefinition(schema, app.value.culture),
        rows: buildRows(schema, examples),
        intents: examples.map((example) => predictedIntents.get(example.id) ?? NONE_INTENT),
        requirements: collectRequirements(schema),
      },
      context,
    );
    const entities = await storeJson(
      services,
      account,
      examples.map(({ id }, i): HeldOutEntities => ({ id, ...outcomes[i]! })),
    );
    return {
      state: 'succeeded',
      change: new Change().replace(trainings, account, training, { ...training.value, trained: { ...trained, entities } }),
    };
  },
};

interface WorkerInput {
  definition: Definition;
  rows: LanguageRow[];
  logged?: string[];
  intents?: string[];
  requirements?: object;
}

/** Runs a function of worker.ts that reports its progress through a port. */
async function runInWorker<T>(
  name: 'train' | 'crossValidateEntities',
  input: WorkerInput,
  { services, signal, progress }: JobContext,
): Promise<T> {
  const { port1, port2 } = new MessageChannel();
  // Progress that arrives after the job has lost its lease is ignored.
  port1.on('message', (fraction: number) => void progress(fraction).catch(() => undefined));
  return await services.threads
    .run<T>({
      module: WORKER_MODULE,
      function: name,
      transfer: [port2],
      signal,
      input: { ...input, port: port2 },
    })
    .finally(() => port1.close());
}

async function storeJson({ blobs }: Pick<Ports, 'blobs'>, account: string, value: unknown): Promise<string> {
  return await blobs.put(account, Buffer.from(JSON.stringify(value)));
}

/** Reads a list that was stored as a blob; empty when the blob was deleted. */
export async function readJson<T>({ blobs }: Pick<Ports, 'blobs'>, account: string, blob: string | undefined): Promise<T[]> {
  const bytes = blob === undefined ? undefined : await blobs.get(account, blob);
  return bytes ? (JSON.parse(Buffer.from(bytes).toString()) as T[]) : [];
}

/** Adds an example to the counts of the models that it teaches. */
export function countModels(counts: Map<string, number>, { intentId, labels }: Example): void {
  for (const id of new Set([intentId, ...labels.map(({ entityId }) => entityId)])) counts.set(id, (counts.get(id) ?? 0) + 1);
}

export function countModelExamples(examples: readonly Example[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const example of examples) countModels(counts, example);
  return counts;
}

/** The training status of each model of a version: queued, or succeeded at a time. */
export function listModelTrainings(
  { intents, entities }: Schema,
  exampleCounts: ReadonlyMap<string, number>,
  trainedAt?: number,
): ModelTraining[] {
  return [...intents, ...entities].map(({ id }) => ({
    modelId: id,
    status: trainedAt === undefined ? 'Queued' : 'Success',
    exampleCount: exampleCounts.get(id) ?? 0,
    ...(trainedAt !== undefined && { trainedAt }),
  }));
}
