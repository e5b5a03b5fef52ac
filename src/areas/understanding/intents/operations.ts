import type { Stored } from '../../../kernel/change.ts';
import { understandingFailure } from '../failures.ts';
import { KINDS, NONE_INTENT } from '../model.ts';
import type { Example, Intent } from '../model.ts';
import { removeRelations, renameInRelations } from '../schema/relations.ts';
import { BareId, DeleteIntentQuery, IntentInfo, IntentList, ModelName, Paging } from '../schemas.ts';
import type { UnderstandingOperation } from '../services.ts';
import { examples, streamExamples } from '../store.ts';
import {
  SUCCESS,
  checkModelName,
  editSchema,
  findById,
  removeById,
  replaceById,
  slicePage,
  versionOperation,
} from '../version-operation.ts';

export function describeIntent({ id, name, origin, features }: Intent): object {
  return {
    id,
    name,
    ...KINDS.intent,
    ...(origin && { customPrebuiltDomainName: origin.domainName, customPrebuiltModelName: origin.modelName }),
    ...(features && { features }),
  };
}

export const intentOperations: readonly UnderstandingOperation[] = [
  versionOperation({
    id: 'understanding.addIntent',
    summary: 'Add an intent to a version',
    route: 'POST /intents',
    body: ModelName,
    example: { body: { name: 'CancelFlight' } },
    replies: { 201: BareId },
    fails: ['NameTaken'],
    run(context, { body: { name } }, { ids }) {
      const { schema } = context.version.value;
      checkModelName(schema, name);
      const id = ids.uuid();
      return editSchema(context, { intents: [...schema.intents, { id, name }] }, { status: 201, body: id });
    },
  }),
  versionOperation({
    id: 'understanding.listIntents',
    summary: 'List the intents of a version',
    route: 'GET /intents',
    query: Paging,
    replies: { 200: IntentList },
    read: ({ version }, { query }) => slicePage(version.value.schema.intents, query).map(describeIntent),
  }),
  versionOperation({
    id: 'understanding.getIntent',
    summary: 'Get an intent',
    route: 'GET /intents/{intentId}',
    hasEtag: true,
    replies: { 200: IntentInfo },
    read: ({ version }, { params: { intentId } }) => describeIntent(findById(version.value.schema.intents, intentId!)),
  }),
  versionOperation({
    id: 'understanding.updateIntent',
    summary: 'Rename an intent',
    route: 'PUT /intents/{intentId}',
    hasEtag: true,
    body: ModelName,
    example: { body: { name: 'BookTrip' } },
    fails: ['NameTaken', 'NoneIntent'],
    run(context, { params: { intentId }, body: { name } }) {
      const { schema } = context.version.value;
      const intent = findById(schema.intents, intentId!);
      if (intent.name === NONE_INTENT) throw understandingFailure('NoneIntent');
      checkModelName(schema, name, intent.id);
      const patterns = schema.patterns.map((pattern) => (pattern.intent === intent.name ? { ...pattern, intent: name } : pattern));
      const updated = { ...schema, intents: replaceById(schema.intents, { ...intent, name }), patterns };
      return editSchema(context, renameInRelations(updated, 'modelName', intent.name, name));
    },
  }),
  versionOperation({
    id: 'understanding.deleteIntent',
    summary: 'Delete an intent; its utterances are deleted too or move to None',
    route: 'DELETE /intents/{intentId}',
    hasEtag: true,
    query: DeleteIntentQuery,
    fails: ['NoneIntent'],
    async run(context, { params: { intentId }, query: { deleteUtterances } }, services) {
      const { owner } = context;
      const { schema, uid, exampleCount } = context.version.value;
      const intent = findById(schema.intents, intentId!);
      if (intent.name === NONE_INTENT) throw understandingFailure('NoneIntent');
      const none = schema.intents.find(({ name }) => name === NONE_INTENT)!;
      const affected: Stored<Example>[] = [];
      for await (const read of streamExamples(services, owner, uid)) if (read.value.intentId === intent.id) affected.push(read);
      const remaining = {
        ...schema,
        intents: removeById(schema.intents, intent),
        patterns: schema.patterns.filter((pattern) => pattern.intent !== intent.name),
      };
      return {
        status: 200,
        body: SUCCESS,
        update: {
          exampleCount: exampleCount - (deleteUtterances ? affected.length : 0),
          schema: removeRelations(remaining, 'modelName', intent.name),
        },
        writes: (change) => {
          for (const read of affected) {
            if (deleteUtterances) change.delete(examples, owner, read);
            else change.replace(examples, owner, read, { ...read.value, intentId: none.id });
          }
        },
      };
    },
  }),
];
