import { operation, reply } from '../../../kernel/operation.ts';
import type { Ports } from '../../../kernel/ports.ts';
import type { Static } from 'typebox';
import { isFinal } from '../../../kernel/job.ts';
import { Change } from '../../../kernel/change.ts';
import { rankingFailure } from '../failures.ts';
import { MOST_LOG_ENTRIES, enqueueEvaluation, rangeOf } from './job.ts';
import type { Evaluation, Summary } from '../model.ts';
import { EvaluationContract, EvaluationList, EvaluationPath, EvaluationView } from '../schemas.ts';
import { evaluations } from '../store.ts';
import { parseCheckedPolicy } from '../policy.ts';

const LIST_LIMIT = 1000;
const RESERVED = new Set(['online', 'baseline1', 'baselinerand']);
/** Names that the search gives its own. */
const SEARCHED = /^(hyper|inter-len)\d+$/i;

/** An evaluation whose job has ended without a result has failed. A job ends together with its result: what was read before that is read again. */
async function ended(read: Evaluation, { records, jobs }: Ports, account: string): Promise<Evaluation> {
  if (read.status !== 'pending') return read;
  const job = await jobs.get(account, read.jobId);
  if (job && !isFinal(job.value)) return read;
  const now = (await records.get(evaluations, account, read.id))?.value ?? read;
  return now.status === 'pending' ? { ...now, status: 'failed' } : now;
}

async function view(read: Evaluation, services: Ports, account: string, whole: boolean): Promise<Static<typeof EvaluationView>> {
  const { blobs } = services;
  const evaluation = await ended(read, services, account);
  const { status } = evaluation;
  const bytes = whole && evaluation.summaries !== undefined ? await blobs.get(account, evaluation.summaries) : undefined;
  const summaries = bytes && JSON.parse(Buffer.from(bytes).toString()) as Summary[][];
  return { ...evaluation, status, policyResults: evaluation.policyResults.map((result, i) => ({ ...result, ...summaries && { summary: summaries[i] } })) };
}

export const listEvaluations = operation({
  id: 'ranking.listEvaluations',
  summary: 'List the offline evaluations',
  route: 'GET /evaluations',
  needs: 'authoring',
  replies: { 200: EvaluationList },
  async run({ account }, services) {
    const read = await services.records.page(evaluations, account.id, { limit: LIST_LIMIT });
    const found = read.map(({ value }) => value).sort((a, b) => a.creationTime < b.creationTime ? 1 : -1);
    return reply(200, await Promise.all(found.map((value) => view(value, services, account.id, false))));
  },
});

export const createEvaluation = operation({
  id: 'ranking.createEvaluation',
  summary: 'Evaluate learning settings on the log: what each would have earned',
  route: 'POST /evaluations',
  needs: 'authoring',
  body: EvaluationContract,
  badInput: 'InvalidEvaluationContract',
  replies: { 201: EvaluationView },
  fails: ['InvalidEvaluationContract', 'DuplicateCustomPolicyNames', 'InvalidPolicyConfiguration', 'NoLogsExistInDateRange', 'LogsSizeExceedAllowedLimit'],
  example: { body: { name: 'example', startTime: '2026-01-01T00:00:00Z', endTime: '2036-01-01T00:00:00Z', policies: [{ name: 'literal', arguments: '--cb_explore_adf --epsilon 0.2 -q ::' }], enableOfflineExperimentation: false } },
  async run({ account, body: { name, startTime, endTime, policies, enableOfflineExperimentation }, link }, services) {
    if (Date.parse(startTime) >= Date.parse(endTime)) throw rankingFailure('InvalidEvaluationContract', { target: 'endTime', details: 'it must be later than startTime.' });
    const names = new Set(policies.map((policy) => policy.name.toLowerCase()));
    if (names.size < policies.length) throw rankingFailure('DuplicateCustomPolicyNames');
    if (policies.some((policy) => policy.name === '' || RESERVED.has(policy.name.toLowerCase()) || SEARCHED.test(policy.name))) throw rankingFailure('InvalidEvaluationContract', { target: 'policies', details: 'a policy needs a name of its own.' });
    for (const policy of policies) parseCheckedPolicy(policy);
    const { first, last } = await rangeOf(services, account.id, { startTime, endTime });
    if (last < first) throw rankingFailure('NoLogsExistInDateRange');
    if (last - first >= MOST_LOG_ENTRIES) throw rankingFailure('LogsSizeExceedAllowedLimit');
    const change = new Change();
    const evaluation = enqueueEvaluation(change, services, account.id, { name, startTime, endTime, policies, searches: enableOfflineExperimentation === true, evaluationType: 'Manual' });
    return reply(201, evaluation, { change, headers: { location: link('/evaluations/{evaluationId}', { evaluationId: evaluation.id }) } });
  },
});

export const getEvaluation = operation({
  id: 'ranking.getEvaluation',
  summary: 'Get an offline evaluation, by spans of five minutes and in all',
  route: 'GET /evaluations/{evaluationId}',
  needs: 'authoring',
  params: EvaluationPath,
  replies: { 200: EvaluationView },
  fails: ['EvaluationNotFound'],
  async run({ account, params: { evaluationId } }, services) {
    const read = await services.records.get(evaluations, account.id, evaluationId);
    if (!read) throw rankingFailure('EvaluationNotFound');
    return reply(200, await view(read.value, services, account.id, true));
  },
});

export const deleteEvaluation = operation({
  id: 'ranking.deleteEvaluation',
  summary: 'Delete an offline evaluation, and end it if it is running',
  route: 'DELETE /evaluations/{evaluationId}',
  needs: 'authoring',
  params: EvaluationPath,
  replies: { 204: null },
  fails: ['EvaluationNotFound'],
  async run({ account, params: { evaluationId } }, { records, jobs }) {
    const read = await records.get(evaluations, account.id, evaluationId);
    if (!read) throw rankingFailure('EvaluationNotFound');
    const change = new Change().delete(evaluations, account.id, read);
    const job = await jobs.get(account.id, read.value.jobId);
    if (job) jobs.cancel(change, job);
    return reply(204, undefined, { change });
  },
});
