/**
 * Numbers as they are written or spoken: "415 555 0132", "four one five double five five", "AB-12 90". A run is a maximal sequence of
 * digits, number words and single letters, with the separators that people put between them.
 */
import type { Word } from './words.ts';
import wordLists from './words.json' with { type: 'json' };

export interface NumberRun {
  /** Indexes of its first word and after its last. */
  first: number;
  last: number;
  start: number;
  end: number;
  /** Its digits, with spoken ones written. */
  digits: string;
  letters: number;
  /** Whether any digit was a word. */
  isSpoken: boolean;
}

const DIGITS: Readonly<Record<string, string>> = wordLists.digits;
const TEENS: Readonly<Record<string, string>> = Object.fromEntries(
  ['ten', 'eleven', 'twelve', 'thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen'].map((word, i) => [
    word,
    String(10 + i),
  ]),
);
const TENS: Readonly<Record<string, string>> = Object.fromEntries(
  ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'].map((word, i) => [word, String(2 + i)]),
);
const REPEATS: Readonly<Record<string, number>> = { double: 2, triple: 3 };
const SPOKEN_SEPARATORS = new Set(['dash', 'hyphen', 'slash', 'space']);
const SEPARATORS = new Set(['-', '–', '.', '(', ')', '/', ',', '+', '#', '‑']);
const ALPHABET = new Set(
  (
    'alpha alfa bravo charlie delta echo foxtrot golf hotel india juliet juliett kilo lima mike november oscar papa quebec romeo sierra ' +
    'tango uniform victor whiskey xray yankee zulu'
  ).split(' '),
);
/** Words that are letters only between other parts of a number. */
const WORDS_OF_ONE_LETTER = new Set(['a', 'i', 'o']);

const own = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined => (Object.hasOwn(table, key) ? table[key] : undefined);

interface Part {
  /** Words that it takes. */
  count: number;
  digits: string;
  letters: number;
  isSpoken: boolean;
}

/** The part of a number that starts at a word, if any. `previous` holds the digits of the part before. */
function partAt(words: readonly Word[], i: number, previous: string): Part | undefined {
  const { lower, kind } = words[i]!;
  if (kind === 'digits') return { count: 1, digits: words[i]!.text, letters: 0, isSpoken: false };
  if (kind !== 'letters') return undefined;
  const next = words[i + 1]?.lower ?? '';
  const times = own(REPEATS, lower);
  if (times !== undefined) {
    const digit = own(DIGITS, next) ?? (/^\d$/.test(next) ? next : undefined);
    return digit === undefined ? undefined : { count: 2, digits: digit.repeat(times), letters: 0, isSpoken: true };
  }
  const spoken = (digits: string, count = 1): Part => ({
    count,
    digits,
    letters: 0,
    isSpoken: true,
  });
  const digit = own(DIGITS, lower);
  // OH is a state.
  if (digit !== undefined && words[i]!.text !== 'OH') return spoken(digit);
  const teen = own(TEENS, lower);
  if (teen !== undefined) return spoken(teen);
  const tens = own(TENS, lower);
  if (tens !== undefined) {
    const isHyphenated = next === '-' && words[i + 2] !== undefined;
    const unit = own(DIGITS, isHyphenated ? words[i + 2]!.lower : next);
    return unit !== undefined && unit !== '0' && next !== 'o' ? spoken(tens + unit, isHyphenated ? 3 : 2) : spoken(`${tens}0`);
  }
  if (lower === 'hundred' && /^\d{1,2}$/.test(previous)) return spoken('00');
  if (lower === 'thousand' && /^\d{1,3}$/.test(previous)) return spoken('000');
  return letterAt(words, i);
}

/** A letter: written alone, joined to digits, by its name, or with a word that starts with it ("b as in boy"). */
function letterAt(words: readonly Word[], i: number): Part | undefined {
  const { lower, text } = words[i]!;
  const letter = (count: number, letters = 1): Part => ({
    count,
    digits: '',
    letters,
    isSpoken: false,
  });
  if (lower.length === 1) return words[i + 1]?.lower === 'as' && words[i + 2]?.lower === 'in' && words[i + 3] ? letter(4) : letter(1);
  if (ALPHABET.has(lower)) return letter(1);
  const isNextToDigits = isJoinedToDigits(words, i, -1) || isJoinedToDigits(words, i, 1);
  return isNextToDigits && text.length <= 6 && !UNITS.has(lower) ? letter(1, text.length) : undefined;
}

