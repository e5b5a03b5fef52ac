/**
 * How likely a letter follows others, from the texts that the recogniser learned from (training/recogniser/letters.py):
 * runs of up to five signs, without case and with all digits as one, where an unseen run falls back on a shorter one;
 * and how case goes on, which is a rule of thumb. A decoder that doubts between B and 8 is told by it what stands around.
 */

/** What of the text so far matters for what follows. */
export interface Before {
  /** The last signs as a number, a sign a digit. */
  readonly recent: number;
  /** Letters of the word so far, and whether all are capitals. */
  readonly wordLetters: number;
  readonly wordCapitals: boolean;
  /** Letters of the line so far, and how many are capitals. */
  readonly letters: number;
  readonly capitals: number;
}

export interface LetterModel {
  readonly start: Before;
  /** Logarithm of the likelihood that a character comes next. */
  likelihood(before: Before, next: string): number;
  and(before: Before, next: string): Before;
}

const KEY_BYTES = 5;
const BASE = 128;
/** Bytes stand for logarithms in these steps. */
const [LIKELIHOOD_STEPS, WEIGHT_STEPS] = [16, 32];
/** Of a sign that no text had. */
const UNSEEN = -12;
/** How likely a capital is: after a word of capitals alone, after one capital in a line of capitals, in another line and in a new one, after a small letter, and at a beginning. */
const CAPITAL = { afterCapitals: 0.97, inCapitals: 0.9, inSmall: 0.2, afterFirst: 0.6, afterSmall: 0.02, first: 0.5 };
/** A line with so many letters says by them whether it is one of capitals, where so large a share is. */
const [TELLING_LETTERS, MOSTLY] = [3, 0.8];

const isDigit = (character: string): boolean => character >= '0' && character <= '9';
const isLetter = (character: string): boolean => character.toLowerCase() !== character.toUpperCase();
const isCapital = (character: string): boolean => character !== character.toLowerCase();

export function parseLetterModel(bytes: Uint8Array): LetterModel {
  const headEnd = bytes.indexOf(10);
  const { symbols, order, count } = JSON.parse(new TextDecoder().decode(bytes.subarray(0, headEnd))) as { symbols: string; order: number; count: number };
  if (bytes.length !== headEnd + 1 + count * (KEY_BYTES + 2)) throw new Error('The file of letters that follow letters is not whole.');
  const keys = new Float64Array(count);
  const at = new DataView(bytes.buffer, bytes.byteOffset + headEnd + 1);
  for (let i = 0; i < count; i++) keys[i] = at.getUint32(i * KEY_BYTES, true) + at.getUint8(i * KEY_BYTES + 4) * 2 ** 32;
  const likelihoods = bytes.subarray(headEnd + 1 + count * KEY_BYTES, headEnd + 1 + count * (KEY_BYTES + 1));
  const weights = bytes.subarray(headEnd + 1 + count * (KEY_BYTES + 1));
  const numbers = new Map([...symbols].map((symbol, i) => [symbol, i + 1]));
  const numberOf = (character: string): number => numbers.get(isDigit(character) ? '0' : character.toLowerCase()) ?? 0;

  const indexOf = (key: number): number => {
    let [low, high] = [0, count];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (keys[middle]! < key) low = middle + 1;
      else high = middle;
    }
    return keys[low] === key ? low : -1;
  };

  const signLikelihood = (recent: number, sign: number): number => {
    let passed = 0;
    for (let size = BASE ** (order - 1); size >= 1; size /= BASE) {
      const before = recent % size;
      // A shorter past than this run needs: the beginning of a line.
      if (size > 1 && before < size / BASE) continue;
      const run = indexOf(before * BASE + sign);
      if (run >= 0) return passed - likelihoods[run]! / LIKELIHOOD_STEPS;
      const past = size === 1 ? -1 : indexOf(before);
      if (past >= 0) passed -= weights[past]! / WEIGHT_STEPS;
    }
    return UNSEEN;
  };

  return {
    start: { recent: numberOf(' '), wordLetters: 0, wordCapitals: true, letters: 0, capitals: 0 },
    likelihood(before, next) {
      const likelihood = signLikelihood(before.recent, numberOf(next));
      if (isDigit(next)) return likelihood - Math.log(10);
      if (!isLetter(next)) return likelihood;
      const capital = capitalAfter(before);
      return likelihood + Math.log(isCapital(next) ? capital : 1 - capital);
    },
    and(before, next) {
      const recent = (before.recent * BASE + numberOf(next)) % BASE ** (order - 1);
      const isWordEnd = next.trim() === '';
      if (!isLetter(next)) return { ...before, recent, ...isWordEnd && { wordLetters: 0, wordCapitals: true } };
      return { recent, wordLetters: before.wordLetters + 1, wordCapitals: before.wordCapitals && isCapital(next), letters: before.letters + 1, capitals: before.capitals + (isCapital(next) ? 1 : 0) };
    },
  };
}

function capitalAfter({ wordLetters, wordCapitals, letters, capitals }: Before): number {
  if (wordLetters === 0) return CAPITAL.first;
  if (!wordCapitals) return CAPITAL.afterSmall;
  if (wordLetters > 1) return CAPITAL.afterCapitals;
  return letters <= TELLING_LETTERS ? CAPITAL.afterFirst : capitals > letters * MOSTLY ? CAPITAL.inCapitals : CAPITAL.inSmall;
}
