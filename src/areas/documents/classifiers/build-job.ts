/** The job that builds a classifier: reads the documents of each type one by one, then trains with all of them. */
import type { Stored } from '../../../kernel/change.ts';
import type { JobOutcome } from '../../../kernel/job.ts';
import type { Ports } from '../../../kernel/ports.ts';
import type { Form } from '../../../engines/documents/forms/form/form.ts';
import { MAX_ARTIFACT_BYTES } from '../artifact.ts';
import { documentFailure, isOutcome } from '../failures.ts';
import { runFileTask } from '../file-task.ts';
import { MAX_MODELS } from '../model.ts';
import type { ClassifierBuild, DocumentClassifier } from '../model.ts';
import { buildFailures, readTrainingForm, trainingFailure } from '../models/build-job.ts';
import { completeOperation } from '../models/complete-operation.ts';
import type { TrainingProblem } from '../models/train.ts';
import type { DocumentJobContext, DocumentJobHandlers } from '../services.ts';
import { classifiers, operations } from '../store.ts';
import { documentNames } from '../training-sets/files.ts';
import { openTrainingFiles } from '../training-sets/source.ts';

export const BUILD_CLASSIFIER_JOB = 'documents.buildClassifier';

const TRAIN_MODULE = new URL('./train.ts', import.meta.url);
const BUILD_LIMITS = { bytes: 2 ** 30, pages: 10_000, documents: 100 };
/** Progress when the documents are read, and when training is done. */
const READING_SHARE = 0.8;
const TRAINING_SHARE = 0.98;

export const classifierJobs: DocumentJobHandlers = {
  async [BUILD_CLASSIFIER_JOB]({ id, account, attempt }, context): Promise<JobOutcome> {
    const { services } = context;
    const stored = await services.records.get(operations, account, id);
    if (!stored?.value.classifierBuild) return { state: 'failed', errors: [{ code: 'notFound', message: 'The build no longer exists.' }] };
    const { classifierBuild: build, version } = stored.value;
    try {
      const base = await findBase(services, account, build);
      const learned = await trainFromSources(id, account, build, base?.value, attempt, context);
      if (learned.length > MAX_ARTIFACT_BYTES) {
        throw documentFailure('ModelBuildError', { details: 'the trained classifier is too large.' });
      }
      const { classifierId, description, baseClassifierId, overwrite = false } = build;
      const existing = await checkCanCreateClassifier(services, account, classifierId, overwrite);
      const own = Object.entries(build.docTypes).map(([name, { told }]) => [name, told] as const);
      const docTypes = { ...base?.value.docTypes, ...Object.fromEntries(own) };
      const classifier = {
        classifierId,
        createdAt: services.clock.now(),
        version,
        docTypes,
        ...(description !== undefined && { description }),
        ...(baseClassifierId !== undefined && { baseClassifierId }),
      };
      const record = { ...classifier, artefact: await services.blobs.put(account, learned) };
      const change = completeOperation(account, stored, services, { classifierBuild: undefined, classifier });
      if (existing) change.replace(classifiers, account, existing, record);
      else change.create(classifiers, account, classifierId, record);
      return { state: 'succeeded', change };
    } catch (problem) {
      if (!isOutcome(problem)) throw problem;
      const ifFailed = completeOperation(account, stored, services, { classifierBuild: undefined }, problem);
      return { state: 'failed', errors: [{ code: problem.kind, message: problem.message }], ifFailed };
    }
  },
};

/** The classifier that a build extends. */
export async function findBase(
  { records }: Pick<Ports, 'records'>,
  account: string,
  { baseClassifierId }: Pick<ClassifierBuild, 'baseClassifierId'>,
): Promise<Stored<DocumentClassifier> | undefined> {
  if (baseClassifierId === undefined) return undefined;
  const base = await records.get(classifiers, account, baseClassifierId);
  if (!base) throw documentFailure('ModelNotFound');
  return base;
}

/**
 * Throws when the account has a classifier of this name that may not be replaced, or as many classifiers as it may have. Returns the
 * one to replace.
 */
export async function checkCanCreateClassifier(
  { records }: Pick<Ports, 'records'>,
  account: string,
  classifierId: string,
  overwrite = false,
): Promise<Stored<DocumentClassifier> | undefined> {
  const existing = await records.get(classifiers, account, classifierId);
  if (existing && overwrite) return existing;
  if (existing) throw documentFailure('ModelExists');
  if ((await records.count(classifiers, account)) >= MAX_MODELS) throw documentFailure('DocumentModelLimit', { maximumModels: MAX_MODELS });
  return undefined;
}

async function trainFromSources(
  operationId: string,
  account: string,
  { docTypes }: ClassifierBuild,
  base: DocumentClassifier | undefined,
  attempt: number,
  context: DocumentJobContext,
): Promise<Uint8Array> {
  const { progress, services } = context;
  const formsByType: Record<string, Form[]> = {};
  const types = Object.entries(docTypes);
  let pages = 0;
  for (const [index, [docType, { source }]] of types.entries()) {
    const files = await openTrainingFiles(
      source,
      { operationId, account, maxBytes: Math.floor(BUILD_LIMITS.bytes / types.length) },
      context,
    );
    const names = documentNames(files.names);
    if (names.length > BUILD_LIMITS.documents) {
      throw documentFailure('ModelBuildError', {
        details: `${docType} has ${names.length} documents; the maximum is ${BUILD_LIMITS.documents}.`,
      });
    }
    const forms: Form[] = [];
    for (const [number, name] of names.entries()) {
      const form = await readTrainingForm(name, files, { account, attempt }, context);
      pages += form.pages.length;
      if (pages > BUILD_LIMITS.pages) throw documentFailure('InvalidTrainingContentPageCount', { pages, maxPages: BUILD_LIMITS.pages });
      forms.push(form);
      await progress((READING_SHARE * (index + (number + 1) / names.length)) / types.length, `Read ${name} as ${docType}`);
    }
    formsByType[docType] = forms;
  }
  const onProgress = (done: number): void =>
    void progress(READING_SHARE + (TRAINING_SHARE - READING_SHARE) * done, `Training ${types.length} types`).catch(() => undefined);
  const output = await runFileTask<{ learned: Uint8Array } | TrainingProblem>(
    {
      account,
      module: TRAIN_MODULE,
      function: 'trainFromForms',
      input: { docTypes: formsByType, ...(base && { base: await readBase(services, account, base) }) },
      attempt,
      onProgress,
      ...buildFailures('training with the documents'),
    },
    context,
  );
  if ('problem' in output) throw trainingFailure(output);
  return output.learned;
}

async function readBase({ blobs }: Pick<Ports, 'blobs'>, account: string, { artefact }: DocumentClassifier): Promise<Uint8Array> {
  const bytes = await blobs.get(account, artefact);
  if (!bytes) throw documentFailure('ModelNotFound');
  return bytes;
}
