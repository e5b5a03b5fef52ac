/** Queries of published apps and trained versions. */
import {
  Prediction2,
  Prediction3,
  PredictionBody,
  PredictionQuery2,
  PredictionQuery2Get,
  PredictionQuery3,
  PredictionQuery3Get,
  QueryText,
} from '../schemas.ts';
import { operation } from '../services.ts';
import type { UnderstandingOperation } from '../services.ts';
import { explainOperations } from './explain.ts';
import { getPublishedModel, getVersionModel } from './loaded-models.ts';
import { parseSlotName, replyVersion2, replyVersion3 } from './predict.ts';

const fails2 = ['AppUnknown', 'NotAssigned', 'NotPublished', 'QueryEmpty', 'QueryTooLong', 'MustRetrain', 'SpellCheckUnsupported'];

export const prediction2Operations: readonly UnderstandingOperation[] = [
  operation({
    id: 'understanding.predictGet2',
    summary: 'Predict the intents and entities of an utterance',
    route: 'GET /apps/{appId}',
    needs: 'prediction',
    audited: false,
    query: PredictionQuery2Get,
    replies: { 200: Prediction2 },
    fails: fails2,
    run: ({ account, params, query }, services) => replyVersion2(account, params.appId!, query.q, query, services),
  }),
  operation({
    id: 'understanding.predictPost2',
    summary: 'Predict the intents and entities of an utterance',
    route: 'POST /apps/{appId}',
    needs: 'prediction',
    audited: false,
    query: PredictionQuery2,
    body: QueryText,
    example: { body: 'fly to rome tomorrow' },
    replies: { 200: Prediction2 },
    fails: fails2,
    run: ({ account, params, query, body }, services) => replyVersion2(account, params.appId!, body, query, services),
  }),
];

const fails3 = ['AppUnknown', 'NotAssigned', 'QueryEmpty', 'QueryTooLong', 'MustRetrain', 'ExternalInvalid', 'ListUnknown'];

export const prediction3Operations: readonly UnderstandingOperation[] = [
  operation({
    id: 'understanding.predictSlot',
    summary: 'Query the app that is published at a slot',
    route: 'POST /apps/{appId}/slots/{slotName}/predict',
    needs: 'prediction',
    audited: false,
    query: PredictionQuery3,
    body: PredictionBody,
    example: { body: { query: 'fly to rome tomorrow' } },
    replies: { 200: Prediction3 },
    fails: [...fails3, 'NotPublished', 'SlotUnknown'],
    async run(call, services) {
      const model = await getPublishedModel(services, call.account, call.params.appId!, parseSlotName(call.params.slotName!));
      return await replyVersion3(model, call.body, call, services);
    },
  }),
  operation({
    id: 'understanding.predictSlotGet',
    summary: 'Query the app that is published at a slot',
    route: 'GET /apps/{appId}/slots/{slotName}/predict',
    needs: 'prediction',
    audited: false,
    query: PredictionQuery3Get,
    replies: { 200: Prediction3 },
    fails: [...fails3, 'NotPublished', 'SlotUnknown'],
    async run(call, services) {
      const model = await getPublishedModel(services, call.account, call.params.appId!, parseSlotName(call.params.slotName!));
      return await replyVersion3(model, { query: call.query.query }, call, services);
    },
  }),
  operation({
    id: 'understanding.predictVersion',
    summary: 'Query a trained version of an app',
    route: 'POST /apps/{appId}/versions/{versionId}/predict',
    needs: 'prediction',
    audited: false,
    query: PredictionQuery3,
    body: PredictionBody,
    example: { body: { query: 'fly to rome tomorrow' } },
    replies: { 200: Prediction3 },
    fails: [...fails3, 'VersionUnknown', 'VersionUntrained'],
    async run(call, services) {
      const model = await getVersionModel(services, call.account, call.params.appId!, call.params.versionId!);
      return await replyVersion3(model, call.body, call, services);
    },
  }),
  operation({
    id: 'understanding.predictVersionGet',
    summary: 'Query a trained version of an app',
    route: 'GET /apps/{appId}/versions/{versionId}/predict',
    needs: 'prediction',
    audited: false,
    query: PredictionQuery3Get,
    replies: { 200: Prediction3 },
    fails: [...fails3, 'VersionUnknown', 'VersionUntrained'],
    async run(call, services) {
      const model = await getVersionModel(services, call.account, call.params.appId!, call.params.versionId!);
      return await replyVersion3(model, { query: call.query.query }, call, services);
    },
  }),
  ...explainOperations,
];
