/**
 * Sentences as vectors of 512 numbers: the Universal Sentence Encoder, lite form (Cer et al. 2018), English.
 *
 * A text becomes at most 128 pieces. Each is 2·embedding + position waves; two pre-norm transformer layers of
 * four heads follow, the first attending in 256 dimensions and widening to 512, each with a 512-1536-512
 * feed-forward; the mean over pieces goes through a tanh layer and is brought to length 1, so the dot product
 * of two vectors is their cosine. Texts share matrix products, attention stays within a text.
 *
 * Invariant: a text's vector is the same alone or among others, to the bit: rows of a product do not mix and
 * are summed in the same order. An empty text is the zero vector. Cost: 4.7 million multiply-adds a piece.
 */
import { Products } from './multiply.ts';
import { Pieces } from './pieces.ts';
import type { Dense, EncoderWeights, LayerWeights, Norm } from './weights.ts';

export const EMBEDDING_SIZE = 512;

const MOST_PIECES = 128;
/** Rows that share a product: more would leave the cache, fewer would stream the weights more often. */
const MOST_ROWS = 128;
const HEADS = 4;
const INPUT_WIDTH = 256;
const SPREAD_WIDTH = 1536;
const EPSILON = 1e-6;

type Placed = { readonly at: number; readonly bias: number; readonly inner: number; readonly columns: number };
type Layer = {
  readonly width: number; readonly attentionNorm: Norm; readonly forwardNorm: Norm;
  readonly qkv: Placed; readonly attended: Placed; readonly widen: Placed | null; readonly spread: Placed; readonly gather: Placed;
};

export class SentenceEncoder {
  readonly #pieces: Pieces;
  readonly #embeddings: Float32Array;
  readonly #waves: Float32Array;
  readonly #products = new Products();
  readonly #layers: readonly Layer[];
  readonly #last: Placed;
  /** Places for rows: what enters a layer, what it makes, and two to work in. */
  readonly #x: number;
  readonly #y: number;
  readonly #work: number;
  readonly #wide: number;

