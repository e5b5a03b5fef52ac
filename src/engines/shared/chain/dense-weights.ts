/**
 * Weights of the vectors of a row: for every tag one weight for each number of the vector of a place and of those of its neighbors.
 * The weights of a tag lie together, in order of the places; so do the vectors of a row, which makes a place and its neighbors one
 * stretch of numbers.
 */
import { PANEL, Products } from '../wasm/products.ts';

/** How far the neighbors whose vectors count at a place are off, on both sides. */
export const REACH = 1;
/** The inner length of products is a multiple of this. */
const STEPS = 4;

export class DenseWeights {
  readonly tags: number;
  /** Length of the vector of a place. */
  readonly size: number;
  readonly weights: Float32Array;

  /** How many weights a tag has. */
  static perTag(size: number): number {
    return (2 * REACH + 1) * size;
  }

  constructor(tags: number, size: number, weights = new Float32Array(tags * DenseWeights.perTag(size))) {
    this.tags = tags;
    this.size = size;
    this.weights = weights;
  }

  /** Adds what the vectors of a row say to the scores of its places. */
  addScores(vectors: Float32Array, scores: Float64Array): void {
    const { tags, size, weights } = this;
    const perTag = DenseWeights.perTag(size);
    const inner = roundUp(perTag, STEPS);
    const places = vectors.length / size;
    const room = roomFor(tags, inner, places);
    const { floats } = room.products;
    if (inner === perTag) floats.set(weights, room.weights);
    else for (let t = 0; t < tags; t++) floats.set(weights.subarray(t * perTag, (t + 1) * perTag), room.weights + t * inner);
    floats.fill(0, room.windows, room.windows + inner * room.columns);
    for (let i = 0; i < places; i++) {
      const [start, skipped, end] = this.window(vectors, i);
      const at = room.windows + Math.floor(i / PANEL) * inner * PANEL + (i % PANEL);
      for (let k = start, w = at + skipped * PANEL; k < end; k++, w += PANEL) floats[w] = vectors[k]!;
    }
    room.products.multiply(room.weights, room.windows, room.scores, room.bias, tags, inner, room.columns);
    for (let t = 0; t < tags; t++)
      for (let i = 0, at = room.scores + t * room.columns; i < places; i++) scores[i * tags + t]! += floats[at + i]!;
  }

  /** The numbers of a place and its neighbors: from where to where in the vectors of a row, and how many the row lacks before. */
  window(vectors: Float32Array, place: number): [start: number, skipped: number, end: number] {
    const from = (place - REACH) * this.size;
    const start = Math.max(0, from);
    return [start, start - from, Math.min(vectors.length, (place + REACH + 1) * this.size)];
  }
}

/** Memory of matrix products that the models of a thread use in turn, as large as the largest needed it. */
interface Room {
  readonly products: Products;
  readonly weights: number;
  readonly windows: number;
  readonly scores: number;
  readonly bias: number;
  readonly columns: number;
  readonly inner: number;
  readonly tags: number;
}

let roomOfThread: Room | undefined;

function roomFor(tags: number, inner: number, places: number): Room {
  const columns = roundUp(places, PANEL);
  const known = roomOfThread;
  if (known && known.tags >= tags && known.inner >= inner && known.columns >= columns) return { ...known, columns };
  const most = {
    tags: Math.max(tags, known?.tags ?? 0),
    inner: Math.max(inner, known?.inner ?? 0),
    columns: Math.max(columns, known?.columns ?? 0),
  };
  const products = new Products();
  roomOfThread = {
    ...most,
    products,
    weights: products.reserve(roundUp(most.tags, 2) * most.inner),
    windows: products.reserve(most.inner * most.columns),
    scores: products.reserve(roundUp(most.tags, 2) * most.columns),
    bias: products.reserve(most.columns),
  };
  return { ...roomOfThread, columns };
}

function roundUp(count: number, step: number): number {
  return Math.ceil(count / step) * step;
}
