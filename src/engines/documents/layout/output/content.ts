/**
 * Writes a document as one text with the spans of every element in it.
 *
 * As text: words are separated by spaces, lines by line breaks, marks are :selected: and :unselected:. For markdown see
 * markdown.ts. The content of an element (`elementContent`) is its items joined by spaces: the same characters as in its
 * spans, with one space for whatever is between them.
 */
import { writeMarkdown } from './markdown.ts';
import { markText, mergeSpans } from './spans.ts';
import type { WrittenContent } from './spans.ts';
import type { Content, ContentOptions, DocumentLayout, Item, Reference, Span } from '../model/structure.ts';

/** The content of an element: its words, and its marks if they are written, joined by spaces. */
export function elementContent({ items }: DocumentLayout, own: readonly number[], options: ContentOptions): string {
  const text = (item: Item): string => (item.kind === 'word' ? item.text : markText(item.state, options.format));
  return own
    .map((i) => items[i]!)
    .filter(({ kind }) => kind === 'word' || options.selectionMarks)
    .map(text)
    .join(' ');
}

export function writeContent(document: DocumentLayout, options: ContentOptions): Content {
  const writing = options.format === 'markdown' ? writeMarkdown(document, options) : writeText(document, options);
  const { content } = writing;
  const spansOf = (own: readonly number[]): Span[] =>
    mergeSpans(
      own.map((i) => writing.items[i]!),
      content,
    );
  const whole = (spans: Map<number, Span>, index: number, own: readonly number[]): Span[] => {
    const span = spans.get(index);
    return span === undefined ? spansOf(own) : [span];
  };
  const paragraphs = document.paragraphs.map(({ items }, i) => whole(writing.paragraphs, i, items));
  const tables = document.tables.map(({ items, cells, caption, footnotes }, i) => ({
    spans: whole(writing.tables, i, items),
    cells: cells.map((cell) => spansOf(cell.items)),
    caption: spansOf(caption?.items ?? []),
    footnotes: footnotes.map((note) => spansOf(note.items)),
  }));
  const figures = document.figures.map(({ items, caption }, i) => ({
    spans: whole(writing.figures, i, items),
    caption: spansOf(caption?.items ?? []),
  }));
  const spansIn = (reference: Reference): Span[] => {
    if (reference.kind === 'paragraph') return paragraphs[reference.index]!;
    return (reference.kind === 'table' ? tables : figures)[reference.index]!.spans;
  };
  return {
    content,
    items: writing.items,
    pages: writing.pages,
    paragraphs,
    tables,
    figures,
    lines: document.lines.map(({ items }) => spansOf(items)),
    sections: sectionSpans(document, spansIn, content),
    keyValuePairs: document.keyValuePairs.map(({ key, value }) => ({ key: spansOf(key.items), value: spansOf(value?.items ?? []) })),
  };
}

/** Sections come after their parent, so iterating backwards visits the inner ones first. */
function sectionSpans({ sections }: DocumentLayout, spansIn: (reference: Reference) => Span[], content: string): Span[][] {
  const spans: Span[][] = sections.map(() => []);
  for (let i = sections.length - 1; i >= 0; i--) {
    spans[i] = mergeSpans(
      sections[i]!.elements.flatMap((element) => (element.kind === 'section' ? spans[element.index]! : spansIn(element))),
      content,
    );
  }
  return spans;
}

function writeText(document: DocumentLayout, options: ContentOptions): WrittenContent {
  const parts: string[] = [];
  let offset = 0;
  const put = (text: string): void => {
    parts.push(text);
    offset += text.length;
  };
  const items: Span[] = document.items.map(() => ({ offset: 0, length: 0 }));
  const pages: Span[][] = [];
  for (const page of document.pages) {
    let start: number | undefined;
    for (let i = page.lines.from; i < page.lines.to; i++) {
      let first = true;
      for (const own of document.lines[i]!.items) {
        const item = document.items[own]!;
        const text = item.kind === 'word' ? item.text : options.selectionMarks ? markText(item.state, 'text') : '';
        if (text !== '') {
          if (!first) put(' ');
          else if (offset > 0) put('\n');
          start ??= offset;
          first = false;
        }
        items[own] = { offset, length: text.length };
        put(text);
      }
    }
    pages.push([{ offset: start ?? offset, length: offset - (start ?? offset) }]);
  }
  const content = parts.join('');
  return { content, items, pages, paragraphs: new Map(), tables: new Map(), figures: new Map() };
}
