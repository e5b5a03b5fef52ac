/** What the ways of writing share: how marks are spelled, and spans of elements from spans of their items. */
import type { ContentOptions, Span } from '../model/structure.ts';

/** What writing yields: the text, a span for each item, and spans of what is more than its items, such as tags. */
export interface Writing {
  content: string;
  items: Span[];
  pages: Span[][];
  paragraphs: Map<number, Span>;
  tables: Map<number, Span>;
  figures: Map<number, Span>;
}

export function markText(state: 'selected' | 'unselected', format: ContentOptions['format']): string {
  if (format === 'markdown') return state === 'selected' ? '☒' : '☐';
  return state === 'selected' ? ':selected:' : ':unselected:';
}

/** Between items of one element stand spaces, line ends and backslashes that keep a sign from being markdown. */
const BETWEEN = /^[\s\\]*$/;

/** Neighbours with nothing but white between them become one. */
export function merged(spans: Iterable<Span>, content: string): Span[] {
  const sorted = [...spans].filter(({ length }) => length > 0).sort((one, other) => one.offset - other.offset);
  const result: Span[] = [];
  for (const { offset, length } of sorted) {
    const last = result.at(-1);
    const end = last === undefined ? 0 : last.offset + last.length;
    if (last !== undefined && offset - end <= 16 && BETWEEN.test(content.slice(end, offset))) last.length = Math.max(end, offset + length) - last.offset;
    else result.push({ offset, length });
  }
  return result;
}
