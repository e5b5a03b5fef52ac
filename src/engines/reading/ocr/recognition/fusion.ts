/**
 * Several readings of one line made into one. Readings are aligned letter by letter and cut where all of them have a
 * space; of each stretch between, the text with the highest posterior is kept:
 *
 *   log P(text) = Σ log p(i) over readings that say it + Σ log((1 - p(i)) · ERROR) over those that do not
 *
 * where p(i) is how often such a word of that engine is right, and ERROR how likely two errors are the same. "None of
 * them" stands among the candidates, so that the posterior of the winner is a confidence.
 */
export interface Sign { text: string; left: number; right: number }

/** A word with its signs along the line and how likely it is right. */
export interface ReadWord { signs: Sign[]; probability: number }

export type Reading = readonly ReadWord[];

const ERROR = 0.04;
const SPACE = ' ';

interface Flat { text: string[]; word: number[] }

export const textOf = ({ signs }: ReadWord): string => signs.map(({ text }) => text).join('');

/** How likely a line is right, as the mean over its letters. */
export function surenessOf(reading: Reading): number {
  const letters = reading.reduce((sum, { signs }) => sum + signs.length, 0);
  return reading.reduce((sum, { probability, signs }) => sum + probability * signs.length, 0) / Math.max(1, letters);
}

export function fuse(readings: readonly Reading[]): Reading {
  const [base, ...others] = readings.filter((reading) => reading.length > 0);
  if (base === undefined) return [];
  const silent = readings.length - 1 - others.length;
  if (others.length === 0) return silent === 0 ? base : base.map((word) => ({ ...word, probability: word.probability * (1 - 0.5 * silent / readings.length) }));
  const maps = others.map((other) => spacesAlike(base, other));
  const fused: ReadWord[] = [];
  let start = 0;
  const starts = others.map(() => 0);
  for (let end = 1; end <= base.length; end++) {
    const ends = maps.map((map, i) => end === base.length ? others[i]!.length : map.get(end));
    if (!ends.every((at) => at !== undefined)) continue;
    fused.push(...best([base.slice(start, end), ...others.map((other, i) => other.slice(starts[i], ends[i]))]));
    start = end;
    ends.forEach((at, i) => { starts[i] = at; });
  }
  return fused;
}

function best(candidates: readonly Reading[]): Reading {
  const texts = candidates.map((words) => words.map(textOf).join(SPACE));
  const right = candidates.map((words) => Math.min(0.9999, Math.max(0.0001, words.reduce((all, { probability }) => all * probability, 1))));
  const scores = new Map<string, number>();
  for (const text of texts) scores.set(text, texts.reduce((sum, other, i) => sum + Math.log(other === text ? right[i]! : (1 - right[i]!) * ERROR), 0));
  const none = right.reduce((sum, p) => sum + Math.log(1 - p), 0);
  const [winner, score] = [...scores].reduce((a, b) => b[1] > a[1] ? b : a);
  const total = Math.exp(none) + [...scores.values()].reduce((sum, value) => sum + Math.exp(value), 0);
  const words = candidates[texts.indexOf(winner)]!;
  const probability = (Math.exp(score) / total) ** (1 / Math.max(1, words.length));
  return words.map((word) => ({ ...word, probability }));
}

/** Numbers of words of `base` before which there is a space that `other` has too, with the number of the word after it there. */
function spacesAlike(base: Reading, other: Reading): Map<number, number> {
  const [a, b] = [flat(base), flat(other)];
  const found = new Map<number, number>();
  for (const [i, j] of aligned(a.text, b.text)) {
    if (a.text[i] === SPACE && b.text[j] === SPACE) found.set(a.word[i]!, b.word[j]!);
  }
  return found;
}

/** The letters of all words with a space between, and the word that each belongs to: a space to the one after it. */
function flat(reading: Reading): Flat {
  const all: Flat = { text: [], word: [] };
  reading.forEach(({ signs }, word) => {
    for (const text of [...word > 0 ? [SPACE] : [], ...signs.map((sign) => sign.text)]) {
      all.text.push(text);
      all.word.push(word);
    }
  });
  return all;
}

/** Pairs of places that the shortest edit keeps or exchanges. A space is never exchanged for a letter. */
function aligned(a: readonly string[], b: readonly string[]): [number, number][] {
  const width = b.length + 1;
  const cost = new Int32Array((a.length + 1) * width);
  const exchange = (i: number, j: number): number => a[i] === b[j] ? 0 : a[i] === SPACE || b[j] === SPACE ? 5 : a[i]!.toLowerCase() === b[j]!.toLowerCase() ? 1 : 2;
  const skip = 2;
  for (let i = 0; i <= a.length; i++) {
    for (let j = 0; j <= b.length; j++) {
      if (i === 0 || j === 0) cost[i * width + j] = (i + j) * skip;
      else cost[i * width + j] = Math.min(cost[(i - 1) * width + j - 1]! + exchange(i - 1, j - 1), cost[(i - 1) * width + j]! + skip, cost[i * width + j - 1]! + skip);
    }
  }
  const pairs: [number, number][] = [];
  for (let i = a.length, j = b.length; i > 0 && j > 0;) {
    const now = cost[i * width + j]!;
    if (now === cost[(i - 1) * width + j - 1]! + exchange(i - 1, j - 1)) pairs.push([--i, --j]);
    else if (now === cost[(i - 1) * width + j]! + skip) i--;
    else j--;
  }
  return pairs.reverse();
}
