/** The same layout with nothing on other pages; items and pages keep their numbers. */
import type { DocumentLayout, Element } from './model/structure.ts';

export function onlyPages(layout: DocumentLayout, pages: readonly number[]): DocumentLayout {
  const wanted = new Set(pages);
  const isOn = ({ items, regions }: Element): boolean => {
    const page = items[0] === undefined ? regions[0]?.page : layout.items[items[0]]!.page;
    return page !== undefined && wanted.has(page);
  };
  const lines = layout.lines.filter(({ page }) => wanted.has(page));
  let line = 0;
  return {
    ...layout,
    pages: layout.pages.map((page, index) => {
      const from = line;
      if (wanted.has(index)) line += page.lines.to - page.lines.from;
      const lineRange = { from, to: line };
      return wanted.has(index) ? { ...page, lines: lineRange } : { ...page, lines: lineRange, items: { from: 0, to: 0 }, barcodes: [] };
    }),
    lines,
    paragraphs: layout.paragraphs.filter(isOn),
    tables: layout.tables.filter(isOn),
    figures: layout.figures.filter(isOn),
    keyValuePairs: layout.keyValuePairs.filter(({ key }) => isOn(key)),
    sections: [],
    blocks: [],
  };
}
