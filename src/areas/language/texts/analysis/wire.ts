/** Wire form of jobs and their tasks in each version. */
import type { Job } from '../../../../kernel/job.ts';
import { OLDEST, TEXT_ANALYTICS } from '../../projects/versions.ts';
import { countTransactions, taskStatistics, toDateTime, toWholeSeconds } from '../../projects/wire.ts';
import { ENTITIES, MULTI, SINGLE } from '../model.ts';
import type { TextKind } from '../model.ts';
import { isPrebuiltTask } from '../store.ts';
import type { Analysis, Answer, DetectedLanguage, Entry, FailedPart, Task, TaskOutcome } from '../store.ts';

/** The lists of tasks in the oldest version. */
export const FORMER_LISTS: Readonly<Record<TextKind, string>> = {
  [ENTITIES]: 'customEntityRecognitionTasks',
  [SINGLE]: 'customSingleClassificationTasks',
  [MULTI]: 'customMultiClassificationTasks',
};

export interface JobViewOptions {
  version: string;
  showStats: boolean;
  top?: number;
  skip: number;
  nextLink?: string;
}

/** Versions that list tasks by kind, with names of their own. */
const FORMER_VERSIONS = new Set([OLDEST, TEXT_ANALYTICS]);

/**
 * A job that has run is written as succeeded, whatever became of its tasks: their failures are counted and listed, and clients read
 * them there. Of a failed job clients read nothing, and they poll one in the state partiallyCompleted forever.
 */
function wireStatus({ state }: Job, hasRun: boolean): string {
  return hasRun ? 'succeeded' : state;
}

export function jobStateView(
  job: Job,
  { displayName, tasks }: Analysis,
  outcomes: readonly TaskOutcome[] | undefined,
  shown: JobViewOptions,
): object {
  const { id, createdAt, updatedAt, expiresAt, state } = job;
  const { version, nextLink } = shown;
  const isFormer = FORMER_VERSIONS.has(version);
  const failed = outcomes?.filter(({ failure }) => failure).length ?? 0;
  const inProgress = state === 'notStarted' || state === 'running' || state === 'cancelling' ? tasks.length : 0;
  const items = outcomes?.map((outcome, i) => ({ task: tasks[i]!, item: taskView(tasks[i]!, outcome, shown) })) ?? [];
  const lists = isFormer
    ? Object.fromEntries([...Map.groupBy(items, ({ task }) => listOf(task))].map(([list, own]) => [list, own.map(({ item }) => item)]))
    : { items: items.map(({ item }) => item) };
  const toText = version === OLDEST ? toDateTime : toWholeSeconds;
  const updated = toText(updatedAt);
  return {
    jobId: id,
    ...(displayName !== undefined && { displayName }),
    createdDateTime: toText(createdAt),
    expirationDateTime: toText(expiresAt),
    lastUpdateDateTime: updated,
    // The service writes the first name; clients of the later versions read the second.
    ...(!isFormer && { lastUpdatedDateTime: updated }),
    status: wireStatus(job, outcomes !== undefined),
    errors: [
      ...(outcomes?.flatMap(({ failure }, i) => (failure ? [{ ...errorView(failure), target: errorTarget(tasks, i, isFormer) }] : [])) ??
        []),
      ...(outcomes ? [] : job.errors.map(({ message }) => ({ code: 'InternalServerError', message, target: '#/tasks' }))),
    ],
    ...(nextLink !== undefined && { [version === TEXT_ANALYTICS ? '@nextLink' : 'nextLink']: nextLink }),
    tasks: { completed: (outcomes?.length ?? 0) - failed, failed, inProgress, total: tasks.length, ...lists },
  };
}

function listOf(task: Task): string {
  return isPrebuiltTask(task) ? task.prebuilt : FORMER_LISTS[task.kind];
}

/** The path of the task that an error is about. */
function errorTarget(tasks: readonly Task[], place: number, isFormer: boolean): string {
  if (!isFormer) return `#/tasks/items/${place}`;
  const list = listOf(tasks[place]!);
  return `#/tasks/${list}/${tasks.slice(0, place).filter((task) => listOf(task) === list).length}`;
}

function taskView(task: Task, { at, failure, entries }: TaskOutcome, { version, showStats, top, skip }: JobViewOptions): object {
  const page = entries.slice(skip, top === undefined ? undefined : skip + top);
  const { name } = task;
  return {
    ...(isPrebuiltTask(task) || FORMER_VERSIONS.has(version)
      ? { taskName: name ?? '' }
      : { kind: `${task.kind}LROResults`, ...(name !== undefined && { taskName: name }) }),
    lastUpdateDateTime: toDateTime(at),
    status: failure ? 'failed' : 'succeeded',
    ...(!failure &&
      !isPrebuiltTask(task) && {
        results: {
          ...(showStats && { statistics: taskStatistics(entries) }),
          documents: page.flatMap((entry) => (entry.error ? [] : [documentView(entry, task.kind, version, showStats)])),
          errors: page.flatMap(({ id, error }) => (error ? [{ id, error: errorView(error) }] : [])),
          projectName: task.projectName,
          deploymentName: task.deploymentName,
        },
      }),
  };
}

function documentView({ id, characters, detected, ...answer }: Entry, kind: TextKind, version: string, showStats: boolean): object {
  return {
    id,
    ...answerView(answer, kind, version),
    ...(showStats && { statistics: { charactersCount: characters, transactionsCount: countTransactions(characters) } }),
    warnings: [],
    ...(detected && languageView(detected)),
  };
}

function languageView({ code, confidence = 0 }: DetectedLanguage): object {
  if (code === undefined) return { isLanguageDefaulted: true };
  const name = (languageNames ??= new Intl.DisplayNames('en', { type: 'language', languageDisplay: 'standard' })).of(code) ?? code;
  return { detectedLanguage: { name, iso6391Name: code, confidenceScore: roundScore(confidence) }, isLanguageDefaulted: false };
}

/** Made when it is needed: loading its tables would take a part of the start of the server. */
let languageNames: Intl.DisplayNames | undefined;

function answerView({ classes = [], entities = [] }: Answer, kind: TextKind, version: string): object {
  if (kind === ENTITIES) return { entities: entities.map(({ score, ...entity }) => ({ ...entity, confidenceScore: roundScore(score) })) };
  const scored = classes.map(({ category, score }) => ({ category, confidenceScore: roundScore(score) }));
  if (!FORMER_VERSIONS.has(version)) return { class: scored };
  return kind === SINGLE ? { classification: scored[0] } : { classifications: scored };
}

/** Scores have two decimals. */
function roundScore(score: number): number {
  return Math.round(score * 100) / 100;
}

function errorView({ code, message, inner, details = message }: FailedPart): object {
  return { code, message, ...(inner !== undefined && { innererror: { code: inner, message: details } }) };
}
