/** The job that builds a custom model: fetches training files, reads the forms and trains in child processes, and stores the model. */
import type { Stored } from '../../../kernel/change.ts';
import type { Failure } from '../../../kernel/failures.ts';
import type { Job, JobOutcome } from '../../../kernel/job.ts';
import type { Ports } from '../../../kernel/ports.ts';
import type { Form } from '../../../engines/documents/forms/form/form.ts';
import { documentFailure, isOutcome } from '../failures.ts';
import { runFileTask } from '../file-task.ts';
import type { FileTask } from '../file-task.ts';
import { MAX_MODELS } from '../model.ts';
import type { BuildMode, DocumentModel, ModelBuild } from '../model.ts';
import { MAX_ARTIFACT_BYTES, writeArtifact } from '../artifact.ts';
import { completeOperation } from './complete-operation.ts';
import type { FormInput, LearnInput, TrainedModel, TrainingProblem } from './train.ts';
import type { DocumentJobContext, DocumentJobHandlers } from '../services.ts';
import { models, operations } from '../store.ts';
import { LABELS_SUFFIX, OCR_SUFFIX } from '../training-sets/files.ts';
import type { TrainingFiles } from '../training-sets/files.ts';
import { openTrainingFiles } from '../training-sets/source.ts';
import { formModels } from '../v2/store.ts';

export const BUILD_JOB = 'documents.build';

const TRAIN_MODULE = new URL('./train.ts', import.meta.url);
/** Limits of the interface. */
export const BUILD_LIMITS: Readonly<Record<BuildMode, { bytes: number; pages: number }>> = {
  template: { bytes: 50 * 2 ** 20, pages: 500 },
  neural: { bytes: 2 ** 30, pages: 50_000 },
};
/** Progress when the forms are read, and when training is done. */
const READING_SHARE = 0.6;
const TRAINING_SHARE = 0.98;

export const buildJobs: DocumentJobHandlers = {
  async [BUILD_JOB]({ id, account, attempt }, context): Promise<JobOutcome> {
    const { services } = context;
    const stored = await services.records.get(operations, account, id);
    if (!stored?.value.build) return { state: 'failed', errors: [{ code: 'notFound', message: 'The build no longer exists.' }] };
    const { build, version, tags } = stored.value;
    try {
      const { learned, ...docType } = (await trainFromSource(id, account, build, attempt, context)).model;
      if (learned.length > MAX_ARTIFACT_BYTES) throw documentFailure('ModelBuildError', { details: 'the trained model is too large.' });
      const { modelId, description, buildMode, overwrite = false } = build;
      const existing = await checkCanCreateModel(services, account, modelId, overwrite);
      const result = {
        modelId,
        createdAt: services.clock.now(),
        version,
        tags,
        buildMode,
        docTypes: { [modelId]: { buildMode, ...docType } },
        ...(description !== undefined && { description }),
      };
      const model: DocumentModel = {
        ...result,
        artefact: await services.blobs.put(account, writeArtifact([{ docType: modelId, learned }])),
      };
      const change = completeOperation(account, stored, services, { build: undefined, result });
      if (existing) change.replace(models, account, existing, model);
      else change.create(models, account, modelId, model);
      return { state: 'succeeded', change };
    } catch (problem) {
      if (!isOutcome(problem)) throw problem;
      const ifFailed = completeOperation(account, stored, services, { build: undefined }, problem);
      return { state: 'failed', errors: [{ code: problem.kind, message: problem.message }], ifFailed };
    }
  },
};

/**
 * Throws when the account has a model of this name that may not be replaced, or as many models as it may have. Returns the one to
 * replace.
 */
export async function checkCanCreateModel(
  { records }: Pick<Ports, 'records'>,
  account: string,
  modelId: string,
  overwrite = false,
): Promise<Stored<DocumentModel> | undefined> {
  const existing = await records.get(models, account, modelId);
  if (existing && overwrite) return existing;
  if (existing) throw documentFailure('ModelExists');
  const count = (await records.count(models, account)) + (await records.count(formModels, account));
  if (count >= MAX_MODELS) throw documentFailure('DocumentModelLimit', { maximumModels: MAX_MODELS });
  return undefined;
}

async function trainFromSource(
  operationId: string,
  account: string,
  { source, buildMode }: ModelBuild,
  attempt: number,
  context: DocumentJobContext,
): Promise<TrainedFrom> {
  const files = await openTrainingFiles(source, { operationId, account, maxBytes: BUILD_LIMITS[buildMode].bytes }, context);
  if (files.names.length === 0) throw documentFailure('ModelBuildError', { details: "Can't find any OCR files for training." });
  const fields = await firstExisting(files, files.fields);
  if (!fields) throw documentFailure('TrainingContentMissing', { details: 'there is no fields.json.' });
  return await trainFromFiles(files, { fields, mode: buildMode }, { account, attempt }, context);
}

