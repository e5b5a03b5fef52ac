/** Compares texts by their letters: edits, similarity of words, and an index of texts to which read ones are compared. */

/** One row of the table, kept from call to call: words are compared by the million. */
let row = new Uint16Array(64);

/** Levenshtein distance between two words; a result above `maxEdits` only means that there are more edits. */
export function editDistance(a: string, b: string, maxEdits: number): number {
  if (Math.abs(a.length - b.length) > maxEdits) return maxEdits + 1;
  if (row.length <= b.length) row = new Uint16Array(2 * b.length);
  for (let j = 0; j <= b.length; j++) row[j] = j;
  for (let i = 1; i <= a.length; i++) {
    const letter = a.charCodeAt(i - 1);
    let diagonal = i - 1;
    let left = i;
    let rowMin = i;
    row[0] = i;
    for (let j = 1; j <= b.length; j++) {
      const above = row[j]!;
      left = Math.min(above + 1, left + 1, letter === b.charCodeAt(j - 1) ? diagonal : diagonal + 1);
      diagonal = above;
      row[j] = left;
      if (left < rowMin) rowMin = left;
    }
    if (rowMin > maxEdits) return maxEdits + 1;
  }
  return row[b.length]!;
}

/** A bit for each letter: texts with few common letters need not be compared. */
function letterMask(letters: string): number {
  let mask = 0;
  for (let i = 0; i < letters.length; i++) mask |= 1 << (letters.charCodeAt(i) & 31);
  return mask;
}

/** Sums of two, four and then eight bits; the product adds up its bytes. */
function countBits(mask: number): number {
  const pairs = mask - ((mask >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

interface SimilarText<T> {
  of: T;
  text: string;
  edits: number;
}

interface Entry<T> {
  of: T;
  text: string;
  mask: number;
  allowed: number;
}

/**
 * Texts to which a read one is compared: words, or phrases without spaces. `allowedEdits` says how many letters of a text of some length
 * may be wrong.
 */
export class SimilarTexts<T> {
  readonly #byLength: ReadonlyMap<number, readonly Entry<T>[]>;
  readonly #maxEdits: number;

  constructor(texts: Iterable<readonly [text: string, of: T]>, allowedEdits: (length: number) => number) {
    const entries = Array.from(texts, ([text, of]) => ({ of, text, mask: letterMask(text), allowed: allowedEdits(text.length) }));
    this.#byLength = Map.groupBy(entries, ({ text }) => lengthKey(text, text.length));
    this.#maxEdits = entries.reduce((most, { allowed }) => Math.max(most, allowed), 0);
  }

  /** `maxEdits` is the limit that the read text sets. */
  find(read: string, maxEdits = this.#maxEdits): readonly SimilarText<T>[] {
    const mask = letterMask(read);
    const found: SimilarText<T>[] = [];
    for (let length = read.length - maxEdits; length <= read.length + maxEdits; length++) {
      const change = Math.abs(read.length - length);
      for (const entry of this.#byLength.get(lengthKey(read, length)) ?? NONE) {
        const allowed = Math.min(entry.allowed, maxEdits);
        if (change > allowed || countBits(mask ^ entry.mask) > 2 * allowed) continue;
        const { of, text } = entry;
        const edits = read === text ? 0 : allowed === 0 ? Infinity : editDistance(read, text, allowed);
        if (edits <= allowed) found.push({ of, text, edits });
      }
    }
    return found;
  }
}

const NONE: readonly never[] = [];

/** Texts are compared with those of their script: the upper byte of the first letter. */
const lengthKey = (text: string, length: number): number => ((text.charCodeAt(0) >> 8) << 8) + length;

/** From 0 to 1: equal, abbreviated, or with one or two wrong letters; both words must be normalized. */
export function wordSimilarity(read: string, expected: string): number {
  if (read === expected) return 1;
  if (expected.length >= 4 && read.length >= 3 && expected.startsWith(read)) return 0.8;
  if (read.length >= 6 && expected.endsWith(read)) return 0.8;
  if (read.length < 3 || expected.length < 4) return 0;
  const maxEdits = expected.length >= 8 ? 2 : 1;
  if (Math.abs(read.length - expected.length) > maxEdits) return 0;
  const edits = editDistance(read, expected, maxEdits);
  return edits > maxEdits ? 0 : 1 - (0.8 * edits) / expected.length;
}
