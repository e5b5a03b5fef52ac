/** The order in which Arabic and Hebrew are read: networks read every line from left to right, as it is printed. */
import type { ReadLetter, ReadWord, Reading } from './readings.ts';
import { wordText } from './readings.ts';

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
/** Letters, not digits: numbers run from left to right in every script. */
const RIGHT_TO_LEFT_LETTERS = /(?!\p{N})[\p{Script=Arabic}\p{Script=Hebrew}]/gu;
const OTHER_LETTERS = /(?![\p{Script=Arabic}\p{Script=Hebrew}])\p{L}/gu;
/** A line runs from right to left if it has at least this share of such letters: names are often in Latin. */
const MIN_SHARE = 0.5;
/** A number with its signs. */
const NUMBER = /\p{N}(?:[.,:/٫٬-]?\p{N})*/gu;
const MIRRORED: Readonly<Record<string, string>> = {
  ...{ '(': ')', ')': '(', '[': ']', ']': '[', '{': '}', '}': '{' },
  ...{ '<': '>', '>': '<', '«': '»', '»': '«', '‹': '›', '›': '‹' },
};

/** The words of a line in reading order, each with its letters in reading order. Lines that run from left to right stay as they are. */
export function toReadingOrder(reading: Reading): Reading {
  const text = reading.map(wordText).join(' ');
  const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0;
  const own = count(RIGHT_TO_LEFT_LETTERS);
  if (own === 0 || own < MIN_SHARE * count(OTHER_LETTERS)) return reading;
  const words = reading.toReversed();
  for (let from = 0; from < words.length; from++) {
    let to = from;
    while (to < words.length && isLeftToRight(words[to]!)) to++;
    words.splice(from, to - from, ...words.slice(from, to).reverse());
    from = Math.max(from, to - 1);
  }
  return words.map((word) => (isLeftToRight(word) ? word : turn(word)));
}

const isLeftToRight = (word: ReadWord): boolean => {
  const text = wordText(word);
  return /\p{L}/u.test(text) && !RIGHT_TO_LEFT.test(text);
};

/** Reverses the letters of a word; numbers in it keep their order, brackets change sides. */
function turn(word: ReadWord): ReadWord {
  const letters: ReadLetter[] = [];
  const text = wordText(word);
  const numbers = [...text.matchAll(NUMBER)].map((match) => ({ from: match.index, to: match.index + match[0].length }));
  let offset = 0;
  const placed = word.letters.map((letter) => {
    const at = offset;
    offset += letter.text.length;
    return { letter, number: numbers.find(({ from, to }) => at >= from && at < to) };
  });
  for (let end = placed.length; end > 0;) {
    const { number } = placed[end - 1]!;
    let start = end - 1;
    if (number !== undefined) while (start > 0 && placed[start - 1]!.number === number) start--;
    for (const { letter } of placed.slice(start, end))
      letters.push({ ...letter, text: number === undefined ? (MIRRORED[letter.text] ?? letter.text) : letter.text });
    end = start;
  }
  return { ...word, letters };
}
