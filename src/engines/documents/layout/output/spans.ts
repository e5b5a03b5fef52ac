/** Shared by the text and markdown writers: the text of marks, and spans of elements from spans of their items. */
import type { ContentOptions, Span } from '../model/structure.ts';

/** The text, a span for each item, and spans of elements that include more than their items, such as tags. */
export interface WrittenContent {
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

/** Between items of one element there are only spaces, line breaks and markdown escapes. */
const BETWEEN = /^[\s\\]*$/;

/** Merges neighbors with only white space or escapes between them. */
export function mergeSpans(spans: Iterable<Span>, content: string): Span[] {
  const sorted = [...spans].filter(({ length }) => length > 0).sort((one, other) => one.offset - other.offset);
  const result: Span[] = [];
  for (const { offset, length } of sorted) {
    const last = result.at(-1);
    const end = last === undefined ? 0 : last.offset + last.length;
    if (last !== undefined && offset - end <= 16 && BETWEEN.test(content.slice(end, offset)))
      last.length = Math.max(end, offset + length) - last.offset;
    else result.push({ offset, length });
  }
  return result;
}
