/**
 * Words whose ends are ends of text elements. A word that begins with a combining sign would make one element with the space before it,
 * and one that ends with a sign put before others with the space behind it; offsets in text elements could not tell where it begins or ends.
 * The first is given the dotted circle that stands for a missing letter, the second a space without width.
 */
import type { DocumentLayout } from '../../../engines/layout/model/structure.ts';

const DOTTED_CIRCLE = '\u25cc';
const NO_WIDTH = '\u200b';
const PLAIN = /^[\x21-\x7e]*$/;

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

export function isolateGraphemes(word: string): string {
  if (PLAIN.test(word)) return word;
  const [first] = segmenter.segment(` ${word}`);
  const last = [...segmenter.segment(`${word} `)].at(-1);
  return `${first?.segment === ' ' ? '' : DOTTED_CIRCLE}${word}${last?.segment === ' ' ? '' : NO_WIDTH}`;
}

export function isolateWords(layout: DocumentLayout): DocumentLayout {
  return { ...layout, items: layout.items.map((item) => item.kind === 'word' ? { ...item, text: isolateGraphemes(item.text) } : item) };
}
