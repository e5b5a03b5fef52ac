/**
 * What a text is about: the subjects of a general list (subjects.json) whose meaning is nearest to the text's, by the vectors of the
 * sentence encoder. The mean of the subjects' vectors is subtracted first, since all vectors have much in common. Texts in any language
 * that the encoder knows share these subjects, and texts of the same subject need not share a word. Cost: a dot product a subject.
 */
import list from './subjects.json' with { type: 'json' };

export const SUBJECTS: readonly string[] = list;

/** The nearest alone changes with small changes of a text, and many say little. */
const SUBJECTS_PER_TEXT = 5;

export class SubjectFinder {
  readonly #names: readonly string[];
  readonly #mean: Float32Array;
  readonly #directions: readonly Float32Array[];

  /** Takes the vectors of the named subjects. */
  constructor(names: readonly string[], vectors: readonly Float32Array[]) {
    this.#names = names;
    this.#mean = new Float32Array(vectors[0]!.length);
    for (const vector of vectors) for (let i = 0; i < vector.length; i++) this.#mean[i]! += vector[i]! / vectors.length;
    this.#directions = vectors.map((vector) => {
      const direction = vector.map((x, i) => x - this.#mean[i]!);
      const length = Math.hypot(...direction) || 1;
      return direction.map((x) => x / length);
    });
  }

  /** The subjects nearest to the vector of a text, the nearest first. */
  nearest(vector: Float32Array): string[] {
    const similarities = this.#directions.map((direction) => {
      let sum = 0;
      for (let i = 0; i < direction.length; i++) sum += direction[i]! * (vector[i]! - this.#mean[i]!);
      return sum;
    });
    return Array.from(similarities.keys())
      .sort((a, b) => similarities[b]! - similarities[a]! || a - b)
      .slice(0, SUBJECTS_PER_TEXT)
      .map((n) => this.#names[n]!);
  }
}
