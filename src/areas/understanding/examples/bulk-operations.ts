/**
 * Bulk reading and writing of examples, an addition to the vendor's interface. Examples are listed as they are written, each with
 * its etag, so that a list can be changed and sent back. A bulk change is applied completely or not at all.
 */
import type { Stored } from '../../../kernel/change.ts';
import { checkConditions, etag } from '../../../kernel/conditions.ts';
import { Failure } from '../../../kernel/failures.ts';
import { understandingFailure } from '../failures.ts';
import { NONE_INTENT } from '../model.ts';
import type { Example, Schema } from '../model.ts';
import { ChangedExamples, ExampleChanges, ExampleCount, LabeledExamples, LabeledQuery } from '../schemas.ts';
import type { UnderstandingOperation } from '../services.ts';
import { examples, findExampleById, findExampleByText, pageExamples } from '../store.ts';
import { slicePage, versionOperation } from '../version-operation.ts';
import { ExampleWriter } from './example-writer.ts';
import { characterRange, describeLabels } from './labels.ts';
import exampleCalls from '../examples.json' with { type: 'json' };

const NO_LIMIT = 2 ** 31 - 1;

function describeExample(read: Stored<Example>, { intents, entities }: Schema): object {
  const { id, text, intentId, labels } = read.value;
  return {
    id,
    ...etag(read),
    text,
    intentName: intents.find((intent) => intent.id === intentId)?.name ?? NONE_INTENT,
    entityLabels: describeLabels(labels, entities, characterRange, true),
  };
}

/** Runs an action on one item of the request; a failure names the item by its path. */
function runAt<T>(path: string, action: () => T): T {
  try {
    return action();
  } catch (failure) {
    if (failure instanceof Failure && failure.status === 400) {
      throw understandingFailure('ChangeInvalid', { path, details: failure.message });
    }
    throw failure;
  }
}

/** The condition of one item in the form of request headers. */
function conditionHeaders(tag: string | null | undefined): Parameters<typeof checkConditions>[0] {
  return { headers: tag === undefined ? {} : tag === null ? { 'if-none-match': '*' } : { 'if-match': tag } };
}

export const bulkExampleOperations: readonly UnderstandingOperation[] = [
  versionOperation({
    id: 'understanding.listLabelledExamples',
    summary: 'List the utterances of a version in the form in which they are written, each with its etag',
    route: 'GET /examples/labelled',
    query: LabeledQuery,
    replies: { 200: LabeledExamples },
    async read({ owner, version }, { query: { text, skip, take = NO_LIMIT } }, services) {
      const { schema, uid } = version.value;
      if (text === undefined) {
        const page = await pageExamples(services, owner, uid, { skip, take });
        return page.map((read) => describeExample(read, schema));
      }
      const match = await findExampleByText(services, owner, uid, text);
      return slicePage(match ? [match] : [], { skip, take }).map((read) => describeExample(read, schema));
    },
  }),
  versionOperation({
    id: 'understanding.countExamples',
    summary: 'Count the utterances of a version without reading them',
    route: 'GET /examples/count',
    replies: { 200: ExampleCount },
    async read({ owner, version }, _call, { records }) {
      return { count: await records.count(examples, owner, `${version.value.uid}/`) };
    },
  }),
  versionOperation({
    id: 'understanding.changeExamples',
    summary: 'Write and delete up to 1,000 utterances each, all of them or none',
    route: 'POST /examples/change',
    body: ExampleChanges,
    example: exampleCalls.changeExamples,
    maxBytes: 8 * 2 ** 20,
    replies: { 200: ChangedExamples },
    fails: ['ChangeInvalid'],
    async run(context, { body: { put = [], delete: deletions = [] } }, services) {
      const { owner } = context;
      const { uid } = context.version.value;
      const writer = await ExampleWriter.create(context, put, services);
      const changedIds = new Set<number>();
      const claim = (id: number): void => {
        if (changedIds.has(id)) throw understandingFailure('UtteranceInvalid', { details: 'the request contains it twice.' });
        changedIds.add(id);
      };
      const stored = await Promise.all(deletions.map(({ id }) => findExampleById(services, owner, uid, id)));
      for (const [i, { id, etag: tag }] of deletions.entries()) {
        const read = stored[i];
        checkConditions(conditionHeaders(tag), read && etag(read).etag, `The utterance ${id}`);
        runAt(`delete[${i}]`, () => {
          if (!read) throw understandingFailure('ExampleNotFound');
          claim(id);
          writer.delete(read);
        });
      }
      const ids = put.map(({ etag: tag, ...input }, i) =>
        runAt(`put[${i}]`, () => {
          checkConditions(conditionHeaders(tag), writer.storedEtag(input.text), JSON.stringify(input.text));
          const id = writer.add(input);
          claim(id);
          return id;
        }),
      );
      if (ids.length + deletions.length === 0) return { status: 200, body: { put: [], deleted: 0 } };
      return {
        status: 200,
        ...writer.edit,
        afterWrite: (change) => ({
          body: { put: ids.map((id) => ({ id, ...writer.writtenEtag(change, id) })), deleted: deletions.length },
        }),
      };
    },
  }),
];