/** Whether digits come right before or after a word, or a hyphen and digits do. */
function isJoinedToDigits(words: readonly Word[], i: number, step: 1 | -1): boolean {
  const isJoined = (at: number): boolean => (step === 1 ? words[at]?.isJoined : words[at + 1]?.isJoined) ?? false;
  if (!isJoined(i + step)) return false;
  if (words[i + step]?.kind === 'digits') return true;
  return words[i + step]?.text === '-' && isJoined(i + 2 * step) && words[i + 2 * step]?.kind === 'digits';
}

/** Endings of numbers that make them ordinals, times or measures. */
const UNITS = new Set(
  'st nd rd th am pm k m km cm mm kg g lb lbs oz gb mb tb kb ghz mhz hz ml l s x p h min mins hr hrs w v in ft'.split(' '),
);

export function findNumberRuns(words: readonly Word[]): NumberRun[] {
  const runs: NumberRun[] = [];
  for (let i = 0; i < words.length;) {
    const { run, last } = readRun(words, i);
    if (run) runs.push(run);
    i = Math.max(last, i + 1);
  }
  return runs;
}

/** Digits of a written number that is complete, so that a comma ends it. */
const COMPLETE_DIGITS = 7;

/** The run that starts at a word, if it has digits, and where the search goes on. */
function readRun(words: readonly Word[], first: number): { run?: NumberRun | undefined; last: number } {
  let [digits, letters, isSpoken, last, previous] = ['', 0, false, first, ''];
  for (let i = first; i < words.length;) {
    const part = partAt(words, i, previous);
    if (part) {
      digits += part.digits;
      letters += part.letters;
      isSpoken ||= part.isSpoken;
      previous = part.digits;
      i += part.count;
      last = i;
      continue;
    }
    const { lower, kind } = words[i]!;
    if (kind === 'other' ? !SEPARATORS.has(lower) : !SPOKEN_SEPARATORS.has(lower)) break;
    if (digits === '' && letters === 0 && !'+(#'.includes(lower)) break;
    if (lower === ',' && !isSpoken && digits.length >= COMPLETE_DIGITS) break;
    if (lower === '.' && !words[i + 1]?.isJoined && !isSpoken) break;
    // At most two separators in a row: ") -".
    if (i - last >= 2) break;
    i++;
  }
  return {
    last,
    run:
      digits === ''
        ? undefined
        : trimRun(words, {
            first,
            last,
            start: 0,
            end: 0,
            digits,
            letters,
            isSpoken,
          }),
  };
}

/** Leaves out articles and pronouns at the ends, and opening signs that belong to nothing. */
function trimRun(words: readonly Word[], run: NumberRun): NumberRun | undefined {
  let { first, last, letters } = run;
  const isLoose = (i: number): boolean => WORDS_OF_ONE_LETTER.has(words[i]!.lower) && words[i]!.text !== words[i]!.text.toUpperCase();
  const isPronoun = (i: number): boolean => words[i]!.lower === 'i';
  const isSpelled = (i: number): boolean => i + 1 < last && words[i]!.lower === 'a' && words[i + 1]!.lower.length === 1;
  while (
    first < last &&
    words[first]!.kind === 'letters' &&
    (isLoose(first) || isPronoun(first)) &&
    !words[first + 1]?.isJoined &&
    !isSpelled(first)
  ) {
    first++;
    letters--;
  }
  while (last > first && words[last - 1]!.kind === 'letters' && (isLoose(last - 1) || isPronoun(last - 1)) && !words[last - 1]!.isJoined) {
    last--;
    letters--;
  }
  while (first < last && words[first]!.kind === 'other' && !'+('.includes(words[first]!.text)) first++;
  if (first >= last) return undefined;
  return {
    ...run,
    first,
    last,
    letters: Math.max(0, letters),
    start: words[first]!.start,
    end: words[last - 1]!.end,
  };
}
