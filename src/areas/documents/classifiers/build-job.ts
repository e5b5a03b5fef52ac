/** The building of a classifier: documents of each type are read one by one, and learned from together. */
import { Failure } from '../../../kernel/failures.ts';
import type { Services } from '../../../kernel/ports.ts';
import type { Form } from '../../../engines/forms/form.ts';
import type { JobContext, JobHandlers, JobOutcome } from '../../../kernel/job.ts';
import { documentFailure } from '../failures.ts';
import { MAX_MODELS } from '../model.ts';
import type { ClassifierBuild } from '../model.ts';
import { completeOperation } from '../models/complete-operation.ts';
import { MAX_ARTIFACT_BYTES } from '../copying/package.ts';
import { runFileTask } from '../file-task.ts';
import { classifiers, operations } from '../store.ts';
import { buildFailures, readTrainingForm, trainingFailure } from '../models/build-job.ts';
import { documentNames } from '../training-sets/files.ts';
import type { TrainingProblem } from '../models/train.ts';
import { openTrainingFiles } from '../training-sets/source.ts';

export const BUILD_CLASSIFIER_JOB = 'documents.buildClassifier';

const MODULE = new URL('./train.ts', import.meta.url);
const BUILD_LIMITS = { bytes: 2 ** 30, pages: 10_000, documents: 100 };
const READING_SHARE = 0.8;
const LEARNING_SHARE = 0.98;

export const classifierJobs: JobHandlers = {
  async [BUILD_CLASSIFIER_JOB]({ id, account, attempt }, context): Promise<JobOutcome> {
    const { services } = context;
    const read = await services.records.get(operations, account, id);
    if (!read?.value.classifierBuild) return { state: 'failed', errors: [{ code: 'notFound', message: 'The build does not exist any more.' }] };
    const { classifierBuild: build, version } = read.value;
    try {
      const learned = await trainFromSources(id, account, build, attempt, context);
      if (learned.length > MAX_ARTIFACT_BYTES) throw documentFailure('ModelBuildError', { details: 'what is learned from the documents is too large to be kept.' });
      await checkCanCreateClassifier(services, account, build.classifierId);
      const { classifierId, description } = build;
      const docTypes = Object.fromEntries(Object.entries(build.docTypes).map(([name, { told }]) => [name, told]));
      const classifier = { classifierId, createdAt: services.clock.now(), version, docTypes, ...description !== undefined && { description } };
      const change = completeOperation(account, read, services, { classifierBuild: undefined, classifier }).create(classifiers, account, classifierId, { ...classifier, artefact: await services.blobs.put(account, learned) });
      return { state: 'succeeded', change };
    } catch (problem) {
      if (!(problem instanceof Failure) || problem.status >= 500) throw problem;
      return { state: 'failed', errors: [{ code: problem.kind, message: problem.message }], ifFailed: completeOperation(account, read, services, { classifierBuild: undefined }, problem) };
    }
  },
};

/** Whether the account may have one more classifier, of this name. */
export async function checkCanCreateClassifier({ records }: Pick<Services, 'records'>, account: string, classifierId: string): Promise<void> {
  if (await records.get(classifiers, account, classifierId)) throw documentFailure('ModelExists');
  if ((await records.page(classifiers, account, { limit: MAX_MODELS })).length === MAX_MODELS) throw documentFailure('DocumentModelLimit', { maximumModels: MAX_MODELS });
}

async function trainFromSources(operationId: string, account: string, { docTypes }: ClassifierBuild, attempt: number, context: JobContext): Promise<Uint8Array> {
  const { progress } = context;
  const forms: Record<string, Form[]> = {};
  const types = Object.entries(docTypes);
  let pages = 0;
  for (const [index, [docType, { source }]] of types.entries()) {
    const files = await openTrainingFiles(source, { operationId, account, mostBytes: Math.floor(BUILD_LIMITS.bytes / types.length) }, context);
    const names = documentNames(files.names);
    if (names.length > BUILD_LIMITS.documents) throw documentFailure('ModelBuildError', { details: `${docType} has ${names.length} documents, and ${BUILD_LIMITS.documents} are taken at most.` });
    const own: Form[] = [];
    for (const [at, name] of names.entries()) {
      const form = await readTrainingForm(name, files, attempt, context);
      pages += form.pages.length;
      if (pages > BUILD_LIMITS.pages) throw documentFailure('InvalidTrainingContentPageCount', { pages, maxPages: BUILD_LIMITS.pages });
      own.push(form);
      await progress(READING_SHARE * (index + (at + 1) / names.length) / types.length, `Read ${name} as ${docType}`);
    }
    forms[docType] = own;
  }
  const told = (done: number): void => void progress(READING_SHARE + (LEARNING_SHARE - READING_SHARE) * done, `Learning ${types.length} types`).catch(() => undefined);
  const answer = await runFileTask<{ learned: Uint8Array } | TrainingProblem>({ module: MODULE, function: 'learnClassifier', input: { docTypes: forms }, attempt, onProgress: told, ...buildFailures('learning from the documents') }, context);
  if ('problem' in answer) throw trainingFailure(answer);
  return answer.learned;
}
