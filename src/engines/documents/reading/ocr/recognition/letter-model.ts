/**
 * A letter n-gram model from the recognizer's training texts (lab/training/recognizer/letters.py): up to five or more symbols, case
 * folded and all digits as one, with back-off to shorter contexts; and a heuristic for case. It helps the decoder choose
 * between letters that look alike, such as B and 8.
 */

/** The part of the text so far that matters for the next letter. */
export interface LetterContext {
  /** The last symbols as digits of a number. */
  readonly recent: number;
  /** Letters of the word so far, and whether all are upper case. */
  readonly wordLetters: number;
  readonly wordCapitals: boolean;
  /** Letters of the line so far, and how many are upper case. */
  readonly letters: number;
  readonly capitals: number;
}

export interface LetterModel {
  readonly start: LetterContext;
  /** The log probability that a character comes next. */
  logProbability(before: LetterContext, next: string): number;
  extend(before: LetterContext, next: string): LetterContext;
}

/** Bytes encode logarithms in steps of 1/16 and 1/32. */
const [LIKELIHOOD_STEPS, WEIGHT_STEPS] = [16, 32];
/** For symbols that did not occur in the training texts. */
const UNSEEN_LOG_PROBABILITY = -12;
/** The probability of an upper-case letter in different contexts. */
const CAPITAL = { afterCapitals: 0.97, inCapitals: 0.9, inSmall: 0.2, afterFirst: 0.6, afterSmall: 0.02, first: 0.5 };
/** From this many letters on, a line with this share of upper case counts as an upper-case line. */
const [MIN_LINE_LETTERS, UPPER_CASE_SHARE] = [3, 0.8];

const isDigit = (character: string): boolean => character >= '0' && character <= '9';
const isLetter = (character: string): boolean => character.toLowerCase() !== character.toUpperCase();
const isCapital = (character: string): boolean => character !== character.toLowerCase();

export function parseLetterModel(bytes: Uint8Array): LetterModel {
  const headEnd = bytes.indexOf(10);
  const {
    symbols,
    order,
    count,
    keyBytes = 5,
    bases = false,
    base = 128,
  } = JSON.parse(new TextDecoder().decode(bytes.subarray(0, headEnd))) as {
    symbols: string;
    order: number;
    count: number;
    keyBytes?: number;
    /** Whether letters that are no symbol count as their base letter. */
    bases?: boolean;
    /** More than the number of symbols: n-grams are numbers with symbols as digits. */
    base?: number;
  };
  const body = bytes.subarray(headEnd + 1);
  if (body.length !== count * (keyBytes + 2)) throw new Error('The letter model is truncated.');
  const keys = new Float64Array(count);
  for (let i = 0; i < count; i++) for (let byte = keyBytes - 1; byte >= 0; byte--) keys[i] = keys[i]! * 256 + body[i * keyBytes + byte]!;
  const likelihoods = body.subarray(count * keyBytes, count * (keyBytes + 1));
  const weights = body.subarray(count * (keyBytes + 1));
  const numbers = new Map([...symbols].map((symbol, i) => [symbol, i + 1]));
  const numberOf = (character: string): number => {
    const symbol = isDigit(character) ? '0' : character.toLowerCase();
    return numbers.get(symbol) ?? (bases ? numbers.get(symbol.normalize('NFD')[0]!) : undefined) ?? 0;
  };

  const indexOf = (key: number): number => {
    let [low, high] = [0, count];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (keys[middle]! < key) low = middle + 1;
      else high = middle;
    }
    return keys[low] === key ? low : -1;
  };

  const symbolLogProbability = (recent: number, sign: number): number => {
    let passed = 0;
    for (let size = base ** (order - 1); size >= 1; size /= base) {
      const before = recent % size;
      // The context is shorter than this n-gram: the start of a line.
      if (size > 1 && before < size / base) continue;
      const run = indexOf(before * base + sign);
      if (run >= 0) return passed - likelihoods[run]! / LIKELIHOOD_STEPS;
      const past = size === 1 ? -1 : indexOf(before);
      if (past >= 0) passed -= weights[past]! / WEIGHT_STEPS;
    }
    return UNSEEN_LOG_PROBABILITY;
  };

  return {
    start: { recent: numberOf(' '), wordLetters: 0, wordCapitals: true, letters: 0, capitals: 0 },
    logProbability(before, next) {
      const likelihood = symbolLogProbability(before.recent, numberOf(next));
      if (isDigit(next)) return likelihood - Math.log(10);
      if (!isLetter(next)) return likelihood;
      const capital = capitalAfter(before);
      return likelihood + Math.log(isCapital(next) ? capital : 1 - capital);
    },
    extend(before, next) {
      const recent = (before.recent * base + numberOf(next)) % base ** (order - 1);
      const isWordEnd = next.trim() === '';
      if (!isLetter(next)) return { ...before, recent, ...(isWordEnd && { wordLetters: 0, wordCapitals: true }) };
      return {
        recent,
        wordLetters: before.wordLetters + 1,
        wordCapitals: before.wordCapitals && isCapital(next),
        letters: before.letters + 1,
        capitals: before.capitals + (isCapital(next) ? 1 : 0),
      };
    },
  };
}

function capitalAfter({ wordLetters, wordCapitals, letters, capitals }: LetterContext): number {
  if (wordLetters === 0) return CAPITAL.first;
  if (!wordCapitals) return CAPITAL.afterSmall;
  if (wordLetters > 1) return CAPITAL.afterCapitals;
  return letters <= MIN_LINE_LETTERS ? CAPITAL.afterFirst : capitals > letters * UPPER_CASE_SHARE ? CAPITAL.inCapitals : CAPITAL.inSmall;
}
