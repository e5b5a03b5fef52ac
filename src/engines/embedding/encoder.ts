/**
 * Sentences as vectors of 512 numbers: the Universal Sentence Encoder, lite form (Cer et al. 2018), English.
 *
 * A text becomes at most 128 pieces. Each is 2·embedding + position waves; two pre-norm transformer layers of
 * four heads follow, the first attending in 256 dimensions and widening to 512, each with a 512-1536-512
 * feed-forward; the mean over pieces goes through a tanh layer and is brought to length 1, so the dot product
 * of two vectors is their cosine. Texts share matrix products, attention stays within a text.
 *
 * Invariant: a text's vector is the same alone or among others, to the bit: rows of a product do not mix and
 * are summed in the same order. An empty text is the zero vector. Cost: 2.9 to 3.2 million multiply-adds a piece
 * and 1 million a text.
 */
import { PANEL, Products } from './multiply.ts';
import { Tokenizer } from './tokenizer.ts';
import type { Dense, EncoderWeights, LayerWeights, Norm } from './weights.ts';

export const EMBEDDING_SIZE = 512;

const MAX_PIECES = 128;
/** Rows that share a product: more would leave the cache, fewer would stream the weights more often. */
const MAX_ROWS = 128;
const HEADS = 4;
const INPUT_WIDTH = 256;
const SPREAD_WIDTH = 1536;
const HEAD_WIDTH = EMBEDDING_SIZE / HEADS;
const EPSILON = 1e-6;
/** Query, key and value of the first layer. */
const QKV_WIDTH = 3 * INPUT_WIDTH;
/** Pieces at positions whose beginnings are remembered: 10 MB. */
const MAX_CACHED_ROWS = 2048;

type PackedMatrix = { readonly at: number; readonly bias: number; readonly inner: number; readonly columns: number };
type Layer = {
  readonly width: number;
  readonly attentionNorm: Norm;
  readonly forwardNorm: Norm;
  readonly qkv: PackedMatrix;
  readonly attended: PackedMatrix;
  readonly widen: PackedMatrix | null;
  readonly spread: PackedMatrix;
  readonly gather: PackedMatrix;
};

