/**
 * The running text of a document as clauses with the heading above them. Lines that a page or a paragraph breaks are joined; words of
 * Chinese and Japanese have no spaces between them.
 */
import { firstIndex } from '../../../shared/collections.ts';
import type { DocumentLayout } from '../../layout/model/structure.ts';
import { foldWord } from './names.ts';

export interface ClauseWord {
  start: number;
  end: number;
  item: number;
}

export interface Clause {
  text: string;
  words: readonly ClauseWord[];
  /** Runs of letters and digits, folded. */
  tokens: readonly { start: number; end: number; folded: string }[];
  heading: string;
  page: number;
}

export interface TextRange {
  start: number;
  end: number;
}

const FURNITURE: ReadonlySet<string | undefined> = new Set(['pageHeader', 'pageFooter', 'pageNumber']);
const MAX_CLAUSES = 3000;
const MAX_CLAUSE_LENGTH = 1500;
const MAX_HEADING_WORDS = 6;
/** Letters of an unfinished line, not of a heading. */
const MIN_UNFINISHED = 36;
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}、。（）「」]/u;
/** Ends of sentences; a point behind an abbreviation or a number of a day or a section is none. */
const END =
  /(?<!\b(?:\p{Lu}|\d{1,2}|\d+\.\d{1,2}|Inc|Ltd|Corp|Co|Nos?|Nr|Mr|Mrs|Ms|Dr|St|Art|Abs|Sec|Ste|Ave|Bd|Sr|Sra|Jr|bzw|ca|z|B|d|h))[.;!?]["”»)]*(?=\s)|[。；](?![)）」])/gu;

interface Draft {
  text: string;
  words: ClauseWord[];
}

export function clausesOf(layout: DocumentLayout): Clause[] {
  const clauses: Clause[] = [];
  let heading = '';
  for (const block of blocksOf(layout)) {
    let [from, isOpening] = [0, true];
    for (const end of [...[...block.text.matchAll(END)].map((match) => match.index + match[0].length), block.text.length]) {
      const own = cut(block, from, end);
      from = end;
      if (own.words.length === 0) continue;
      if (clauses.length >= MAX_CLAUSES) return clauses;
      const isShort = own.text.split(/\s+/u).length <= MAX_HEADING_WORDS && own.text.length < 60;
      isOpening &&= isShort && (!/[。、]/u.test(own.text) || own.text.length < 12);
      if (isOpening) heading = own.text;
      const tokens = [...own.text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].map((match) => ({
        start: match.index,
        end: match.index + match[0].length,
        folded: foldWord(match[0]),
      }));
      clauses.push({ ...own, tokens, heading: isOpening ? '' : heading, page: layout.items[own.words[0]!.item]!.page });
    }
  }
  return clauses;
}

/** Paragraphs; one that ends in the middle of a sentence continues in the next. */
function blocksOf({ paragraphs, items }: DocumentLayout): Draft[] {
  const blocks: Draft[] = [];
  let texts: string[] = [];
  let [length, last] = [0, ''];
  const close = (): void => {
    const block = blocks.at(-1);
    if (block !== undefined) block.text = texts.join('');
    [texts, length, last] = [[], 0, ''];
  };
  let isOpen = false;
  for (const { role, items: own } of paragraphs) {
    if (FURNITURE.has(role)) continue;
    if (!isOpen || role !== undefined) {
      close();
      blocks.push({ text: '', words: [] });
    }
    const [block, from] = [blocks.at(-1)!, texts.length];
    for (const index of own) {
      const item = items[index]!;
      if (item.kind !== 'word') continue;
      const gap = length === 0 || (DENSE.test(last) && DENSE.test(item.text[0] ?? '')) ? '' : ' ';
      texts.push(gap, item.text);
      const start = length + gap.length;
      length = start + item.text.length;
      last = item.text.at(-1) ?? last;
      block.words.push({ start, end: length, item: index });
    }
    const added = texts.slice(from).join('');
    isOpen = role === undefined && added.length >= MIN_UNFINISHED && !/[.;:!?。；：]["”»)]*$/u.test(added);
  }
  close();
  return blocks;
}

function cut({ text, words }: Draft, from: number, end: number): Draft {
  const start = from + /^\s*/u.exec(text.slice(from, end))![0].length;
  const until = Math.min(end, start + MAX_CLAUSE_LENGTH);
  const own = words.slice(
    firstIndex(words.length, (i) => words[i]!.end > start),
    firstIndex(words.length, (i) => words[i]!.start >= until),
  );
  return {
    text: text.slice(start, until),
    words: own.map((word) => ({ start: Math.max(0, word.start - start), end: Math.min(until, word.end) - start, item: word.item })),
  };
}
