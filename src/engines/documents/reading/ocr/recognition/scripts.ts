/**
 * Which script a line is in, and how lines of scripts that the recognizer cannot read are completed. The recognizer has one
 * character for each group of letters it knows by sight only; they tell who has to read the line, and never get out as text.
 */
import characters from './chinese-characters.json' with { type: 'json' };
import { splitAt } from '../../../../shared/collections.ts';
import type { ReadLetter, ReadWord, Reading } from './readings.ts';
import { wordText } from './readings.ts';

/** Characters of the recognizer that stand for letters it cannot read. */
const PLACEHOLDERS = { han: '\ue000', kana: '\ue001', hangul: '\ue002', other: '\ue003' } as const;
const ANY_PLACEHOLDER = /[\ue000-\ue003]/gu;

/**
 * Scripts that have their own readers. Which Chinese it is shows only once it is read; Japanese has a second reader for what
 * the first is uncertain about; Arabic, Hebrew, Thai, Armenian, Georgian and scripts of India share one.
 */
export type Script = 'japanese' | 'uncertain Japanese' | 'korean' | 'chinese' | 'traditional Chinese' | 'other';

/** `none` if the recognizer can read the line, `other` for the scripts that share a network (Arabic, Devanagari, Thai and so on). */
export type LineScript = 'japanese' | 'korean' | 'chinese' | 'none' | 'other';

/** One placeholder in a longer line is a misread letter or a sign. */
const MIN_PLACEHOLDERS = 2;
const MIN_SHARE = 0.3;
/** Han characters are often taken for kana (口 ロ, 二 ニ): a page is Japanese if it has more of these. */
const JAPANESE_PAGE = { kana: 2, share: 0.05 };
/** So much kana makes a line Japanese on any page. */
const JAPANESE_LINE = 0.3;

interface Counts {
  han: number;
  kana: number;
  hangul: number;
  other: number;
  letters: number;
}

function countLetters(text: string): Counts {
  const count = (character: string): number => text.split(character).length - 1;
  return {
    han: count(PLACEHOLDERS.han),
    kana: count(PLACEHOLDERS.kana),
    hangul: count(PLACEHOLDERS.hangul),
    other: count(PLACEHOLDERS.other),
    letters: [...text.replace(/\s/gu, '')].length,
  };
}

/** The scripts of the lines of a page by what the recognizer read. */
export function scriptsOf(texts: readonly string[]): LineScript[] {
  const lines = texts.map(countLetters);
  const [han, kana] = [lines.reduce((sum, line) => sum + line.han, 0), lines.reduce((sum, line) => sum + line.kana, 0)];
  const isJapanesePage = kana >= JAPANESE_PAGE.kana && kana >= JAPANESE_PAGE.share * (han + kana);
  return lines.map((line): LineScript => {
    const placeholders = line.han + line.kana + line.hangul + line.other;
    if (placeholders === 0 || (placeholders < MIN_PLACEHOLDERS && placeholders < MIN_SHARE * line.letters)) return 'none';
    const ideographs = line.han + line.kana;
    if (line.other > ideographs + line.hangul) return 'other';
    if (line.hangul > ideographs) return 'korean';
    return isJapanesePage || line.kana >= JAPANESE_LINE * ideographs ? 'japanese' : 'chinese';
  });
}

/** What the recognizer could read: one placeholder in a longer word is left out, other words with placeholders as a whole. */
export function withoutPlaceholders<Word extends ReadWord>(reading: readonly Word[]): Word[] {
  return reading.flatMap((word) => {
    const count = wordText(word).match(ANY_PLACEHOLDER)?.length ?? 0;
    if (count === 0) return [word];
    const letters = word.letters.filter(({ text }) => text.replace(ANY_PLACEHOLDER, '') !== '');
    return count === 1 && letters.length >= 3 ? [{ ...word, letters }] : [];
  });
}

/** Below this, another reader's view of a word counts more than the recognizer's. */
const SURE = 0.7;
/** Numbers, and words of at least two letters. */
const PLAIN_WORD = /\d|\p{L}{2}/u;

/** The words of a line in another script that the recognizer has read itself. */
export const ownWords = (reading: Reading): ReadWord[] =>
  withoutPlaceholders(reading).filter((word) => word.probability >= SURE && PLAIN_WORD.test(wordText(word)));

