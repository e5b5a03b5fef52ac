/** Yes or no, ticked or not, signed or not, from text and from the marks that reading writes. */
import { plain } from './months.ts';

const YES = new Set(['yes', 'y', 'true', '1', 'x', 'ja', 'j', 'oui', 'si', 's', 'sim', 'tak', 'on', 'checked', 'selected', ':selected:', '☒', '☑', '✓', '✔', '✗', '✘']);
const NO = new Set(['no', 'n', 'false', '0', 'nein', 'non', 'nee', 'nao', 'nie', 'off', 'unchecked', 'unselected', ':unselected:', '☐', '□']);

const word = (text: string): string => plain(text).replace(/^[\s[(]+|[\s.,;\])]+$/gu, '');

export function booleanOf(text: string): boolean | undefined {
  const said = word(text);
  return YES.has(said) ? true : NO.has(said) ? false : undefined;
}

/** An empty text is an empty box. */
export function selectionOf(text: string): 'selected' | 'unselected' | undefined {
  if (text.includes(':selected:')) return 'selected';
  if (text.includes(':unselected:') || /^[\s[\]()_]*$/u.test(text)) return 'unselected';
  const said = booleanOf(text);
  return said === undefined ? undefined : said ? 'selected' : 'unselected';
}

/** Whatever is written where a signature belongs signs; a line alone does not. */
export const signatureOf = (text: string): 'signed' | 'unsigned' => /[\p{L}\p{N}]/u.test(text.replace(/^\s*x\s*_/iu, '')) ? 'signed' : 'unsigned';
