/** Given and family name of a person, in the order of the language. */
import type { PlacedWord } from '../captions/page-text.ts';
import data from './person-names.json' with { type: 'json' };
import { foldWord } from '../../../shared/text/fold-text.ts';

export interface NameParts {
  first: readonly PlacedWord[];
  last: readonly PlacedWord[];
  /** Values that are parts of one word, for names written without a blank. */
  texts?: { first: string; last: string };
}

const FAMILY_NAMES: ReadonlySet<string> = new Set(data.familyNames.map(foldWord));
/** Spain and Spanish America. */
const TWO_SURNAMES: ReadonlySet<string> = new Set(data.twoSurnames);
const SECOND_NAMES: ReadonlySet<string> = new Set(data.secondNames.map(foldWord));
const PATRONYMIC = new RegExp(`\\p{L}{2}(?:${data.patronymics.join('|')})$`, 'u');
export const SUFFIXES: ReadonlySet<string> = new Set(['jr', 'sr', 'ii', 'iii', 'iv']);
export const PARTICLE =
  /^(?:de|del|della|di|da|dos|das|do|du|la|le|van|von|der|den|ter|ten|te|zu|zum|zur|bin|ibn|al|el|bint|binti|abu|ben|af|av)$/iu;
const EAST_ASIAN = /^[\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}ー々]+$/u;
const isCapitals = ({ text }: PlacedWord): boolean => /\p{Lu}{2}/u.test(text) && text === text.toUpperCase();

/** `country`: alpha-2; family names come first in some. */
export function splitName(words: readonly PlacedWord[], country: string): NameParts {
  if (words.length === 1) return EAST_ASIAN.test(words[0]!.text) ? splitEastAsian(words[0]!, country) : { first: words, last: [] };
  const at = (cut: number): NameParts => ({ first: words.slice(0, cut), last: words.slice(cut) });
  const turned = (cut: number): NameParts => ({ first: words.slice(cut), last: words.slice(0, cut) });
  const comma = words.findIndex(({ text }) => text.endsWith(','));
  if (comma >= 0 && comma < words.length - 1) return turned(comma + 1);
  if (words.every(({ text }) => EAST_ASIAN.test(text))) return turned(1);
  const capitals = words.map((word) => isCapitals(word) || PARTICLE.test(word.text));
  if (!capitals.every(Boolean) && words.some(isCapitals)) {
    const start = words.findIndex(isCapitals);
    if (start > 0 && capitals.slice(start).every(Boolean)) return at(start);
    const end = capitals.indexOf(false);
    if (start === 0 && !capitals.slice(end).includes(true)) return turned(end);
  }
  const patronymic = words.findIndex(({ text }) => PATRONYMIC.test(text.toLowerCase()));
  if (words.length === 3 && patronymic > 0) return patronymic === 1 ? at(2) : turned(1);
  const family = foldWord(words[0]!.text);
  if (country === 'HU' || (words.length > 2 && country === 'VN') || (words.length > 2 && FAMILY_NAMES.has(family))) return turned(1);
  if (TWO_SURNAMES.has(country) && (words.length === 3 || words.length === 4) && !words.some(({ text }) => PARTICLE.test(text)))
    return at(words.length === 4 || SECOND_NAMES.has(foldWord(words[1]!.text)) ? 2 : 1);
  let cut = words.length > 2 && SUFFIXES.has(foldWord(words.at(-1)!.text)) ? words.length - 2 : words.length - 1;
  while (cut > 1 && PARTICLE.test(words[cut - 1]!.text)) cut--;
  return at(cut);
}

/** The family name has one letter in Chinese and Korean but for a few, and two of four in Japanese. */
function splitEastAsian(word: PlacedWord, country: string): NameParts {
  const letters = [...word.text];
  const isCompound = data.compoundNames.some((name) => word.text.startsWith(name));
  const isJapanese = country === 'JP' || letters.length >= 4 || /[\p{sc=Hiragana}\p{sc=Katakana}々]/u.test(word.text);
  const cut = letters.length > 2 && (isCompound || isJapanese) ? 2 : 1;
  return { first: [word], last: [word], texts: { first: letters.slice(cut).join(''), last: letters.slice(0, cut).join('') } };
}
