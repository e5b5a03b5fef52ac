import type { LanguageServices } from '../../services.ts';
import { Failure } from '../../../../kernel/failures.ts';
import { reply } from '../../../../kernel/operation.ts';
import { operation } from '../../services.ts';
import type { Call, Operation, Reply } from '../../../../kernel/operation.ts';
import type { Ports } from '../../../../kernel/ports.ts';
import type { StoredJob } from '../../../../kernel/job.ts';
import { resolveDeployment } from '../../projects/deployments/load-deployment.ts';
import { projectFailure } from '../../projects/failures.ts';
import { compactQueries } from '../../projects/query-log/query-log.ts';
import { readBlob, writeBlob } from '../../projects/store.ts';
import { RUNTIME_INDEX } from '../../projects/offset-units.ts';
import { LATER_VERSIONS, OLDEST, TEXT_ANALYTICS } from '../../projects/versions.ts';
import { jobHeaders } from '../../projects/wire.ts';
import { Change } from '../../../../kernel/change.ts';
import { textsFailure } from '../failures.ts';
import { ANALYZE_JOB } from './job.ts';
import { ENTITIES, MULTI, PREBUILT_LISTS, SINGLE } from '../model.ts';
import type { TextKind } from '../model.ts';
import { AnalyticsJobQuery, AnalyticsJobState, FormerJobRequest, JobQuery, JobRequest, JobState, PrebuiltRequest } from '../schemas.ts';
import type { RequestedDocument, RequestedTask } from '../schemas.ts';
import { analyses, isPrebuiltTask } from '../store.ts';
import type { Analysis, CustomTask, InputDocument, Task, TaskOutcome } from '../store.ts';
import { FORMER_LISTS, jobStateView } from './wire.ts';
import exampleCalls from '../examples.json' with { type: 'json' };

const STATUS_PATH = '/analyze-text/jobs/{jobId}';
const ANALYTICS_STATUS_PATH = '/analyze/jobs/{jobId}';
const MAX_DOCUMENTS = 25;
const MAX_TASKS = 25;
const MAX_BYTES = 16 * 1024 * 1024;

const document = { id: '1', text: 'The parcel was damaged.', language: 'en' };
const parameters = { projectName: 'example', deploymentName: 'production' };
const KINDS_BY_LIST = new Map(Object.entries(FORMER_LISTS).map(([kind, list]) => [list, kind as TextKind]));
const fails = [
  'TaskUnsupported',
  'TaskIncomplete',
  'TasksMissing',
  'TooManyTasks',
  'DocumentsMissing',
  'TooManyDocuments',
  'DocumentIdTwice',
];

function parseTask(kind: TextKind, { taskName: name, parameters: given = {} }: RequestedTask, target: string): CustomTask {
  const projectName = given.projectName ?? given['project-name'];
  const deploymentName = given.deploymentName ?? given['deployment-name'];
  if (!projectName || !deploymentName) throw textsFailure('TaskIncomplete', { target: `${target}.parameters` });
  return {
    kind,
    ...(name !== undefined && { name }),
    projectName,
    deploymentName,
    stringIndexType: given.stringIndexType ?? RUNTIME_INDEX,
    ...(given.loggingOptOut === false && { log: true }),
  };
}

function parseKind(kind: string, target: string): TextKind {
  if (kind !== SINGLE && kind !== MULTI && kind !== ENTITIES) throw projectFailure('TaskUnsupported', { kind, target });
  return kind;
}

/** Tasks that are listed by kind, as in the oldest version. */
function parseLists(tasks: Readonly<Record<string, readonly RequestedTask[]>>): CustomTask[] {
  return Object.entries(tasks).flatMap(([list, given]) =>
    given.map((task, i) => {
      const target = `tasks.${list}[${i}]`;
      return parseTask(KINDS_BY_LIST.get(list) ?? parseKind(list, target), task, target);
    }),
  );
}

function parseDocuments(given: readonly RequestedDocument[]): InputDocument[] {
  if (given.length === 0) throw textsFailure('DocumentsMissing', { target: 'analysisInput.documents' });
  if (given.length > MAX_DOCUMENTS) throw textsFailure('TooManyDocuments', { max: MAX_DOCUMENTS, target: 'analysisInput.documents' });
  const ids = new Set<string>();
  return given.map(({ id, text, language }, i) => {
    if (ids.has(id)) throw textsFailure('DocumentIdTwice', { id, target: `analysisInput.documents[${i}].id` });
    ids.add(id);
    return { id, text, ...(language && { language }) };
  });
}

