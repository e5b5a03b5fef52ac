/** Offline evaluations: list, create, get of v1; delete and apply of every version. */
import type { Static } from 'typebox';
import { operation, reply } from '../../../kernel/operation.ts';
import type { Operation } from '../../../kernel/operation.ts';
import type { Ports } from '../../../kernel/ports.ts';
import { isFinal } from '../../../kernel/job.ts';
import { Change } from '../../../kernel/change.ts';
import type { Stored } from '../../../kernel/change.ts';
import { readAll } from '../../../shared/read-all.ts';
import type { Interval } from '../../../engines/ranking/evaluation/value.ts';
import { rankingFailure } from '../failures.ts';
import type { Evaluation, LearningSettings, Summary } from '../model.ts';
import { parseCheckedPolicy } from '../policy.ts';
import { EvaluationContract, EvaluationList, EvaluationPath, EvaluationView, PolicyEstimates, PolicyReference } from '../schemas.ts';
import { evaluations } from '../store.ts';
import { ADDITIONS, PREVIEWS, V1 } from '../versions.ts';
import { applyPolicy, enqueueEvaluation } from './job.ts';
import { checkLog, checkRange } from './range.ts';
import exampleCalls from '../examples.json' with { type: 'json' };

const RESERVED_NAMES = new Set(['online', 'baseline1', 'baselinerand']);
/** Names of policies that the search generates. */
const SEARCH_NAMES = /^(hyper|inter-len)\d+$/i;

export async function findEvaluation(records: Ports['records'], account: string, id: string): Promise<Stored<Evaluation>> {
  const stored = await records.get(evaluations, account, id);
  if (!stored) throw rankingFailure('EvaluationNotFound');
  return stored;
}

/**
 * Sets the status to failed if the job has finished without a result. A job commits its result as it finishes, so the record is read
 * again.
 */
export async function readStatus(stored: Evaluation, { records, jobs }: Ports, account: string): Promise<Evaluation> {
  if (stored.status !== 'pending') return stored;
  const job = await jobs.get(account, stored.jobId);
  if (job && !isFinal(job.value)) return stored;
  const current = (await records.get(evaluations, account, stored.id))?.value ?? stored;
  return current.status === 'pending' ? { ...current, status: 'failed' } : current;
}

/** Results per five minutes of each policy, if there are any. */
export async function readSummaries(
  { summaries: blob }: Evaluation,
  { blobs }: Pick<Ports, 'blobs'>,
  account: string,
): Promise<Summary[][] | undefined> {
  const bytes = blob === undefined ? undefined : await blobs.get(account, blob);
  return bytes && (JSON.parse(Buffer.from(bytes).toString()) as Summary[][]);
}

/** Fails for policies whose names are not unique or reserved, or whose arguments cannot be used. */
export function checkPolicies(policies: readonly LearningSettings[], kind: 'InvalidEvaluationContract' | 'InvalidContract'): void {
  const names = new Set(policies.map((policy) => policy.name.toLowerCase()));
  if (names.size < policies.length) throw rankingFailure('DuplicateCustomPolicyNames');
  if (policies.some((policy) => policy.name === '' || RESERVED_NAMES.has(policy.name.toLowerCase()) || SEARCH_NAMES.test(policy.name)))
    throw rankingFailure(kind, { target: 'policies', details: 'a policy needs a name that is not reserved.' });
  for (const policy of policies) parseCheckedPolicy(policy);
}

async function evaluationView(
  stored: Evaluation,
  services: Ports,
  account: string,
  withSummaries: boolean,
): Promise<Static<typeof EvaluationView>> {
  const evaluation = await readStatus(stored, services, account);
  const summaries = withSummaries ? await readSummaries(evaluation, services, account) : undefined;
  return {
    ...evaluation,
    policyResults: evaluation.policyResults.map((result, i) => ({ ...result, ...(summaries && { summary: summaries[i] }) })),
  };
}

const listEvaluations = operation({
  id: 'ranking.listEvaluations',
  summary: 'List the offline evaluations',
  route: 'GET /evaluations',
  versions: V1,
  inThread: 'largeBody',
  replies: { 200: EvaluationList },
  async run({ account }, services) {
    const all = (await readAll(services.records, evaluations, account.id, '')).map(({ value }) => value);
    const newestFirst = all.sort((a, b) => (a.creationTime < b.creationTime ? 1 : -1));
    return reply(200, await Promise.all(newestFirst.map((evaluation) => evaluationView(evaluation, services, account.id, false))));
  },
});

