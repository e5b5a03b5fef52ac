import { Models, ModelExamples, Paging } from '../schemas.ts';
import { readExamples } from '../store.ts';
import { entityDescriber } from '../entities/view.ts';
import { found, slicePage, versionOperation } from '../version-operation.ts';
import { describeIntent } from '../intents/operations.ts';

export const listModels = versionOperation({
  id: 'understanding.listModels',
  summary: 'List the intents and entities of a version',
  route: 'GET /models',
  query: Paging,
  replies: { 200: Models },
  run({ version: { value: { schema } } }, { query, version }) {
    return { status: 200, body: slicePage([...schema.intents.map(describeIntent), ...schema.entities.map(entityDescriber(version))], query) };
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
    const theirs = (await readExamples(services, owner, uid)).map(({ value }) => value).filter(({ intentId, labels }) => intentId === id || labels.some(({ entityId }) => entityId === id));
    return { status: 200, body: slicePage(theirs, query).map(({ id: number, text }) => ({ id: number, text })) };
  },
});
