/** Wire form of conversation jobs. */
import type { Job } from '../../../../kernel/job.ts';
import { isFinal } from '../../../../kernel/job.ts';
import { countTransactions, taskStatistics, toDateTime, toWholeSeconds } from '../../projects/wire.ts';
import { SUMMARY_TASK } from './model.ts';
import type { ConversationJob, Entry, FailedPart, Task, TaskOutcome } from './model.ts';

/** The published descriptions capitalize these names; the service does not, and clients compare with what it sends. */
const RESULT_KINDS = { summaries: 'conversationalSummarizationResults', personalData: 'conversationalPIIResults' };

export function jobStateView(
  job: Job,
  { displayName, tasks }: ConversationJob,
  outcomes: readonly TaskOutcome[] | undefined,
  showStats: boolean,
): object {
  const { id, createdAt, updatedAt, expiresAt, state } = job;
  const completed = outcomes?.length ?? job.completed?.count ?? 0;
  const failed = state === 'failed' ? tasks.length - completed : 0;
  return {
    jobId: id,
    ...(displayName !== undefined && { displayName }),
    createdDateTime: toWholeSeconds(createdAt),
    expirationDateTime: toWholeSeconds(expiresAt),
    lastUpdatedDateTime: toWholeSeconds(updatedAt),
    status: state,
    errors: job.errors.map(({ message }) => ({ code: 'InternalServerError', message, target: '#/tasks' })),
    ...(showStats && outcomes && { statistics: jobStatistics(outcomes) }),
    tasks: {
      completed,
      failed,
      inProgress: isFinal(job) ? 0 : tasks.length - completed,
      total: tasks.length,
      items: outcomes?.map((outcome, i) => taskView(tasks[i]!, outcome, showStats)) ?? [],
    },
  };
}

function taskView({ kind, name, modelVersion }: Task, { at, entries }: TaskOutcome, showStats: boolean): object {
  return {
    kind: kind === SUMMARY_TASK ? RESULT_KINDS.summaries : RESULT_KINDS.personalData,
    ...(name !== undefined && { taskName: name }),
    lastUpdateDateTime: toDateTime(at),
    status: 'succeeded',
    results: {
      conversations: entries.flatMap((entry) => (entry.error ? [] : [conversationView(entry, showStats)])),
      errors: entries.flatMap(({ id, error }) => (error ? [{ id, error: errorView(error) }] : [])),
      ...(showStats && { statistics: taskStatistics(entries) }),
      modelVersion,
    },
  };
}

function conversationView({ id, characters, summaries, conversationItems }: Entry, showStats: boolean): object {
  return {
    id,
    ...(summaries && { summaries }),
    ...(conversationItems && { conversationItems }),
    warnings: [],
    ...(showStats && { statistics: { transactionsCount: countTransactions(characters) } }),
  };
}

function errorView({ code, message, inner }: FailedPart): object {
  return { code, message, ...(inner !== undefined && { innererror: { code: inner, message } }) };
}

/** Conversations are counted once, transactions for each task. */
function jobStatistics(outcomes: readonly TaskOutcome[]): object {
  const [first] = outcomes;
  const { documentsCount, validDocumentsCount, erroneousDocumentsCount, ...rest } = taskStatistics(first?.entries ?? []);
  return {
    documentsCount,
    validDocumentsCount,
    erroneousDocumentsCount,
    ...rest,
    transactionsCount: outcomes.reduce((sum, { entries }) => sum + taskStatistics(entries).transactionsCount!, 0),
    conversationsCount: documentsCount,
    validConversationsCount: validDocumentsCount,
    erroneousConversationsCount: erroneousDocumentsCount,
  };
}
