/**
 * The script of a text, and the languages written in it. A script of one language decides it; the languages of the others are
 * distinguished by the tables of the detector.
 */
import scripts from './scripts.json' with { type: 'json' };

/** A group of languages that are written in one script, with a table of their own. */
export type ScriptGroup = 'latin' | 'cyrillic' | 'arabic' | 'devanagari' | 'han';

/** The languages of each group, in the order of the columns of its table. */
export const GROUP_LANGUAGES: Readonly<Record<ScriptGroup, readonly string[]>> = {
  latin: 'af az ca cs cy da de en eo es et eu fi fil fr ga gl hr hu id is it lt lv ms nl no pl pt ro sk sl sq sr sv sw tr vi'.split(' '),
  cyrillic: 'be bg kk ky mk mn ru sr uk'.split(' '),
  arabic: 'ar fa ps ur'.split(' '),
  devanagari: 'hi mr ne'.split(' '),
  han: 'ja zh'.split(' '),
};

const GROUPS: readonly (readonly [ScriptGroup, RegExp])[] = [
  ['latin', /\p{Script=Latin}/gu],
  ['cyrillic', /\p{Script=Cyrillic}/gu],
  ['arabic', /\p{Script=Arabic}/gu],
  ['devanagari', /\p{Script=Devanagari}/gu],
];

/** Scripts of one language. */
const SINGLE = Object.entries(scripts).map(([language, script]) => [language, new RegExp(`\\p{Script=${script}}`, 'gu')] as const);
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/gu;
const HAN = /\p{Script=Han}/gu;
/** A character of these scripts says as much as this many letters of an alphabet. */
const SYLLABLE_LETTERS = 3;
/** Latin letters in other scripts are mostly names; the other way round is rare. */
const LATIN_SHARE = 0.25;
const ASCII = /^[\x00-\x7f]*$/;

/** Languages that are detected, sorted. */
export const DETECTED_LANGUAGES: readonly string[] = [
  ...new Set([...Object.values(GROUP_LANGUAGES).flat(), ...SINGLE.map(([language]) => language)]),
].sort();

/** What most of a text is written in: a language where its script has only one. */
export function scriptOf(text: string): { group: ScriptGroup } | { language: string } | undefined {
  if (ASCII.test(text)) return /[A-Za-z]/.test(text) ? { group: 'latin' } : undefined;
  const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0;
  let [best, most]: [ReturnType<typeof scriptOf>, number] = [undefined, 0];
  const offer = (candidate: NonNullable<typeof best>, letters: number): void => {
    if (letters > most) [best, most] = [candidate, letters];
  };
  let rest = text.length - count(/[^\p{L}\p{M}]/gu);
  for (const [group, pattern] of GROUPS) {
    const letters = count(pattern);
    rest -= letters;
    offer({ group }, (group === 'latin' ? LATIN_SHARE : 1) * letters);
  }
  if (rest <= 0) return best;
  const [kana, han] = [count(KANA), count(HAN)];
  rest -= kana + han;
  offer(kana > 0 ? { language: 'ja' } : { group: 'han' }, SYLLABLE_LETTERS * (kana + han));
  if (rest <= 0) return best;
  for (const [language, pattern] of SINGLE) offer({ language }, (language === 'ko' ? SYLLABLE_LETTERS : 1) * count(pattern));
  return best;
}
