/** Wire form of jobs and their tasks in each version. */
import type { Job } from '../../../../kernel/job.ts';
import { OLDEST, toDateTime } from '../../projects/wire.ts';
import { ENTITIES, MULTI, SINGLE } from '../model.ts';
import type { TextKind } from '../model.ts';
import type { Analysis, Answer, Entry, FailedPart, Task, TaskOutcome } from '../store.ts';

/** The lists of tasks in the oldest version. */
export const FORMER_LISTS: Readonly<Record<TextKind, string>> = {
  [ENTITIES]: 'customEntityRecognitionTasks',
  [SINGLE]: 'customSingleClassificationTasks',
  [MULTI]: 'customMultiClassificationTasks',
};

/** Characters per transaction. */
const TRANSACTION_CHARACTERS = 1000;

export interface JobViewOptions {
  version: string;
  showStats: boolean;
  top?: number;
  skip: number;
  nextLink?: string;
}

/**
 * A job with some failed tasks is written as succeeded, with its failures counted and listed: the vendor's client does
 * not know the state partiallyCompleted and would poll forever.
 */
function wireStatus({ state }: Job): string {
  return state === 'partiallyCompleted' ? 'succeeded' : state;
}

export function jobStateView(
  job: Job,
  { displayName, tasks }: Analysis,
  outcomes: readonly TaskOutcome[] | undefined,
  shown: JobViewOptions,
): object {
  const { id, createdAt, updatedAt, expiresAt, state } = job;
  const { version, showStats, nextLink } = shown;
  const isOldest = version === OLDEST;
  const failed = outcomes?.filter(({ failure }) => failure).length ?? 0;
  const inProgress = state === 'notStarted' || state === 'running' || state === 'cancelling' ? tasks.length : 0;
  const items = outcomes?.map((outcome, i) => ({ task: tasks[i]!, item: taskView(tasks[i]!, outcome, shown) })) ?? [];
  const lists = isOldest
    ? Object.fromEntries(
        [...Map.groupBy(items, ({ task }) => FORMER_LISTS[task.kind])].map(([list, own]) => [list, own.map(({ item }) => item)]),
      )
    : { items: items.map(({ item }) => item) };
  return {
    jobId: id,
    ...(displayName !== undefined && { displayName }),
    createdDateTime: toDateTime(createdAt),
    expirationDateTime: toDateTime(expiresAt),
    [isOldest ? 'lastUpdateDateTime' : 'lastUpdatedDateTime']: toDateTime(updatedAt),
    status: wireStatus(job),
    errors: [
      ...(outcomes?.flatMap(({ failure }, i) => (failure ? [{ ...errorView(failure), target: errorTarget(tasks, i, isOldest) }] : [])) ??
        []),
      ...(outcomes ? [] : job.errors.map(({ message }) => ({ code: 'InternalServerError', message, target: '#/tasks' }))),
    ],
    ...(nextLink !== undefined && { nextLink }),
    ...(showStats && outcomes && { statistics: toStatistics(outcomes.flatMap(({ entries }) => entries)) }),
    tasks: { completed: (outcomes?.length ?? 0) - failed, failed, inProgress, total: tasks.length, ...lists },
  };
}

/** The path of the task that an error is about. */
function errorTarget(tasks: readonly Task[], place: number, isOldest: boolean): string {
  if (!isOldest) return `#/tasks/items/${place}`;
  const { kind } = tasks[place]!;
  return `#/tasks/${FORMER_LISTS[kind]}/${tasks.slice(0, place).filter((task) => task.kind === kind).length}`;
}

function taskView(
  { kind, name, projectName, deploymentName }: Task,
  { at, failure, entries }: TaskOutcome,
  { version, showStats, top, skip }: JobViewOptions,
): object {
  const page = entries.slice(skip, top === undefined ? undefined : skip + top);
  return {
    ...(version === OLDEST ? { taskName: name ?? '' } : { kind: `${kind}LROResults`, ...(name !== undefined && { taskName: name }) }),
    lastUpdateDateTime: toDateTime(at),
    status: failure ? 'failed' : 'succeeded',
    ...(!failure && {
      results: {
        documents: page.flatMap((entry) => (entry.error ? [] : [documentView(entry, kind, version, showStats)])),
        errors: page.flatMap(({ id, error }) => (error ? [{ id, error: errorView(error) }] : [])),
        ...(showStats && { statistics: toStatistics(entries) }),
        projectName,
        deploymentName,
      },
    }),
  };
}

function documentView({ id, characters, ...answer }: Entry, kind: TextKind, version: string, showStats: boolean): object {
  return {
    id,
    ...answerView(answer, kind, version),
    warnings: [],
    ...(showStats && { statistics: { charactersCount: characters, transactionsCount: countTransactions(characters) } }),
  };
}

function answerView({ classes = [], entities = [] }: Answer, kind: TextKind, version: string): object {
  if (kind === ENTITIES) return { entities: entities.map(({ score, ...entity }) => ({ ...entity, confidenceScore: roundScore(score) })) };
  const scored = classes.map(({ category, score }) => ({ category, confidenceScore: roundScore(score) }));
  if (version !== OLDEST) return { class: scored };
  return kind === SINGLE ? { classification: scored[0] } : { classifications: scored };
}

function roundScore(score: number): number {
  return Math.round(score * 10_000) / 10_000;
}

function errorView({ code, message, inner }: FailedPart): object {
  return { code, message, ...(inner !== undefined && { innererror: { code: inner, message } }) };
}

function countTransactions(characters: number): number {
  return Math.max(1, Math.ceil(characters / TRANSACTION_CHARACTERS));
}

function toStatistics(entries: readonly Entry[]): object {
  const valid = entries.filter(({ error }) => !error);
  return {
    documentsCount: entries.length,
    validDocumentsCount: valid.length,
    erroneousDocumentsCount: entries.length - valid.length,
    transactionsCount: valid.reduce((sum, { characters }) => sum + countTransactions(characters), 0),
  };
}
