/** Offline evaluations of 2022-09-01-preview: the caller chooses the id, results are time series, lists have pages. */
import type { Static } from 'typebox';
import { operation, inVersions, reply } from '../../../kernel/operation.ts';
import type { Operation } from '../../../kernel/operation.ts';
import type { Ports } from '../../../kernel/ports.ts';
import { Change } from '../../../kernel/change.ts';
import { rankingFailure } from '../failures.ts';
import type { Evaluation } from '../model.ts';
import { readPage } from '../paging.ts';
import {
  ChosenEvaluationContract,
  ChosenEvaluationPath,
  EvaluationPage,
  EvaluationPath,
  EvaluationWithTimeSeries,
  EvaluationsQuery,
  TimeSeriesQuery,
} from '../schemas.ts';
import { evaluations } from '../store.ts';
import { V2022 } from '../versions.ts';
import { checkPolicies, findEvaluation, readStatus, readSummaries } from './operations.ts';
import { enqueueEvaluation } from './job.ts';
import { checkLog, checkRange } from './range.ts';
import { policyName, readSeriesOptions, statusName, toTimeSeries } from './time-series.ts';
import exampleCalls from '../examples.json' with { type: 'json' };

function detailsView({
  id,
  name,
  startTime,
  endTime,
  creationTime,
  status,
  evaluationType,
}: Evaluation): Static<typeof EvaluationPage>['value'][number] {
  return { id, name, startTime, endTime, creationTime, status: statusName(status), evaluationType };
}

/** The service's only filter, with and without the prefix of its documentation. */
const FILTER = /^(?:metadata\s*=\s*)?evaluationType\s+eq\s+'(Manual|Auto)'$/i;

const listEvaluationPage = operation({
  id: 'ranking.listEvaluationPage',
  summary: 'List the offline evaluations, newest first',
  route: 'GET /evaluations',
  inThread: 'largeBody',
  query: EvaluationsQuery,
  badInput: 'InvalidRequest',
  replies: { 200: EvaluationPage },
  fails: ['InvalidRequest'],
  async run({ account, query: { filter, ...paging }, link }, services) {
    const type = filter === undefined ? undefined : FILTER.exec(filter)?.[1]?.toLowerCase();
    if (filter !== undefined && type === undefined)
      throw rankingFailure('InvalidRequest', { target: 'filter', details: "must be evaluationType eq 'Manual' or 'Auto'." });
    const isWanted = ({ evaluationType }: Evaluation): boolean => type === undefined || evaluationType.toLowerCase() === type;
    const { page, next } = await readPage(services.records, evaluations, account.id, { paging, isWanted });
    const value = await Promise.all(page.map(async (stored) => detailsView(await readStatus(stored, services, account.id))));
    const filterPart = filter === undefined ? '' : `&filter=${encodeURIComponent(filter)}`;
    return reply(200, { value, ...(next !== undefined && { nextLink: `${link('/evaluations', {})}&${next}${filterPart}` }) });
  },
});

const createChosenEvaluation = operation({
  id: 'ranking.createChosenEvaluation',
  summary: 'Estimate from the log what other learning settings would have earned, under an id that the caller chooses',
  route: 'PUT /evaluations/{evaluationId}',
  inThread: 'largeBody',
  params: ChosenEvaluationPath,
  body: ChosenEvaluationContract,
  badInput: 'InvalidContract',
  replies: { 200: null },
  fails: [
    'InvalidContract',
    'DuplicateCustomPolicyNames',
    'InvalidPolicyConfiguration',
    'NoLogsExistInDateRange',
    'LogsSizeExceedAllowedLimit',
    'EvaluationAlreadyExists',
  ],
  example: exampleCalls.createChosenEvaluation,
  async run({ account, params: { evaluationId: id }, body: { name, startTime, endTime, policies, enablePolicyOptimization } }, services) {
    const range = checkRange({ startTime, endTime }, 'InvalidContract');
    checkPolicies(policies, 'InvalidContract');
    await checkLog(services, account.id, range);
    const change = new Change();
    const searches = enablePolicyOptimization === true;
    enqueueEvaluation(change, services, account.id, { id, name, ...range, policies, searches, evaluationType: 'Manual' });
    return reply(200, undefined, { change });
  },
});

const getEvaluationTimeSeries = operation({
  id: 'ranking.getEvaluationTimeSeries',
  summary: 'Get an offline evaluation with the expected rewards over time',
  route: 'GET /evaluations/{evaluationId}',
  inThread: 'largeBody',
  params: EvaluationPath,
  query: TimeSeriesQuery,
  badInput: 'InvalidRequest',
  replies: { 200: EvaluationWithTimeSeries },
  fails: ['EvaluationNotFound', 'InvalidRequest'],
  example: { params: { evaluationId: 'example' }, query: { startTime: '2026-01-01T00:00:00Z', endTime: '2036-01-01T00:00:00Z' } },
  async run({ account, params: { evaluationId }, query }, services) {
    const options = readSeriesOptions(query);
    const stored = await findEvaluation(services.records, account.id, evaluationId);
    const evaluation = await readStatus(stored.value, services, account.id);
    const summaries = await readSummaries(evaluation, services, account.id);
    const optimal = evaluation.policyResults.find(({ name }) => name === evaluation.optimalPolicy);
    return reply(200, {
      ...detailsView(evaluation),
      ...(optimal && { optimalPolicy: policyName(optimal) }),
      content: toTimeSeries(evaluation, summaries, options),
    });
  },
});

export const chosenIdOperations: Operation<Ports>[] = inVersions(V2022, [
  listEvaluationPage,
  createChosenEvaluation,
  getEvaluationTimeSeries,
]);
