/**
 * Latin, Greek and Cyrillic share many shapes, and the recognizer chooses letter by letter. Words are in one alphabet, and most
 * lines are: letters of another one are not considered where they would be mixed.
 */
import { splitAt } from '../../../../shared/collections.ts';
import type { Letter } from './ctc.ts';

const ALPHABETS = { latin: /\p{Script=Latin}/u, greek: /\p{Script=Greek}/u, cyrillic: /\p{Script=Cyrillic}/u } as const;
export type Alphabet = keyof typeof ALPHABETS;
const NAMES = Object.keys(ALPHABETS) as Alphabet[];

/** Letters of Western European languages and of other scripts, and common signs; other characters count as rare. */
const COMMON = /[\u0020-\u007e\p{Sc}°§©®²³µ·×–—‘’“”•…™«»¡¿À-ÖØ-öø-ÿŒœΆ-ώ\p{Script=Cyrillic}\u0530-\u10ff\ue000-\ue003]/u;
/** Logits: how much more the network must see a rare letter or a rare sign. */
const RARITY = { letter: 1, sign: 3 };

export function rarity(character: string): number {
  if (COMMON.test(character)) return 0;
  return /\p{L}/u.test(character) ? RARITY.letter : RARITY.sign;
}

/** A word of another alphabet than its line: its least number of letters, and their least mean probability. */
const FOREIGN_WORD = { letters: 3, probability: 0.8 };

const known = new Map<string, Alphabet | undefined>();

export function alphabetOf(character: string): Alphabet | undefined {
  if (!known.has(character))
    known.set(
      character,
      NAMES.find((name) => ALPHABETS[name].test(character)),
    );
  return known.get(character);
}

/** A word between two steps, and the alphabet it should be read in. */
export interface WordAlphabet {
  from: number;
  to: number;
  alphabet: Alphabet;
}

/** The words of a line that should be read again in one alphabet. */
export function wordsToRestrict(letters: readonly Letter[]): WordAlphabet[] {
  const ofLine = weighAlphabets(letters);
  if (ofLine.size < 2) return [];
  const main = heaviest(ofLine);
  return splitAt(letters, ({ text }) => text.trim() === '').flatMap((word) => {
    const own = weighAlphabets(word);
    if (own.size === 0 || (own.size === 1 && own.has(main))) return [];
    const other = heaviest(own);
    const isForeign = other !== main && own.size === 1 && isConvincing(word);
    return isForeign ? [] : [{ from: word[0]!.from, to: word.at(-1)!.to, alphabet: own.has(main) || own.size === 1 ? main : other }];
  });
}

/** The sum of the probabilities of the letters of each alphabet. */
function weighAlphabets(letters: readonly Letter[]): Map<Alphabet, number> {
  const weights = new Map<Alphabet, number>();
  for (const { text, probability } of letters) {
    const alphabet = alphabetOf(text);
    if (alphabet !== undefined) weights.set(alphabet, (weights.get(alphabet) ?? 0) + probability);
  }
  return weights;
}

const heaviest = (weights: ReadonlyMap<Alphabet, number>): Alphabet => [...weights].reduce((a, b) => (b[1] > a[1] ? b : a))[0];

function isConvincing(word: readonly Letter[]): boolean {
  const letters = word.filter(({ text }) => alphabetOf(text) !== undefined);
  const mean = letters.reduce((sum, { probability }) => sum + probability, 0) / letters.length;
  return letters.length >= FOREIGN_WORD.letters && mean >= FOREIGN_WORD.probability;
}
