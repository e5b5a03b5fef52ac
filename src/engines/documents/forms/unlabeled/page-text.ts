/** A page as the engine of unlabeled forms sees it: lines of words, with boxes in page heights. */
import { union } from '../../layout/model/geometry.ts';
import type { DocumentLayout } from '../../layout/model/structure.ts';
import type { Box } from '../../reading/model/page.ts';
import { formFromLayout } from '../form/form.ts';
import type { Token } from '../form/form.ts';
import { foldWord } from '../form/value-text.ts';
import { fingerprintOf } from '../similarity.ts';
import type { WordFingerprint } from '../similarity.ts';

export interface PageWord {
  text: string;
  /** For comparison: case and punctuation at its start are ignored; empty for selection marks. */
  folded: string;
  box: Box;
  /** Index of the layout item. */
  item: number;
}

export interface PageLine {
  words: readonly PageWord[];
  box: Box;
  /** Whether it is in a cell of a table. */
  inTable: boolean;
}

export interface FormPageText {
  lines: readonly PageLine[];
  fingerprint: WordFingerprint;
}

const MAX_LINES = 2000;
const DELIMITER = /[:：#?=]$/u;

/** Whether a word ends a caption, as a colon does. */
export function endsCaption({ text }: PageWord): boolean {
  return DELIMITER.test(text);
}

export const hasDigit = ({ text }: PageWord): boolean => /\d/.test(text);

export function pageTexts(layout: DocumentLayout): FormPageText[] {
  const inTables = new Set(layout.tables.flatMap(({ cells }) => cells.flatMap(({ items }) => items)));
  return layout.pages.map(({ lines: { from, to } }, page) => {
    const form = formFromLayout(layout, [page]);
    const tokens = new Map(form.tokens.map((token) => [token.item, token]));
    const lines = layout.lines.slice(from, Math.min(to, from + MAX_LINES)).flatMap(({ items }) => {
      const words = items.flatMap((item) => {
        const token = tokens.get(item);
        return token ? [toWord(token)] : [];
      });
      return words.length === 0 ? [] : [{ words, box: around(words), inTable: items.some((item) => inTables.has(item)) }];
    });
    return { lines, fingerprint: fingerprintOf(form) };
  });
}

function toWord(token: Token): PageWord {
  const { text, box, item } = token;
  return { text, folded: token.state === undefined ? `${foldWord(text)}${DELIMITER.test(text) ? ':' : ''}` : '', box, item };
}

export const around = (words: readonly { box: Box }[]): Box => union(words.map(({ box }) => box));