/** Stores the documents and enqueues the job. */
async function submitJob(
  call: Call<Record<string, string>, unknown>,
  services: Ports,
  tasks: Task[],
  given: readonly RequestedDocument[],
  { displayName, defaultLanguage, path = STATUS_PATH }: { displayName?: string; defaultLanguage?: string; path?: string },
): Promise<Reply> {
  if (tasks.length === 0) throw textsFailure('TasksMissing', { target: 'tasks' });
  if (tasks.length > MAX_TASKS) throw textsFailure('TooManyTasks', { max: MAX_TASKS, target: 'tasks' });
  const { id: account } = call.account;
  const documents = await writeBlob(services, account, parseDocuments(given));
  const change = new Change();
  const { id, expiresAt } = services.jobs.enqueue(change, { account, kind: ANALYZE_JOB, input: {} });
  await compactLoggedQueries(change, call, services, tasks, given.length);
  change.put(analyses, account, id, {
    ...(displayName !== undefined && { displayName }),
    ...(defaultLanguage !== undefined && { defaultLanguage }),
    tasks,
    documents,
    expiresAt,
  });
  return reply(202, undefined, { headers: jobHeaders(call, path, id), change });
}

/** Done in the call, which is cheap to retry after a conflict; the job would have to run again. */
async function compactLoggedQueries(
  change: Change,
  { account }: Call,
  services: Ports,
  tasks: readonly Task[],
  documents: number,
): Promise<void> {
  const names = new Map(
    tasks.flatMap((task) => (!isPrebuiltTask(task) && task.log ? [[task.projectName, task.deploymentName] as const] : [])),
  );
  for (const [projectName, deploymentName] of names) {
    try {
      await compactQueries(change, await resolveDeployment(services, 'texts', account, projectName, deploymentName), documents, services);
    } catch (problem) {
      // The task reports the missing deployment.
      if (!(problem instanceof Failure)) throw problem;
    }
  }
}

async function findAnalysis({ jobs, records }: Ports, account: string, id: string): Promise<{ job: StoredJob; analysis: Analysis }> {
  const [job, analysis] = [await jobs.get(account, id), await records.get(analyses, account, id)];
  if (job?.value.kind !== ANALYZE_JOB || !analysis) throw projectFailure('JobNotFound');
  return { job, analysis: analysis.value };
}

/** How a page of results is asked for. */
interface PageParameters {
  top: string;
  skip: string;
}
const PAGE_PARAMETERS: PageParameters = { top: 'top', skip: 'skip' };
const ANALYTICS_PAGE_PARAMETERS: PageParameters = { top: '$top', skip: '$skip' };

/** Replies with the state of a job, and the requested page of its results. */
async function readJob(
  { account: { id: account }, params, version, link }: Call<Record<string, string>, unknown>,
  services: Ports,
  path: string,
  page: { showStats: boolean; skip: number; top?: number },
  names: PageParameters,
): Promise<Reply> {
  const { job, analysis } = await findAnalysis(services, account, params.jobId!);
  const outcomes = analysis.outcomes === undefined ? undefined : await readBlob<TaskOutcome[]>(services, account, analysis.outcomes);
  const { showStats, top, skip } = page;
  const hasMore = top !== undefined && (outcomes ?? []).some(({ entries }) => entries.length > skip + top);
  return reply(
    200,
    jobStateView(job.value, analysis, outcomes, {
      version,
      ...page,
      ...(hasMore && {
        nextLink: nextPageLink(link(path, params), { showStats, [names.top]: top, [names.skip]: skip + top }),
      }),
    }),
  );
}