export class SentenceEncoder {
  readonly #tokenizer: Tokenizer;
  readonly #embeddings: Float32Array;
  readonly #waves: Float32Array;
  readonly #products = new Products();
  readonly #layers: readonly Layer[];
  readonly #last: PackedMatrix;
  /** Places for rows: what enters a layer, what it makes, and two to work in. */
  readonly #x: number;
  readonly #y: number;
  readonly #work: number;
  readonly #wide: number;
  readonly #entries: number;
  readonly #beginnings: number;
  /** Where the beginnings of pieces at positions are, by both. */
  readonly #remembered = new Map<number, number>();
  /** Places for one head of attention. */
  readonly #head: {
    readonly queries: number;
    readonly keys: number;
    readonly values: number;
    readonly shares: number;
    readonly zeros: number;
  };

  constructor(weights: EncoderWeights) {
    this.#tokenizer = new Tokenizer(weights.vocabulary);
    this.#embeddings = weights.embeddings.slice();
    this.#waves = positionSignals(weights.timing);
    this.#layers = weights.layers.map((layer) => this.#placeLayer(layer));
    this.#last = this.#place(weights.last);
    this.#x = this.#products.reserve(MAX_ROWS * EMBEDDING_SIZE);
    this.#y = this.#products.reserve(MAX_ROWS * EMBEDDING_SIZE);
    this.#work = this.#products.reserve(MAX_ROWS * EMBEDDING_SIZE);
    this.#wide = this.#products.reserve(MAX_ROWS * SPREAD_WIDTH);
    this.#entries = this.#products.reserve(MAX_ROWS * SPREAD_WIDTH * 2);
    this.#beginnings = this.#products.reserve(MAX_CACHED_ROWS * (QKV_WIDTH + EMBEDDING_SIZE));
    const places = (width: number): number => this.#products.reserve(MAX_PIECES * width);
    this.#head = {
      queries: places(HEAD_WIDTH),
      keys: places(HEAD_WIDTH),
      values: places(HEAD_WIDTH),
      shares: places(MAX_PIECES),
      zeros: this.#products.store(new Float32Array(MAX_PIECES)),
    };
  }

  embed(text: string): Float32Array {
    return this.embedAll([text])[0]!;
  }

  /** The vectors of many texts; equal texts are computed once. */
  embedAll(texts: readonly string[]): Float32Array[] {
    const vectors = new Map<string, Float32Array>();
    const waiting: { text: string; ids: number[] }[] = [];
    let rows = 0;
    const flush = (): void => {
      if (waiting.length > 0) this.#encode(waiting.map(({ ids }) => ids)).forEach((vector, i) => vectors.set(waiting[i]!.text, vector));
      waiting.length = 0;
      rows = 0;
    };
    for (const text of new Set(texts)) {
      const ids = this.#tokenizer.encode(text, MAX_PIECES);
      if (ids.length === 0) {
        vectors.set(text, new Float32Array(EMBEDDING_SIZE));
        continue;
      }
      if (rows + ids.length > MAX_ROWS) flush();
      rows += ids.length;
      waiting.push({ text, ids });
    }
    flush();
    return texts.map((text) => vectors.get(text)!);
  }

  #encode(texts: readonly (readonly number[])[]): Float32Array[] {
    const { floats } = this.#products;
    const ends: number[] = [];
    for (const ids of texts) ends.push((ends.at(-1) ?? 0) + ids.length);
    const rows = ends.at(-1)!;
    this.#begin(texts.flatMap((ids) => ids.map((id, position) => id * MAX_PIECES + position)));
    this.#layers.forEach((layer, i) => {
      if (i > 0) this.#look(layer, rows);
      this.#attention(layer, rows, ends);
      normalizeRows(floats, this.#x, this.#work, rows, EMBEDDING_SIZE, layer.forwardNorm);
      this.#multiply(this.#work, layer.spread, this.#wide, rows);
      if (i === this.#layers.length - 1) this.#gatherMeans(layer, ends);
      else this.#gather(layer, rows);
    });
    return this.#finish(ends.length);
  }

  /** Leaves in #wide what the rows of #x look for, show and say: query, key and value. */
  #look({ width, attentionNorm, qkv }: Layer, rows: number): void {
    normalizeRows(this.#products.floats, this.#x, this.#work, rows, width, attentionNorm);
    this.#multiply(this.#work, qkv, this.#wide, rows);
  }

  /**
   * The rows at the beginning of the first layer, widened in #x, with what they look for in #wide. Both depend on a
   * piece and its position alone, and texts share many of those: the latest are remembered.
   */
  #begin(beginnings: readonly number[]): void {
    const { floats } = this.#products;
    const unknown = [...new Set(beginnings)].filter((beginning) => !this.#remembered.has(beginning));
    if (this.#remembered.size + unknown.length > MAX_CACHED_ROWS) this.#remembered.clear();
    this.#remember(this.#remembered.size === 0 ? [...new Set(beginnings)] : unknown);
    beginnings.forEach((beginning, row) => {
      const from = this.#remembered.get(beginning)!;
      floats.copyWithin(this.#wide + row * QKV_WIDTH, from, from + QKV_WIDTH);
      floats.copyWithin(this.#x + row * EMBEDDING_SIZE, from + QKV_WIDTH, from + QKV_WIDTH + EMBEDDING_SIZE);
    });
  }

  #remember(beginnings: readonly number[]): void {
    const { floats } = this.#products;
    const first = this.#layers[0]!;
    beginnings.forEach((beginning, row) => {
      const [piece, position, to] = [
        Math.floor(beginning / MAX_PIECES) * INPUT_WIDTH,
        (beginning % MAX_PIECES) * INPUT_WIDTH,
        this.#x + row * INPUT_WIDTH,
      ];
      for (let i = 0; i < INPUT_WIDTH; i++) floats[to + i] = 2 * this.#embeddings[piece + i]! + this.#waves[position + i]!;
    });
    this.#look(first, beginnings.length);
    this.#multiply(this.#x, first.widen!, this.#y, beginnings.length);
    beginnings.forEach((beginning, row) => {
      const to = this.#beginnings + this.#remembered.size * (QKV_WIDTH + EMBEDDING_SIZE);
      floats.copyWithin(to, this.#wide + row * QKV_WIDTH, this.#wide + (row + 1) * QKV_WIDTH);
      floats.copyWithin(to + QKV_WIDTH, this.#y + row * EMBEDDING_SIZE, this.#y + (row + 1) * EMBEDDING_SIZE);
      this.#remembered.set(beginning, to);
    });
  }

  /** Adds to the rows of #x what they attend to. */
  #attention(layer: Layer, rows: number, ends: readonly number[]): void {
    const { floats } = this.#products;
    let start = 0;
    for (const end of ends) {
      for (let head = 0; head < HEADS; head++) this.#attend(start, end, layer.width, head);
      start = end;
    }
    this.#multiply(this.#work, layer.attended, this.#y, rows);
    addRows(floats, this.#x, this.#y, rows);
  }

  /**
   * One head of the attention of the rows start … end among themselves, from #wide, whose rows hold query, key and
   * value, to #work: two products, with keys and values packed as right matrices.
   */
  #attend(start: number, end: number, width: number, head: number): void {
    const { floats } = this.#products;
    const count = end - start;
    const padded = Math.ceil(count / PANEL) * PANEL;
    const size = width / HEADS;
    const factor = 1 / Math.sqrt(size);
    const { queries, keys, values, shares } = this.#head;
    floats.fill(0, keys, keys + padded * size);
    floats.fill(0, values, values + padded * size);
    for (let i = 0; i < count; i++) {
      const from = this.#wide + (start + i) * 3 * width + head * size;
      floats.copyWithin(queries + i * size, from, from + size);
      const key = keys + (i - (i % PANEL)) * size + (i % PANEL);
      for (let k = 0; k < size; k++) floats[key + k * PANEL] = floats[from + width + k]!;
      for (let k = 0; k < size; k += PANEL) {
        const to = values + k * padded + i * PANEL;
        for (let j = 0; j < PANEL; j++) floats[to + j] = floats[from + 2 * width + k + j]!;
      }
    }
    this.#products.multiply(queries, keys, shares, this.#head.zeros, count, size, padded);
    for (let i = 0; i < count; i++) softmax(floats, shares + i * padded, count, padded, factor);
    this.#products.multiply(shares, values, queries, this.#head.zeros, count, padded, size);
    for (let i = 0; i < count; i++)
      floats.copyWithin(this.#work + (start + i) * width + head * size, queries + i * size, queries + (i + 1) * size);
  }

  /** Adds to the rows of #x what #wide, cut off at 0, is gathered to; nine in ten of its values are below. */
  #gather({ gather: { at, bias, inner, columns } }: Layer, rows: number): void {
    this.#products.multiplyPositive(this.#wide, at, this.#y, bias, rows, inner, columns, this.#entries);
    addRows(this.#products.floats, this.#x, this.#y, rows);
  }

  /** The same where only the mean over a text is wanted: gathering is linear, so it is done once a text, not once a piece. */
  #gatherMeans({ gather }: Layer, ends: readonly number[]): void {
    const { floats } = this.#products;
    averageRows(floats, this.#wide, SPREAD_WIDTH, ends, 0);
    averageRows(floats, this.#x, EMBEDDING_SIZE, ends);
    this.#multiply(this.#wide, gather, this.#y, ends.length);
    addRows(floats, this.#x, this.#y, ends.length);
  }

  /** The last layer of this many texts, and length 1. */
  #finish(texts: number): Float32Array[] {
    const { floats } = this.#products;
    this.#multiply(this.#x, this.#last, this.#y, texts);
    return Array.from({ length: texts }, (_, t) => {
      const vector = floats.slice(this.#y + t * EMBEDDING_SIZE, this.#y + (t + 1) * EMBEDDING_SIZE).map(Math.tanh);
      const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
      return vector.map((value) => value / length);
    });
  }

  #multiply(from: number, { at, bias, inner, columns }: PackedMatrix, to: number, rows: number): void {
    this.#products.multiply(from, at, to, bias, rows, inner, columns);
  }

  #place({ matrix, bias, inner, columns }: Dense): PackedMatrix {
    return { at: this.#products.storePanels(matrix, inner, columns), bias: this.#products.store(bias), inner, columns };
  }

  #placeLayer(layer: LayerWeights): Layer {
    const { width, attentionNorm, forwardNorm, qkv, attended, widen, spread, gather } = layer;
    return {
      width,
      attentionNorm: copyNorm(attentionNorm),
      forwardNorm: copyNorm(forwardNorm),
      qkv: this.#place(qkv),
      attended: this.#place(attended),
      widen: widen && this.#place(widen),
      spread: this.#place(spread),
      gather: this.#place(gather),
    };
  }
}

/** Own copies, so that the bytes of the files can be let go. */
function copyNorm({ scale, bias }: Norm): Norm {
  return { scale: scale.slice(), bias: bias.slice() };
}

/** sin and cos of position × each stored scale. */
function positionSignals(timing: Float32Array): Float32Array {
  const waves = new Float32Array(MAX_PIECES * INPUT_WIDTH);
  for (let position = 0; position < MAX_PIECES; position++) {
    timing.forEach((scale, i) => {
      waves[position * INPUT_WIDTH + i] = Math.sin(position * scale);
      waves[position * INPUT_WIDTH + timing.length + i] = Math.cos(position * scale);
    });
  }
  return waves;
}

function addRows(floats: Float32Array, to: number, from: number, rows: number): void {
  for (let i = 0; i < rows * EMBEDDING_SIZE; i++) floats[to + i]! += floats[from + i]!;
}

/** Layer normalisation of each row. */
function normalizeRows(floats: Float32Array, from: number, to: number, rows: number, width: number, { scale, bias }: Norm): void {
  for (let row = 0; row < rows; row++) {
    const at = from + row * width;
    const out = to + row * width;
    let sum = 0;
    for (let i = 0; i < width; i++) sum += floats[at + i]!;
    const mean = sum / width;
    let squares = 0;
    for (let i = 0; i < width; i++) squares += (floats[at + i]! - mean) ** 2;
    const factor = 1 / Math.sqrt(squares / width + EPSILON);
    for (let i = 0; i < width; i++) floats[out + i] = (floats[at + i]! - mean) * factor * scale[i]! + bias[i]!;
  }
}

/**
 * Puts the mean of the rows of each text, their values cut off below `least`, in the place of the first rows, in the order of the texts.
 */
function averageRows(floats: Float32Array, at: number, width: number, ends: readonly number[], least = -Infinity): void {
  const sums = new Float64Array(width);
  for (let t = 0, start = 0; t < ends.length; start = ends[t++]!) {
    sums.fill(0);
    for (let from = at + start * width; from < at + ends[t]! * width; from += width) {
      for (let i = 0; i < width; i++) {
        const value = floats[from + i]!;
        sums[i]! += value > least ? value : least;
      }
    }
    for (let i = 0; i < width; i++) floats[at + t * width + i] = sums[i]! / (ends[t]! - start);
  }
}

/** Shares that sum to 1 out of `count` scores times `factor`, and 0 up to `padded`. */
function softmax(floats: Float32Array, at: number, count: number, padded: number, factor: number): void {
  let most = -Infinity;
  for (let i = at; i < at + count; i++) if (floats[i]! > most) most = floats[i]!;
  let total = 0;
  for (let i = at; i < at + count; i++) total += floats[i] = Math.exp((floats[i]! - most) * factor);
  for (let i = at; i < at + count; i++) floats[i]! /= total;
  floats.fill(0, at + count, at + padded);
}