  constructor(weights: EncoderWeights) {
    this.#pieces = new Pieces(weights.vocabulary);
    this.#embeddings = weights.embeddings.slice();
    this.#waves = positionWaves(weights.timing);
    this.#layers = weights.layers.map((layer) => this.#placeLayer(layer));
    this.#last = this.#place(weights.last);
    this.#x = this.#products.reserve(MOST_ROWS * EMBEDDING_SIZE);
    this.#y = this.#products.reserve(MOST_ROWS * EMBEDDING_SIZE);
    this.#work = this.#products.reserve(MOST_ROWS * EMBEDDING_SIZE);
    this.#wide = this.#products.reserve(MOST_ROWS * SPREAD_WIDTH);
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
      const ids = this.#pieces.encode(text, MOST_PIECES);
      if (ids.length === 0) {
        vectors.set(text, new Float32Array(EMBEDDING_SIZE));
        continue;
      }
      if (rows + ids.length > MOST_ROWS) flush();
      rows += ids.length;
      waiting.push({ text, ids });
    }
    flush();
    return texts.map((text) => vectors.get(text)!);
  }

  #encode(texts: readonly (readonly number[])[]): Float32Array[] {
    const { floats } = this.#products;
    const ends: number[] = [];
    let rows = 0;
    for (const ids of texts) {
      ids.forEach((id, position) => {
        const to = this.#x + (rows + position) * INPUT_WIDTH;
        for (let i = 0; i < INPUT_WIDTH; i++) floats[to + i] = 2 * this.#embeddings[id * INPUT_WIDTH + i]! + this.#waves[position * INPUT_WIDTH + i]!;
      });
      rows += ids.length;
      ends.push(rows);
    }
    for (const layer of this.#layers) this.#layer(layer, rows, ends);
    return this.#finish(ends);
  }

  /** One layer; takes its input from #x and leaves its output there. */
  #layer(layer: Layer, rows: number, ends: readonly number[]): void {
    const { floats } = this.#products;
    const { width, widen } = layer;
    normalizeRows(floats, this.#x, this.#work, rows, width, layer.attentionNorm);
    this.#multiply(this.#work, layer.qkv, this.#wide, rows);
    let start = 0;
    for (const end of ends) {
      attend(floats, this.#wide, this.#work, start, end, width);
      start = end;
    }
    if (widen) {
      this.#multiply(this.#x, widen, this.#y, rows);
      floats.copyWithin(this.#x, this.#y, this.#y + rows * EMBEDDING_SIZE);
    }
    this.#multiply(this.#work, layer.attended, this.#y, rows);
    addRows(floats, this.#x, this.#y, rows);
    normalizeRows(floats, this.#x, this.#work, rows, EMBEDDING_SIZE, layer.forwardNorm);
    this.#multiply(this.#work, layer.spread, this.#wide, rows);
    for (let i = this.#wide; i < this.#wide + rows * SPREAD_WIDTH; i++) if (floats[i]! < 0) floats[i] = 0;
    this.#multiply(this.#wide, layer.gather, this.#y, rows);
    addRows(floats, this.#x, this.#y, rows);
  }

  /** Means over each text's pieces, the last layer, and length 1. */
  #finish(ends: readonly number[]): Float32Array[] {
    const { floats } = this.#products;
    ends.forEach((end, t) => {
      const start = t === 0 ? 0 : ends[t - 1]!;
      for (let i = 0; i < EMBEDDING_SIZE; i++) {
        let sum = 0;
        for (let row = start; row < end; row++) sum += floats[this.#x + row * EMBEDDING_SIZE + i]!;
        floats[this.#work + t * EMBEDDING_SIZE + i] = sum / (end - start);
      }
    });
    this.#multiply(this.#work, this.#last, this.#y, ends.length);
    return ends.map((_, t) => {
      const vector = floats.slice(this.#y + t * EMBEDDING_SIZE, this.#y + (t + 1) * EMBEDDING_SIZE).map(Math.tanh);
      const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
      return vector.map((value) => value / length);
    });
  }

  #multiply(from: number, { at, bias, inner, columns }: Placed, to: number, rows: number): void {
    this.#products.multiply(from, at, to, bias, rows, inner, columns);
  }

  #place({ matrix, bias, inner, columns }: Dense): Placed {
    return { at: this.#products.storePanels(matrix, inner, columns), bias: this.#products.store(bias), inner, columns };
  }

  #placeLayer(layer: LayerWeights): Layer {
    const { width, attentionNorm, forwardNorm, qkv, attended, widen, spread, gather } = layer;
    return {
      width, attentionNorm: copyNorm(attentionNorm), forwardNorm: copyNorm(forwardNorm), qkv: this.#place(qkv), attended: this.#place(attended),
      widen: widen && this.#place(widen), spread: this.#place(spread), gather: this.#place(gather),
    };
  }
}

/** Own copies, so that the bytes of the files can be let go. */
function copyNorm({ scale, bias }: Norm): Norm {
  return { scale: scale.slice(), bias: bias.slice() };
}

/** sin and cos of position × each stored scale. */
function positionWaves(timing: Float32Array): Float32Array {
  const waves = new Float32Array(MOST_PIECES * INPUT_WIDTH);
  for (let position = 0; position < MOST_PIECES; position++) {
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

/** Attention of the rows start … end among themselves; each row of `from` holds query, key and value. */
function attend(floats: Float32Array, from: number, to: number, start: number, end: number, width: number): void {
  const size = width / HEADS;
  const factor = 1 / Math.sqrt(size);
  const shares = new Float64Array(end - start);
  for (let head = 0; head < HEADS; head++) {
    for (let row = start; row < end; row++) {
      const query = from + row * 3 * width + head * size;
      let most = -Infinity;
      for (let other = start; other < end; other++) {
        const key = from + other * 3 * width + width + head * size;
        // Four sums at once: each would wait for its own last addition.
        let [a, b, c, d] = [0, 0, 0, 0];
        for (let i = 0; i < size; i += 4) {
          a += floats[query + i]! * floats[key + i]!;
          b += floats[query + i + 1]! * floats[key + i + 1]!;
          c += floats[query + i + 2]! * floats[key + i + 2]!;
          d += floats[query + i + 3]! * floats[key + i + 3]!;
        }
        const weight = shares[other - start] = (a + b + c + d) * factor;
        if (weight > most) most = weight;
      }
      let total = 0;
      for (let i = 0; i < shares.length; i++) total += shares[i] = Math.exp(shares[i]! - most);
      const out = to + row * width + head * size;
      floats.fill(0, out, out + size);
      for (let other = start; other < end; other++) {
        const share = shares[other - start]! / total;
        const value = from + other * 3 * width + 2 * width + head * size;
        for (let i = 0; i < size; i++) floats[out + i]! += share * floats[value + i]!;
      }
    }
  }
}
