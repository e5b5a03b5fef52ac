/** Booleans, selection marks and signatures from text and from selection mark tokens. */
import { foldText } from '../../../shared/text/fold-text.ts';
import data from './marks.json' with { type: 'json' };

const YES = new Set(data.yes);
const NO = new Set(data.no);

const word = (text: string): string => foldText(text).replace(/^[\s[(]+|[\s.,;\])]+$/gu, '');

export function booleanOf(text: string): boolean | undefined {
  const normalized = word(text);
  return YES.has(normalized) ? true : NO.has(normalized) ? false : undefined;
}

/** An empty text is an empty box. */
export function selectionOf(text: string): 'selected' | 'unselected' | undefined {
  if (text.includes(':selected:')) return 'selected';
  if (text.includes(':unselected:') || /^[\s[\]()_]*$/u.test(text)) return 'unselected';
  const normalized = booleanOf(text);
  return normalized === undefined ? undefined : normalized ? 'selected' : 'unselected';
}

/** Any text in a signature field counts as signed; a line alone does not. */
export const signatureOf = (text: string): 'signed' | 'unsigned' =>
  /[\p{L}\p{N}]/u.test(text.replace(/^\s*x\s*_/iu, '')) ? 'signed' : 'unsigned';
