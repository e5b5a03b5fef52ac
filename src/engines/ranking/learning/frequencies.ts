/**
 * How often each text or flag occurs, clicked or not. Pairs of a context and an action share a fixed amount of prior variance
 * (posterior.ts); features that occur often get more of it, by the root of their counts. What is known of a topic is then learned with
 * its pairs, and an id that is seen once costs neither events nor exploration.
 *
 * Features whose hashes fall together share a count: a table of 2^11 is enough to separate frequent ones from rare ones.
 * Cost: a read per feature. Nothing is kept before the first event.
 */
import type { Example } from '../features/example.ts';
import type { FeatureRows } from '../features/features.ts';
import { InvalidModel, Reader } from '../../shared/bytes/reader.ts';
import { Writer } from '../../shared/bytes/writer.ts';

const BITS = 11;
const MASK = 2 ** BITS - 1;
/** The roots are halved when one gets here. */
const MAX_ROOT = 1024;
const MIN_SHARE = 0.01;

export class Frequencies {
  /** Roots of the counts; 0: never seen. */
  roots = new Float32Array(0);

  get bytes(): number {
    return this.roots.byteLength;
  }

  /** Counts the features of the context and of all actions. */
  note(example: Example): void {
    if (this.roots.length === 0) this.roots = new Float32Array(2 ** BITS);
    const { context, actions, actionStarts } = example;
    let highest = this.#count(context, 0, rowsEnd(context.count, example.contextTopicRow));
    for (let k = 0; k < example.actionCount; k++)
      highest = Math.max(highest, this.#count(actions, actionStarts[k]!, rowsEnd(actionStarts[k + 1]!, example.topicRows[k]!)));
    if (highest >= MAX_ROOT) for (let at = 0; at <= MASK; at++) this.roots[at] = this.roots[at]! / 2;
  }

  /** Writes the shares of prior variance into the rows of the context and of all actions or one, 1 on average in each list. */
  share(example: Example, action = -1): void {
    const { context, actions, actionStarts } = example;
    if (this.roots.length === 0) {
      context.shares.fill(1);
      actions.shares.fill(1);
      return;
    }
    this.#share(context, 0, context.count, example.contextTopicRow);
    const last = action < 0 ? example.actionCount - 1 : action;
    for (let k = Math.max(0, action); k <= last; k++) this.#share(actions, actionStarts[k]!, actionStarts[k + 1]!, example.topicRows[k]!);
  }

  write(): Uint8Array {
    const out = new Writer();
    const places = Uint32Array.from([...this.roots.keys()].filter((at) => this.roots[at]! > 0));
    out.ascending(places);
    out.floats(Float32Array.from(places, (at) => this.roots[at]!));
    return out.finish();
  }

  /** Reads what `write` wrote; throws `InvalidModel`. */
  read(bytes: Uint8Array): void {
    const input = new Reader(bytes);
    input.check();
    const places = input.ascending();
    const roots = input.floats();
    input.end();
    if (roots.length !== places.length || roots.some((root) => !(root >= 0 && root <= MAX_ROOT)) || places.some((at) => at > MASK))
      throw new InvalidModel('the frequencies of features are invalid');
    this.roots = new Float32Array(2 ** BITS);
    places.forEach((at, n) => (this.roots[at] = roots[n]!));
  }

  #count({ hashes }: FeatureRows, start: number, end: number): number {
    let highest = 0;
    for (let i = start; i < end; i++) {
      if (hashes[i]! < 0) continue;
      const before = this.roots[hashes[i]! & MASK]!;
      const root = before < 1 ? 1 : before + 0.5 / before;
      this.roots[hashes[i]! & MASK] = root;
      if (root > highest) highest = root;
    }
    return highest;
  }

  /** Numbers, which have no values to count, and topics have a share of 1. */
  #share({ hashes, shares }: FeatureRows, start: number, end: number, topicRow: number): void {
    const { roots } = this;
    const last = rowsEnd(end, topicRow);
    let sum = 0;
    let texts = 0;
    for (let i = start; i < last; i++) {
      shares[i] = 1;
      if (hashes[i]! < 0) continue;
      const root = roots[hashes[i]! & MASK]!;
      sum += shares[i] = root < 1 ? 1 : root;
      texts++;
    }
    for (let i = last; i < end; i++) shares[i] = 1;
    const scale = texts / sum;
    if (texts > 0) for (let i = start; i < last; i++) if (hashes[i]! >= 0) shares[i] = Math.max(MIN_SHARE, shares[i]! * scale);
  }
}

/** Where the rows of features end and those of topics begin. */
function rowsEnd(end: number, topicRow: number): number {
  return topicRow < 0 ? end : topicRow;
}
