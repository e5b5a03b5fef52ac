/** Examples: labeled utterances of a version. */
import type { LanguagePrediction } from '../../../engines/language/models/model.ts';
import { checkConditions, etag } from '../../../kernel/conditions.ts';
import { Failure } from '../../../kernel/failures.ts';
import type { Ports } from '../../../kernel/ports.ts';
import { understandingFailure } from '../failures.ts';
import { NONE_INTENT } from '../model.ts';
import { applyRequirements } from '../schema/requirements.ts';
import { BatchAnswer, ExampleAnswer, ExampleList, ExamplesQuery, NewExample, NewExamples } from '../schemas.ts';
import type { UnderstandingOperation } from '../services.ts';
import { examples, findExampleById, pageExamples, trainings } from '../store.ts';
import type { VersionContext } from '../store.ts';
import { WORKER_MODULE } from '../training/jobs.ts';
import { SUCCESS, versionOperation } from '../version-operation.ts';
import { bulkExampleOperations } from './bulk-operations.ts';
import { ExampleWriter } from './example-writer.ts';
import { describeLabels, tokenRangeIn, tokenizeForReply } from './labels.ts';
import { describePrediction } from './prediction-view.ts';

const EXAMPLE = {
  text: 'book a flight to rome',
  intentName: 'BookFlight',
  entityLabels: [{ entityName: 'City', startCharIndex: 17, endCharIndex: 20 }],
};

/** Predictions of the trained model for each text; undefined when the version was never trained. */
async function predictTexts(
  { owner, version }: VersionContext,
  texts: readonly string[],
  { records, blobs, threads, clock }: Ports,
): Promise<(LanguagePrediction | undefined)[]> {
  const trained = (await records.get(trainings, owner, version.value.uid))?.value.trained;
  const bytes = !trained || texts.length === 0 ? undefined : await blobs.get(owner, trained.blob);
  if (!bytes) return texts.map(() => undefined);
  const predictions = await threads.run<(LanguagePrediction | undefined)[]>({
    module: WORKER_MODULE,
    function: 'predictTexts',
    input: { bytes, texts, referenceMs: clock.now() },
  });
  return predictions.map((prediction) => prediction && applyRequirements(prediction, trained!.requirements));
}

export const exampleOperations: readonly UnderstandingOperation[] = [
  versionOperation({
    id: 'understanding.addExample',
    summary: 'Add a labeled utterance; one with the same text is relabeled',
    route: 'POST /example',
    body: NewExample,
    example: { body: EXAMPLE },
    conditional: true,
    replies: { 201: ExampleAnswer },
    fails: ['UtteranceInvalid', 'LabelInvalid', 'IntentUnknown', 'EntityUnknown', 'RoleUnknown'],
    async run(context, call, services) {
      const { body } = call;
      const writer = await ExampleWriter.create(context, [body], services);
      checkConditions(call, writer.storedEtag(body.text));
      const id = writer.add(body);
      return {
        status: 201,
        body: { UtteranceText: body.text, ExampleId: id },
        ...writer.edit,
        afterWrite: (change) => ({ headers: writer.writtenEtag(change, id) }),
      };
    },
  }),
  versionOperation({
    id: 'understanding.addExamples',
    summary: 'Add up to 100 labeled utterances; invalid ones do not prevent the others',
    route: 'POST /examples',
    body: NewExamples,
    example: { body: [EXAMPLE] },
    maxBytes: 4 * 2 ** 20,
    conditional: true,
    replies: { 201: BatchAnswer, 207: BatchAnswer },
    async run(context, call, services) {
      const { body } = call;
      const writer = await ExampleWriter.create(context, body, services);
      // One failed condition prevents all of them.
      for (const { text } of body) checkConditions(call, writer.storedEtag(text), JSON.stringify(text));
      const answers = body.map((input) => {
        try {
          return { value: { UtteranceText: input.text, ExampleId: writer.add(input) }, hasError: false };
        } catch (failure) {
          if (!(failure instanceof Failure)) throw failure;
          return { hasError: true, error: { code: 'FAILED', message: failure.message } };
        }
      });
      const hasErrors = answers.some(({ hasError }) => hasError);
      return { status: hasErrors ? 207 : 201, body: answers, ...writer.edit };
    },
  }),
  versionOperation({
    id: 'understanding.listExamples',
    summary: 'List the labeled utterances of a version with the predictions of the trained model',
    route: 'GET /examples',
    query: ExamplesQuery,
    replies: { 200: ExampleList },
    async read(context, { query }, services) {
      const { app, owner } = context;
      const { schema, uid } = context.version.value;
      const page = (await pageExamples(services, owner, uid, query)).map(({ value }) => value);
      const predictions = await predictTexts(
        context,
        page.map(({ text }) => text),
        services,
      );
      return page.map(({ id, text, intentId, labels }, i) => {
        const { tokens, tokenizedText } = tokenizeForReply(text, app.value.culture);
        return {
          id,
          text: text.toLowerCase(),
          tokenizedText,
          intentLabel: schema.intents.find((intent) => intent.id === intentId)?.name ?? NONE_INTENT,
          entityLabels: describeLabels(labels, schema.entities, tokenRangeIn(tokens), query.enableNestedChildren),
          ...describePrediction(predictions[i], text, tokens, query.enableNestedChildren),
        };
      });
    },
  }),
  versionOperation({
    id: 'understanding.deleteExample',
    summary: 'Delete a labeled utterance',
    route: 'DELETE /examples/{exampleId}',
    fails: ['ExampleNotFound'],
    conditional: true,
    async run({ owner, version }, call, services) {
      const read = await findExampleById(services, owner, version.value.uid, Number(call.params.exampleId));
      if (!read) throw understandingFailure('ExampleNotFound');
      checkConditions(call, etag(read).etag);
      return {
        status: 200,
        body: SUCCESS,
        update: { exampleCount: version.value.exampleCount - 1 },
        writes: (change) => change.delete(examples, owner, read),
      };
    },
  }),
  ...bulkExampleOperations,
];
