/** The building of a classifier: documents of each type are read one by one, and learned from together. */
import { Failure } from '../../../kernel/failures.ts';
import type { Services } from '../../../kernel/ports.ts';
import type { Form } from '../../../engines/forms/form.ts';
import type { JobContext, JobHandlers, JobOutcome } from '../../../kernel/job.ts';
import { documentFailure } from '../failures.ts';
import { MOST_MODELS } from '../model.ts';
import type { ClassifierBuild } from '../model.ts';
import { ended } from '../models/complete-operation.ts';
import { MOST_ARTEFACT_BYTES } from '../copying/package.ts';
import { inProcess } from '../file-task.ts';
import { classifiers, operations } from '../store.ts';
import { blamed, formNamed, problemOf } from '../models/build-job.ts';
import { documentsIn } from '../training-sets/files.ts';
import type { TrainingProblem } from '../models/train.ts';
import { filesOf } from '../training-sets/source.ts';

export const BUILD_CLASSIFIER = 'documents.buildClassifier';

const MODULE = new URL('./train.ts', import.meta.url);
const MOST = { bytes: 2 ** 30, pages: 10_000, documents: 100 };
const READING_SHARE = 0.8;
const LEARNING_SHARE = 0.98;

export const classifierJobs: JobHandlers = {
  async [BUILD_CLASSIFIER]({ id, account, attempt }, context): Promise<JobOutcome> {
    const { services } = context;
    const read = await services.records.get(operations, account, id);
    if (!read?.value.classifierBuild) return { state: 'failed', errors: [{ code: 'notFound', message: 'The build does not exist any more.' }] };
    const { classifierBuild: build, version } = read.value;
    try {
      const learned = await built(id, account, build, attempt, context);
      if (learned.length > MOST_ARTEFACT_BYTES) throw documentFailure('ModelBuildError', { details: 'what is learned from the documents is too large to be kept.' });
      await checkClassifierRoom(services, account, build.classifierId);
      const { classifierId, description } = build;
      const docTypes = Object.fromEntries(Object.entries(build.docTypes).map(([name, { told }]) => [name, told]));
      const classifier = { classifierId, createdAt: services.clock.now(), version, docTypes, ...description !== undefined && { description } };
      const change = ended(account, read, services, { classifierBuild: undefined, classifier }).create(classifiers, account, classifierId, { ...classifier, artefact: await services.blobs.put(account, learned) });
      return { state: 'succeeded', change };
    } catch (problem) {
      if (!(problem instanceof Failure) || problem.status >= 500) throw problem;
      return { state: 'failed', errors: [{ code: problem.kind, message: problem.message }], ifFailed: ended(account, read, services, { classifierBuild: undefined }, problem) };
    }
  },
};

/** Whether the account may have one more classifier, of this name. */
export async function checkClassifierRoom({ records }: Pick<Services, 'records'>, account: string, classifierId: string): Promise<void> {
  if (await records.get(classifiers, account, classifierId)) throw documentFailure('ModelExists');
  if ((await records.page(classifiers, account, { limit: MOST_MODELS })).length === MOST_MODELS) throw documentFailure('DocumentModelLimit', { maximumModels: MOST_MODELS });
}

async function built(operationId: string, account: string, { docTypes }: ClassifierBuild, attempt: number, context: JobContext): Promise<Uint8Array> {
  const { progress } = context;
  const forms: Record<string, Form[]> = {};
  const types = Object.entries(docTypes);
  let pages = 0;
  for (const [index, [docType, { source }]] of types.entries()) {
    const files = await filesOf(source, { operationId, account, mostBytes: Math.floor(MOST.bytes / types.length) }, context);
    const names = documentsIn(files.names);
    if (names.length > MOST.documents) throw documentFailure('ModelBuildError', { details: `${docType} has ${names.length} documents, and ${MOST.documents} are taken at most.` });
    const own: Form[] = [];
    for (const [at, name] of names.entries()) {
      const form = await formNamed(name, files, attempt, context);
      pages += form.pages.length;
      if (pages > MOST.pages) throw documentFailure('InvalidTrainingContentPageCount', { pages, maxPages: MOST.pages });
      own.push(form);
      await progress(READING_SHARE * (index + (at + 1) / names.length) / types.length, `Read ${name} as ${docType}`);
    }
    forms[docType] = own;
  }
  const told = (done: number): void => void progress(READING_SHARE + (LEARNING_SHARE - READING_SHARE) * done, `Learning ${types.length} types`).catch(() => undefined);
  const answer = await inProcess<{ learned: Uint8Array } | TrainingProblem>({ module: MODULE, function: 'learnClassifier', input: { docTypes: forms }, attempt, onProgress: told, ...blamed('learning from the documents') }, context);
  if ('problem' in answer) throw problemOf(answer);
  return answer.learned;
}
