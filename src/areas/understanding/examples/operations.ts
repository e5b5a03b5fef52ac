import { checkConditions, etag } from '../../../kernel/conditions.ts';
import type { Ports } from '../../../kernel/ports.ts';
import { Failure } from '../../../kernel/failures.ts';
import type { LanguagePrediction } from '../../../engines/language/model.ts';
import { understandingFailure } from '../failures.ts';
import { tokenRangeIn, describeLabels, tokenizeForReply } from './labels.ts';
import { ExampleWriter } from './example-writer.ts';
import { NONE_INTENT } from '../model.ts';
import { applyRequirements } from '../schema/requirements.ts';
import { BatchAnswer, ExampleAnswer, ExampleList, ExamplesQuery, NewExample, NewExamples, OperationStatus } from '../schemas.ts';
import { findExampleById, examples, readExamples, trainings } from '../store.ts';
import type { VersionContext } from '../store.ts';
import { SUCCESS, slicePage, versionOperation } from '../version-operation.ts';
import { describePrediction } from '../prediction/wire.ts';

const WORKER_MODULE = new URL('../training/worker.ts', import.meta.url);

export const addExample = versionOperation({
  id: 'understanding.addExample',
  summary: 'Add a labelled utterance; one of the same text is labelled anew',
  route: 'POST /example',
  body: NewExample,
  example: { body: { text: 'book a flight to rome', intentName: 'BookFlight', entityLabels: [{ entityName: 'City', startCharIndex: 17, endCharIndex: 20 }] } },
  conditional: true,
  replies: { 201: ExampleAnswer },
  fails: ['UtteranceInvalid', 'LabelInvalid', 'IntentUnknown', 'EntityUnknown', 'RoleUnknown'],
  async run(on, call, services) {
    const { body } = call;
    const labelling = await ExampleWriter.of(on, [body], services);
    checkConditions(call, labelling.tagOf(body.text));
    const id = labelling.add(body);
    return { status: 201, body: { UtteranceText: body.text, ExampleId: id }, ...labelling.edit, afterWrite: (change) => ({ headers: labelling.writtenTag(change, id) }) };
  },
});

export const addExamples = versionOperation({
  id: 'understanding.addExamples',
  summary: 'Add up to 100 labelled utterances; what is wrong with one does not keep the others out',
  route: 'POST /examples',
  body: NewExamples,
  example: { body: [{ text: 'book a flight to rome', intentName: 'BookFlight', entityLabels: [{ entityName: 'City', startCharIndex: 17, endCharIndex: 20 }] }] },
  maxBytes: 4 * 2 ** 20,
  conditional: true,
  replies: { 201: BatchAnswer, 207: BatchAnswer },
  async run(on, call, services) {
    const { body } = call;
    const labelling = await ExampleWriter.of(on, body, services);
    // Of each of them: one that is not as it was read keeps all of them out.
    for (const { text } of body) checkConditions(call, labelling.tagOf(text), JSON.stringify(text));
    const answers = body.map((given) => {
      try {
        return { value: { UtteranceText: given.text, ExampleId: labelling.add(given) }, hasError: false };
      } catch (failure) {
        if (!(failure instanceof Failure)) throw failure;
        return { hasError: true, error: { code: 'FAILED', message: failure.message } };
      }
    });
    const failed = answers.some(({ hasError }) => hasError);
    return { status: failed ? 207 : 201, body: answers, ...labelling.edit };
  },
});

/** What the trained model says of each utterance; nothing for a version that was never trained. */
async function predictions({ owner, version }: VersionContext, texts: readonly string[], { records, blobs, threads, clock }: Ports): Promise<(LanguagePrediction | undefined)[]> {
  const trained = (await records.get(trainings, owner, version.value.uid))?.value.trained;
  const bytes = !trained || texts.length === 0 ? undefined : await blobs.get(owner, trained.blob);
  if (!bytes) return texts.map(() => undefined);
  const predicted = await threads.run<(LanguagePrediction | undefined)[]>({ module: WORKER_MODULE, function: 'predictTexts', input: { bytes, texts, referenceMs: clock.now() } });
  return predicted.map((one) => one && applyRequirements(one, trained!.requirements));
}

export const listExamples = versionOperation({
  id: 'understanding.listExamples',
  summary: 'List the labelled utterances of a version with what the trained model says of them',
  route: 'GET /examples',
  query: ExamplesQuery,
  replies: { 200: ExampleList },
  async run(on, { query }, services) {
    const { app, owner, version: { value: { schema, uid } } } = on;
    const page = slicePage(await readExamples(services, owner, uid), query).map(({ value }) => value);
    const predicted = await predictions(on, page.map(({ text }) => text), services);
    return {
      status: 200,
      body: page.map(({ id, text, intentId, labels }, i) => {
        const { tokens, shown } = tokenizeForReply(text, app.value.culture);
        return {
          id, text: text.toLowerCase(), tokenizedText: shown,
          intentLabel: schema.intents.find((intent) => intent.id === intentId)?.name ?? NONE_INTENT,
          entityLabels: describeLabels(labels, schema.entities, tokenRangeIn(tokens), query.enableNestedChildren),
          ...describePrediction(predicted[i], text, tokens, query.enableNestedChildren),
        };
      }),
    };
  },
});

export const deleteExample = versionOperation({
  id: 'understanding.deleteExample',
  summary: 'Delete a labelled utterance',
  route: 'DELETE /examples/{exampleId}',
  replies: { 200: OperationStatus },
  fails: ['ExampleNotFound'],
  conditional: true,
  async run({ owner, version }, call, services) {
    const read = await findExampleById(services, owner, version.value.uid, Number(call.params.exampleId));
    if (!read) throw understandingFailure('ExampleNotFound');
    checkConditions(call, etag(read).etag);
    return { status: 200, body: SUCCESS, update: { exampleCount: version.value.exampleCount - 1 }, writes: (change) => change.delete(examples, owner, read) };
  },
});
