/** The job of a set of conversations: each of its tasks runs in a thread. */
import type { LanguageServices } from '../../services.ts';
import { Change } from '../../../../kernel/change.ts';
import type { JobHandlers } from '../../../../kernel/job-handler.ts';
import { readBlob, writeBlob } from '../../projects/store.ts';
import type { AnalyzeInput } from './analyze.ts';
import { conversationJobs } from './model.ts';
import type { Entry, InputConversation, TaskOutcome } from './model.ts';

export const CONVERSATIONS_JOB = 'conversations.analyze';

const THREAD_MODULE = new URL('./analyze.ts', import.meta.url);

export const conversationJobHandlers: JobHandlers<LanguageServices> = {
  async [CONVERSATIONS_JOB]({ id, account }, { services, signal, progress }) {
    const read = await services.records.get(conversationJobs, account, id);
    if (read?.value.conversations === undefined) {
      return { state: 'failed', errors: [{ code: 'notFound', message: 'The input of the job no longer exists.' }] };
    }
    const { tasks, conversations: blob, ...job } = read.value;
    const conversations = await readBlob<InputConversation[]>(services, account, blob);
    const outcomes: TaskOutcome[] = [];
    for (const task of tasks) {
      const input: AnalyzeInput = { task, conversations };
      const entries = await services.threads.run<Entry[]>({ module: THREAD_MODULE, function: 'analyzeConversations', input, signal });
      outcomes.push({ at: services.clock.now(), entries });
      const count = outcomes.length;
      await progress(count / tasks.length, `Task ${count} of ${tasks.length} completed`, { count, of: tasks.length, unit: 'tasks' });
    }
    const change = new Change().replace(conversationJobs, account, read, {
      ...job,
      tasks,
      outcomes: await writeBlob(services, account, outcomes),
    });
    return { state: 'succeeded', change };
  },
};
