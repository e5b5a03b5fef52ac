/**
 * Weights of the vectors of a row: for every tag one weight for each number of the vector of a place and of those of its neighbours.
 * The weights of a tag lie together, in order of the places; so do the vectors of a row, which makes a place and its neighbours one
 * stretch of numbers.
 */

/** How far the neighbours whose vectors count at a place are off, on both sides. */
const REACH = 1;

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
    for (let i = 0, places = vectors.length / size; i < places; i++) {
      const [start, skipped, end] = this.window(vectors, i);
      for (let t = 0; t < tags; t++) {
        let [one, two, three, four] = [0, 0, 0, 0];
        let w = t * perTag + skipped;
        let k = start;
        for (; k + 3 < end; k += 4, w += 4) {
          one += vectors[k]! * weights[w]!;
          two += vectors[k + 1]! * weights[w + 1]!;
          three += vectors[k + 2]! * weights[w + 2]!;
          four += vectors[k + 3]! * weights[w + 3]!;
        }
        for (; k < end; k++, w++) one += vectors[k]! * weights[w]!;
        scores[i * tags + t]! += one + two + (three + four);
      }
    }
  }

  /** The numbers of a place and its neighbours: from where to where in the vectors of a row, and how many the row lacks before. */
  window(vectors: Float32Array, place: number): [start: number, skipped: number, end: number] {
    const from = (place - REACH) * this.size;
    const start = Math.max(0, from);
    return [start, start - from, Math.min(vectors.length, (place + REACH + 1) * this.size)];
  }
}