export interface TrainedFrom {
  model: TrainedModel;
  documents: { name: string; pages: number }[];
}

/** Trains with the labeled forms among the files. */
export async function trainFromFiles(
  files: TrainingFiles,
  { fields, mode }: Pick<LearnInput, 'fields' | 'mode'>,
  job: Pick<Job, 'account' | 'attempt'>,
  context: DocumentJobContext,
): Promise<TrainedFrom> {
  const { progress } = context;
  const limits = BUILD_LIMITS[mode];
  const forms: { name: string; form: Form; labels: Uint8Array }[] = [];
  const names = labeledNames(files.names);
  let pages = 0;
  for (const [index, name] of names.entries()) {
    const labels = await files.get(`${name}${LABELS_SUFFIX}`);
    if (!labels) continue;
    const form = await readTrainingForm(name, files, job, context);
    pages += form.pages.length;
    if (pages > limits.pages) throw documentFailure('InvalidTrainingContentPageCount', { pages, maxPages: limits.pages });
    forms.push({ name, form, labels });
    await progress((READING_SHARE * (index + 1)) / names.length, `Read ${name}`);
  }
  if (forms.length === 0) throw documentFailure('TrainingContentMissing', { details: 'no form has a labels file.' });
  const input: LearnInput = { ...(fields && { fields }), mode, forms };
  const onProgress = (done: number): void =>
    void progress(READING_SHARE + (TRAINING_SHARE - READING_SHARE) * done, `Training with ${forms.length} forms`).catch(() => undefined);
  const output = await runFileTask<TrainedModel | TrainingProblem>(
    { ...job, module: TRAIN_MODULE, function: 'trainModel', input, onProgress, ...buildFailures('training with the forms') },
    context,
  );
  if ('problem' in output) throw trainingFailure(output);
  return { model: output, documents: forms.map(({ name, form }) => ({ name, pages: form.pages.length })) };
}

/** Names of documents that have labels, or all names of a file list. */
function labeledNames(names: readonly string[]): string[] {
  const labels = names.filter((name) => name.endsWith(LABELS_SUFFIX));
  return labels.length > 0 ? labels.map((name) => name.slice(0, -LABELS_SUFFIX.length)) : names.filter((name) => !name.endsWith('.json'));
}

export async function firstExisting({ get }: TrainingFiles, names: readonly string[]): Promise<Uint8Array | undefined> {
  for (const name of names) {
    const bytes = await get(name);
    if (bytes) return bytes;
  }
  return undefined;
}

/** A form from its stored layout, or read from the document. */
export async function readTrainingForm(
  name: string,
  { get }: TrainingFiles,
  job: Pick<Job, 'account' | 'attempt'>,
  context: DocumentJobContext,
): Promise<Form> {
  const { weights } = context.services.reading;
  const ocr = await get(`${name}${OCR_SUFFIX}`);
  const bytes = ocr ? undefined : await get(name);
  if (!ocr && !bytes) throw documentFailure('TrainingContentMissing', { details: `there is no file ${name}.` });
  const input: FormInput = {
    name,
    ...(ocr && { ocr }),
    ...(bytes && { bytes }),
    reading: weights === undefined ? {} : { weights },
  };
  const output = await runFileTask<{ form: Form } | TrainingProblem>(
    {
      account: job.account,
      module: TRAIN_MODULE,
      function: 'readForm',
      input,
      attempt: job.attempt,
      byPage: true,
      ...buildFailures(`reading ${name}`),
    },
    context,
  );
  if ('problem' in output) throw trainingFailure(output);
  return output.form;
}

export function buildFailures(step: string): Pick<FileTask, 'onOutOfMemory' | 'onCrash'> {
  const failure = (reason: string) => (): Failure => documentFailure('ModelBuildError', { details: `${step} ${reason}.` });
  return {
    onOutOfMemory: failure('takes more memory than this server allows'),
    onCrash: failure('crashes its process'),
  };
}

export function trainingFailure({ problem, file, message }: TrainingProblem): Failure {
  const details = `${file === undefined ? '' : `${file}: `}${message}.`;
  switch (problem) {
    case 'fields':
      return documentFailure('InvalidFieldsDefinition', { details: `${message}.` });
    case 'forms':
      return documentFailure('TrainingContentMissing', { details });
    default:
      return documentFailure('ModelBuildError', { details });
  }
}
