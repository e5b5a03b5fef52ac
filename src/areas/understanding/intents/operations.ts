import { understandingFailure } from '../failures.ts';
import { KINDS, NONE_INTENT } from '../model.ts';
import type { Intent } from '../model.ts';
import { BareId, DeleteIntentQuery, IntentInfo, IntentList, ModelName, OperationStatus, Paging } from '../schemas.ts';
import { examples, readExamples } from '../store.ts';
import { removeRelations, renameInRelations } from '../schema/relations.ts';
import { SUCCESS, checkModelName, found, slicePage, replaceById, editSchema, versionOperation, removeById } from '../version-operation.ts';

export function describeIntent({ id, name, origin, features }: Intent): object {
  return { id, name, ...KINDS.intent, ...origin && { customPrebuiltDomainName: origin.domainName, customPrebuiltModelName: origin.modelName }, ...features && { features } };
}

export const addIntent = versionOperation({
  id: 'understanding.addIntent',
  summary: 'Add an intent to a version',
  route: 'POST /intents',
  body: ModelName,
  example: { body: { name: 'CancelFlight' } },
  replies: { 201: BareId },
  fails: ['NameTaken'],
  run(on, { body: { name } }, { ids }) {
    const { schema } = on.version.value;
    checkModelName(schema, name);
    const id = ids.uuid();
    return editSchema(on, { intents: [...schema.intents, { id, name }] }, { status: 201, body: id });
  },
});

export const listIntents = versionOperation({
  id: 'understanding.listIntents',
  summary: 'List the intents of a version',
  route: 'GET /intents',
  query: Paging,
  replies: { 200: IntentList },
  run: ({ version }, { query }) => ({ status: 200, body: slicePage(version.value.schema.intents, query).map(describeIntent) }),
});

export const getIntent = versionOperation({
  id: 'understanding.getIntent',
  summary: 'Get an intent',
  route: 'GET /intents/{intentId}', hasEtag: true,
  replies: { 200: IntentInfo },
  run: ({ version }, { params: { intentId } }) => ({ status: 200, body: describeIntent(found(version.value.schema.intents, intentId!)) }),
});

export const updateIntent = versionOperation({
  id: 'understanding.updateIntent',
  summary: 'Rename an intent',
  route: 'PUT /intents/{intentId}', hasEtag: true,
  body: ModelName,
  example: { body: { name: 'BookTrip' } },
  replies: { 200: OperationStatus },
  fails: ['NameTaken', 'NoneIntent'],
  run(on, { params: { intentId }, body: { name } }) {
    const { schema } = on.version.value;
    const intent = found(schema.intents, intentId!);
    if (intent.name === NONE_INTENT) throw understandingFailure('NoneIntent');
    checkModelName(schema, name, intent.id);
    const patterns = schema.patterns.map((pattern) => pattern.intent === intent.name ? { ...pattern, intent: name } : pattern);
    return editSchema(on, renameInRelations({ ...schema, intents: replaceById(schema.intents, { ...intent, name }), patterns }, 'modelName', intent.name, name));
  },
});

export const deleteIntent = versionOperation({
  id: 'understanding.deleteIntent',
  summary: 'Delete an intent; its utterances go with it, or to None',
  route: 'DELETE /intents/{intentId}', hasEtag: true,
  query: DeleteIntentQuery,
  replies: { 200: OperationStatus },
  fails: ['NoneIntent'],
  async run(on, { params: { intentId }, query: { deleteUtterances } }, services) {
    const { owner, version: { value: { schema, uid, exampleCount } } } = on;
    const intent = found(schema.intents, intentId!);
    if (intent.name === NONE_INTENT) throw understandingFailure('NoneIntent');
    const none = schema.intents.find(({ name }) => name === NONE_INTENT)!;
    const theirs = (await readExamples(services, owner, uid)).filter(({ value }) => value.intentId === intent.id);
    return {
      status: 200, body: SUCCESS,
      update: { exampleCount: exampleCount - (deleteUtterances ? theirs.length : 0), schema: removeRelations({ ...schema, intents: removeById(schema.intents, intent), patterns: schema.patterns.filter((pattern) => pattern.intent !== intent.name) }, 'modelName', intent.name) },
      writes: (change) => {
        for (const read of theirs) {
          if (deleteUtterances) change.delete(examples, owner, read);
          else change.replace(examples, owner, read, { ...read.value, intentId: none.id });
        }
      },
    };
  },
});
