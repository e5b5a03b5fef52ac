import type { Services } from '../../../contract/services.ts';
import { Failure } from '../../../contract/failures.ts';
import type { LanguagePrediction } from '../../../engines/language/model.ts';
import type { Change, Stored } from '../../../storage/change.ts';
import { understandingFailure } from '../failures.ts';
import { checkedExample, shownLabels, tokensOf } from '../labels.ts';
import type { GivenExample } from '../labels.ts';
import { MOST, NONE } from '../model.ts';
import type { Example } from '../model.ts';
import { BatchAnswer, ExampleAnswer, ExampleList, ExamplesQuery, NewExample, NewExamples, OperationStatus } from '../schemas.ts';
import { exampleKey, examples, examplesOf, queries, queryKey, trainings } from '../store.ts';
import type { FoundVersion, Query } from '../store.ts';
import { SUCCESS, paged, versionOperation } from './editing.ts';
import { predictedIn } from '../wire.ts';

const TRAINING_MODULE = new URL('../training.ts', import.meta.url);

/** What adding utterances writes: an utterance that is there already is labelled anew, and a logged query is settled. */
class Labelling {
  readonly #on: FoundVersion;
  readonly #there: Map<string, Stored<Example>>;
  readonly #queries = new Map<string, Stored<Query>>();
  readonly #written: ((change: Change) => void)[] = [];
  lastNumber: number;

  private constructor(on: FoundVersion, there: Map<string, Stored<Example>>) {
    this.#on = on;
    this.#there = there;
    this.lastNumber = on.version.value.lastNumber;
  }

  static async of(on: FoundVersion, given: readonly GivenExample[], services: Services): Promise<Labelling> {
    const all = await examplesOf(services, on.owner, on.version.value.uid);
    const labelling = new Labelling(on, new Map(all.map((read) => [read.value.text.toLowerCase(), read])));
    for (const { text } of given) {
      const read = await services.records.get(queries, on.owner, queryKey(on.app.value.id, text));
      if (read) labelling.#queries.set(text, read);
    }
    return labelling;
  }

  /** Answers the number of the utterance; throws what is wrong with it. */
  add(given: GivenExample): number {
    const { owner, version: { value: { uid, schema } } } = this.#on;
    const checked = checkedExample(given, schema);
    const before = this.#there.get(given.text.toLowerCase());
    if (!before && this.#there.size >= MOST.utterances) throw understandingFailure('ModelLimit', { what: 'utterances', most: MOST.utterances });
    const id = before?.value.id ?? ++this.lastNumber;
    const example: Example = { ...checked, id };
    this.#there.set(given.text.toLowerCase(), { key: exampleKey(uid, id), version: 0, value: example });
    this.#written.push((change) => change.put(examples, owner, exampleKey(uid, id), example));
    const query = this.#queries.get(given.text);
    if (query && !query.value.settledIn.includes(uid)) {
      this.#queries.delete(given.text);
      this.#written.push((change) => change.replace(queries, owner, query, { ...query.value, settledIn: [...query.value.settledIn, uid] }));
    }
    return id;
  }

  write(change: Change): void {
    for (const write of this.#written) write(change);
  }
}

export const addExample = versionOperation({
  id: 'understanding.addExample',
  summary: 'Add a labelled utterance; one of the same text is labelled anew',
  route: 'POST /example',
  body: NewExample,
  example: { body: { text: 'book a flight to rome', intentName: 'BookFlight', entityLabels: [{ entityName: 'City', startCharIndex: 17, endCharIndex: 20 }] } },
  replies: { 201: ExampleAnswer },
  fails: ['UtteranceInvalid', 'LabelInvalid', 'IntentUnknown', 'EntityUnknown', 'RoleUnknown'],
  async run(on, { body }, services) {
    const labelling = await Labelling.of(on, [body], services);
    const id = labelling.add(body);
    return { status: 201, body: { UtteranceText: body.text, ExampleId: id }, next: { lastNumber: labelling.lastNumber }, also: (change) => labelling.write(change) };
  },
});

export const addExamples = versionOperation({
  id: 'understanding.addExamples',
  summary: 'Add up to 100 labelled utterances; what is wrong with one does not keep the others out',
  route: 'POST /examples',
  body: NewExamples,
  example: { body: [{ text: 'book a flight to rome', intentName: 'BookFlight', entityLabels: [{ entityName: 'City', startCharIndex: 17, endCharIndex: 20 }] }] },
  maxBytes: 4 * 2 ** 20,
  replies: { 201: BatchAnswer, 207: BatchAnswer },
  async run(on, { body }, services) {
    const labelling = await Labelling.of(on, body, services);
    const answers = body.map((given) => {
      try {
        return { value: { UtteranceText: given.text, ExampleId: labelling.add(given) }, hasError: false };
      } catch (failure) {
        if (!(failure instanceof Failure)) throw failure;
        return { hasError: true, error: { code: 'FAILED', message: failure.message } };
      }
    });
    const failed = answers.some(({ hasError }) => hasError);
    return { status: failed ? 207 : 201, body: answers, next: { lastNumber: labelling.lastNumber }, also: (change) => labelling.write(change) };
  },
});

/** What the trained model says of each utterance; nothing for a version that was never trained. */
async function predictions({ owner, version }: FoundVersion, texts: readonly string[], { records, blobs, threads, clock }: Services): Promise<(LanguagePrediction | undefined)[]> {
  const blob = (await records.get(trainings, owner, version.value.uid))?.value.trained?.blob;
  const bytes = blob === undefined || texts.length === 0 ? undefined : await blobs.get(owner, blob);
  if (!bytes) return texts.map(() => undefined);
  return await threads.run<(LanguagePrediction | undefined)[]>({ module: TRAINING_MODULE, function: 'predictAll', input: { bytes, texts, referenceMs: clock.now() } });
}

export const listExamples = versionOperation({
  id: 'understanding.listExamples',
  summary: 'List the labelled utterances of a version with what the trained model says of them',
  route: 'GET /examples',
  query: ExamplesQuery,
  replies: { 200: ExampleList },
  async run(on, { query }, services) {
    const { app, owner, version: { value: { schema, uid } } } = on;
    const page = paged(await examplesOf(services, owner, uid), query).map(({ value }) => value);
    const predicted = await predictions(on, page.map(({ text }) => text), services);
    return {
      status: 200,
      body: page.map(({ id, text, intentId, labels }, i) => {
        const { tokens, shown } = tokensOf(text, app.value.culture);
        return {
          id, text: text.toLowerCase(), tokenizedText: shown,
          intentLabel: schema.intents.find((intent) => intent.id === intentId)?.name ?? NONE,
          entityLabels: shownLabels(labels, schema.entities, tokens, query.enableNestedChildren),
          ...predictedIn(predicted[i], text, tokens, query.enableNestedChildren),
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
  async run({ owner, version }, { params: { exampleId } }, { records }) {
    const number = Number(exampleId);
    const read = Number.isSafeInteger(number) && number > 0 ? await records.get(examples, owner, exampleKey(version.value.uid, number)) : undefined;
    if (!read) throw understandingFailure('ExampleNotFound');
    return { status: 200, body: SUCCESS, also: (change) => change.delete(examples, owner, read) };
  },
});
