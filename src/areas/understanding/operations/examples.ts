import type { Services } from '../../../contract/services.ts';
import { Failure } from '../../../contract/failures.ts';
import type { LanguagePrediction } from '../../../engines/language/model.ts';
import type { Change, Stored } from '../../../storage/change.ts';
import { understandingFailure } from '../failures.ts';
import { checkedExample, shownLabels, tokensOf } from '../labels.ts';
import type { GivenExample } from '../labels.ts';
import { MOST, NONE } from '../model.ts';
import { withRequired } from '../requirements.ts';
import { BatchAnswer, ExampleAnswer, ExampleList, ExamplesQuery, NewExample, NewExamples, OperationStatus } from '../schemas.ts';
import { exampleKey, exampleWithText, examples, examplesOf, putExample, queries, queryKey, trainings } from '../store.ts';
import type { FoundVersion, Query } from '../store.ts';
import { SUCCESS, paged, versionOperation } from './editing.ts';
import type { Edit } from './editing.ts';
import { predictedIn } from '../wire.ts';

const TRAINING_MODULE = new URL('../training.ts', import.meta.url);

/** What adding utterances writes: an utterance that is there already is labelled anew, and a logged query is settled. */
class Labelling {
  readonly #on: FoundVersion;
  /** Numbers of utterances by their text. */
  readonly #there = new Map<string, number>();
  readonly #queries = new Map<string, Stored<Query>>();
  readonly #written: ((change: Change) => void)[] = [];
  #lastNumber: number;
  #exampleCount: number;

  private constructor(on: FoundVersion) {
    this.#on = on;
    ({ lastNumber: this.#lastNumber, exampleCount: this.#exampleCount } = on.version.value);
  }

  static async of(on: FoundVersion, given: readonly GivenExample[], services: Services): Promise<Labelling> {
    const { owner, app, version: { value: { uid } } } = on;
    const labelling = new Labelling(on);
    for (const { text } of given) {
      const there = await exampleWithText(services, owner, uid, text);
      if (there) labelling.#there.set(text.toLowerCase(), there.id);
      const read = await services.records.get(queries, owner, queryKey(app.value.id, text));
      if (read) labelling.#queries.set(text, read);
    }
    return labelling;
  }

  /** Answers the number of the utterance; throws what is wrong with it. */
  add(given: GivenExample): number {
    const { owner, version: { value: { uid, schema } } } = this.#on;
    const checked = checkedExample(given, schema);
    const key = given.text.toLowerCase();
    if (!this.#there.has(key)) {
      if (this.#exampleCount >= MOST.utterances) throw understandingFailure('ModelLimit', { what: 'utterances', most: MOST.utterances });
      this.#exampleCount++;
      this.#there.set(key, ++this.#lastNumber);
    }
    const id = this.#there.get(key)!;
    this.#written.push((change) => putExample(change, owner, uid, { ...checked, id }));
    const query = this.#queries.get(given.text);
    if (query && !query.value.settledIn.includes(uid)) {
      this.#queries.delete(given.text);
      this.#written.push((change) => change.replace(queries, owner, query, { ...query.value, settledIn: [...query.value.settledIn, uid] }));
    }
    return id;
  }

  /** What an edit makes of the version, and writes beside it. */
  get edit(): Pick<Edit, 'next' | 'also'> {
    return {
      next: { lastNumber: this.#lastNumber, exampleCount: this.#exampleCount },
      also: (change) => {
        for (const write of this.#written) write(change);
      },
    };
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
    return { status: 201, body: { UtteranceText: body.text, ExampleId: id }, ...labelling.edit };
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
    return { status: failed ? 207 : 201, body: answers, ...labelling.edit };
  },
});

/** What the trained model says of each utterance; nothing for a version that was never trained. */
async function predictions({ owner, version }: FoundVersion, texts: readonly string[], { records, blobs, threads, clock }: Services): Promise<(LanguagePrediction | undefined)[]> {
  const trained = (await records.get(trainings, owner, version.value.uid))?.value.trained;
  const bytes = !trained || texts.length === 0 ? undefined : await blobs.get(owner, trained.blob);
  if (!bytes) return texts.map(() => undefined);
  const predicted = await threads.run<(LanguagePrediction | undefined)[]>({ module: TRAINING_MODULE, function: 'predictAll', input: { bytes, texts, referenceMs: clock.now() } });
  return predicted.map((one) => one && withRequired(one, trained!.requirements));
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
    return { status: 200, body: SUCCESS, next: { exampleCount: version.value.exampleCount - 1 }, also: (change) => change.delete(examples, owner, read) };
  },
});
