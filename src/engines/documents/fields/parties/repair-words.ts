/** Letters of names and addresses that OCR confuses, where the language says which one was printed. */
import type { SegmentedText } from '../text/segmented-text.ts';

/** Turkish words whose dots do not follow from vowel harmony. */
const TURKISH: Readonly<Record<string, string>> = {
  ISTANBUL: 'İSTANBUL',
  IZMIR: 'İZMİR',
  TICARET: 'TİCARET',
  SANAYI: 'SANAYİ',
  TIC: 'TİC',
  ŞTI: 'ŞTİ',
  LIMITED: 'LİMİTED',
  ŞIRKETI: 'ŞİRKETİ',
};
export const hasTurkishLetters = ({ segments }: SegmentedText): boolean => segments.some(({ text }) => /[ŞĞİ]/u.test(text));

const [FRONT, BACK] = [/[EİÖÜ]/u, /[AIOU]/u];

/** The text as it was probably printed. `hasTurkishLetters`: the document has Turkish capitals, so its printer had all of them. */
export function repairWords(text: string, locale: string | undefined, hasTurkishLetters: boolean): string {
  const language = locale?.slice(0, 2);
  if (language === 'id' || language === 'ms') return text.replace(/(?<!\p{L})J[I1]\.?(?=\s?\p{L})/gu, 'Jl.');
  if (language === 'tr' && hasTurkishLetters) return text.replace(/\p{Lu}{3,}/gu, (word) => TURKISH[word] ?? withHarmony(word));
  // The legal form in figures or Latin letters.
  return /\p{Script=Cyrillic}/u.test(text) ? text.replace(/^[0O]{3}(?=\s?["«„“])/u, 'ООО') : text;
}

/** A vowel is like the one before it; the first one like the one behind it if that is Ö or Ü, which foreign names lack. */
function withHarmony(word: string): string {
  let last = /[AEIİOÖUÜ]/u.exec(word.replace(/^[^AEIİOÖUÜ]*I/u, ''))?.[0] ?? '';
  if (!/[ÖÜ]/u.test(last)) last = '';
  return [...word]
    .map((letter) => {
      const own = letter === 'I' && FRONT.test(last) ? 'İ' : letter;
      if (FRONT.test(own) || BACK.test(own)) last = own;
      return own;
    })
    .join('');
}
