/**
 * What the tagger sees at each place of a text, as hashed features: the word, its shape, its beginning and end,
 * its neighbors, its groups of like words (word-clusters.ts), the values of training it is part of and the nearest
 * words that frame entities (values.ts), the hits of lists, expressions, prebuilts and phrase lists, and the
 * intent if one is given.
 *
 * The ends of a text speak through its two outermost words and the position alone: did each kind of feature
 * mention them, few rows that all end with an entity would teach that whatever comes last is one. A piece whose
 * `norm` is empty is hidden: only its shape is seen, as if training had never met the word.
 *
 * Invariants: the same text gives the same features in the same order; nothing depends on the language. Cost:
 * about 45 features a place, some 5 µs.
 */
import { finishHash, hashText } from '../../../shared/hash.ts';
import type { FineToken } from '../../recognizers/fine-tokens.ts';
import type { Sequence } from '../../../shared/chain/chain.ts';
import { clustersOf } from './word-clusters.ts';
import { joinedWordFeatures } from './joined-words.ts';
import type { ValueRow, Values } from './values.ts';

/** A span that something else than training found; its name says what. Offsets are UTF-16, `end` exclusive. */
export type Hit = { readonly name: string; readonly start: number; readonly end: number };

/** A hit in places of the text. */
export type TokenHit = { readonly name: string; readonly from: number; readonly to: number };

/** A piece of a text, with its vector where there is one. */
export type Piece = FineToken & { readonly vector?: Float32Array | undefined };

export type Seen = { readonly pieces: readonly Piece[]; readonly hits: readonly TokenHit[]; readonly intent?: string | undefined };

const EDGE = 0x5bd1e995;
const HIDDEN = 0;
const WINDOW = 2;

/** The features of every place; `own` are the labels of a training row, which must not vouch for themselves. */
export function tokenFeatures(seen: Seen, values: Values, own?: ValueRow['spans']): Sequence {
  const { pieces } = seen;
  const count = pieces.length;
  const words = pieces.map(({ norm }) => (norm === '' ? HIDDEN : textHash(norm)));
  const shapes = pieces.map(({ text }) => textHash(wordShape(text)));
  const groups = pieces.map(({ norm }) => clustersOf(norm));
  const norms = pieces.map(({ norm }) => norm);
  const valueMarks = marksOf(
    count,
    values.find(norms, own).map((hit) => ({ ...hit, key: hit.type })),
  );
  const hitMarks = marksOf(
    count,
    seen.hits.map((hit) => ({ ...hit, key: textHash(hit.name) })),
  );
  const intent = seen.intent === undefined ? 0 : textHash(seen.intent);
  const frames = frameDistances(norms, words, values);
  const joined = joinedWordFeatures(pieces);
  const out = new Out(count * 64);
  const isInside = (i: number): boolean => i >= 0 && i < count;
  const wordAt = (i: number): number => (isInside(i) ? words[i]! : EDGE);
  const fine = groups.map(([one]) => one);
  const coarse = groups.map(([, one]) => one);
  const starts = new Int32Array(count + 1);
  for (let i = 0; i < count; i++) {
    starts[i] = out.size;
    const { norm, word: token } = pieces[i]!;
    out.add(0, 0, 0);
    for (let d = -WINDOW; d <= WINDOW; d++) {
      const isNear = d >= -1 && d <= 1;
      if (wordAt(i + d) !== HIDDEN && (isNear || isInside(i + d))) out.add(1, d + WINDOW, wordAt(i + d));
      if (!isInside(i + d)) continue;
      if (isNear) out.add(3, d + 1, shapes[i + d]!);
      if (fine[i + d] !== 0) out.add(8, d + WINDOW, fine[i + d]!);
      if (coarse[i + d] !== 0) out.add(9, d + WINDOW, coarse[i + d]!);
    }
    for (let d = -WINDOW; d < WINDOW; d++) {
      const isNear = d === -1 || d === 0;
      const [one, next] = [wordAt(i + d), wordAt(i + d + 1)];
      if (one !== HIDDEN && next !== HIDDEN && (isNear || (isInside(i + d) && isInside(i + d + 1))))
        out.add(2, d + WINDOW, pair(one, next));
    }
    if (token !== norm) out.add(5, 0, textHash(token));
    affixes(out, norm);
    if (i > 0) {
      out.add(10, 0, pair(coarse[i - 1]!, coarse[i]!));
      if (words[i - 1] !== HIDDEN) out.add(11, 0, pair(words[i - 1]!, coarse[i]!));
    }
    if (i < count - 1) {
      out.add(4, 0, pair(shapes[i]!, shapes[i + 1]!));
      out.add(10, 1, pair(coarse[i]!, coarse[i + 1]!));
      if (words[i + 1] !== HIDDEN) out.add(11, 1, pair(coarse[i]!, words[i + 1]!));
    }
    for (let d = -1; d <= 1; d++) {
      for (const mark of valueMarks[i + d] ?? []) out.add(12, d + 1, mark);
      for (const mark of hitMarks[i + d] ?? []) out.add(13, d + 1, mark);
    }
    if (frames.left[i] !== HIDDEN) out.add(14, 0, frames.left[i]!);
    if (frames.right[i] !== HIDDEN) out.add(14, 1, frames.right[i]!);
    for (const [slot, value] of joined[i]!) out.add(40, slot, value);
    out.add(15, Math.min(i, 3), Math.min(count - 1 - i, 2));
    if (intent !== 0) {
      out.add(16, 0, intent);
      if (words[i] !== HIDDEN) out.add(16, 1, pair(intent, words[i]!));
      for (const mark of hitMarks[i]!) out.add(16, 2, pair(intent, mark));
    }
  }
  starts[count] = out.size;
  const vectors = joinVectors(pieces);
  return { starts, features: out.list(), ...(vectors && { vectors, isLexical: out.isLexical() }) };
}

