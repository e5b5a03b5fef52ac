import { Models, ModelExamples, Paging } from '../schemas.ts';
import { examplesOf } from '../store.ts';
import { entityInfoIn } from '../entities/view.ts';
import { found, paged, versionOperation } from '../version-operation.ts';
import { intentInfo } from '../intents/operations.ts';

export const listModels = versionOperation({
  id: 'understanding.listModels',
  summary: 'List the intents and entities of a version',
  route: 'GET /models',
  query: Paging,
  replies: { 200: Models },
  run({ version: { value: { schema } } }, { query, version }) {
    return { status: 200, body: paged([...schema.intents.map(intentInfo), ...schema.entities.map(entityInfoIn(version))], query) };
  },
});

export const listModelExamples = versionOperation({
  id: 'understanding.listModelExamples',
  summary: 'List the utterances of an intent, or those in which an entity is labelled',
  route: 'GET /models/{modelId}/examples',
  query: Paging,
  replies: { 200: ModelExamples },
  async run({ owner, version: { value: { schema, uid } } }, { params: { modelId }, query }, services) {
    const { id } = found<{ id: string }>([...schema.intents, ...schema.entities], modelId!);
    const theirs = (await examplesOf(services, owner, uid)).map(({ value }) => value).filter(({ intentId, labels }) => intentId === id || labels.some(({ entityId }) => entityId === id));
    return { status: 200, body: paged(theirs, query).map(({ id: number, text }) => ({ id: number, text })) };
  },
});
