/** A layout for tests: positioned lines on one page, letters half as wide as high. */
import type { DocumentLayout, Item, TextLine } from '../../src/engines/documents/layout/model/structure.ts';
import type { Strokes } from '../../src/engines/documents/layout/model/strokes.ts';

export interface TestLine {
  text: string;
  left: number;
  top: number;
  height?: number;
}

/** [x] and [ ] become selection marks. */
export function createTestLayout(
  lines: readonly TestLine[],
  { width = 612, height: pageHeight = 792, rules }: { width?: number; height?: number; rules?: Strokes } = {},
): DocumentLayout {
  const items: Item[] = [];
  const laid: TextLine[] = lines.map(({ text, left, top, height = 8 }) => {
    const own: number[] = [];
    let x = left;
    for (const word of text.replace(/\[ \]/gu, '[]').split(' ')) {
      const box = { left: x, top, right: x + Math.max(1, word.length) * height * 0.5, bottom: top + height };
      x = box.right + height * 0.4;
      own.push(items.length);
      items.push(
        word === '[x]' || word === '[]'
          ? { kind: 'mark', page: 0, state: word === '[x]' ? 'selected' : 'unselected', box, confidence: 0.95 }
          : { kind: 'word', page: 0, text: word, box, confidence: 1 },
      );
    }
    return { page: 0, turn: 0, items: own, regions: [{ page: 0, box: { left, top, right: x, bottom: top + height } }] };
  });
  return {
    pages: [
      {
        number: 1,
        geometry: { width, height: pageHeight, unit: 'pixel', angle: 0, toPage: { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 } },
        barcodes: [],
        rules,
        items: { from: 0, to: items.length },
        lines: { from: 0, to: laid.length },
      },
    ],
    items,
    lines: laid,
    paragraphs: laid.map(({ items: own, regions }) => ({ items: own, regions })),
    tables: [],
    figures: [],
    sections: [],
    keyValuePairs: [],
    blocks: laid.map((_, index) => ({ kind: 'paragraph' as const, index })),
  };
}

/** The same layout without positions, like an office file. */
export function withoutPositions(layout: DocumentLayout): DocumentLayout {
  return {
    ...layout,
    pages: layout.pages.map((page) => ({ ...page, geometry: undefined })),
    items: layout.items.map((item): Item => ({ ...item, box: undefined })),
    lines: layout.lines.map((line) => ({ ...line, regions: [] })),
    paragraphs: layout.paragraphs.map((paragraph) => ({ ...paragraph, regions: [] })),
  };
}
