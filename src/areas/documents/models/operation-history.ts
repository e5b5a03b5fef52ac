import { operation, reply } from '../../../kernel/operation.ts';
import type { Operation } from '../../../kernel/operation.ts';
import { documentFailure } from '../failures.ts';
import { currentStatus } from '../work-status.ts';
import { OperationListView, OperationParams, OperationView, Paging } from '../schemas.ts';
import { operations } from '../store.ts';
import { getVersion } from '../versions.ts';
import { RETRY_AFTER, nextPage, operationView } from '../replies.ts';

const PAGE = 100;

const listOperations = operation({
  id: 'documents.listOperations',
  summary: 'List the operations on models of the last 24 hours, newest first',
  route: 'GET /operations',
  needs: 'authoring',
  query: Paging,
  replies: { 200: OperationListView },
  async run({ account, query: { after }, version: name, link }, services) {
    const version = getVersion(name);
    const page = await services.records.page(operations, account.id, { after, limit: PAGE + 1 });
    const value = await Promise.all(page.slice(0, PAGE).map(async (read) => {
      const { value: one, standing } = await currentStatus(operations, account.id, read, services);
      return operationView(read.key, one, standing, version, link);
    }));
    return reply(200, { value, ...page.length > PAGE && { nextLink: nextPage({ link }, '/operations', page[PAGE - 1]!.key) } });
  },
});

const getOperation = operation({
  id: 'documents.getOperation',
  summary: 'Get how an operation on a model stands, and what came of it',
  route: 'GET /operations/{operationId}',
  needs: 'authoring',
  params: OperationParams,
  replies: { 200: OperationView },
  fails: ['OperationNotFound'],
  async run({ account, params: { operationId }, version, link }, services) {
    const read = await services.records.get(operations, account.id, operationId);
    if (!read) throw documentFailure('OperationNotFound');
    const { value: found, standing } = await currentStatus(operations, account.id, read, services);
    const isOver = !['notStarted', 'running'].includes(standing.status);
    return reply(200, operationView(operationId, found, standing, getVersion(version), link), { headers: isOver ? {} : RETRY_AFTER });
  },
});

export const operationOperations: Operation[] = [listOperations, getOperation];
