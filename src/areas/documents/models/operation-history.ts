import { reply } from '../../../kernel/operation.ts';
import { documentFailure } from '../failures.ts';
import { currentStatus } from '../work-status.ts';
import { OperationListView, OperationView, Paging } from '../schemas.ts';
import { operations } from '../store.ts';
import { getVersion } from '../versions.ts';
import { RETRY_AFTER, nextPage, retryLater } from '../replies.ts';
import { operationView } from './view.ts';
import { operation } from '../services.ts';

const PAGE = 100;

const listOperations = operation({
  id: 'documents.listOperations',
  summary: 'List the operations on models of the last 24 hours, newest first',
  route: 'GET /operations',
  query: Paging,
  replies: { 200: OperationListView },
  async run({ account, query: { after }, version: name, link }, services) {
    const version = getVersion(name);
    const page = await services.records.page(operations, account.id, { after, limit: PAGE + 1 });
    const value = await Promise.all(
      page.slice(0, PAGE).map(async (stored) => {
        const { value: current, status } = await currentStatus(operations, account.id, stored, services);
        return operationView(stored.key, current, status, version);
      }),
    );
    return reply(200, { value, ...(page.length > PAGE && { nextLink: nextPage({ link }, '/operations', page[PAGE - 1]!.key) }) });
  },
});

const getOperation = operation({
  id: 'documents.getOperation',
  summary: 'Get the status and the result of an operation on a model',
  route: 'GET /operations/{operationId}',
  replies: { 200: OperationView },
  fails: ['OperationNotFound'],
  async run({ account, params: { operationId }, version }, services) {
    const stored = await services.records.get(operations, account.id, operationId);
    if (!stored) throw documentFailure('OperationNotFound');
    const { value: current, status } = await currentStatus(operations, account.id, stored, services);
    const isFinal = !['notStarted', 'running'].includes(status.status);
    return reply(200, operationView(operationId, current, status, getVersion(version)), {
      headers: isFinal ? retryLater(status.error) : RETRY_AFTER,
    });
  },
});

export const operationHistoryOperations = [listOperations, getOperation];
