import { operation, reply } from '../../../kernel/operation.ts';
import type { Ports } from '../../../kernel/ports.ts';
import type { Static } from 'typebox';
import { isFinal } from '../../../kernel/job.ts';
import { Change } from '../../../kernel/change.ts';
import { rankingFailure } from '../failures.ts';
import { IMPORTANCE_JOB, MOST_LOG_ENTRIES, rangeOf } from './job.ts';
import type { FeatureImportance } from '../model.ts';
import { FeatureImportanceContract, FeatureImportanceList, FeatureImportancePath, FeatureImportanceView, PagingQuery } from '../schemas.ts';
import { featureImportances } from '../store.ts';

const versions = ['2022-09-01-preview'];
const LIST_LIMIT = 10_000;

/** A job ends together with its result: what was read before that is read again. */
async function view(read: FeatureImportance, { records, jobs }: Ports, account: string): Promise<Static<typeof FeatureImportanceView>> {
  if (read.status === 'Succeeded') return read;
  const job = await jobs.get(account, read.jobId);
  if (job && !isFinal(job.value)) return { ...read, status: job.value.state === 'running' ? 'Running' : 'NotStarted' };
  const now = (await records.get(featureImportances, account, read.id))?.value ?? read;
  return now.status === 'Succeeded' ? now : { ...now, status: 'Failed' };
}

export const listFeatureImportances = operation({
  id: 'ranking.listFeatureImportances',
  summary: 'List the feature importances, newest first',
  route: 'GET /featureImportances',
  versions,
  needs: 'authoring',
  query: PagingQuery,
  replies: { 200: FeatureImportanceList },
  async run({ account, query: { top, skip, maxpagesize }, link }, services) {
    const read = await services.records.page(featureImportances, account.id, { limit: LIST_LIMIT });
    const all = read.map(({ value }) => value).sort((a, b) => a.creationTime < b.creationTime ? 1 : -1);
    const count = Math.min(top, maxpagesize);
    const page = all.slice(skip, skip + count);
    const more = top > count && all.length > skip + count;
    return reply(200, {
      value: (await Promise.all(page.map((value) => view(value, services, account.id)))).map(({ featureScores: _scores, ...rest }) => rest),
      ...more && { nextLink: `${link('/featureImportances', {})}&top=${top - count}&skip=${skip + count}&maxpagesize=${maxpagesize}` },
    });
  },
});

export const createFeatureImportance = operation({
  id: 'ranking.createFeatureImportance',
  summary: 'Measure how much each feature adds to what the loop earns',
  route: 'PUT /featureImportances/{featureImportanceId}',
  versions,
  needs: 'authoring',
  params: FeatureImportancePath,
  body: FeatureImportanceContract,
  badInput: 'InvalidRequest',
  replies: { 200: null },
  fails: ['InvalidRequest', 'NoLogsExistInDateRange', 'LogsSizeExceedAllowedLimit', 'OperationNotAllowed'],
  example: { params: { featureImportanceId: 'example' }, body: { name: 'example', startTime: '2026-01-01T00:00:00Z', endTime: '2036-01-01T00:00:00Z' } },
  async run({ account, params: { featureImportanceId: id }, body: { name, startTime, endTime } }, services) {
    if (Date.parse(startTime) >= Date.parse(endTime)) throw rankingFailure('InvalidRequest', { target: 'endTime', details: 'it must be later than startTime.' });
    const { first, last } = await rangeOf(services, account.id, { startTime, endTime });
    if (last < first) throw rankingFailure('NoLogsExistInDateRange');
    if (last - first >= MOST_LOG_ENTRIES) throw rankingFailure('LogsSizeExceedAllowedLimit');
    const change = new Change();
    const { id: jobId } = services.jobs.enqueue(change, { account: account.id, kind: IMPORTANCE_JOB, input: { id } });
    change.create(featureImportances, account.id, id, { id, name, startTime, endTime, jobId, status: 'NotStarted', creationTime: new Date(services.clock.now()).toISOString() },
      () => rankingFailure('OperationNotAllowed', { target: 'featureImportanceId', details: 'there is one of that id.' }));
    return reply(200, undefined, { change });
  },
});

export const getFeatureImportance = operation({
  id: 'ranking.getFeatureImportance',
  summary: 'Get a feature importance with its scores',
  route: 'GET /featureImportances/{featureImportanceId}',
  versions,
  needs: 'authoring',
  params: FeatureImportancePath,
  replies: { 200: FeatureImportanceView },
  fails: ['ResourceNotFound'],
  example: { params: { featureImportanceId: 'example' } },
  async run({ account, params: { featureImportanceId } }, services) {
    const read = await services.records.get(featureImportances, account.id, featureImportanceId);
    if (!read) throw rankingFailure('ResourceNotFound');
    return reply(200, await view(read.value, services, account.id));
  },
});

export const deleteFeatureImportance = operation({
  id: 'ranking.deleteFeatureImportance',
  summary: 'Delete a feature importance, and end its measurement if it is running',
  route: 'DELETE /featureImportances/{featureImportanceId}',
  versions,
  needs: 'authoring',
  params: FeatureImportancePath,
  replies: { 204: null },
  fails: ['ResourceNotFound'],
  example: { params: { featureImportanceId: 'example' } },
  async run({ account, params: { featureImportanceId } }, { records, jobs }) {
    const read = await records.get(featureImportances, account.id, featureImportanceId);
    if (!read) throw rankingFailure('ResourceNotFound');
    const change = new Change().delete(featureImportances, account.id, read);
    const job = await jobs.get(account.id, read.value.jobId);
    if (job) jobs.cancel(change, job);
    return reply(204, undefined, { change });
  },
});
