/** Intents and entities together, as the interface's "models". */
import { entityDescriber } from '../entities/view.ts';
import { describeIntent } from '../intents/operations.ts';
import { ModelExamples, Models, Paging } from '../schemas.ts';
import type { UnderstandingOperation } from '../services.ts';
import { streamExamples } from '../store.ts';
import { findById, slicePage, versionOperation } from '../version-operation.ts';

export const modelOperations: readonly UnderstandingOperation[] = [
  versionOperation({
    id: 'understanding.listModels',
    summary: 'List the intents and entities of a version',
    route: 'GET /models',
    query: Paging,
    replies: { 200: Models },
    read({ version }, call) {
      const { intents, entities } = version.value.schema;
      return slicePage([...intents.map(describeIntent), ...entities.map(entityDescriber(call.version))], call.query);
    },
  }),
  versionOperation({
    id: 'understanding.listModelExamples',
    summary: 'List the utterances of an intent, or those in which an entity is labeled',
    route: 'GET /models/{modelId}/examples',
    query: Paging,
    replies: { 200: ModelExamples },
    async read({ owner, version }, { params: { modelId }, query: { skip, take } }, services) {
      const { schema, uid } = version.value;
      const { id: model } = findById<{ id: string }>([...schema.intents, ...schema.entities], modelId!);
      const matches: { id: number; text: string }[] = [];
      for await (const {
        value: { id, text, intentId, labels },
      } of streamExamples(services, owner, uid)) {
        if (matches.length === skip + take) break;
        if (intentId === model || labels.some(({ entityId }) => entityId === model)) matches.push({ id, text });
      }
      return matches.slice(skip);
    },
  }),
];
