/** Maps character codes to text: spaces, ligatures, and symbol fonts with their own codes. */

import data from './glyphs.json' with { type: 'json' };

const SPACE = /[\s\u00a0\u200b\ufeff\u3000]/;
const LIGATURE = /[\ufb00-\ufb06]/;

/** Symbols of Wingdings and similar fonts by character code. */
const WINGDINGS: Readonly<Record<number, string>> = data.wingdings;
const WINGDINGS_2: Readonly<Record<number, string>> = data.wingdings2;
const SYMBOL: Readonly<Record<number, string>> = data.symbol;

/** The text of a character; a space for all that separates words; undefined if unknown. */
export function glyphText(code: number, font: string | undefined): string | undefined {
  const symbol = symbolText(code, font);
  if (symbol !== undefined) return symbol;
  if (code === 0 || code === 0xfffd || code === 0xffff || code > 0x10ffff || isPrivate(code)) return undefined;
  const text = String.fromCodePoint(code);
  if (code < 0x20 || (code >= 0x7f && code < 0xa0) || SPACE.test(text)) return ' ';
  return LIGATURE.test(text) ? text.normalize('NFKC') : text;
}

const isPrivate = (code: number): boolean => (code >= 0xe000 && code <= 0xf8ff) || code >= 0xf0000;

/** Symbol fonts encode symbols as U+F000 + code, or as the letter with the same code. */
function symbolText(code: number, font = ''): string | undefined {
  const key = code >= 0xf000 && code <= 0xf0ff ? code - 0xf000 : code;
  if (/wingdings\s*-?2/i.test(font)) return WINGDINGS_2[key];
  if (/wingdings/i.test(font)) return WINGDINGS[key];
  return code >= 0xf000 ? SYMBOL[key] : undefined;
}

/** The state of check box characters. */
export const boxState = (text: string): 'selected' | 'unselected' | undefined =>
  data.selected.includes(text) ? 'selected' : data.unselected.includes(text) ? 'unselected' : undefined;
