import { Change } from '../../../kernel/change.ts';
import { reply } from '../../../kernel/operation.ts';
import { documentFailure } from '../failures.ts';
import { MAX_MODELS, isReserved } from '../model.ts';
import { modelView, prebuiltView } from './view.ts';
import { dateTime, nextPage } from '../replies.ts';
import { InfoView, ModelListView, ModelParams, ModelView, OriginQuery, Paging } from '../schemas.ts';
import { operation } from '../services.ts';
import { findModel, models, operations } from '../store.ts';
import { getVersion } from '../versions.ts';

const PAGE_SIZE = 100;
/** Neural builds are not limited here; the interface requires a number. */
const UNLIMITED = 2 ** 31 - 1;

const listModels = operation({
  id: 'documents.listModels',
  summary: 'List the models of the account, prebuilt models first and by name',
  route: 'GET /documentModels',
  inThread: 'largeBody',
  query: Paging,
  replies: { 200: ModelListView },
  async run({ account, query: { after }, version: name, link }, { records }) {
    const version = getVersion(name);
    const page = await records.page(models, account.id, { after, limit: PAGE_SIZE + 1 });
    const custom = page.slice(0, PAGE_SIZE).map(({ value }) => modelView(value, version));
    return reply(200, {
      value: [
        ...(after === undefined ? await Promise.all(version.models.toSorted().map((id) => prebuiltView(id, version))) : []),
        ...custom,
      ],
      ...(page.length > PAGE_SIZE && { nextLink: nextPage({ link }, '/documentModels', page[PAGE_SIZE - 1]!.key) }),
    });
  },
});

const getModel = operation({
  id: 'documents.getModel',
  summary: 'Get a model with its document types',
  route: 'GET /documentModels/{modelId}',
  inThread: 'largeBody',
  params: ModelParams,
  query: OriginQuery,
  replies: { 200: ModelView },
  fails: ['ModelNotFound'],
  example: { params: { modelId: 'prebuilt-layout' } },
  async run({ account, params: { modelId }, query: { operation: operationId }, version: name }, services) {
    const version = getVersion(name);
    const copied = operationId === undefined ? undefined : (await services.records.get(operations, account.id, operationId))?.value.result;
    if (copied?.modelId === modelId) return reply(200, modelView(copied, version));
    const model = await findModel(services, account.id, modelId, version);
    return reply(200, model ? modelView(model.value, version) : await prebuiltView(modelId, version));
  },
});

const deleteModel = operation({
  id: 'documents.deleteModel',
  summary: 'Delete a custom model',
  route: 'DELETE /documentModels/{modelId}',
  params: ModelParams,
  replies: { 204: null },
  fails: ['ModelNotFound', 'ModelReadOnly'],
  example: { params: { modelId: 'my-model' } },
  async run({ account, params: { modelId } }, { records }) {
    if (isReserved(modelId)) throw documentFailure('ModelReadOnly');
    const stored = await records.get(models, account.id, modelId);
    if (!stored) throw documentFailure('ModelNotFound');
    return reply(204, undefined, { change: new Change().delete(models, account.id, stored) });
  },
});

const getInfo = operation({
  id: 'documents.getInfo',
  summary: 'Get the number and the limit of custom models of the account',
  route: 'GET /info',
  replies: { 200: InfoView },
  async run({ account, version }, { records, clock }) {
    const count = await records.count(models, account.id);
    const now = new Date(clock.now());
    const quotaResetDateTime = dateTime(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1));
    return reply(200, {
      customDocumentModels: { count, limit: MAX_MODELS },
      ...(getVersion(version).neuralQuota && { customNeuralDocumentModelBuilds: { used: 0, quota: UNLIMITED, quotaResetDateTime } }),
    });
  },
});

export const modelOperations = [listModels, getModel, deleteModel, getInfo];
