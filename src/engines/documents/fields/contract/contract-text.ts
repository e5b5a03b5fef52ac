/** A contract as one text with a mapping back to layout items. Page headers, footers and page numbers are left out. */
import type { DocumentLayout } from '../../layout/model/structure.ts';

export interface ContractWord {
  start: number;
  end: number;
  item: number;
  confidence: number;
  startsLine: boolean;
  startsParagraph: boolean;
}

export interface ContractText {
  text: string;
  /** Ascending positions. */
  words: readonly ContractWord[];
}

export interface TextRange {
  start: number;
  end: number;
}

/** Maximum length of text that is read. */
const MAX_TEXT_LENGTH = 600_000;
const MAX_LINES = 40_000;
const FURNITURE = new Set(['pageHeader', 'pageFooter', 'pageNumber']);

export function joinContractText({ lines, items, paragraphs }: DocumentLayout): ContractText {
  const first = new Set<number | undefined>();
  const left = new Set<number>();
  for (const { role, items: own } of paragraphs) {
    first.add(own[0]);
    if (role !== undefined && FURNITURE.has(role)) for (const item of own) left.add(item);
  }
  const repeated = repeatedLines({ lines, items });
  const words: ContractWord[] = [];
  const parts: string[] = [];
  let at = 0;
  for (const [number, line] of lines.entries()) {
    if (repeated.has(number)) continue;
    let startsLine = true;
    for (const index of line.items) {
      const item = items[index]!;
      if (item.kind !== 'word' || at > MAX_TEXT_LENGTH || left.has(index)) continue;
      const text = item.text
        .replace(/[“”„‟«»]|''|``/gu, '"')
        .replace(/[‘’]/gu, "'")
        .replace(/[–—]/gu, '-');
      words.push({
        start: at,
        end: at + text.length,
        item: index,
        confidence: item.confidence,
        startsLine,
        startsParagraph: first.has(index),
      });
      parts.push(text);
      at += text.length + 1;
      startsLine = false;
    }
  }
  return { text: parts.join(' '), words };
}

/** Lines with a date that occur on several pages: marks of the source, not of the contract. */
function repeatedLines({ lines, items }: Pick<DocumentLayout, 'lines' | 'items'>): ReadonlySet<number> {
  const byText = new Map<string, number[]>();
  lines.slice(0, MAX_LINES).forEach(({ items: own }, number) => {
    if (own.length < 3 || own.length > 20) return;
    const text = own.map((i) => (items[i]!.kind === 'word' ? items[i]!.text : '')).join(' ');
    if (!/\d[/.-]\d{1,2}[/.-]\d|\b(?:19|20)\d\d\b/u.test(text)) return;
    const same = byText.get(text);
    if (same === undefined) byText.set(text, [number]);
    else same.push(number);
  });
  return new Set([...byText.values()].filter((numbers) => numbers.length >= 3).flat());
}

/** Index of the first word that ends behind a position. */
export function wordAt({ words }: ContractText, position: number): number {
  let low = 0;
  let high = words.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (words[middle]!.end <= position) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The words that a text range touches. */
export function wordsIn(contractText: ContractText, { start, end }: TextRange): ContractWord[] {
  const { words } = contractText;
  const out: ContractWord[] = [];
  for (let i = wordAt(contractText, start); i < words.length && words[i]!.start < end; i++) out.push(words[i]!);
  return out;
}

/** Longest sentence that is looked for, to each side. */
const MAX_SENTENCE = 2500;
const SENTENCE_END =
  /(?<!\b(?:Inc|Ltd|Corp|Co|No|Nos|Mr|Ms|Mrs|Dr|St|Ave|Rd|Blvd|Ste|LLC|L\.L\.C|L\.P|U\.S|N\.A|S\.A|Sec|Art|[A-Z]))\.["')]*(?=\s+["'(]?[\dA-Z])/gu;

/** The sentence around a position. Full stops end it, and paragraphs that begin with a capital after a stop or a heading. */
export function findSentence(contractText: ContractText, at: number): TextRange {
  const { text, words } = contractText;
  const from = Math.max(0, at - MAX_SENTENCE);
  const until = Math.min(text.length, at + MAX_SENTENCE);
  let start = from;
  let end = until;
  for (const match of text.slice(from, until).matchAll(SENTENCE_END)) {
    const place = from + match.index + match[0].length;
    if (place <= at) start = place;
    else {
      end = place;
      break;
    }
  }
  const own = wordAt(contractText, at);
  for (let i = own; i >= 0 && words[i]!.start >= start; i--)
    if (i < words.length && words[i]!.startsParagraph && startsSentence(text, words[i]!)) {
      start = Math.max(start, words[i]!.start);
      break;
    }
  for (let i = own + 1; i < words.length && words[i]!.start < end; i++)
    if (
      words[i]!.startsParagraph &&
      startsSentence(text, words[i]!) &&
      /[.;:]["')]*\s$/u.test(text.slice(Math.max(0, words[i]!.start - 4), words[i]!.start))
    ) {
      end = words[i]!.start - 1;
      break;
    }
  while (start < end && /\s/u.test(text[start]!)) start++;
  return { start, end };
}

const startsSentence = (text: string, { start }: ContractWord): boolean => /[\p{Lu}\d("'[]/u.test(text[start] ?? '');
