/** Feature importances: list, create, get, delete. */
import type { Static } from 'typebox';
import { operation, inVersions, reply } from '../../../kernel/operation.ts';
import type { Operation } from '../../../kernel/operation.ts';
import type { Ports } from '../../../kernel/ports.ts';
import { isFinal } from '../../../kernel/job.ts';
import { Change } from '../../../kernel/change.ts';
import { IMPORTANCE_JOB } from '../evaluations/job.ts';
import { checkLog, checkRange } from '../evaluations/range.ts';
import { rankingFailure } from '../failures.ts';
import type { FeatureImportance } from '../model.ts';
import { FeatureImportanceContract, FeatureImportanceList, FeatureImportancePath, FeatureImportanceView, PagingQuery } from '../schemas.ts';
import { readPage } from '../paging.ts';
import { featureImportances } from '../store.ts';
import { V2022 } from '../versions.ts';

/** The record with the status of its job. A job commits its result as it finishes, so the record is read again. */
async function featureImportanceView(
  stored: FeatureImportance,
  { records, jobs }: Ports,
  account: string,
): Promise<Static<typeof FeatureImportanceView>> {
  if (stored.status === 'Succeeded') return stored;
  const job = await jobs.get(account, stored.jobId);
  if (job && !isFinal(job.value)) return { ...stored, status: 'Running', featureScores: [] };
  const current = (await records.get(featureImportances, account, stored.id))?.value ?? stored;
  return current.status === 'Succeeded' ? current : { ...current, status: 'Failed', featureScores: [] };
}

const listFeatureImportances = operation({
  id: 'ranking.listFeatureImportances',
  summary: 'List the feature importances, newest first',
  route: 'GET /featureImportances',
  inThread: 'largeBody',
  query: PagingQuery,
  replies: { 200: FeatureImportanceList },
  async run({ account, query: paging, link }, services) {
    const { page, next } = await readPage(services.records, featureImportances, account.id, { paging });
    const views = await Promise.all(page.map((stored) => featureImportanceView(stored, services, account.id)));
    return reply(200, {
      value: views.map(({ featureScores: _scores, ...view }) => view),
      ...(next !== undefined && { nextLink: `${link('/featureImportances', {})}&${next}` }),
    });
  },
});

const createFeatureImportance = operation({
  id: 'ranking.createFeatureImportance',
  summary: 'Measure how much each feature contributes to the rewards of the loop',
  route: 'PUT /featureImportances/{featureImportanceId}',
  inThread: 'largeBody',
  params: FeatureImportancePath,
  body: FeatureImportanceContract,
  badInput: 'InvalidContract',
  replies: { 200: null },
  fails: ['InvalidContract', 'NoLogsExistInDateRange', 'LogsSizeExceedAllowedLimit', 'FeatureImportanceAlreadyExists'],
  example: {
    params: { featureImportanceId: 'example' },
    body: { name: 'example', startTime: '2026-01-01T00:00:00Z', endTime: '2036-01-01T00:00:00Z' },
  },
  async run({ account, params: { featureImportanceId: id }, body: { name, startTime, endTime } }, services) {
    const range = checkRange({ startTime, endTime }, 'InvalidContract');
    await checkLog(services, account.id, range);
    const change = new Change();
    const { id: jobId } = services.jobs.enqueue(change, {
      account: account.id,
      kind: IMPORTANCE_JOB,
      input: { id },
      subject: { id, name },
    });
    change.create(
      featureImportances,
      account.id,
      id,
      { id, name, ...range, jobId, status: 'NotStarted', creationTime: new Date(services.clock.now()).toISOString() },
      () => rankingFailure('FeatureImportanceAlreadyExists', { id }),
    );
    return reply(200, undefined, { change });
  },
});

const getFeatureImportance = operation({
  id: 'ranking.getFeatureImportance',
  summary: 'Get a feature importance with its scores',
  route: 'GET /featureImportances/{featureImportanceId}',
  inThread: 'largeBody',
  params: FeatureImportancePath,
  replies: { 200: FeatureImportanceView },
  fails: ['FeatureImportanceNotFound'],
  example: { params: { featureImportanceId: 'example' } },
  async run({ account, params: { featureImportanceId } }, services) {
    const stored = await services.records.get(featureImportances, account.id, featureImportanceId);
    if (!stored) throw rankingFailure('FeatureImportanceNotFound');
    return reply(200, await featureImportanceView(stored.value, services, account.id));
  },
});

const deleteFeatureImportance = operation({
  id: 'ranking.deleteFeatureImportance',
  summary: 'Delete a feature importance; cancels its measurement if it is running',
  route: 'DELETE /featureImportances/{featureImportanceId}',
  params: FeatureImportancePath,
  replies: { 204: null },
  fails: ['FeatureImportanceNotFound'],
  example: { params: { featureImportanceId: 'example' } },
  async run({ account, params: { featureImportanceId } }, { records, jobs }) {
    const stored = await records.get(featureImportances, account.id, featureImportanceId);
    if (!stored) throw rankingFailure('FeatureImportanceNotFound');
    const change = new Change().delete(featureImportances, account.id, stored);
    const job = await jobs.get(account.id, stored.value.jobId);
    if (job) jobs.cancel(change, job);
    return reply(204, undefined, { change });
  },
});

export const featureImportanceOperations: Operation<Ports>[] = inVersions(V2022, [
  listFeatureImportances,
  createFeatureImportance,
  getFeatureImportance,
  deleteFeatureImportance,
]);
