/**
 * Topics of words, learned online: a mixture of word distributions (Nigam et al. 2000) over the documents of all events, the words of a
 * context or of an action. A document counts for each topic by the odds that its words come from it. Which words occur together says
 * what a title is about before anybody has clicked it, so that a new item with known words starts with what is known of its topic.
 *
 * Topics become features: the two likeliest of a document with their odds, and how well an action's match those of the context. Pairs with
 * them have few weights, where pairs of words have one for every two words of the vocabulary.
 *
 * The table of words doubles when a quarter of its places is used, up to 2^13; beyond that, words share places. Old documents fade.
 * Cost: a multiply-add per word and topic. Nothing is kept for loops without words.
 */
import type { Example } from '../features/example.ts';
import { TOPIC_ROWS, clearTopics } from '../features/example.ts';
import type { FeatureRows } from '../features/features.ts';
import { InvalidModel, Reader } from '../../shared/bytes/reader.ts';
import { Writer } from '../../shared/bytes/writer.ts';
import { finishHash } from '../../shared/hash.ts';

const TOPICS = 16;
const FIRST_BITS = 7;
const MAX_BITS = 13;
const SMOOTHING = 0.1;
const JITTER = 0.1;
const RECENT_DOCUMENTS = 1024;
/** Topics are used once this many documents were learned; the counts are halved at the maximum. */
const MIN_DOCUMENTS = 500;
const MAX_DOCUMENTS = 200_000;
/** Below these odds a topic is no feature. */
const MIN_ODDS = 0.1;
/** Values of the features, times the root of the mean number of others: larger ones have more prior variance. */
const TOPIC_VALUE = 0.7;
const MATCH_VALUE = 0.9;
const SLOWEST_SIZE = 0.001;
const CONTEXT_SEED = 0x746f7001;
const ACTION_SEED = 0x746f7002;
const MATCH_HASH = 0x6d617463;
const MIN_FACTOR = 1e-200;

export class Topics {
  bits = 0;
  /** The hash of the first word of each place; 0: none. */
  keys = new Int32Array(0);
  /** Words of each topic by place. */
  counts = new Float32Array(0);
  readonly totals = new Float64Array(TOPICS);
  /** Hashes of recent documents: what is repeated is learned once. */
  recent = new Int32Array(0);
  used = 0;
  documents = 0;
  /** Mean numbers of features beside the topics, of contexts and actions with words. */
  contextSize = 1;
  actionSize = 1;
  /** Changes with every document. */
  #state = {};
  readonly #context = new Float64Array(TOPICS);
  readonly #odds = new Float64Array(TOPICS);
  readonly #factors = new Float64Array(TOPICS);

  get bytes(): number {
    return this.keys.byteLength + this.counts.byteLength;
  }

