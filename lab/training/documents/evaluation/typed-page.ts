/** A layout from typed lines in a fixed-width font; two or more spaces separate segments. For tests that need no file. */
import type { Box } from '../../../../src/engines/documents/reading/model/page.ts';
import type { DocumentLayout, Item, TextLine } from '../../../../src/engines/documents/layout/model/structure.ts';
import { union } from '../../../../src/engines/documents/layout/model/geometry.ts';

const LETTER = 0.6;
const STEP = 1.3;

export function typedPage(text: string): DocumentLayout {
  const items: Item[] = [];
  const lines: TextLine[] = [];
  text.split('\n').forEach((row, index) => {
    for (const piece of row.matchAll(/\S+(?: \S+)*/gu)) {
      const own: number[] = [];
      for (const word of piece[0].matchAll(/\S+/gu)) {
        const from = piece.index + word.index;
        const box: Box = { left: from * LETTER, right: (from + word[0].length) * LETTER, top: index * STEP, bottom: index * STEP + 1 };
        own.push(items.push({ kind: 'word', page: 0, text: word[0], box, confidence: 1 }) - 1);
      }
      lines.push({ page: 0, turn: 0, items: own, regions: [{ page: 0, box: union(own.map((i) => items[i]!.box!)) }] });
    }
  });
  return {
    pages: [{ number: 1, barcodes: [], items: { from: 0, to: items.length }, lines: { from: 0, to: lines.length } }],
    items,
    lines,
    paragraphs: [],
    tables: [],
    figures: [],
    sections: [{ elements: [] }],
    keyValuePairs: [],
    blocks: [],
  };
}

/** Typed pages one after the other. */
export function typedPages(texts: readonly string[]): DocumentLayout {
  const pages = texts.map((text) => typedPage(text));
  const offsets = pages.map((_, i) => pages.slice(0, i).reduce((sum, { items }) => sum + items.length, 0));
  return {
    ...pages[0]!,
    pages: pages.map(({ pages: [page], items, lines }, i) => ({
      ...page!,
      number: i + 1,
      items: { from: offsets[i]!, to: offsets[i]! + items.length },
      lines: { from: 0, to: lines.length },
    })),
    items: pages.flatMap(({ items }, i) => items.map((item): Item => ({ ...item, page: i }))),
    lines: pages.flatMap(({ lines }, i) =>
      lines.map((line) => ({
        ...line,
        page: i,
        items: line.items.map((item) => item + offsets[i]!),
        regions: line.regions.map((region) => ({ ...region, page: i })),
      })),
    ),
  };
}
