import { operation, reply } from '../../../kernel/operation.ts';
import type { Operation } from '../../../kernel/operation.ts';
import type { Services } from '../../../kernel/ports.ts';
import { readAll } from '../../../kernel/read-all.ts';
import type { Stored } from '../../../kernel/change.ts';
import { Change } from '../../../kernel/change.ts';
import { documentFailure } from '../failures.ts';
import { MAX_MODELS, isReserved } from '../model.ts';
import type { DocumentModel } from '../model.ts';
import { InfoView, ModelListView, ModelParams, ModelView, OriginQuery, Paging } from '../schemas.ts';
import { models, operations } from '../store.ts';
import { getVersion } from '../versions.ts';
import type { Version } from '../versions.ts';
import { dateTime, modelView, nextPage, prebuiltView } from '../replies.ts';

const PAGE = 100;
/** Builds of any kind are not limited here; the interface wants a number. */
const UNLIMITED = 2 ** 31 - 1;

/** A custom model of the account; undefined for one that every account has in the version. */
export async function findModel({ records }: Pick<Services, 'records'>, account: string, modelId: string, { models: prebuilt }: Version): Promise<Stored<DocumentModel> | undefined> {
  if (prebuilt.includes(modelId)) return undefined;
  const read = await records.get(models, account, modelId);
  if (!read) throw documentFailure('ModelNotFound');
  return read;
}

const listModels = operation({
  id: 'documents.listModels',
  summary: 'List the models of the account, those that every account has first',
  route: 'GET /documentModels',
  needs: 'authoring',
  query: Paging,
  replies: { 200: ModelListView },
  async run({ account, query: { after }, version: name, link }, { records }) {
    const version = getVersion(name);
    const page = await records.page(models, account.id, { after, limit: PAGE + 1 });
    const own = page.slice(0, PAGE).map(({ value }) => modelView(value, version));
    return reply(200, {
      value: [...after === undefined ? await Promise.all(version.models.map((id) => prebuiltView(id, version))) : [], ...own],
      ...page.length > PAGE && { nextLink: nextPage({ link }, '/documentModels', page[PAGE - 1]!.key) },
    });
  },
});

const getModel = operation({
  id: 'documents.getModel',
  summary: 'Get a model, with the types of documents it knows',
  route: 'GET /documentModels/{modelId}',
  needs: 'authoring',
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
  needs: 'authoring',
  params: ModelParams,
  replies: { 204: null },
  fails: ['ModelNotFound', 'ModelReadOnly'],
  example: { params: { modelId: 'my-model' } },
  async run({ account, params: { modelId } }, { records }) {
    if (isReserved(modelId)) throw documentFailure('ModelReadOnly');
    const read = await records.get(models, account.id, modelId);
    if (!read) throw documentFailure('ModelNotFound');
    return reply(204, undefined, { change: new Change().delete(models, account.id, read) });
  },
});

const getInfo = operation({
  id: 'documents.getInfo',
  summary: 'Get how many custom models the account has and may have',
  route: 'GET /info',
  needs: 'authoring',
  replies: { 200: InfoView },
  async run({ account, version }, { records, clock }) {
    const { length: count } = await readAll(records, models, account.id, '');
    const now = new Date(clock.now());
    const quotaResetDateTime = dateTime(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1));
    return reply(200, {
      customDocumentModels: { count, limit: MAX_MODELS },
      ...getVersion(version).neuralQuota && { customNeuralDocumentModelBuilds: { used: 0, quota: UNLIMITED, quotaResetDateTime } },
    });
  },
});

export const modelOperations: Operation[] = [listModels, getModel, deleteModel, getInfo];
