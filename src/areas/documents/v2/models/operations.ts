import { Change } from '../../../../kernel/change.ts';
import { reply } from '../../../../kernel/operation.ts';
import { MAX_MODELS } from '../../model.ts';
import { RETRY_AFTER } from '../../replies.ts';
import { operation } from '../../services.ts';
import { parseContainerUrl } from '../../training-sets/container.ts';
import { sealUrl } from '../../training-sets/source.ts';
import { CUSTOM_INPUT, TRAIN_INPUT } from '../failures.ts';
import { dateTime, errorHeader } from '../replies.ts';
import { FormModelQuery, FormModelView, FormModelsQuery, FormModelsView, TrainRequest } from '../schemas.ts';
import { formModels } from '../store.ts';
import { getFormVersion } from '../versions.ts';
import { checkModelLimit, getFormModel, modelStatus } from './lookup.ts';
import { TRAIN_FORM_JOB } from './train-job.ts';
import { errorsOf, modelInfo, modelView } from './view.ts';

export const MODEL_PATH = '/custom/models/{modelId}';
const PAGE_SIZE = 100;

const trainForm = operation({
  id: 'documentsV2.trainForm',
  summary: 'Train a custom model with forms in a container, with labels or without',
  route: 'POST /custom/models',
  inThread: 'largeBody',
  body: TrainRequest,
  replies: { 201: null },
  fails: ['FormModelLimit', 'InvalidContentSourceFormat'],
  badInput: TRAIN_INPUT,
  example: { body: { source: 'https://storage.example/account/forms?sv=2021-12-02&sig=0', useLabelFile: false } },
  async run({ account, body: { source, sourceFilter = {}, useLabelFile = false, modelName }, version, link }, services) {
    parseContainerUrl(source, 'source');
    await checkModelLimit(services, account.id);
    const { prefix = '', includeSubFolders = false } = sourceFilter;
    const modelId = services.ids.uuid();
    const change = new Change();
    const { createdAt } = services.jobs.enqueue(change, {
      account: account.id,
      kind: TRAIN_FORM_JOB,
      input: {},
      id: modelId,
      subject: { id: modelId },
    });
    change.create(formModels, account.id, modelId, {
      modelId,
      version,
      createdAt,
      updatedAt: createdAt,
      ...(modelName !== undefined && { modelName }),
      kind: useLabelFile ? 'labelled' : 'unlabelled',
      training: { sealedUrl: sealUrl(source, modelId, services), prefix, includeSubFolders },
      results: [],
      errors: [],
    });
    return reply(201, undefined, { headers: { location: link(MODEL_PATH, { modelId }), ...RETRY_AFTER }, change });
  },
});

const listForms = operation({
  id: 'documentsV2.listForms',
  summary: 'List the models of the account, or count them',
  route: 'GET /custom/models',
  inThread: 'largeBody',
  query: FormModelsQuery,
  replies: { 200: FormModelsView },
  async run({ account, query: { op = 'full', after }, version: name, link }, services) {
    const { records, clock } = services;
    if (op === 'summary') {
      const count = await records.count(formModels, account.id);
      return reply(200, { summary: { count, limit: MAX_MODELS, lastUpdatedDateTime: dateTime(clock.now()) } });
    }
    const version = getFormVersion(name);
    const page = await records.page(formModels, account.id, { after, limit: PAGE_SIZE + 1 });
    const modelList = await Promise.all(
      page.slice(0, PAGE_SIZE).map(async ({ value }) => modelInfo(value, await modelStatus(services, account.id, value), version)),
    );
    const nextLink = `${link('/custom/models', {})}?op=full&after=${page[PAGE_SIZE - 1]?.key}`;
    return reply(200, { modelList, ...(page.length > PAGE_SIZE && { nextLink }) });
  },
});

const getForm = operation({
  id: 'documentsV2.getForm',
  summary: 'Get a model with the result of its training',
  route: `GET ${MODEL_PATH}`,
  inThread: 'largeBody',
  query: FormModelQuery,
  replies: { 200: FormModelView },
  fails: ['FormModelNotFound'],
  badInput: CUSTOM_INPUT,
  async run({ account, params, query: { includeKeys = false }, version }, services) {
    const { value: model } = await getFormModel(services, account.id, params.modelId);
    const status = await modelStatus(services, account.id, model);
    // The training may have completed since the model was read.
    const { value: current } =
      status === 'invalid' && model.training ? await getFormModel(services, account.id, params.modelId) : { value: model };
    const currentStatus = current === model ? status : await modelStatus(services, account.id, current);
    return reply(200, modelView(current, currentStatus, getFormVersion(version), includeKeys), {
      headers:
        currentStatus === 'creating' ? RETRY_AFTER : currentStatus === 'invalid' ? errorHeader(errorsOf(current, currentStatus)) : {},
    });
  },
});

const deleteForm = operation({
  id: 'documentsV2.deleteForm',
  summary: 'Delete a model, and cancel its training if that is not complete',
  route: `DELETE ${MODEL_PATH}`,
  replies: { 204: null },
  fails: ['FormModelNotFound'],
  async run({ account, params }, services) {
    const stored = await getFormModel(services, account.id, params.modelId);
    const change = new Change().delete(formModels, account.id, stored);
    const job = stored.value.training ? await services.jobs.get(account.id, stored.key) : undefined;
    if (job) services.jobs.cancel(change, job);
    return reply(204, undefined, { change });
  },
});

export const formModelOperations = [trainForm, listForms, getForm, deleteForm];
