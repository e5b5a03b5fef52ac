/** The building of a model: training files are fetched one by one, forms read and learned from in processes of their own, and the model kept with what was learned. */
import { Failure } from '../../../kernel/failures.ts';
import type { Services } from '../../../kernel/ports.ts';
import type { Form } from '../../../engines/forms/form.ts';
import type { JobContext, JobHandlers, JobOutcome } from '../../../kernel/job.ts';
import { writeArtifact } from './artifact.ts';
import { documentFailure } from '../failures.ts';
import { MAX_MODELS } from '../model.ts';
import type { BuildMode, DocumentModel, ModelBuild } from '../model.ts';
import { completeOperation } from './complete-operation.ts';
import { MAX_ARTIFACT_BYTES } from '../copying/package.ts';
import { runFileTask } from '../file-task.ts';
import { models, operations } from '../store.ts';
import { LABELS_SUFFIX, OCR_SUFFIX } from '../training-sets/files.ts';
import type { TrainingFiles } from '../training-sets/files.ts';
import { openTrainingFiles } from '../training-sets/source.ts';
import type { FormInput, LearnInput, TrainedModel, TrainingProblem } from './train.ts';

export const BUILD_JOB = 'documents.build';

const MODULE = new URL('./train.ts', import.meta.url);
/** What a build may take; the bytes are those of the interface, and so are the pages. */
const BUILD_LIMITS: Readonly<Record<BuildMode, { bytes: number; pages: number }>> = { template: { bytes: 50 * 2 ** 20, pages: 500 }, neural: { bytes: 2 ** 30, pages: 50_000 } };
/** Of the whole, until the last step. */
const READING_SHARE = 0.6;
const LEARNING_SHARE = 0.98;

export const buildJobs: JobHandlers = {
  async [BUILD_JOB]({ id, account, attempt }, context): Promise<JobOutcome> {
    const { services } = context;
    const read = await services.records.get(operations, account, id);
    if (!read?.value.build) return { state: 'failed', errors: [{ code: 'notFound', message: 'The build does not exist any more.' }] };
    const { build, version, tags } = read.value;
    try {
      const { learned, ...docType } = await trainFromSource(id, account, build, attempt, context);
      if (learned.length > MAX_ARTIFACT_BYTES) throw documentFailure('ModelBuildError', { details: 'what is learned from the forms is too large to be kept.' });
      await checkCanCreateModel(services, account, build.modelId);
      const { modelId, description, buildMode } = build;
      const result = { modelId, createdAt: services.clock.now(), version, tags, buildMode, docTypes: { [modelId]: { buildMode, ...docType } }, ...description !== undefined && { description } };
      const model: DocumentModel = { ...result, artefact: await services.blobs.put(account, writeArtifact([{ docType: modelId, learned }])) };
      return { state: 'succeeded', change: completeOperation(account, read, services, { build: undefined, result }).create(models, account, modelId, model) };
    } catch (problem) {
      if (!(problem instanceof Failure) || problem.status >= 500) throw problem;
      return { state: 'failed', errors: [{ code: problem.kind, message: problem.message }], ifFailed: completeOperation(account, read, services, { build: undefined }, problem) };
    }
  },
};

/** Whether the account may have one more model, of this name. */
export async function checkCanCreateModel({ records }: Pick<Services, 'records'>, account: string, modelId: string): Promise<void> {
  if (await records.get(models, account, modelId)) throw documentFailure('ModelExists');
  if ((await records.page(models, account, { limit: MAX_MODELS })).length === MAX_MODELS) throw documentFailure('DocumentModelLimit', { maximumModels: MAX_MODELS });
}

async function trainFromSource(operationId: string, account: string, { source, buildMode }: ModelBuild, attempt: number, context: JobContext): Promise<TrainedModel> {
  const { progress } = context;
  const most = BUILD_LIMITS[buildMode];
  const files = await openTrainingFiles(source, { operationId, account, mostBytes: most.bytes }, context);
  const fields = await firstExisting(files, files.fields);
  if (!fields) throw documentFailure('TrainingContentMissing', { details: 'there is no fields.json.' });
  const forms: { name: string; form: Form; labels: Uint8Array }[] = [];
  const names = labelledNames(files.names);
  let pages = 0;
  for (const [index, name] of names.entries()) {
    const labels = await files.get(`${name}${LABELS_SUFFIX}`);
    if (!labels) continue;
    const form = await readTrainingForm(name, files, attempt, context);
    pages += form.pages.length;
    if (pages > most.pages) throw documentFailure('InvalidTrainingContentPageCount', { pages, maxPages: most.pages });
    forms.push({ name, form, labels });
    await progress(READING_SHARE * (index + 1) / names.length, `Read ${name}`);
  }
  if (forms.length === 0) throw documentFailure('TrainingContentMissing', { details: 'no form has a file of labels beside it.' });
  const input: LearnInput = { fields, mode: buildMode, forms };
  const told = (done: number): void => void progress(READING_SHARE + (LEARNING_SHARE - READING_SHARE) * done, `Learning from ${forms.length} forms`).catch(() => undefined);
  const answer = await runFileTask<TrainedModel | TrainingProblem>({ module: MODULE, function: 'learnForms', input, attempt, onProgress: told, ...buildFailures('learning from the forms') }, context);
  if ('problem' in answer) throw trainingFailure(answer);
  return answer;
}

/** Names that labels are for, or all that a list names. */
function labelledNames(names: readonly string[]): string[] {
  const labels = names.filter((name) => name.endsWith(LABELS_SUFFIX));
  return labels.length > 0 ? labels.map((name) => name.slice(0, -LABELS_SUFFIX.length)) : names.filter((name) => !name.endsWith('.json'));
}

async function firstExisting({ get }: TrainingFiles, names: readonly string[]): Promise<Uint8Array | undefined> {
  for (const name of names) {
    const bytes = await get(name);
    if (bytes) return bytes;
  }
  return undefined;
}

/** A form by its stored layout, or by our own reading of it. */
export async function readTrainingForm(name: string, { get }: TrainingFiles, attempt: number, context: JobContext): Promise<Form> {
  const { weights, tesseract, pageMs } = context.services.reading;
  const ocr = await get(`${name}${OCR_SUFFIX}`);
  const bytes = ocr ? undefined : await get(name);
  if (!ocr && !bytes) throw documentFailure('TrainingContentMissing', { details: `there is no file ${name}.` });
  const input: FormInput = { name, ...ocr && { ocr }, ...bytes && { bytes }, reading: { tesseract, ...weights !== undefined && { weights } } };
  const answer = await runFileTask<{ form: Form } | TrainingProblem>({ module: MODULE, function: 'readForm', input, attempt, stepMs: pageMs, ...buildFailures(`reading ${name}`) }, context);
  if ('problem' in answer) throw trainingFailure(answer);
  return answer.form;
}

export function buildFailures(what: string): { takesTooLong: () => Failure; takesTooMuch: () => Failure; endsProcess: () => Failure } {
  const because = (why: string) => (): Failure => documentFailure('ModelBuildError', { details: `${what} ${why}.` });
  return { takesTooLong: because('takes longer than this server allows'), takesTooMuch: because('takes more memory than this server allows'), endsProcess: because('ends the process that does it') };
}

export function trainingFailure({ problem, file, message }: TrainingProblem): Failure {
  const details = `${file === undefined ? '' : `${file}: `}${message}.`;
  switch (problem) {
    case 'fields': return documentFailure('InvalidFieldsDefinition', { details: `${message}.` });
    case 'forms': return documentFailure('TrainingContentMissing', { details });
    default: return documentFailure('ModelBuildError', { details });
  }
}
