/** The training job of both families. */
import type { LanguageServices } from '../../services.ts';
import { MessageChannel } from 'node:worker_threads';
import { Failure } from '../../../../kernel/failures.ts';
import type { JobContext, JobHandler, JobHandlers } from '../../../../kernel/job-handler.ts';
import { Change } from '../../../../kernel/change.ts';
import { JobProblem } from '../family.ts';
import type { Family, FamilyInfo, Trained, TrainingInput } from '../family.ts';
import { modelId } from '../model.ts';
import type { EvaluationOptions, TrainedModel } from '../model.ts';
import { models, partKey, projectKey, projects, readBlob, writeBlob } from '../store.ts';
import type { ProjectJobInput } from '../store.ts';
import type { JobKinds } from '../family-operation.ts';
import { EVALUATION_SHARE } from '../wire.ts';
import type { TrainingJobInput } from '../wire.ts';

export interface TrainInput extends ProjectJobInput, TrainingJobInput {
  project: string;
  options: EvaluationOptions;
}

export const TRAIN_JOB: JobKinds = { conversations: 'conversations.train', texts: 'texts.train' };

export function trainingHandlers<Assets extends object>(family: Family<Assets>): JobHandlers<LanguageServices> {
  const train: JobHandler<LanguageServices> = async ({ account, input, startedAt }, context) => {
    const { services } = context;
    const { records, clock, ids, blobs } = services;
    const { project: name, uid, label, mode, options } = input as TrainInput;
    const project = (await records.get(projects, account, projectKey(family.name, name)))?.value;
    if (project?.uid !== uid) return { state: 'failed', errors: [{ code: 'notFound', message: `The project ${name} no longer exists.` }] };
    const assets = await readBlob<Assets>(services, account, project.assets);
    const trainingAt = startedAt ?? clock.now();
    let result: { trained: Trained; evaluatingAt: number };
    try {
      const gathered = await family.gather(assets, project, account, services, context.signal);
      result = await runTraining(family, { project, assets, options, gathered, ...(mode !== undefined && { mode }) }, context);
    } catch (problem) {
      if (problem instanceof JobProblem) return { state: 'failed', errors: [{ code: problem.code, message: problem.message }] };
      if (problem instanceof Failure && problem.status < 500) {
        return { state: 'failed', errors: [{ code: 'invalidOperation', message: problem.message }] };
      }
      throw problem;
    }
    const { evaluatingAt } = result;
    const { learned, evaluation, facts } = result.trained;
    const at = clock.now();
    const model: TrainedModel = {
      label,
      id: modelId(at, ids.uuid()),
      trainedAt: at,
      options,
      ...(mode !== undefined && { mode }),
      training: { startedAt: trainingAt, endedAt: evaluatingAt },
      evaluation: { startedAt: evaluatingAt, endedAt: at },
      learned: await blobs.put(account, learned),
      evaluated: await writeBlob(services, account, evaluation),
      // Written again, because an import in the meantime may have deleted the project's blob.
      snapshot: await writeBlob(services, account, assets),
      ...(facts !== undefined && { facts }),
    };
    return { state: 'succeeded', change: new Change().put(models, account, partKey(uid, label), model) };
  };
  return { [TRAIN_JOB[family.name]]: train };
}

async function runTraining(
  { trainingModule }: FamilyInfo,
  input: TrainingInput<object, unknown>,
  { services: { threads, clock }, signal, progress }: JobContext<LanguageServices>,
): Promise<{ trained: Trained; evaluatingAt: number }> {
  const { port1, port2 } = new MessageChannel();
  let evaluatingAt: number | undefined;
  port1.on('message', (share: number) => {
    if (share >= 1 - EVALUATION_SHARE) evaluatingAt ??= clock.now();
    // A job that lost its lease is stopped by its signal, so this error can be ignored.
    progress(share, evaluatingAt === undefined ? 'Learning' : 'Evaluating').catch(() => undefined);
  });
  try {
    const trained = await threads.run<Trained>({
      module: trainingModule,
      function: 'train',
      transfer: [port2],
      signal,
      input: { ...input, port: port2 },
    });
    return { trained, evaluatingAt: evaluatingAt ?? clock.now() };
  } finally {
    port1.close();
  }
}