/** The vectors of all pieces, one after the other, nothing for a piece that has none; undefined where no piece has one. */
function joinVectors(pieces: readonly Piece[]): Float32Array | undefined {
  const size = pieces.find(({ vector }) => vector)?.vector?.length;
  if (size === undefined) return undefined;
  const vectors = new Float32Array(pieces.length * size);
  pieces.forEach(({ vector }, i) => vector && vectors.set(vector, i * size));
  return vectors;
}

/** The first and last one to four characters, with the length where they are the whole. */
function affixes(out: Out, norm: string): void {
  const characters = [...norm];
  for (let n = 1; n <= 4 && n <= characters.length; n++) {
    out.add(6, n, textHash(characters.slice(0, n).join('')));
    out.add(7, n, textHash(characters.slice(-n).join('')));
  }
}

/** Letters as X or x, digits as d, others as they are, runs of one sort shortened to two. */
export function wordShape(text: string): string {
  let shape = '';
  for (const character of text) {
    const sort = /\p{Lu}/u.test(character) ? 'X' : /\p{L}|\p{M}/u.test(character) ? 'x' : /\p{N}/u.test(character) ? 'd' : character;
    if (!shape.endsWith(sort + sort)) shape += sort;
  }
  return shape;
}

type TokenSpan = { readonly key: number; readonly from: number; readonly to: number };

/** For each place the spans over it, distinguished by where in the span it is: alone, first, inside, last. */
function marksOf(count: number, stretches: readonly TokenSpan[]): number[][] {
  const marks: number[][] = Array.from({ length: count }, () => []);
  for (const { key, from, to } of stretches) {
    for (let i = from; i < to; i++) marks[i]!.push(pair(key, to - from === 1 ? 1 : i === from ? 2 : i === to - 1 ? 3 : 4));
  }
  return marks;
}

/** The places that offsets touch; undefined where they touch none. */
export function tokenHits(pieces: readonly FineToken[], start: number, end: number): { from: number; to: number } | undefined {
  const from = pieces.findIndex((piece) => piece.end > start);
  let to = from;
  while (from >= 0 && to < pieces.length && pieces[to]!.start < end) to++;
  return from >= 0 && to > from ? { from, to } : undefined;
}

/** Hits in places of the text; those that touch none are left out. */
export function toTokens(pieces: readonly FineToken[], hits: readonly Hit[] = []): TokenHit[] {
  return hits.flatMap(({ name, start, end }) => {
    const places = tokenHits(pieces, start, end);
    return places === undefined ? [] : [{ name, ...places }];
  });
}

/** The nearest framing word on either side, HIDDEN where there is none. */
function frameDistances(norms: readonly string[], words: readonly number[], values: Values): { left: Int32Array; right: Int32Array } {
  const count = norms.length;
  const left = new Int32Array(count);
  const right = new Int32Array(count);
  for (const [side, step] of [
    [left, 1],
    [right, -1],
  ] as const) {
    let last = HIDDEN;
    for (let n = 0; n < count; n++) {
      const i = step > 0 ? n : count - 1 - n;
      side[i] = last;
      if (values.frames.has(norms[i]!)) last = words[i]!;
    }
  }
  return { left, right };
}

function textHash(text: string): number {
  return finishHash(hashText(text, 0x811c9dc5));
}

function pair(a: number, b: number): number {
  return Math.imul(a, 0x9e3779b1) ^ Math.imul(b ^ (b >>> 15), 0x85ebca6b);
}

/** Templates of features that are the same in all languages: constant, shapes, hits, positions, intents. */
const WORD_OF_INTENT = 17;
const LANGUAGE_FREE = new Set([0, 3, 4, 13, 15, 16]);

/** Growing list of hashed features. */
class Out {
  size = 0;
  #list: Int32Array;
  #templates: Uint8Array;

  constructor(expected: number) {
    this.#list = new Int32Array(Math.max(16, expected));
    this.#templates = new Uint8Array(this.#list.length);
  }

  add(template: number, slot: number, value: number): void {
    if (this.size === this.#list.length) {
      const larger = new Int32Array(this.size * 2);
      larger.set(this.#list);
      this.#list = larger;
      const templates = new Uint8Array(larger.length);
      templates.set(this.#templates);
      this.#templates = templates;
    }
    this.#templates[this.size] = template === 16 && slot === 1 ? WORD_OF_INTENT : template;
    this.#list[this.size++] = finishHash(pair(template * 16 + slot + 1, value));
  }

  list(): Int32Array {
    return this.#list.slice(0, this.size);
  }

  /** 1 for each feature that depends on the words of a language. */
  isLexical(): Uint8Array {
    return this.#templates.slice(0, this.size).map((template) => (LANGUAGE_FREE.has(template) ? 0 : 1));
  }
}