export const analysisOperations: Operation<LanguageServices>[] = [
  operation({
    id: 'textsRuntime.submitFormerJob',
    summary: 'Analyze documents with text projects',
    route: 'POST /analyze-text/jobs',
    needs: 'prediction',
    audited: false,
    versions: [OLDEST],
    body: FormerJobRequest,
    maxBytes: MAX_BYTES,
    replies: { 202: null },
    fails,
    example: exampleCalls.submitFormerJob,
    run: async (call, services) => {
      const { tasks, analysisInput, ...options } = call.body;
      return await submitJob(call, services, parseLists(tasks), analysisInput.documents, options);
    },
  }),
  operation({
    id: 'textsRuntime.submitJob',
    summary: 'Analyze documents with text projects',
    route: 'POST /analyze-text/jobs',
    needs: 'prediction',
    audited: false,
    versions: LATER_VERSIONS,
    body: JobRequest,
    maxBytes: MAX_BYTES,
    replies: { 202: null },
    fails,
    example: {
      body: { displayName: 'Parcels', analysisInput: { documents: [document] }, tasks: [{ kind: SINGLE, taskName: 'topic', parameters }] },
    },
    run: async (call, services) => {
      const { tasks, analysisInput, ...options } = call.body;
      const parsed = tasks.map((task, i) => parseTask(parseKind(task.kind, `tasks[${i}].kind`), task, `tasks[${i}]`));
      return await submitJob(call, services, parsed, analysisInput.documents, options);
    },
  }),
  operation({
    id: 'textsRuntime.getJob',
    summary: 'Get the state and the results of an analysis job',
    route: `GET ${STATUS_PATH}`,
    needs: 'prediction',
    versions: [OLDEST, ...LATER_VERSIONS],
    query: JobQuery,
    replies: { 200: JobState },
    fails: ['JobNotFound'],
    run: async (call, services) => {
      const { top, skip, showStats } = call.query;
      return await readJob(call, services, STATUS_PATH, { showStats, skip, ...(top !== undefined && { top }) }, PAGE_PARAMETERS);
    },
  }),
  operation({
    id: 'textsRuntime.submitAnalyticsJob',
    summary: 'Analyze documents with text projects, in the form of text analytics',
    route: 'POST /analyze',
    needs: 'prediction',
    audited: false,
    versions: [TEXT_ANALYTICS],
    body: FormerJobRequest,
    maxBytes: MAX_BYTES,
    replies: { 202: null },
    fails,
    example: exampleCalls.submitAnalyticsJob,
    run: async (call, services) => {
      const { tasks, analysisInput, ...options } = call.body;
      const isPrebuilt = ([list]: [string, unknown]): boolean => PREBUILT_LISTS.includes(list);
      const [prebuilt, custom] = [Object.entries(tasks).filter(isPrebuilt), Object.entries(tasks).filter((entry) => !isPrebuilt(entry))];
      const parsed: Task[] = [
        ...parseLists(Object.fromEntries(custom)),
        ...prebuilt.flatMap(([list, given]) =>
          given.map(({ taskName: name }): Task => ({ prebuilt: list, ...(name !== undefined && { name }) })),
        ),
      ];
      return await submitJob(call, services, parsed, analysisInput.documents, { ...options, path: ANALYTICS_STATUS_PATH });
    },
  }),
  operation({
    id: 'textsRuntime.getAnalyticsJob',
    summary: 'Get the state and the results of an analysis job, in the form of text analytics',
    route: `GET ${ANALYTICS_STATUS_PATH}`,
    needs: 'prediction',
    versions: [TEXT_ANALYTICS],
    query: AnalyticsJobQuery,
    replies: { 200: AnalyticsJobState },
    fails: ['JobNotFound'],
    run: async (call, services) => {
      const { $top: top, $skip: skip, showStats } = call.query;
      return await readJob(call, services, ANALYTICS_STATUS_PATH, { showStats, skip, top }, ANALYTICS_PAGE_PARAMETERS);
    },
  }),
  operation({
    id: 'textsRuntime.cancelJob',
    summary: 'Cancel an analysis job',
    route: `POST ${STATUS_PATH}:cancel`,
    needs: 'prediction',
    versions: LATER_VERSIONS,
    replies: { 202: null },
    fails: ['JobNotFound'],
    async run(call, services) {
      const { job } = await findAnalysis(services, call.account.id, call.params.jobId!);
      const change = new Change();
      services.jobs.cancel(change, job);
      return reply(202, undefined, { headers: jobHeaders(call, STATUS_PATH, job.value.id), change });
    },
  }),
  operation({
    id: 'textsRuntime.analyzeText',
    summary: 'Reject prebuilt analysis, which is not supported',
    route: 'POST /:analyze-text',
    refusedBecause: 'Prebuilt text analysis (sentiment, key phrases and the like) is out of scope; custom projects are analyzed by jobs.',
    needs: 'prediction',
    versions: LATER_VERSIONS,
    body: PrebuiltRequest,
    maxBytes: MAX_BYTES,
    replies: {},
    fails: ['TaskUnsupported'],
    example: { body: { kind: 'SentimentAnalysis', analysisInput: { documents: [document] } } },
    run: ({ body: { kind } }) => {
      throw projectFailure('TaskUnsupported', { kind, target: 'kind' });
    },
  }),
];

function nextPageLink(address: string, parameters: Readonly<Record<string, boolean | number>>): string {
  const next = new URL(address);
  for (const [name, value] of Object.entries(parameters)) next.searchParams.set(name, String(value));
  return next.href;
}
