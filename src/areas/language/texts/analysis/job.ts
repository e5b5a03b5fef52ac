/** The analysis job: each of its tasks predicts all documents with one deployment. */
import type { LanguageServices } from '../../services.ts';
import type { Account } from '../../../../kernel/account.ts';
import { Failure } from '../../../../kernel/failures.ts';
import type { Ports } from '../../../../kernel/ports.ts';
import type { JobState } from '../../../../kernel/job.ts';
import type { JobHandlers } from '../../../../kernel/job-handler.ts';
import { resolveDeployment } from '../../projects/deployments/load-deployment.ts';
import { projectFailure } from '../../projects/failures.ts';
import { logQueries } from '../../projects/query-log/query-log.ts';
import type { QueriedProject, LoggedQuery } from '../../projects/query-log/query-log.ts';
import { readBlob, writeBlob } from '../../projects/store.ts';
import { parseOffsetUnit } from '../../projects/offset-units.ts';
import { Change } from '../../../../kernel/change.ts';
import type { DocumentPrediction } from '../prediction/predict.ts';
import { textFamily } from '../family.ts';
import { isSupportedLanguage } from '../../projects/languages.ts';
import { MAX_DOCUMENT_CHARACTERS, ENTITIES } from '../model.ts';
import type { TextFacts, TextKind } from '../model.ts';
import { analyses, isPrebuiltTask } from '../store.ts';
import type { Answer, CustomTask, DetectedLanguage, InputDocument, Entry, FailedPart, Task, TaskOutcome } from '../store.ts';
import type { PredictInput, PredictedDocument } from '../training/train.ts';

export const ANALYZE_JOB = 'texts.analyse';

const THREAD_MODULE = new URL('../training/train.ts', import.meta.url);
const DETECTION_MODULE = new URL('../prediction/detect-languages.ts', import.meta.url);
/** The language of a document that asks for its detection. */
const AUTO = 'auto';

export const analysisJobs: JobHandlers<LanguageServices> = {
  async [ANALYZE_JOB]({ id, account }, { services, signal, progress }) {
    const { records, accounts } = services;
    const [read, caller] = [await records.get(analyses, account, id), await accounts.byId(account)];
    if (read?.value.documents === undefined || !caller) {
      return { state: 'failed', errors: [{ code: 'notFound', message: 'The input of the job no longer exists.' }] };
    }
    const { tasks, documents: blob, ...analysis } = read.value;
    const documents = await readDocuments(services, account, blob, analysis.defaultLanguage, signal);
    const outcomes: TaskOutcome[] = [];
    const logged: LoggedTask[] = [];
    for (const task of tasks) {
      outcomes.push(await runTask(task, documents, caller, services, signal, logged));
      await progress(outcomes.length / tasks.length, `Task ${outcomes.length} of ${tasks.length} completed`);
    }
    const change = new Change().replace(analyses, account, read, {
      ...analysis,
      tasks,
      outcomes: await writeBlob(services, account, outcomes),
    });
    for (const [, [first, ...rest]] of Map.groupBy(logged, ({ deployment: { project } }) => project.uid)) {
      await logQueries(
        change,
        textFamily.name,
        first!.deployment,
        [first!, ...rest].flatMap(({ queries }) => queries),
        services,
      );
    }
    return { state: jobStateOf(outcomes), change };
  },
};

/** A document with the language that was found where it asked for that. */
interface ReadDocument extends InputDocument {
  detected?: DetectedLanguage;
}

/** The documents of a job, with the languages of those that ask for them. */
async function readDocuments(
  services: Ports,
  account: string,
  blob: string,
  defaultLanguage: string | undefined,
  signal: AbortSignal,
): Promise<ReadDocument[]> {
  const documents = await readBlob<InputDocument[]>(services, account, blob);
  const undetected = documents.filter(({ language }) => language?.toLowerCase() === AUTO);
  if (undetected.length === 0) return documents;
  const found = await services.threads.run<DetectedLanguage[]>({
    module: DETECTION_MODULE,
    function: 'detectDocumentLanguages',
    input: undetected.map(({ text }) => text),
    signal,
  });
  const detected = new Map(undetected.map((document, i) => [document, found[i]!]));
  return documents.map((document): ReadDocument => {
    const language = detected.get(document);
    if (!language) return document;
    const { id, text } = document;
    const code = language.code ?? defaultLanguage;
    return { id, text, ...(code !== undefined && { language: code }), detected: language };
  });
}

/** The queries of a task that are logged for review. */
interface LoggedTask {
  deployment: QueriedProject;
  queries: LoggedQuery[];
}

/** A job that has run is not failed, even if all its tasks are: a failed job has no effects, and its outcomes would be lost. */
function jobStateOf(outcomes: readonly TaskOutcome[]): Extract<JobState, 'succeeded' | 'partiallyCompleted'> {
  return outcomes.some(({ failure }) => failure) ? 'partiallyCompleted' : 'succeeded';
}

