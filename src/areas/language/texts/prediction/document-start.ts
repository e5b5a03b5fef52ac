/** The first words of a long document as features of their own: titles and letterheads say what kind of document it is. */
import { tokenize } from '../../../../engines/shared/text/tokens.ts';

/** From this length on, a text is a document of pages. */
const MIN_DOCUMENT_CHARACTERS = 2000;
const START_WORDS = 30;
const START_CHARACTERS = 500;
const WORD = /[\p{L}\p{N}]/u;

/** Hints for the words and pairs of words at the start of a document; none for shorter texts. */
export function startHints(text: string, culture: string): string[] {
  if (text.length < MIN_DOCUMENT_CHARACTERS) return [];
  const words = tokenize(text.slice(0, START_CHARACTERS), culture)
    .map(({ norm }) => norm)
    .filter((norm) => WORD.test(norm))
    .slice(0, START_WORDS);
  return [...new Set([...words, ...words.slice(1).map((word, i) => `${words[i]} ${word}`)])].map((word) => `start ${word}`);
}

/** Whether most texts are documents of pages. */
export function areDocuments(texts: readonly string[]): boolean {
  return 2 * texts.filter(({ length }) => length >= MIN_DOCUMENT_CHARACTERS).length > texts.length;
}
