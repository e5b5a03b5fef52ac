/** The job that trains a model of versions 2. A model that cannot be trained becomes invalid and says why. */
import { Change } from '../../../../kernel/change.ts';
import type { Stored } from '../../../../kernel/change.ts';
import type { Job, JobOutcome } from '../../../../kernel/job.ts';
import type { FormPageText } from '../../../../engines/documents/forms/unlabeled/page-text.ts';
import { MAX_ARTIFACT_BYTES, writeArtifact } from '../../artifact.ts';
import { documentFailure, isOutcome } from '../../failures.ts';
import { runFileTask } from '../../file-task.ts';
import { BUILD_LIMITS, buildFailures, firstExisting, trainFromFiles } from '../../models/build-job.ts';
import type { DocumentJobContext, DocumentJobHandlers } from '../../services.ts';
import type { TrainingFiles } from '../../training-sets/files.ts';
import { openTrainingFiles } from '../../training-sets/source.ts';
import { trainingError } from '../failures.ts';
import type { FormError, FormModel, TrainResult, TrainingDocument } from '../model.ts';
import { formModels } from '../store.ts';
import type { LearnedPages, PagesInput } from './read-pages.ts';

export const TRAIN_FORM_JOB = 'documents.trainForm';

const PAGES_MODULE = new URL('./read-pages.ts', import.meta.url);
const FORM_FILE = /\.(?:pdf|jpe?g|png|bmp|tiff?)$/i;
/** With fewer there is nothing that recurs. */
const MIN_DOCUMENTS = 2;
const READING_SHARE = 0.9;
const UNREADABLE: FormError = { code: '2005', message: 'Unable to read file.' };
const NO_DOCUMENTS: FormError = {
  code: '2014',
  message:
    'No valid blobs found in the specified Azure blob container. Please conform to the document format/size/page/dimensions requirements.',
};

interface Trained {
  result: TrainResult;
  learned?: Uint8Array;
  errors: FormError[];
}

export const formModelJobs: DocumentJobHandlers = {
  async [TRAIN_FORM_JOB](job, context): Promise<JobOutcome> {
    const { records, blobs, clock } = context.services;
    const stored = await records.get(formModels, job.account, job.id);
    if (!stored?.value.training) return { state: 'failed', errors: [{ code: 'notFound', message: 'The model no longer exists.' }] };
    const complete = (changes: Partial<FormModel>): Change => completeModel(job.account, stored, clock.now(), changes);
    try {
      const { result, learned, errors } = await train(stored.value, job, context);
      if (!learned) return failed(errors, complete({ results: [result], errors }));
      if (learned.length > MAX_ARTIFACT_BYTES) throw documentFailure('ModelBuildError', { details: 'the trained model is too large.' });
      const artefact = await blobs.put(job.account, writeArtifact([{ docType: stored.key, learned }]));
      return { state: 'succeeded', change: complete({ results: [result], errors, artefact }) };
    } catch (problem) {
      if (!isOutcome(problem)) throw problem;
      const errors = [trainingError(problem)];
      return failed(errors, complete({ errors }));
    }
  },
};

function failed(errors: FormError[], ifFailed: Change): JobOutcome {
  return { state: 'failed', errors, ifFailed };
}

function completeModel(account: string, stored: Stored<FormModel>, at: number, changes: Partial<FormModel>): Change {
  const { training: _, ...rest } = stored.value;
  return new Change().replace(formModels, account, stored, { ...rest, updatedAt: at, ...changes });
}

async function train({ modelId, kind, training }: FormModel, job: Job, context: DocumentJobContext): Promise<Trained> {
  const { includeSubFolders, ...source } = training!;
  const place = { operationId: modelId, account: job.account, maxBytes: BUILD_LIMITS.template.bytes };
  const files = inFolder(await openTrainingFiles(source, place, context), source.prefix ?? '', includeSubFolders);
  return kind === 'labelled' ? await trainLabeled(files, job, context) : await trainUnlabeled(files, job, context);
}

/** Without subfolders, only the files whose names have no slash after the prefix. */
function inFolder(files: TrainingFiles, prefix: string, includeSubFolders: boolean): TrainingFiles {
  if (includeSubFolders) return files;
  const isOwn = (name: string): boolean => !name.slice(prefix.length).includes('/');
  return { ...files, names: files.names.filter(isOwn), fields: files.fields.filter(isOwn) };
}

async function trainLabeled(files: TrainingFiles, job: Job, context: DocumentJobContext): Promise<Trained> {
  const fields = await firstExisting(files, files.fields);
  const { model, documents } = await trainFromFiles(
    files,
    { ...(fields && { fields }), mode: 'template' },
    { account: job.account, attempt: job.attempt },
    context,
  );
  const accuracies = Object.keys(model.fieldSchema).map((fieldName) => ({ fieldName, accuracy: model.fieldConfidence[fieldName] ?? 0 }));
  const sum = accuracies.reduce((total, { accuracy }) => total + accuracy, 0);
  return {
    learned: model.learned,
    errors: [],
    result: {
      averageModelAccuracy: Math.round((1000 * sum) / Math.max(1, accuracies.length)) / 1000,
      trainingDocuments: documents.map(({ name, pages }) => ({ documentName: name, pages, status: 'succeeded', errors: [] })),
      fields: accuracies.sort((a, b) => (a.fieldName < b.fieldName ? -1 : 1)),
    },
  };
}

async function trainUnlabeled(files: TrainingFiles, { account, attempt }: Job, context: DocumentJobContext): Promise<Trained> {
  const { weights } = context.services.reading;
  const names = files.names.filter((name) => FORM_FILE.test(name));
  const documents: TrainingDocument[] = [];
  const pages: FormPageText[] = [];
  for (const [index, name] of names.entries()) {
    const bytes = await files.get(name);
    if (!bytes) continue;
    const input: PagesInput = { bytes, reading: weights === undefined ? {} : { weights } };
    const task = {
      account,
      attempt,
      module: PAGES_MODULE,
      function: 'readPages',
      input,
      byPage: true,
      ...buildFailures(`reading ${name}`),
    };
    const own = (await runFileTask<{ pages: FormPageText[] | undefined }>(task, context)).pages;
    documents.push({
      documentName: name,
      pages: own?.length ?? 0,
      status: own ? 'succeeded' : 'failed',
      errors: own ? [] : [UNREADABLE],
    });
    pages.push(...(own ?? []));
    const maxPages = BUILD_LIMITS.template.pages;
    if (pages.length > maxPages) throw documentFailure('InvalidTrainingContentPageCount', { pages: pages.length, maxPages });
    await context.progress((READING_SHARE * (index + 1)) / names.length, `Read ${name}`);
  }
  const result: TrainResult = { trainingDocuments: documents };
  if (documents.filter(({ status }) => status === 'succeeded').length < MIN_DOCUMENTS) return { result, errors: [NO_DOCUMENTS] };
  const task = { account, attempt, module: PAGES_MODULE, function: 'learnPages', input: { pages }, ...buildFailures('training') };
  const { learned, keys } = await runFileTask<LearnedPages>(task, context);
  return { learned, errors: [], result: { ...result, keys } };
}
