/**
 * Many utterances in one call, beside what the vendor has: read as they are written, each with the tag of its state, and
 * written or deleted all together. What was read can be sent back as it is, changed where it is to change.
 */
import { checkConditions, etag } from '../../../kernel/conditions.ts';
import { Failure } from '../../../kernel/failures.ts';
import type { Stored } from '../../../kernel/change.ts';
import { understandingFailure } from '../failures.ts';
import { ExampleWriter } from './example-writer.ts';
import { characterRange, describeLabels } from './labels.ts';
import { NONE_INTENT } from '../model.ts';
import type { Example, Schema } from '../model.ts';
import { ChangedExamples, ExampleChanges, LabelledExamples, LabelledQuery } from '../schemas.ts';
import { findExampleById, findExampleByText, readExamples } from '../store.ts';
import { slicePage, versionOperation } from '../version-operation.ts';

function labelled(read: Stored<Example>, { intents, entities }: Schema): object {
  const { id, text, intentId, labels } = read.value;
  return { id, ...etag(read), text, intentName: intents.find((intent) => intent.id === intentId)?.name ?? NONE_INTENT, entityLabels: describeLabels(labels, entities, characterRange, true) };
}

export const listLabelledExamples = versionOperation({
  id: 'understanding.listLabelledExamples',
  summary: 'List the utterances of a version as they are written, with the tag of each',
  route: 'GET /examples/labelled',
  query: LabelledQuery,
  replies: { 200: LabelledExamples },
  async run({ owner, version: { value: { schema, uid } } }, { query: { text, skip, take } }, services) {
    const one = text === undefined ? undefined : await findExampleByText(services, owner, uid, text);
    const all = text === undefined ? await readExamples(services, owner, uid) : one ? [one] : [];
    return { status: 200, body: slicePage(all, { skip, take: take ?? all.length }).map((read) => labelled(read, schema)) };
  },
});

/** Does something with one of those that were given; what is wrong says with which. */
function at<T>(path: string, act: () => T): T {
  try {
    return act();
  } catch (failure) {
    if (failure instanceof Failure && failure.status === 400) throw understandingFailure('ChangeInvalid', { path, details: failure.message });
    throw failure;
  }
}

/** The conditions of one of them, as headers say them of one alone. */
function conditions(tag: string | null | undefined): Parameters<typeof checkConditions>[0] {
  return { headers: tag === undefined ? {} : tag === null ? { 'if-none-match': '*' } : { 'if-match': tag } };
}

export const changeExamples = versionOperation({
  id: 'understanding.changeExamples',
  summary: 'Write and delete up to 1,000 utterances each, all of them or none',
  route: 'POST /examples/change',
  body: ExampleChanges,
  example: { body: { put: [{ text: 'book a flight to rome', intentName: 'BookFlight', entityLabels: [{ entityName: 'City', startCharIndex: 17, endCharIndex: 20 }], etag: null }], delete: [] } },
  maxBytes: 8 * 2 ** 20,
  replies: { 200: ChangedExamples },
  fails: ['ChangeInvalid'],
  async run(on, { body: { put = [], delete: gone = [] } }, services) {
    const { owner, version: { value: { uid } } } = on;
    const labelling = await ExampleWriter.of(on, put, services);
    const touched = new Set<number>();
    const touch = (id: number): void => {
      if (touched.has(id)) throw understandingFailure('UtteranceInvalid', { details: 'it is there twice.' });
      touched.add(id);
    };
    const there = await Promise.all(gone.map(({ id }) => findExampleById(services, owner, uid, id)));
    for (const [i, { id, etag: tag }] of gone.entries()) {
      const read = there[i];
      checkConditions(conditions(tag), read && etag(read).etag, `The utterance ${id}`);
      at(`delete[${i}]`, () => {
        if (!read) throw understandingFailure('ExampleNotFound');
        touch(id);
        labelling.delete(read);
      });
    }
    const ids = put.map(({ etag: tag, ...given }, i) => at(`put[${i}]`, () => {
      checkConditions(conditions(tag), labelling.tagOf(given.text), JSON.stringify(given.text));
      const id = labelling.add(given);
      touch(id);
      return id;
    }));
    if (ids.length + gone.length === 0) return { status: 200, body: { put: [], deleted: 0 } };
    return { status: 200, ...labelling.edit, afterWrite: (change) => ({ body: { put: ids.map((id) => ({ id, ...labelling.writtenTag(change, id) })), deleted: gone.length } }) };
  },
});
