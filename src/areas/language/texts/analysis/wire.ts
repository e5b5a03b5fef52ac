/** Jobs and their tasks as each version of the interface writes them. */
import type { Job } from '../../../../kernel/job.ts';
import { OLDEST, time } from '../../projects/wire.ts';
import { ENTITIES, MULTI, SINGLE } from '../model.ts';
import type { TextKind } from '../model.ts';
import type { Analysis, Answer, Entry, FailedPart, Task, TaskOutcome } from '../store.ts';

/** The lists that the oldest version keeps tasks in. */
export const FORMER_LISTS: Readonly<Record<TextKind, string>> = { [ENTITIES]: 'customEntityRecognitionTasks', [SINGLE]: 'customSingleClassificationTasks', [MULTI]: 'customMultiClassificationTasks' };

/** Characters that are counted as one transaction. */
const TRANSACTION_CHARACTERS = 1000;

export interface Shown { version: string; showStats: boolean; top?: number; skip: number; nextLink?: string }

/**
 * A job with some of its tasks failed is written as succeeded, its failures counted and listed: the vendor's own
 * client knows no third end and would ask for ever.
 */
function statusOf({ state }: Job): string {
  return state === 'partiallyCompleted' ? 'succeeded' : state;
}

export function jobStateWire(job: Job, { displayName, tasks }: Analysis, outcomes: readonly TaskOutcome[] | undefined, shown: Shown): object {
  const { id, createdAt, updatedAt, expiresAt, state } = job;
  const { version, showStats, nextLink } = shown;
  const isOldest = version === OLDEST;
  const failed = outcomes?.filter(({ failure }) => failure).length ?? 0;
  const inProgress = state === 'notStarted' || state === 'running' || state === 'cancelling' ? tasks.length : 0;
  const items = outcomes?.map((outcome, i) => ({ task: tasks[i]!, item: taskWire(tasks[i]!, outcome, shown) })) ?? [];
  const lists = isOldest ? Object.fromEntries([...Map.groupBy(items, ({ task }) => FORMER_LISTS[task.kind])].map(([list, own]) => [list, own.map(({ item }) => item)])) : { items: items.map(({ item }) => item) };
  return {
    jobId: id, ...displayName !== undefined && { displayName }, createdDateTime: time(createdAt), expirationDateTime: time(expiresAt), [isOldest ? 'lastUpdateDateTime' : 'lastUpdatedDateTime']: time(updatedAt),
    status: statusOf(job),
    errors: [
      ...outcomes?.flatMap(({ failure }, i) => failure ? [{ ...errorWire(failure), target: targetOf(tasks, i, isOldest) }] : []) ?? [],
      ...outcomes ? [] : job.errors.map(({ message }) => ({ code: 'InternalServerError', message, target: '#/tasks' })),
    ],
    ...nextLink !== undefined && { nextLink }, ...showStats && outcomes && { statistics: statisticsOf(outcomes.flatMap(({ entries }) => entries)) },
    tasks: { completed: (outcomes?.length ?? 0) - failed, failed, inProgress, total: tasks.length, ...lists },
  };
}

/** Which task an error is about: its place in the list that it stands in. */
function targetOf(tasks: readonly Task[], place: number, isOldest: boolean): string {
  if (!isOldest) return `#/tasks/items/${place}`;
  const { kind } = tasks[place]!;
  return `#/tasks/${FORMER_LISTS[kind]}/${tasks.slice(0, place).filter((task) => task.kind === kind).length}`;
}

function taskWire({ kind, name, projectName, deploymentName }: Task, { at, failure, entries }: TaskOutcome, { version, showStats, top, skip }: Shown): object {
  const page = entries.slice(skip, top === undefined ? undefined : skip + top);
  return {
    ...version === OLDEST ? { taskName: name ?? '' } : { kind: `${kind}LROResults`, ...name !== undefined && { taskName: name } },
    lastUpdateDateTime: time(at), status: failure ? 'failed' : 'succeeded',
    ...!failure && {
      results: {
        documents: page.flatMap((entry) => entry.error ? [] : [documentWire(entry, kind, version, showStats)]),
        errors: page.flatMap(({ id, error }) => error ? [{ id, error: errorWire(error) }] : []),
        ...showStats && { statistics: statisticsOf(entries) }, projectName, deploymentName,
      },
    },
  };
}

function documentWire({ id, characters, ...answer }: Entry, kind: TextKind, version: string, showStats: boolean): object {
  return { id, ...answerWire(answer, kind, version), warnings: [], ...showStats && { statistics: { charactersCount: characters, transactionsCount: transactionsOf(characters) } } };
}

function answerWire({ classes = [], entities = [] }: Answer, kind: TextKind, version: string): object {
  if (kind === ENTITIES) return { entities: entities.map(({ score, ...entity }) => ({ ...entity, confidenceScore: rounded(score) })) };
  const scored = classes.map(({ category, score }) => ({ category, confidenceScore: rounded(score) }));
  if (version !== OLDEST) return { class: scored };
  return kind === SINGLE ? { classification: scored[0] } : { classifications: scored };
}

function rounded(score: number): number {
  return Math.round(score * 10_000) / 10_000;
}

function errorWire({ code, message, inner }: FailedPart): object {
  return { code, message, ...inner !== undefined && { innererror: { code: inner, message } } };
}

function transactionsOf(characters: number): number {
  return Math.max(1, Math.ceil(characters / TRANSACTION_CHARACTERS));
}

function statisticsOf(entries: readonly Entry[]): object {
  const valid = entries.filter(({ error }) => !error);
  return { documentsCount: entries.length, validDocumentsCount: valid.length, erroneousDocumentsCount: entries.length - valid.length, transactionsCount: valid.reduce((sum, { characters }) => sum + transactionsOf(characters), 0) };
}
