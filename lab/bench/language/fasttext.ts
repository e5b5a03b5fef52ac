/**
 * A peer for text classification, after the published algorithm of fastText (Joulin et al. 2016, arXiv 1607.01759):
 * a text is the mean of the vectors of its words and word pairs, a softmax over the classes reads it, and stochastic
 * gradient descent with a rate that falls linearly to nothing learns both. Every pair that training has seen has a
 * vector of its own, where the original hashes them into two million; unseen pairs are ignored.
 * It learns row by row, so rows must be shuffled.
 */
import { Random } from '../../../src/engines/shared/random.ts';

/** The final settings of the authors' tutorial on classification, with vectors of the default size. */
const SETTINGS = { size: 100, rate: 1, passes: 25 };
const END = '</s>';

export interface FastText {
  classify(text: string): string;
  readonly megabytes: number;
}

/** Lower case with separated punctuation, as the tutorial prepares texts. */
function wordsOf(text: string): string[] {
  return [...(text.toLowerCase().match(/[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu) ?? []), END];
}

function featuresOf(text: string): string[] {
  const words = wordsOf(text);
  return [...words, ...words.slice(1).map((word, i) => `${words[i]} ${word}`)];
}

export function trainFastText(
  rows: readonly { readonly text: string; readonly label: string }[],
  { size, rate, passes } = SETTINGS,
): FastText {
  const labels = [...new Set(rows.map(({ label }) => label))];
  const places = new Map<string, number>();
  const texts = rows.map(({ text }) =>
    Uint32Array.from(featuresOf(text), (feature) => {
      if (!places.has(feature)) places.set(feature, places.size);
      return places.get(feature)!;
    }),
  );
  const random = new Random(1);
  const input = Float32Array.from({ length: places.size * size }, () => (2 * random.next() - 1) / size);
  const output = new Float32Array(labels.length * size);
  const model = new Model(input, output, size, labels.length);
  const targets = rows.map(({ label }) => labels.indexOf(label));
  const visits = rows.length * passes;
  for (let visit = 0; visit < visits; visit++)
    model.learn(texts[visit % rows.length]!, targets[visit % rows.length]!, rate * (1 - visit / visits));
  return {
    megabytes: (4 * (input.length + output.length)) / 1e6,
    classify: (text) => labels[model.best(Uint32Array.from(featuresOf(text).flatMap((feature) => places.get(feature) ?? [])))]!,
  };
}

class Model {
  readonly #input: Float32Array;
  readonly #output: Float32Array;
  readonly #size: number;
  readonly #hidden: Float32Array;
  readonly #gradient: Float32Array;
  readonly #scores: Float64Array;

  constructor(input: Float32Array, output: Float32Array, size: number, labels: number) {
    this.#input = input;
    this.#output = output;
    this.#size = size;
    this.#hidden = new Float32Array(size);
    this.#gradient = new Float32Array(size);
    this.#scores = new Float64Array(labels);
  }

  /** The mean of the features' vectors, and the probabilities of the classes. */
  #read(features: Uint32Array): void {
    const [input, output, size, hidden, scores] = [this.#input, this.#output, this.#size, this.#hidden, this.#scores];
    hidden.fill(0);
    for (const feature of features) for (let i = 0; i < size; i++) hidden[i]! += input[feature * size + i]!;
    for (let i = 0; i < size; i++) hidden[i]! /= Math.max(1, features.length);
    let [highest, sum] = [-Infinity, 0];
    for (let label = 0; label < scores.length; label++) {
      let score = 0;
      for (let i = 0; i < size; i++) score += output[label * size + i]! * hidden[i]!;
      scores[label] = score;
      highest = Math.max(highest, score);
    }
    for (let label = 0; label < scores.length; label++) sum += scores[label] = Math.exp(scores[label]! - highest);
    for (let label = 0; label < scores.length; label++) scores[label]! /= sum;
  }

  learn(features: Uint32Array, target: number, rate: number): void {
    const [input, output, size, hidden, gradient, scores] = [
      this.#input,
      this.#output,
      this.#size,
      this.#hidden,
      this.#gradient,
      this.#scores,
    ];
    this.#read(features);
    gradient.fill(0);
    for (let label = 0; label < scores.length; label++) {
      const step = rate * ((label === target ? 1 : 0) - scores[label]!);
      for (let i = 0; i < size; i++) {
        gradient[i]! += step * output[label * size + i]!;
        output[label * size + i]! += step * hidden[i]!;
      }
    }
    for (const feature of features) for (let i = 0; i < size; i++) input[feature * size + i]! += gradient[i]! / features.length;
  }

  best(features: Uint32Array): number {
    this.#read(features);
    return this.#scores.indexOf(Math.max(...this.#scores));
  }
}