/** The other reader's words, and between them those the recognizer is better at: numbers and Latin words that stand alone. */
export function completeReading(own: readonly ReadWord[], other: Reading): Reading {
  const ranges = own.map(({ letters }) => ({ from: letters[0]!.left, to: letters.at(-1)!.right }));
  const isOwn = ({ left, right }: ReadLetter): boolean =>
    ranges.some(({ from, to }) => (left + right) / 2 > from && (left + right) / 2 < to);
  const rest = other.flatMap(({ letters, probability }) => splitAt(letters, isOwn).map((part) => ({ letters: part, probability })));
  return [...own, ...rest].sort((a, b) => a.letters[0]!.left - b.letters[0]!.left);
}

/** A letter along the line with its probability; a space is one too. */
export interface ScriptLetter {
  text: string;
  /** Its middle. */
  x: number;
  probability: number;
}

/** A letter below this is worth a second look. */
const UNCERTAIN = 0.8;
export const isUncertain = (letters: readonly ScriptLetter[]): boolean => letters.some(({ probability }) => probability < UNCERTAIN);

/** Uncertain letters of the first reading are replaced by those of the second that are more certain; their places are kept. */
export function replaceUncertain(first: readonly ScriptLetter[], second: readonly ScriptLetter[]): ScriptLetter[] {
  const others = second.filter(({ text }) => text.trim() !== '');
  const partners = alignLetters(first, others);
  return first.map((letter, i) => {
    const other = partners[i] === undefined ? undefined : others[partners[i]!]!;
    const isBetter = other !== undefined && letter.probability < UNCERTAIN && other.probability > letter.probability;
    return isBetter ? { ...other, x: letter.x } : letter;
  });
}

/** For each letter the index of its partner in the other reading, by the cheapest edit; spaces have none. */
function alignLetters(first: readonly ScriptLetter[], second: readonly ScriptLetter[]): (number | undefined)[] {
  const width = second.length + 1;
  const substitution = (i: number, j: number): number =>
    first[i]!.text === second[j]!.text ? 0 : first[i]!.text.trim() === '' ? Infinity : 1;
  const cost = new Float64Array((first.length + 1) * width);
  for (let i = 0; i <= first.length; i++) {
    for (let j = 0; j <= second.length; j++) {
      cost[i * width + j] =
        i === 0 || j === 0
          ? i + j
          : Math.min(
              cost[(i - 1) * width + j - 1]! + substitution(i - 1, j - 1),
              cost[(i - 1) * width + j]! + 1,
              cost[i * width + j - 1]! + 1,
            );
    }
  }
  const partners: (number | undefined)[] = first.map(() => undefined);
  for (let i = first.length, j = second.length; i > 0 && j > 0;) {
    const now = cost[i * width + j]!;
    if (now === cost[(i - 1) * width + j - 1]! + substitution(i - 1, j - 1)) partners[--i] = --j;
    else if (now === cost[(i - 1) * width + j]! + 1) i--;
    else j--;
  }
  return partners;
}

const IDEOGRAPH = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々〆・、。「」『』（）]/u;
/** A gap between ideographs that separates words, in heights of the line. Headings are often spaced out. */
const WIDE_GAP = 2.6;

/**
 * Which letters end words: Chinese and Japanese have no spaces between words, so that spaces of a reader count only beside
 * other letters, and between ideographs a wide gap does.
 */
export function markSpaces(letters: readonly ScriptLetter[], height: number): ScriptLetter[] {
  const result: ScriptLetter[] = [];
  let space: ScriptLetter | undefined;
  for (const letter of letters) {
    if (letter.text.trim() === '') {
      space = letter;
      continue;
    }
    const last = result.at(-1);
    if (last !== undefined) {
      const areIdeographs = IDEOGRAPH.test(last.text) && IDEOGRAPH.test(letter.text);
      if (letter.x - last.x > WIDE_GAP * height || (space !== undefined && !areIdeographs))
        result.push(space ?? { text: ' ', x: (last.x + letter.x) / 2, probability: 1 });
    }
    space = undefined;
    result.push(letter);
  }
  return result;
}

/** Full-width letters, digits and signs as ordinary ones: which of them was printed cannot be seen. */
export const toHalfWidth = (text: string): string =>
  text.replace(/[\uff01-\uff5e]/gu, (character) => String.fromCharCode(character.charCodeAt(0) - 0xfee0)).replaceAll('￥', '¥');

/** Common characters that differ. */
const TRADITIONAL: ReadonlySet<string> = new Set(characters.traditional);
const SIMPLIFIED: ReadonlySet<string> = new Set(characters.simplified);

/** Whether Chinese text is written in traditional characters. A reader of simplified ones knows many of them, but not all. */
export function isTraditional(texts: readonly string[]): boolean {
  const all = texts.flatMap((text) => [...text]);
  const traditional = all.filter((character) => TRADITIONAL.has(character)).length;
  return traditional >= 2 && traditional > all.filter((character) => SIMPLIFIED.has(character)).length;
}
