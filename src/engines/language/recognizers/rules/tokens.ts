/**
 * Tokens of the rules: words, digits, signs, and single characters of scripts that write without spaces or attach endings. The norm of a
 * token is what it is compared by: digits of all scripts become 0 to 9, letters lose case and accents.
 */
export interface RuleToken {
  readonly start: number;
  readonly end: number;
  readonly norm: string;
  readonly kind: 'digits' | 'word' | 'sign';
  /** Follows the token before it without a space. */
  readonly isGlued: boolean;
}

const CHARACTER = '[[\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Hang}]--[\\p{P}\\p{Z}\\p{S}\\p{Nd}\\p{No}\\p{M}]]';
const TOKEN = `\\p{Nd}+|${CHARACTER}|[[\\p{L}\\p{M}\\u200c\\u200d]--[ªº]--${CHARACTER}]+|\\S`;
/** Made when it is needed: parsing its sets would take a part of the start of the server. */
let tokenPattern: RegExp | undefined;
const DIGITS = /^\p{Nd}/u;
const WORD = /^[\p{L}\p{Nl}\p{M}\u200c\u200d]/u;
/** Accents of Latin and Arabic letters, dots of Indian letters, joiners. */
const MARKS = /[\u0300-\u036f\u0640\u064b-\u0655\u0670\u093c\u0abc\u200c\u200d]/g;
const NORMS: Readonly<Record<string, string>> = {
  ß: 'ss',
  ı: 'i',
  ى: 'ي',
  ة: 'ه',
  '\u0901': '\u0902',
  '\u0a81': '\u0a82',
  '−': '-',
  '–': '-',
  '’': "'",
  '٪': '%',
};
const TO_NORM = /[ßıىة\u0901\u0a81−–’٪]/g;

export function normalizeWord(word: string): string {
  if (/^[a-z]+$/.test(word)) return word;
  return word
    .normalize('NFKD')
    .replace(MARKS, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(MARKS, '')
    .replace(TO_NORM, (character) => NORMS[character]!);
}

/** The first digit of each script: its zero. */
const ZEROS = [0x30, 0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xff10];

/** Digits of all scripts as 0 to 9; those of unknown scripts stay. */
export function asciiDigits(text: string): string {
  return text.replace(/[^\x00-\x7f]/gu, (digit) => {
    const code = digit.codePointAt(0)!;
    const zero = ZEROS.find((first) => code >= first && code < first + 10);
    return zero === undefined ? digit : String(code - zero);
  });
}

export function splitTokens(text: string): RuleToken[] {
  const tokens: RuleToken[] = [];
  let last = -1;
  for (const { 0: found, index: start } of text.matchAll((tokenPattern ??= new RegExp(TOKEN, 'gv')))) {
    const end = start + found.length;
    const isDigits = DIGITS.test(found);
    const norm = isDigits ? asciiDigits(found) : found === 'ª' || found === 'º' ? found : normalizeWord(found);
    const kind = isDigits ? (/^\d+$/.test(norm) ? 'digits' : 'word') : WORD.test(found) ? 'word' : 'sign';
    tokens.push({ start, end, norm, kind, isGlued: start === last });
    last = end;
  }
  return tokens;
}