const createEvaluation = operation({
  id: 'ranking.createEvaluation',
  summary: 'Estimate from the log what other learning settings would have earned',
  route: 'POST /evaluations',
  versions: V1,
  inThread: 'largeBody',
  body: EvaluationContract,
  badInput: 'InvalidEvaluationContract',
  replies: { 201: EvaluationView },
  fails: [
    'InvalidEvaluationContract',
    'DuplicateCustomPolicyNames',
    'InvalidPolicyConfiguration',
    'NoLogsExistInDateRange',
    'LogsSizeExceedAllowedLimit',
  ],
  example: exampleCalls.createEvaluation,
  async run({ account, body: { name, startTime, endTime, policies, enableOfflineExperimentation }, link }, services) {
    const range = checkRange({ startTime, endTime }, 'InvalidEvaluationContract');
    checkPolicies(policies, 'InvalidEvaluationContract');
    await checkLog(services, account.id, range);
    const change = new Change();
    const evaluation = enqueueEvaluation(change, services, account.id, {
      name,
      ...range,
      policies,
      searches: enableOfflineExperimentation === true,
      evaluationType: 'Manual',
    });
    return reply(201, evaluation, { change, headers: { location: link('/evaluations/{evaluationId}', { evaluationId: evaluation.id }) } });
  },
});

const getEvaluation = operation({
  id: 'ranking.getEvaluation',
  summary: 'Get an offline evaluation with totals and results per five minutes',
  route: 'GET /evaluations/{evaluationId}',
  versions: V1,
  inThread: 'largeBody',
  params: EvaluationPath,
  replies: { 200: EvaluationView },
  fails: ['EvaluationNotFound'],
  async run({ account, params: { evaluationId } }, services) {
    const stored = await findEvaluation(services.records, account.id, evaluationId);
    return reply(200, await evaluationView(stored.value, services, account.id, true));
  },
});

const MAX_POINTS = 60;

const getEvaluationEstimates = operation({
  id: 'ranking.getEvaluationEstimates',
  summary: 'Get the estimated rewards of an evaluation with 95 % intervals, and how many events are missing until a difference shows',
  route: 'GET /evaluations/{evaluationId}/estimates',
  versions: ADDITIONS,
  inThread: 'largeBody',
  params: EvaluationPath,
  replies: { 200: PolicyEstimates },
  fails: ['EvaluationNotFound'],
  async run({ account, params: { evaluationId } }, services) {
    const stored = await findEvaluation(services.records, account.id, evaluationId);
    const summaries = (await readSummaries(stored.value, services, account.id)) ?? [];
    return reply(200, {
      value: stored.value.policyResults.map(({ estimate, ...result }, i) => ({
        ...result,
        averageReward: estimate,
        points: toPoints(summaries[i] ?? []),
      })),
    });
  },
});

/** At most MAX_POINTS, the last of which covers all events. */
function toPoints(summaries: readonly Summary[]): { timeStamp: string; averageReward: Interval }[] {
  const each = Math.ceil(summaries.length / MAX_POINTS);
  return summaries
    .filter((_, i) => (summaries.length - 1 - i) % each === 0)
    .flatMap(({ timeStamp, soFar }) => (soFar ? [{ timeStamp, averageReward: soFar }] : []));
}

const deleteEvaluation = operation({
  id: 'ranking.deleteEvaluation',
  summary: 'Delete an offline evaluation; cancels it if it is running',
  route: 'DELETE /evaluations/{evaluationId}',
  params: EvaluationPath,
  replies: { 204: null },
  fails: ['EvaluationNotFound'],
  async run({ account, params: { evaluationId } }, { records, jobs }) {
    const stored = await findEvaluation(records, account.id, evaluationId);
    const change = new Change().delete(evaluations, account.id, stored);
    const job = await jobs.get(account.id, stored.value.jobId);
    if (job) jobs.cancel(change, job);
    return reply(204, undefined, { change });
  },
});

const applyFromEvaluation = operation({
  id: 'ranking.applyFromEvaluation',
  summary: 'Apply the learning settings and the model of an evaluation to the loop',
  route: 'POST /configurations/applyFromEvaluation',
  versions: PREVIEWS,
  inThread: 'largeBody',
  body: PolicyReference,
  badInput: 'InvalidRequest',
  replies: { 204: null },
  fails: ['EvaluationNotFound', 'LearningSettingsNotFound', 'EvaluationModelNotFound', 'ProblemTypeIncompatibleWithAutoOptimization'],
  example: { body: { evaluationId: 'example', policyName: 'Online' } },
  async run({ account, body: { evaluationId, policyName } }, services) {
    const evaluation = await findEvaluation(services.records, account.id, evaluationId);
    const change = new Change();
    await applyPolicy(change, services, account.id, evaluation.value, policyName);
    return reply(204, undefined, { change });
  },
});

export const evaluationOperations: Operation<Ports>[] = [
  listEvaluations,
  createEvaluation,
  getEvaluation,
  getEvaluationEstimates,
  deleteEvaluation,
  applyFromEvaluation,
];
