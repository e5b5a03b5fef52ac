/**
 * Fuses several readings of one line. Readings are aligned letter by letter and split where all of them have a space; for
 * each segment the text with the highest posterior is kept:
 *
 *   log P(text) = Σ log p(i) over readings that say it + Σ log((1 - p(i)) · ERROR) over those that do not
 *
 * where p(i) is how often such a word of that engine is right, and ERROR the probability that two errors are the same.
 * "None of them" is among the candidates, so that the posterior of the winner is a confidence.
 */
export interface ReadLetter {
  text: string;
  left: number;
  right: number;
}

/** A word with its letters along the line and the probability that it is right. */
export interface ReadWord {
  letters: ReadLetter[];
  probability: number;
}

export type Reading = readonly ReadWord[];

const ERROR = 0.04;
const SPACE = ' ';

interface Flat {
  text: string[];
  word: number[];
}

export const wordText = ({ letters }: ReadWord): string => letters.map(({ text }) => text).join('');

/** The mean probability over the letters of a line. */
export function meanProbability(reading: Reading): number {
  const count = reading.reduce((sum, { letters }) => sum + letters.length, 0);
  return reading.reduce((sum, { probability, letters }) => sum + probability * letters.length, 0) / Math.max(1, count);
}

export function fuse(readings: readonly Reading[]): Reading {
  const [base, ...others] = readings.filter((reading) => reading.length > 0);
  if (base === undefined) return [];
  const silent = readings.length - 1 - others.length;
  if (others.length === 0)
    return silent === 0 ? base : base.map((word) => ({ ...word, probability: word.probability * (1 - (0.5 * silent) / readings.length) }));
  const maps = others.map((other) => commonSpaces(base, other));
  const fused: ReadWord[] = [];
  let start = 0;
  const starts = others.map(() => 0);
  for (let end = 1; end <= base.length; end++) {
    const ends = maps.map((map, i) => (end === base.length ? others[i]!.length : map.get(end)));
    if (!ends.every((at) => at !== undefined)) continue;
    fused.push(...best([base.slice(start, end), ...others.map((other, i) => other.slice(starts[i], ends[i]))]));
    start = end;
    ends.forEach((at, i) => {
      starts[i] = at;
    });
  }
  return fused;
}

function best(candidates: readonly Reading[]): Reading {
  const texts = candidates.map((words) => words.map(wordText).join(SPACE));
  const right = candidates.map((words) =>
    Math.min(
      0.9999,
      Math.max(
        0.0001,
        words.reduce((all, { probability }) => all * probability, 1),
      ),
    ),
  );
  const scores = new Map<string, number>();
  for (const text of texts)
    scores.set(
      text,
      texts.reduce((sum, other, i) => sum + Math.log(other === text ? right[i]! : (1 - right[i]!) * ERROR), 0),
    );
  const none = right.reduce((sum, p) => sum + Math.log(1 - p), 0);
  const [winner, score] = [...scores].reduce((a, b) => (b[1] > a[1] ? b : a));
  const total = Math.exp(none) + [...scores.values()].reduce((sum, value) => sum + Math.exp(value), 0);
  const words = candidates[texts.indexOf(winner)]!;
  const probability = (Math.exp(score) / total) ** (1 / Math.max(1, words.length));
  return words.map((word) => ({ ...word, probability }));
}

/** Spaces that both readings have: the index of the following word in `base`, mapped to that in `other`. */
function commonSpaces(base: Reading, other: Reading): Map<number, number> {
  const [a, b] = [flattenReading(base), flattenReading(other)];
  const found = new Map<number, number>();
  for (const [i, j] of alignLetters(a.text, b.text)) {
    if (a.text[i] === SPACE && b.text[j] === SPACE) found.set(a.word[i]!, b.word[j]!);
  }
  return found;
}

/** The letters of all words with spaces between, and the word each belongs to; a space belongs to the word after it. */
function flattenReading(reading: Reading): Flat {
  const all: Flat = { text: [], word: [] };
  reading.forEach(({ letters }, word) => {
    for (const text of [...(word > 0 ? [SPACE] : []), ...letters.map((sign) => sign.text)]) {
      all.text.push(text);
      all.word.push(word);
    }
  });
  return all;
}

/** Index pairs matched or substituted by the cheapest edit. A space is practically never substituted for a letter. */
function alignLetters(a: readonly string[], b: readonly string[]): [number, number][] {
  const width = b.length + 1;
  const cost = new Int32Array((a.length + 1) * width);
  const substitutionCost = (i: number, j: number): number =>
    a[i] === b[j] ? 0 : a[i] === SPACE || b[j] === SPACE ? 5 : a[i]!.toLowerCase() === b[j]!.toLowerCase() ? 1 : 2;
  const skip = 2;
  for (let i = 0; i <= a.length; i++) {
    for (let j = 0; j <= b.length; j++) {
      if (i === 0 || j === 0) cost[i * width + j] = (i + j) * skip;
      else
        cost[i * width + j] = Math.min(
          cost[(i - 1) * width + j - 1]! + substitutionCost(i - 1, j - 1),
          cost[(i - 1) * width + j]! + skip,
          cost[i * width + j - 1]! + skip,
        );
    }
  }
  const pairs: [number, number][] = [];
  for (let i = a.length, j = b.length; i > 0 && j > 0;) {
    const now = cost[i * width + j]!;
    if (now === cost[(i - 1) * width + j - 1]! + substitutionCost(i - 1, j - 1)) pairs.push([--i, --j]);
    else if (now === cost[(i - 1) * width + j]! + skip) i--;
    else j--;
  }
  return pairs.reverse();
}