/** A project or deployment that cannot be used fails only its task. */
async function runTask(
  task: Task,
  documents: readonly ReadDocument[],
  caller: Account,
  services: Ports,
  signal: AbortSignal,
  logged: LoggedTask[],
): Promise<TaskOutcome> {
  try {
    if (isPrebuiltTask(task)) throw projectFailure('TaskUnsupported', { kind: task.prebuilt });
    return { at: services.clock.now(), entries: await analyzeDocuments(task, documents, caller, services, signal, logged) };
  } catch (problem) {
    if (problem instanceof Failure && problem.status < 500) {
      return { at: services.clock.now(), failure: toFailedPart(problem), entries: [] };
    }
    throw problem;
  }
}

function toFailedPart({ kind, status, message }: Failure): FailedPart {
  const code =
    kind === 'ProjectNotFound'
      ? kind
      : (({ 401: 'Unauthorized', 404: 'NotFound' } as Readonly<Record<number, string>>)[status] ?? 'InvalidArgument');
  return { code, message };
}

async function analyzeDocuments(
  { kind, projectName, deploymentName, stringIndexType, log }: CustomTask,
  documents: readonly ReadDocument[],
  caller: Account,
  services: Ports,
  signal: AbortSignal,
  logged: LoggedTask[],
): Promise<Entry[]> {
  const { owner, project, deployment } = await resolveDeployment(services, textFamily.name, caller, projectName, deploymentName);
  const { kind: learnedKind } = deployment.facts as TextFacts;
  if (learnedKind !== kind) throw projectFailure('KindUnknown', { kind, known: learnedKind });
  const bytes = await services.blobs.get(owner, deployment.learned);
  if (!bytes) throw new Error(`The trained model ${deployment.learned} is missing.`);
  const characters = await services.threads.run<number[]>({
    module: THREAD_MODULE,
    function: 'countCharacters',
    input: documents.map(({ text }) => text),
    signal,
  });
  const problems = documents.map((document, i) => documentProblem(document, characters[i]!));
  const valid = documents.filter((_, i) => !problems[i]);
  const input: PredictInput = {
    learned: deployment.learned,
    bytes,
    kind,
    unit: kind === ENTITIES ? parseOffsetUnit(stringIndexType) : 'utf16',
    documents: valid.map(({ text, language }) => ({ text, culture: language ?? project.language })),
    ...(project.settings.confidenceThreshold !== undefined && { threshold: project.settings.confidenceThreshold }),
  };
  const predictions =
    valid.length === 0
      ? []
      : await services.threads.run<PredictedDocument[] | 'outdated'>({
          module: THREAD_MODULE,
          function: 'predictDocuments',
          input,
          signal,
        });
  if (predictions === 'outdated') throw projectFailure('ModelOutdated');
  if (log) {
    logged.push({
      deployment: { owner, project },
      queries: valid.map((document, i) => toLoggedQuery(document, predictions[i]!, kind, deploymentName)),
    });
  }
  const answers = new Map(valid.map((document, i) => [document, predictions[i]!]));
  return documents.map((document, i) => {
    const { id, text, detected } = document;
    const error = problems[i];
    if (error) return { id, characters: characters[i]!, error };
    return { id, characters: characters[i]!, ...(detected && { detected }), ...toAnswer(answers.get(document)!, kind, text) };
  });
}

function toLoggedQuery(
  { text, language }: InputDocument,
  { classes, entities }: DocumentPrediction,
  kind: TextKind,
  deployment: string,
): LoggedQuery {
  const prediction =
    kind === ENTITIES
      ? { entities: entities.map(({ category, start, end, score }) => ({ category, offset: start, length: end - start, score })) }
      : { classes };
  return { text, ...(language !== undefined && { language }), deployment, ...prediction };
}

function toAnswer({ classes, entities, spans }: PredictedDocument, kind: TextKind, text: string): Answer {
  if (kind !== ENTITIES) return { classes };
  return {
    entities: entities.map(({ category, start, end, score }, i) => ({ text: text.slice(start, end), category, ...spans[i]!, score })),
  };
}

/** Why a document is rejected. */
function documentProblem({ text, language }: InputDocument, characters: number): FailedPart | undefined {
  const invalid = (details: string, inner = 'InvalidDocument', message = 'Invalid Document in request.'): FailedPart => ({
    code: 'InvalidArgument',
    message,
    inner,
    details,
  });
  if (text.trim() === '') return invalid('Document text is empty.');
  if (characters > MAX_DOCUMENT_CHARACTERS) {
    return invalid(`The document has more than ${MAX_DOCUMENT_CHARACTERS} characters.`);
  }
  if (language !== undefined && !isSupportedLanguage(language)) {
    return invalid(`The language ${language} is not supported.`, 'UnsupportedLanguageCode', 'Invalid language code.');
  }
  return undefined;
}
