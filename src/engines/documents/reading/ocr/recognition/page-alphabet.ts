/**
 * Words of letters that Latin, Greek and Cyrillic draw alike (KACA, TOBAP, TAMEIO) are in the alphabet of their line, or, if their line
 * has no other letters, of their page.
 */
import { alphabetOf } from './alphabets.ts';
import type { Alphabet } from './alphabets.ts';
import type { ReadLine } from './line-pieces.ts';
import { wordText } from './readings.ts';
import type { ReadWord } from './readings.ts';

/** Latin, Cyrillic and Greek letters that look alike; a dash where there is none. */
const ALIKE = [
  ...['AАΑ', 'BВΒ', 'CС-', 'EЕΕ', 'HНΗ', 'IІΙ', 'JЈ-', 'KКΚ', 'MМΜ', 'N-Ν', 'OОΟ', 'PРΡ', 'SЅ-', 'TТΤ', 'XХΧ', 'YУΥ', 'Z-Ζ'],
  ...['aа-', 'cс-', 'eе-', 'iі-', 'jј-', 'oоο', 'pр-', 'sѕ-', 'v-ν', 'xх-', 'yу-'],
].map((shapes) => [...shapes]);
const PLACES: Readonly<Record<Alphabet, number>> = { latin: 0, cyrillic: 1, greek: 2 };
/** A line or page is in an alphabet if it has this many letters of its own, and this many times more than of any other. */
const MIN_LETTERS = 3;
const MIN_LEAD = 3;

const alikeBy = new Map(ALIKE.flatMap((shapes) => shapes.filter((shape) => shape !== '-').map((shape) => [shape, shapes] as const)));

/** The letter that looks the same in an alphabet. */
function alikeIn(letter: string, alphabet: Alphabet): string | undefined {
  const alike = alikeBy.get(letter)?.[PLACES[alphabet]];
  return alike === '-' ? undefined : alike;
}

export function unifyAlphabets(lines: readonly ReadLine[]): ReadLine[] {
  const counts = lines.map(({ reading }) => countOwnLetters(reading));
  const ofPage = mainAlphabet(sum(counts));
  return lines.map((line, i) => {
    const main = hasLetters(counts[i]!) ? mainAlphabet(counts[i]!) : ofPage;
    return main === undefined
      ? line
      : { ...line, reading: line.reading.map((word, n, words) => (isCode(word, words[n + 1]) ? word : writeIn(word, main))) };
  });
}

type Counts = Record<Alphabet, number>;

/** Letters that no other alphabet draws alike. */
function countOwnLetters(words: readonly ReadWord[]): Counts {
  const counts: Counts = { latin: 0, greek: 0, cyrillic: 0 };
  for (const { letters } of words) {
    for (const { text } of letters) {
      const alphabet = alphabetOf(text);
      if (alphabet !== undefined && !alikeBy.has(text)) counts[alphabet]++;
    }
  }
  return counts;
}

const sum = (all: readonly Counts[]): Counts =>
  all.reduce((a, b) => ({ latin: a.latin + b.latin, greek: a.greek + b.greek, cyrillic: a.cyrillic + b.cyrillic }), {
    latin: 0,
    greek: 0,
    cyrillic: 0,
  });

const hasLetters = ({ latin, greek, cyrillic }: Counts): boolean => latin + greek + cyrillic >= MIN_LETTERS;

function mainAlphabet(counts: Counts): Alphabet | undefined {
  const [first, second] = (Object.entries(counts) as [Alphabet, number][]).sort((a, b) => b[1] - a[1]) as [
    [Alphabet, number],
    [Alphabet, number],
  ];
  return first[1] >= MIN_LETTERS && first[1] >= MIN_LEAD * second[1] ? first[0] : undefined;
}

/** Letters with digits, or a few letters before a long number: codes are often Latin on pages in other alphabets. */
const isCode = (word: ReadWord, next: ReadWord | undefined): boolean =>
  /\d/u.test(wordText(word)) || (word.letters.length <= 3 && next !== undefined && /^\d{5,}/u.test(wordText(next)));

/** The word in the alphabet, if it can be written in it. */
function writeIn(word: ReadWord, alphabet: Alphabet): ReadWord {
  const written = word.letters.map(({ text }) => (isOther(text, alphabet) ? alikeIn(text, alphabet) : text));
  if (!word.letters.some(({ text }) => isOther(text, alphabet)) || written.includes(undefined)) return word;
  return { ...word, letters: word.letters.map((letter, i) => ({ ...letter, text: written[i]! })) };
}

const isOther = (text: string, alphabet: Alphabet): boolean => ![undefined, alphabet].includes(alphabetOf(text));
