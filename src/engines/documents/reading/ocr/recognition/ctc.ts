/**
 * Greedy CTC decoding (connectionist temporal classification, Graves et al.): the best class of every step, repeats merged,
 * class 0 is the blank. Every letter keeps its position and probability.
 */

/** Scores this far below another do not contribute to a sum of probabilities. */
const NEGLIGIBLE = 14;

/** `from` and `to` are the first and last step of the letter, `at` their middle. */
export interface Letter {
  text: string;
  at: number;
  from: number;
  to: number;
  probability: number;
}

/** `scores` has one row of classes per step: probabilities, or logits if `areProbabilities` is false. */
export function decodeGreedy(
  scores: Float32Array,
  steps: number,
  classes: number,
  characters: readonly string[],
  areProbabilities: boolean,
): Letter[] {
  const letters: Letter[] = [];
  let before = 0;
  for (let step = 0; step < steps; step++) {
    const row = step * classes;
    let [best, highest] = [0, scores[row]!];
    for (let one = 1; one < classes; one++) {
      const score = scores[row + one]!;
      if (score > highest) {
        best = one;
        highest = score;
      }
    }
    if (best !== 0) {
      const probability = areProbabilities ? scores[row + best]! : softmaxShare(scores, row, classes, best);
      const last = letters.at(-1);
      if (best === before && last !== undefined) {
        last.probability = Math.max(last.probability, probability);
        last.to = step;
        last.at = (last.from + step) / 2;
      } else {
        letters.push({ text: characters[best - 1]!, at: step, from: step, to: step, probability });
      }
    }
    before = best;
  }
  return letters;
}

function softmaxShare(scores: Float32Array, row: number, classes: number, best: number): number {
  const own = scores[row + best]!;
  let sum = 0;
  for (let at = row; at < row + classes; at++) {
    const difference = scores[at]! - own;
    if (difference > -NEGLIGIBLE) sum += Math.exp(difference);
  }
  return 1 / sum;
}

/** The highest probability of a class from one step to another, both included. */
export function highestProbability(
  scores: Float32Array,
  classes: number,
  from: number,
  to: number,
  one: number,
  areProbabilities: boolean,
): number {
  let highest = 0;
  for (let row = Math.floor(from) * classes; row <= Math.ceil(to) * classes && row < scores.length; row += classes)
    highest = Math.max(highest, areProbabilities ? scores[row + one]! : softmaxShare(scores, row, classes, one));
  return highest;
}

/** The log probability of each class, one row per step. */
export function logProbabilities(scores: Float32Array, steps: number, classes: number, areProbabilities: boolean): Float32Array[] {
  return Array.from({ length: steps }, (_, step) => {
    const row = scores.slice(step * classes, (step + 1) * classes);
    if (areProbabilities) return row.map((share) => Math.log(Math.max(share, 1e-12)));
    let [highest, sum] = [row[0]!, 0];
    for (let one = 1; one < classes; one++) if (row[one]! > highest) highest = row[one]!;
    for (let one = 0; one < classes; one++) if (row[one]! > highest - NEGLIGIBLE) sum += Math.exp(row[one]! - highest);
    const whole = highest + Math.log(sum);
    for (let one = 0; one < classes; one++) row[one]! -= whole;
    return row;
  });
}

/** Gives classes the lowest score of their step, from one step to another, both included. */
export function excludeClasses(scores: Float32Array, classes: number, from: number, to: number, excluded: readonly number[]): void {
  for (let step = from; step <= to; step++) {
    let lowest = Infinity;
    for (let one = step * classes; one < (step + 1) * classes; one++) if (scores[one]! < lowest) lowest = scores[one]!;
    for (const one of excluded) scores[step * classes + one] = lowest;
  }
}

/**
 * The probabilities of a smaller alphabet from the log probabilities of all classes. An entry of the alphabet takes the classes
 * of all its characters; class 0 takes the blank and whatever is in no entry.
 */
export function poolClasses(steps: readonly Float32Array[], characters: readonly string[], alphabet: readonly string[]): Float32Array[] {
  const entryOf = new Map(alphabet.flatMap((entry, i) => [...entry].map((character) => [character, i + 1] as const)));
  const targets = [0, ...characters.map((character) => entryOf.get(character) ?? 0)];
  return steps.map((step) => {
    const pooled = new Float32Array(alphabet.length + 1);
    step.forEach((value, i) => (pooled[targets[i]!]! += Math.exp(value)));
    return pooled;
  });
}
