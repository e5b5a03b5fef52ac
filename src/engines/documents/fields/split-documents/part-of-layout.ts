/** The layout of some pages, or of some lines of a page. Items keep their numbers, so that fields refer to the file. */
import type { DocumentLayout, Element, Item } from '../../layout/model/structure.ts';

export function partOfLayout(layout: DocumentLayout, from: number, to: number, only?: ReadonlySet<number>): DocumentLayout {
  const isInside = ({ items }: Element): boolean => {
    const [first] = items;
    if (first === undefined) return false;
    const { page } = layout.items[first]!;
    return page >= from && page < to && (only === undefined || only.has(first));
  };
  const moved = <T extends Element>(element: T): T => ({
    ...element,
    regions: element.regions.map((region) => ({ ...region, page: region.page - from })),
  });
  return {
    ...layout,
    pages: layout.pages.slice(from, to),
    items: from === 0 ? layout.items : layout.items.map((item): Item => ({ ...item, page: item.page - from })),
    lines: layout.lines.filter(isInside).map((line) => ({ ...moved(line), page: line.page - from })),
    paragraphs: layout.paragraphs.filter(isInside).map(moved),
    tables: layout.tables.filter(isInside).map((table) => ({ ...moved(table), cells: table.cells.map(moved) })),
    figures: [],
    sections: [],
    keyValuePairs: layout.keyValuePairs.filter(({ key }) => isInside(key)),
    blocks: [],
  };
}
