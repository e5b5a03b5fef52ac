import { Change } from '../../../../kernel/change.ts';
import type { StoredJob } from '../../../../kernel/job.ts';
import { reply } from '../../../../kernel/operation.ts';
import type { Operation } from '../../../../kernel/operation.ts';
import type { Ports } from '../../../../kernel/ports.ts';
import { operation } from '../../services.ts';
import type { LanguageServices } from '../../services.ts';
import { projectFailure } from '../../projects/failures.ts';
import { readBlob, writeBlob } from '../../projects/store.ts';
import { LATER_VERSIONS } from '../../projects/versions.ts';
import { jobHeaders } from '../../projects/wire.ts';
import { CONVERSATIONS_JOB } from './job.ts';
import { conversationJobs } from './model.ts';
import type { ConversationJob, TaskOutcome } from './model.ts';
import { JobQuery, JobRequest, JobState } from './schemas.ts';
import { parseConversations, parseTasks } from './tasks.ts';
import { jobStateView } from './wire.ts';
import exampleCalls from '../examples.json' with { type: 'json' };

const SUBMIT_PATH = '/analyze-conversations/jobs';
const STATUS_PATH = `${SUBMIT_PATH}/{jobId}` as const;
const MAX_BYTES = 16 * 1024 * 1024;
/** The only later version without them. */
const versions = LATER_VERSIONS.filter((version) => version !== '2022-05-01');

async function findJob({ jobs, records }: Ports, account: string, id: string): Promise<{ job: StoredJob; stored: ConversationJob }> {
  const [job, stored] = [await jobs.get(account, id), await records.get(conversationJobs, account, id)];
  if (job?.value.kind !== CONVERSATIONS_JOB || !stored) throw projectFailure('JobNotFound');
  return { job, stored: stored.value };
}

export const conversationJobOperations: Operation<LanguageServices>[] = [
  operation({
    id: 'conversationsRuntime.submitJob',
    summary: 'Summarize conversations, or find and redact the personal data in them',
    route: `POST ${SUBMIT_PATH}`,
    needs: 'prediction',
    audited: false,
    versions,
    body: JobRequest,
    maxBytes: MAX_BYTES,
    inThread: 'largeJson',
    replies: { 202: null },
    fails: ['TaskUnsupported', 'TasksMissing', 'TooManyTasks', 'ConversationsMissing', 'TooManyConversations', 'ConversationIdTwice'],
    example: exampleCalls.submitJob,
    async run(call, services) {
      const { displayName, analysisInput, tasks: given } = call.body;
      const tasks = parseTasks(given, call.version);
      const { id: account } = call.account;
      const conversations = await writeBlob(services, account, parseConversations(analysisInput.conversations));
      const change = new Change();
      const { id, expiresAt } = services.jobs.enqueue(change, { account, kind: CONVERSATIONS_JOB, input: {} });
      change.put(conversationJobs, account, id, {
        ...(displayName !== undefined && { displayName }),
        tasks,
        conversations,
        expiresAt,
      });
      return reply(202, undefined, { headers: jobHeaders(call, STATUS_PATH, id), change });
    },
  }),
  operation({
    id: 'conversationsRuntime.getJob',
    summary: 'Get the state and the results of a conversation job',
    route: `GET ${STATUS_PATH}`,
    needs: 'prediction',
    versions,
    query: JobQuery,
    replies: { 200: JobState },
    fails: ['JobNotFound'],
    async run({ account: { id: account }, params, query: { showStats } }, services) {
      const { job, stored } = await findJob(services, account, params.jobId!);
      const outcomes = stored.outcomes === undefined ? undefined : await readBlob<TaskOutcome[]>(services, account, stored.outcomes);
      return reply(200, jobStateView(job.value, stored, outcomes, showStats));
    },
  }),
  operation({
    id: 'conversationsRuntime.cancelJob',
    summary: 'Cancel a conversation job',
    route: `POST ${STATUS_PATH}:cancel`,
    needs: 'prediction',
    versions,
    replies: { 202: null },
    fails: ['JobNotFound'],
    async run(call, services) {
      const { job } = await findJob(services, call.account.id, call.params.jobId!);
      const change = new Change();
      services.jobs.cancel(change, job);
      return reply(202, undefined, { headers: jobHeaders(call, STATUS_PATH, job.value.id), change });
    },
  }),
];
