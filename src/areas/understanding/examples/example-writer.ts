/** Writing utterances: one of a text that is there already is labelled anew, and a query of that text that waits for review is settled. */
import { etag, writtenEtag } from '../../../kernel/conditions.ts';
import type { Ports } from '../../../kernel/ports.ts';
import type { Change, Stored } from '../../../kernel/change.ts';
import { understandingFailure } from '../failures.ts';
import { parseExample } from './labels.ts';
import type { ExampleInput } from './labels.ts';
import { VERSION_LIMITS } from '../model.ts';
import type { Example, Version } from '../model.ts';
import { exampleKey, findExampleByText, examples, putExample, queries, queryKey } from '../store.ts';
import type { VersionContext, Query } from '../store.ts';

/** Texts are the same without regard to case. */
const keyOf = (text: string): string => text.toLowerCase();

export class ExampleWriter {
  readonly #on: VersionContext;
  /** Utterances that are there, by their text. */
  readonly #there = new Map<string, Stored<Example>>();
  /** Numbers of utterances, of new ones too, by their text. */
  readonly #numbers = new Map<string, number>();
  readonly #queries = new Map<string, Stored<Query>>();
  readonly #written: ((change: Change) => void)[] = [];
  #lastNumber: number;
  #exampleCount: number;

  private constructor(on: VersionContext) {
    this.#on = on;
    ({ lastNumber: this.#lastNumber, exampleCount: this.#exampleCount } = on.version.value);
  }

  /** Reads what is there of the texts that will be added. */
  static async of(on: VersionContext, given: readonly { text: string }[], services: Ports): Promise<ExampleWriter> {
    const { owner, app, version: { value: { uid } } } = on;
    const labelling = new ExampleWriter(on);
    await Promise.all(given.map(async ({ text }) => {
      const [there, query] = await Promise.all([findExampleByText(services, owner, uid, text), services.records.get(queries, owner, queryKey(app.value.id, text))]);
      if (there) {
        labelling.#there.set(keyOf(text), there);
        labelling.#numbers.set(keyOf(text), there.value.id);
      }
      if (query) labelling.#queries.set(text, query);
    }));
    return labelling;
  }

  /** The tag of the utterance that has a text, as it was read; undefined where none has it. */
  tagOf(text: string): string | undefined {
    const there = this.#there.get(keyOf(text));
    return there && etag(there).etag;
  }

  /** Answers the number of the utterance; throws what is wrong with it. */
  add(given: ExampleInput): number {
    const { owner, version: { value: { uid, schema } } } = this.#on;
    const checked = parseExample(given, schema);
    const key = keyOf(given.text);
    if (!this.#numbers.has(key)) {
      if (this.#exampleCount >= VERSION_LIMITS.utterances) throw understandingFailure('ModelLimit', { what: 'utterances', most: VERSION_LIMITS.utterances });
      this.#exampleCount++;
      this.#numbers.set(key, ++this.#lastNumber);
    }
    const id = this.#numbers.get(key)!;
    this.#written.push((change) => putExample(change, owner, uid, { ...checked, id }));
    const query = this.#queries.get(given.text);
    if (query && !query.value.settledIn.includes(uid)) {
      this.#queries.delete(given.text);
      this.#written.push((change) => change.replace(queries, owner, query, { ...query.value, settledIn: [...query.value.settledIn, uid] }));
    }
    return id;
  }

  delete(read: Stored<Example>): void {
    this.#exampleCount--;
    this.#written.push((change) => change.delete(examples, this.#on.owner, read));
  }

  /** What an edit makes of the version, and writes beside it. */
  get edit(): { next: Partial<Version>; also: (change: Change) => void } {
    return {
      next: { lastNumber: this.#lastNumber, exampleCount: this.#exampleCount },
      also: (change) => {
        for (const write of this.#written) write(change);
      },
    };
  }

  /** The tag of an utterance that a change has written. */
  writtenTag(change: Change, id: number): { etag: string } {
    return writtenEtag(change, examples, this.#on.owner, exampleKey(this.#on.version.value.uid, id));
  }
}
