/** Feature importances: list, create, get, delete. */
import type { Static } from 'typebox';
import { operation, reply } from '../../../kernel/operation.ts';
import type { Operation } from '../../../kernel/operation.ts';
import type { Ports } from '../../../kernel/ports.ts';
import type { Records } from '../../../kernel/ports/store.ts';
import { isFinal } from '../../../kernel/job.ts';
import { Change } from '../../../kernel/change.ts';
import { IMPORTANCE_JOB, MAX_LOG_ENTRIES, findLogRange } from '../evaluations/job.ts';
import { rankingFailure } from '../failures.ts';
import type { FeatureImportance } from '../model.ts';
import { FeatureImportanceContract, FeatureImportanceList, FeatureImportancePath, FeatureImportanceView, PagingQuery } from '../schemas.ts';
import { featureImportances } from '../store.ts';
import { FEATURE_IMPORTANCE } from '../versions.ts';

const BATCH_SIZE = 100;

/** The record with the status of its job. A job commits its result as it finishes, so the record is read again. */
async function featureImportanceView(
  stored: FeatureImportance,
  { records, jobs }: Ports,
  account: string,
): Promise<Static<typeof FeatureImportanceView>> {
  if (stored.status === 'Succeeded') return stored;
  const job = await jobs.get(account, stored.jobId);
  if (job && !isFinal(job.value)) return { ...stored, status: job.value.state === 'running' ? 'Running' : 'NotStarted' };
  const current = (await records.get(featureImportances, account, stored.id))?.value ?? stored;
  return current.status === 'Succeeded' ? current : { ...current, status: 'Failed' };
}

/** All ids, newest first. Their records, which hold all scores, are read in batches and not kept. */
async function listNewestFirst(records: Records, account: string): Promise<string[]> {
  const all: { id: string; creationTime: string }[] = [];
  for (let after: string | undefined; ;) {
    const batch = await records.page(featureImportances, account, { after, limit: BATCH_SIZE });
    for (const {
      value: { id, creationTime },
    } of batch)
      all.push({ id, creationTime });
    if (batch.length < BATCH_SIZE) break;
    after = batch.at(-1)!.key;
  }
  return all.sort((a, b) => (a.creationTime < b.creationTime ? 1 : -1)).map(({ id }) => id);
}

const listFeatureImportances = operation({
  id: 'ranking.listFeatureImportances',
  summary: 'List the feature importances, newest first',
  route: 'GET /featureImportances',
  versions: FEATURE_IMPORTANCE,
  needs: 'authoring',
  inThread: true,
  query: PagingQuery,
  replies: { 200: FeatureImportanceList },
  async run({ account, query: { top, skip, maxpagesize }, link }, services) {
    const ids = await listNewestFirst(services.records, account.id);
    const count = Math.min(top, maxpagesize);
    const page = await Promise.all(ids.slice(skip, skip + count).map((id) => services.records.get(featureImportances, account.id, id)));
    const views = await Promise.all(
      page.filter((stored) => stored !== undefined).map(({ value }) => featureImportanceView(value, services, account.id)),
    );
    const hasMore = top > count && ids.length > skip + count;
    return reply(200, {
      value: views.map(({ featureScores: _scores, ...view }) => view),
      ...(hasMore && { nextLink: `${link('/featureImportances', {})}&top=${top - count}&skip=${skip + count}&maxpagesize=${maxpagesize}` }),
    });
  },
});

const createFeatureImportance = operation({
  id: 'ranking.createFeatureImportance',
  summary: 'Measure how much each feature contributes to the rewards of the loop',
  route: 'PUT /featureImportances/{featureImportanceId}',
  versions: FEATURE_IMPORTANCE,
  needs: 'authoring',
  inThread: true,
  params: FeatureImportancePath,
  body: FeatureImportanceContract,
  badInput: 'InvalidRequest',
  replies: { 200: null },
  fails: ['InvalidRequest', 'NoLogsExistInDateRange', 'LogsSizeExceedAllowedLimit', 'OperationNotAllowed'],
  example: {
    params: { featureImportanceId: 'example' },
    body: { name: 'example', startTime: '2026-01-01T00:00:00Z', endTime: '2036-01-01T00:00:00Z' },
  },
  async run({ account, params: { featureImportanceId: id }, body: { name, startTime, endTime } }, services) {
    if (Date.parse(startTime) >= Date.parse(endTime))
      throw rankingFailure('InvalidRequest', { target: 'endTime', details: 'must be later than startTime.' });
    const { first, last } = await findLogRange(services, account.id, { startTime, endTime });
    if (last < first) throw rankingFailure('NoLogsExistInDateRange');
    if (last - first >= MAX_LOG_ENTRIES) throw rankingFailure('LogsSizeExceedAllowedLimit');
    const change = new Change();
    const { id: jobId } = services.jobs.enqueue(change, { account: account.id, kind: IMPORTANCE_JOB, input: { id } });
    change.create(
      featureImportances,
      account.id,
      id,
      { id, name, startTime, endTime, jobId, status: 'NotStarted', creationTime: new Date(services.clock.now()).toISOString() },
      () => rankingFailure('OperationNotAllowed', { target: 'featureImportanceId', details: 'this id exists already.' }),
    );
    return reply(200, undefined, { change });
  },
});

const getFeatureImportance = operation({
  id: 'ranking.getFeatureImportance',
  summary: 'Get a feature importance with its scores',
  route: 'GET /featureImportances/{featureImportanceId}',
  versions: FEATURE_IMPORTANCE,
  needs: 'authoring',
  inThread: true,
  params: FeatureImportancePath,
  replies: { 200: FeatureImportanceView },
  fails: ['ResourceNotFound'],
  example: { params: { featureImportanceId: 'example' } },
  async run({ account, params: { featureImportanceId } }, services) {
    const stored = await services.records.get(featureImportances, account.id, featureImportanceId);
    if (!stored) throw rankingFailure('ResourceNotFound');
    return reply(200, await featureImportanceView(stored.value, services, account.id));
  },
});

const deleteFeatureImportance = operation({
  id: 'ranking.deleteFeatureImportance',
  summary: 'Delete a feature importance; cancels its measurement if it is running',
  route: 'DELETE /featureImportances/{featureImportanceId}',
  versions: FEATURE_IMPORTANCE,
  needs: 'authoring',
  params: FeatureImportancePath,
  replies: { 204: null },
  fails: ['ResourceNotFound'],
  example: { params: { featureImportanceId: 'example' } },
  async run({ account, params: { featureImportanceId } }, { records, jobs }) {
    const stored = await records.get(featureImportances, account.id, featureImportanceId);
    if (!stored) throw rankingFailure('ResourceNotFound');
    const change = new Change().delete(featureImportances, account.id, stored);
    const job = await jobs.get(account.id, stored.value.jobId);
    if (job) jobs.cancel(change, job);
    return reply(204, undefined, { change });
  },
});

export const featureImportanceOperations: Operation<Ports>[] = [
  listFeatureImportances,
  createFeatureImportance,
  getFeatureImportance,
  deleteFeatureImportance,
];