  /** Writes the topics of all documents of an example into their rows. */
  annotate(example: Example): void {
    if (example.documents === 0 || example.topicsOf === this.#state) return;
    if (this.documents < MIN_DOCUMENTS) {
      clearTopics(example);
      return;
    }
    example.topicsOf = this.#state;
    const { context, actions, contextTopicRow, topicRows, wordStarts } = example;
    if (contextTopicRow >= 0) {
      this.#infer(context.words, 0, context.wordCount, this.#context);
      writeTopics(context, contextTopicRow, this.#context, CONTEXT_SEED, TOPIC_VALUE * Math.sqrt(this.contextSize));
    }
    for (let k = 0; k < example.actionCount; k++) {
      const row = topicRows[k]!;
      if (row < 0) continue;
      this.#infer(actions.words, wordStarts[k]!, wordStarts[k + 1]!, this.#odds);
      writeTopics(actions, row, this.#odds, ACTION_SEED, TOPIC_VALUE * Math.sqrt(this.actionSize));
      if (contextTopicRow < 0) continue;
      actions.hashes[row + TOPIC_ROWS] = MATCH_HASH;
      actions.values[row + TOPIC_ROWS] = MATCH_VALUE * Math.sqrt(this.actionSize) * similarity(this.#context, this.#odds);
    }
  }

  /** Learns from all documents of an example. */
  learn(example: Example): void {
    if (example.documents === 0) return;
    if (this.recent.length === 0) this.recent = new Int32Array(RECENT_DOCUMENTS);
    const { context, actions, topicRows, wordStarts } = example;
    if (example.contextTopicRow >= 0) {
      this.contextSize += (context.count - context.uncounted - this.contextSize) * this.#rate();
      this.#learnDocument(context.words, 0, context.wordCount);
    }
    for (let k = 0; k < example.actionCount; k++) {
      if (topicRows[k]! < 0) continue;
      this.actionSize += (example.actionSizes[k]! - this.actionSize) * this.#rate();
      this.#learnDocument(actions.words, wordStarts[k]!, wordStarts[k + 1]!);
    }
    this.#state = {};
  }

  write(): Uint8Array {
    const out = new Writer();
    const places = Uint32Array.from([...this.keys.keys()].filter((place) => this.keys[place] !== 0));
    for (const number of [this.bits, this.documents, this.contextSize, this.actionSize, ...this.totals]) out.f64(number);
    out.ascending(places);
    for (const place of places) out.u32(this.keys[place]! >>> 0);
    for (const place of places) out.floats(this.counts.subarray(TOPICS * place, TOPICS * (place + 1)));
    out.list(
      [...this.recent].filter((hash) => hash !== 0),
      (hash) => out.u32(hash >>> 0),
    );
    return out.finish();
  }

  /** Reads what `write` wrote; throws `InvalidModel`. */
  read(bytes: Uint8Array): void {
    const input = new Reader(bytes);
    input.check();
    const bits = input.f64();
    if (!(bits >= FIRST_BITS && bits <= MAX_BITS && Number.isInteger(bits)))
      throw new InvalidModel('the topics have a size that is not known');
    this.resize(bits);
    this.documents = input.f64();
    this.contextSize = input.f64();
    this.actionSize = input.f64();
    for (let t = 0; t < TOPICS; t++) this.totals[t] = input.f64();
    const places = input.ascending();
    const keys = Array.from(places, () => input.u32() | 0);
    if (keys.some((key, n) => key === 0 || (key & (this.keys.length - 1)) !== places[n]))
      throw new InvalidModel('a word does not lie where its hash says');
    this.used = places.length;
    places.forEach((place, n) => {
      const counts = input.floats();
      if (counts.length !== TOPICS || !counts.every((count) => count >= 0 && count < Infinity))
        throw new InvalidModel('the topics of a word are invalid');
      this.keys[place] = keys[n]!;
      this.counts.set(counts, TOPICS * place);
    });
    const numbers = [this.documents, this.contextSize, this.actionSize, ...this.totals];
    if (!numbers.every((number) => number >= 0 && number < Infinity)) throw new InvalidModel('the topics have invalid counts');
    this.recent = new Int32Array(RECENT_DOCUMENTS);
    for (let n = input.count(4); n > 0; n--) {
      const hash = input.u32() | 0;
      this.recent[hash & (RECENT_DOCUMENTS - 1)] = hash;
    }
    input.end();
  }

  #rate(): number {
    return Math.max(1 / (this.documents + 1), SLOWEST_SIZE);
  }

  resize(bits: number): void {
    const { keys, counts } = this;
    const mask = 2 ** bits - 1;
    this.bits = bits;
    this.keys = new Int32Array(2 ** bits);
    this.counts = new Float32Array(TOPICS * 2 ** bits);
    for (let place = 0; place < keys.length; place++) {
      if (keys[place] === 0) continue;
      const to = keys[place]! & mask;
      this.keys[to] = keys[place]!;
      this.counts.set(counts.subarray(TOPICS * place, TOPICS * (place + 1)), TOPICS * to);
    }
  }

  /** The odds of each topic; words that were never seen say nothing. */
  #infer(words: Int32Array, start: number, end: number, odds: Float64Array): void {
    const { counts, keys, totals } = this;
    const mask = keys.length - 1;
    const factors = this.#factors;
    for (let t = 0; t < TOPICS; t++) {
      odds[t] = 1;
      factors[t] = this.used / (totals[t]! + SMOOTHING * this.used);
    }
    for (let i = start; i < end; i++) {
      const place = words[i]! & mask;
      if (keys[place] === 0) continue;
      const at = TOPICS * place;
      let highest = 0;
      for (let t = 0; t < TOPICS; t++) {
        const x = odds[t]! * (counts[at + t]! + SMOOTHING) * factors[t]!;
        odds[t] = x;
        if (x > highest) highest = x;
      }
      if (highest < MIN_FACTOR) for (let t = 0; t < TOPICS; t++) odds[t] = odds[t]! / (highest + Number.MIN_VALUE);
    }
    let sum = 0;
    for (let t = 0; t < TOPICS; t++) sum += odds[t]!;
    for (let t = 0; t < TOPICS; t++) odds[t] = sum > 0 && sum < Infinity ? odds[t]! / sum : 1 / TOPICS;
  }

  #learnDocument(words: Int32Array, start: number, end: number): void {
    let hash = 0;
    for (let i = start; i < end; i++) hash = (hash + finishHash(words[i]!)) | 0;
    const at = hash & (RECENT_DOCUMENTS - 1);
    if (this.recent[at] === hash) return;
    this.recent[at] = hash;
    for (let i = start; i < end; i++) this.#place(words[i]!);
    const odds = this.#odds;
    this.#infer(words, start, end, odds);
    const { counts, totals } = this;
    const mask = this.keys.length - 1;
    for (let i = start; i < end; i++) {
      const at = TOPICS * (words[i]! & mask);
      for (let t = 0; t < TOPICS; t++) {
        counts[at + t] = counts[at + t]! + odds[t]!;
        totals[t] = totals[t]! + odds[t]!;
      }
    }
    if (++this.documents < MAX_DOCUMENTS) return;
    this.documents /= 2;
    for (let i = 0; i < counts.length; i++) counts[i] = counts[i]! / 2;
    for (let t = 0; t < TOPICS; t++) totals[t] = totals[t]! / 2;
  }

  /** Gives a new word a place, a little of every topic at random. */
  #place(word: number): void {
    if (this.bits === 0) this.resize(FIRST_BITS);
    const place = word & (this.keys.length - 1);
    if (this.keys[place] !== 0) return;
    this.keys[place] = word;
    this.used++;
    for (let t = 0; t < TOPICS; t++) {
      const count = (JITTER * (finishHash(word ^ Math.imul(t + 1, 0x9e3779b1)) >>> 0)) / 2 ** 32;
      this.counts[TOPICS * place + t] = count;
      this.totals[t] = this.totals[t]! + count;
    }
    if (4 * this.used > this.keys.length && this.bits < MAX_BITS) this.resize(this.bits + 1);
  }
}

/** Writes the likeliest topics of a document into its rows. */
function writeTopics(rows: FeatureRows, first: number, odds: Float64Array, seed: number, value: number): void {
  let before = -1;
  for (let i = 0; i < TOPIC_ROWS; i++) {
    let best = -1;
    for (let t = 0; t < TOPICS; t++) if (t !== before && odds[t]! >= MIN_ODDS && (best < 0 || odds[t]! > odds[best]!)) best = t;
    rows.hashes[first + i] = finishHash(Math.imul(best + 2, seed)) & 0x7fffffff;
    rows.values[first + i] = best < 0 ? 0 : value * odds[best]!;
    before = best;
  }
}

/** 1 for equal odds, 0 for odds without a common topic. */
function similarity(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let t = 0; t < TOPICS; t++) sum += Math.sqrt(a[t]! * b[t]!);
  return sum;
}
