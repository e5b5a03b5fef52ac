/** Texts in one spelling, so that they can be compared: lower case, no accents, no punctuation. */
import letters from './folded-letters.json' with { type: 'json' };

/** Lower case without accents; keeps the length, so that positions stay valid. */
export function foldText(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  let out = '';
  for (let i = 0; i < text.length; i++) {
    const letter = text[i]!;
    const code = letter.charCodeAt(0);
    out += code < 128 ? letter.toLowerCase() : foldCharacter(letter);
  }
  return out;
}

export function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) return false;
  return true;
}

/** Korean syllables are no letters with accents. */
const SYLLABLE = /[가-힣]/u;

function foldCharacter(letter: string): string {
  if (SYLLABLE.test(letter)) return letter;
  const base = letter.normalize('NFD')[0]!.toLowerCase();
  return base.length === 1 ? (OTHERS[base] ?? base) : letter;
}

const OTHERS: Readonly<Record<string, string>> = letters;

/** Letters and digits only. */
export const normalizeWord = (text: string): string => foldText(text).replace(/[^\p{L}\p{N}]+/gu, '');

/** Normalized words of a phrase. */
export const splitPhrase = (phrase: string): string[] =>
  phrase
    .split(/\s+/u)
    .map(normalizeWord)
    .filter((word) => word !== '');

/** A word in lower case without accents and without punctuation around it, of any script. */
export const foldWord = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .normalize('NFC')
    .replace(/^[([{"'«“‘]+|[\])}"'»”’.,;:+!&|]+$/gu, '');
