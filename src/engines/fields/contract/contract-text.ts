/** A contract as one text with a mapping back to layout items. */
import type { DocumentLayout } from '../../layout/model/structure.ts';

export interface ContractText {
  text: string;
  /** Position and item of each word; ascending. */
  words: readonly { start: number; end: number; item: number; confidence: number }[];
  /** Start positions of paragraphs; ascending. */
  paragraphStarts: readonly number[];
}

/** Maximum length of text that is read. */
const MAX_TEXT_LENGTH = 400_000;

export function joinContractText({ lines, items, paragraphs }: DocumentLayout): ContractText {
  const first = new Set(paragraphs.map((paragraph) => paragraph.items[0]));
  const words: { start: number; end: number; item: number; confidence: number }[] = [];
  const paragraphStarts: number[] = [];
  const parts: string[] = [];
  let at = 0;
  for (const line of lines) {
    for (const index of line.items) {
      const item = items[index]!;
      if (item.kind !== 'word' || at > MAX_TEXT_LENGTH) continue;
      const text = item.text.replace(/[“”„‟]/gu, '"').replace(/[‘’]/gu, "'");
      if (first.has(index)) paragraphStarts.push(at);
      words.push({ start: at, end: at + text.length, item: index, confidence: item.confidence });
      parts.push(text);
      at += text.length + 1;
    }
  }
  return { text: parts.join(' '), words, paragraphStarts };
}

/** The words that a text range touches. */
export function wordsIn({ words }: ContractText, start: number, end: number): { item: number; confidence: number }[] {
  let low = 0;
  let high = words.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (words[middle]!.end <= start) low = middle + 1;
    else high = middle;
  }
  const out: { item: number; confidence: number }[] = [];
  for (let i = low; i < words.length && words[i]!.start < end; i++) out.push(words[i]!);
  return out;
}

/** The sentence around a position, bounded by full stops and paragraph starts. */
export function findSentence({ text, paragraphStarts }: ContractText, at: number): { start: number; end: number } {
  const STOP = /(?<!\b(?:Inc|Ltd|Corp|Co|No|Mr|Ms|Mrs|Dr|St|Ave|Rd|L\.L\.C|U\.S|[A-Z]))\.(?=\s+["(]?[\dA-Z]|\s*$)/gu;
  let start = 0;
  let end = text.length;
  const from = Math.max(0, at - 4000);
  STOP.lastIndex = 0;
  for (const match of text.slice(from, at + 4000).matchAll(STOP)) {
    const place = from + match.index + 1;
    if (place <= at) start = place;
    else {
      end = place;
      break;
    }
  }
  start = Math.max(start, paragraphStarts.findLast((beginning) => beginning <= at) ?? 0);
  while (/\s/u.test(text[start] ?? '')) start++;
  return { start: Math.max(start, from), end };
}
