/**
 * Writes examples. An example with the same text is relabeled. A logged query with that text does not wait for review while there is one:
 * when it is deleted, as by undoing a review, the query does again.
 */
import type { Change, Stored } from '../../../kernel/change.ts';
import { etag, writtenEtag } from '../../../kernel/conditions.ts';
import type { Ports } from '../../../kernel/ports.ts';
import { understandingFailure } from '../failures.ts';
import { VERSION_LIMITS } from '../model.ts';
import type { Example, Version } from '../model.ts';
import { exampleKey, examples, findExampleByText, putExample } from '../store.ts';
import type { VersionContext } from '../store.ts';
import { parseExample } from './labels.ts';
import type { ExampleInput } from './labels.ts';

/** Texts that differ only in case are the same example. */
function textKey(text: string): string {
  return text.toLowerCase();
}

export class ExampleWriter {
  readonly #context: VersionContext;
  /** Stored examples by text. */
  readonly #stored = new Map<string, Stored<Example>>();
  /** Ids of stored and added examples by text. */
  readonly #ids = new Map<string, number>();
  readonly #writes: ((change: Change) => void)[] = [];
  #lastNumber: number;
  #exampleCount: number;

  private constructor(context: VersionContext) {
    this.#context = context;
    ({ lastNumber: this.#lastNumber, exampleCount: this.#exampleCount } = context.version.value);
  }

  /** Creates a writer and reads the stored examples with the given texts. */
  static async create(context: VersionContext, inputs: readonly { text: string }[], ports: Pick<Ports, 'records'>): Promise<ExampleWriter> {
    const { owner } = context;
    const { uid } = context.version.value;
    const writer = new ExampleWriter(context);
    await Promise.all(
      inputs.map(async ({ text }) => {
        const example = await findExampleByText(ports, owner, uid, text);
        if (!example) return;
        writer.#stored.set(textKey(text), example);
        writer.#ids.set(textKey(text), example.value.id);
      }),
    );
    return writer;
  }

  /** The etag of the stored example with a text. */
  storedEtag(text: string): string | undefined {
    const stored = this.#stored.get(textKey(text));
    return stored && etag(stored).etag;
  }

  /** Adds an example and returns its id. Throws when the input is invalid. */
  add(input: ExampleInput): number {
    const { owner } = this.#context;
    const { uid, schema } = this.#context.version.value;
    const example = parseExample(input, schema);
    const key = textKey(input.text);
    if (!this.#ids.has(key)) {
      const max = VERSION_LIMITS.utterances;
      if (this.#exampleCount >= max) throw understandingFailure('ModelLimit', { what: 'utterances', max });
      this.#exampleCount++;
      this.#ids.set(key, ++this.#lastNumber);
    }
    const id = this.#ids.get(key)!;
    this.#writes.push((change) => putExample(change, owner, uid, { ...example, id }));
    return id;
  }

  delete(read: Stored<Example>): void {
    this.#exampleCount--;
    this.#writes.push((change) => change.delete(examples, this.#context.owner, read));
  }

  /** The edit of the version that the additions and deletions make. */
  get edit(): { update: Partial<Version>; writes: (change: Change) => void } {
    return {
      update: { lastNumber: this.#lastNumber, exampleCount: this.#exampleCount },
      writes: (change) => {
        for (const write of this.#writes) write(change);
      },
    };
  }

  /** The etag of an example that a change writes. */
  writtenEtag(change: Change, id: number): { etag: string } {
    return writtenEtag(change, examples, this.#context.owner, exampleKey(this.#context.version.value.uid, id));
  }
}
