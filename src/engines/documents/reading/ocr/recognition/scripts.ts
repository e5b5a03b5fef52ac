/**
 * Which script a line is in, and how lines of scripts that the recognizer cannot read are completed. The recognizer has one
 * character for each group of letters it knows by sight only; they tell who has to read the line, and never get out as text.
 */
import { splitAt } from '../../../../shared/collections.ts';
import type { ReadLetter, ReadWord, Reading } from './readings.ts';
import { wordText } from './readings.ts';

/** Characters of the recognizer that stand for letters it cannot read. */
const PLACEHOLDERS = { han: '\ue000', kana: '\ue001', hangul: '\ue002', other: '\ue003' } as const;
const ANY_PLACEHOLDER = /[\ue000-\ue003]/gu;

/**
 * Scripts that the recognizer cannot read, by the network that does: `cjk` is Korean, Chinese and Japanese, `other` Arabic, Hebrew, Thai,
 * Armenian, Georgian and scripts of India.
 */
export type Script = 'cjk' | 'other';

/** `none` if the recognizer can read the line. */
export type LineScript = Script | 'none';

/** One placeholder in a longer line is a misread letter or a sign. */
const MIN_PLACEHOLDERS = 2;
const MIN_SHARE = 0.3;

/** The script of a line by what the recognizer read. */
export function scriptOf(text: string): LineScript {
  const count = (...characters: string[]): number => characters.reduce((sum, character) => sum + text.split(character).length - 1, 0);
  const [cjk, other] = [count(PLACEHOLDERS.han, PLACEHOLDERS.kana, PLACEHOLDERS.hangul), count(PLACEHOLDERS.other)];
  const letters = [...text.replace(/\s/gu, '')].length;
  if (cjk + other === 0 || (cjk + other < MIN_PLACEHOLDERS && cjk + other < MIN_SHARE * letters)) return 'none';
  return other > cjk ? 'other' : 'cjk';
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
