/** A document as one text whose every stretch leads back to the items it was written from. */
import type { DocumentLayout } from '../../layout/model/structure.ts';

export interface Script {
  text: string;
  /** Where each word begins, and which item it is; ascending. */
  words: readonly { start: number; end: number; item: number; confidence: number }[];
  /** Places where a paragraph begins; ascending. */
  beginnings: readonly number[];
}

/** No more of a contract than this is read: what it is about stands at its beginning and at its end. */
const MOST_TEXT = 400_000;

export function scriptOf({ lines, items, paragraphs }: DocumentLayout): Script {
  const first = new Set(paragraphs.map((paragraph) => paragraph.items[0]));
  const words: { start: number; end: number; item: number; confidence: number }[] = [];
  const beginnings: number[] = [];
  const parts: string[] = [];
  let at = 0;
  for (const line of lines) {
    for (const index of line.items) {
      const item = items[index]!;
      if (item.kind !== 'word' || at > MOST_TEXT) continue;
      const text = item.text.replace(/[“”„‟]/gu, '"').replace(/[‘’]/gu, "'");
      if (first.has(index)) beginnings.push(at);
      words.push({ start: at, end: at + text.length, item: index, confidence: item.confidence });
      parts.push(text);
      at += text.length + 1;
    }
  }
  return { text: parts.join(' '), words, beginnings };
}

/** The words that a stretch of the text touches. */
export function wordsIn({ words }: Script, start: number, end: number): { item: number; confidence: number }[] {
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

/** The sentence around a place: from after the full stop or the beginning of a paragraph before it to the full stop behind it. */
export function sentenceAround({ text, beginnings }: Script, at: number): { start: number; end: number } {
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
  start = Math.max(start, beginnings.findLast((beginning) => beginning <= at) ?? 0);
  while (/\s/u.test(text[start] ?? '')) start++;
  return { start: Math.max(start, from), end };
}
