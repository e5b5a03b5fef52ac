/** The figures of a document: their ids, and where each is to be cut out. */
import type { DocumentLayout } from '../../../engines/layout/model/structure.ts';
import type { Part } from '../../../engines/reading/render/crop-page.ts';

/** The number of the page and that of the figure on it, in the order of the layout. */
export function figureIds({ figures, pages }: DocumentLayout): string[] {
  const onPage = new Map<number, number>();
  return figures.map(({ regions }) => {
    const { number } = pages[regions[0]?.page ?? 0]!;
    onPage.set(number, (onPage.get(number) ?? 0) + 1);
    return `${number}.${onPage.get(number)}`;
  });
}

export function figureParts(layout: DocumentLayout): { id: string; part: Part }[] {
  const ids = figureIds(layout);
  return layout.figures.flatMap(({ regions: [region] }, n) => {
    const geometry = region && layout.pages[region.page]!.geometry;
    if (!geometry) return [];
    const { width, height, toPage, angle } = geometry;
    return [{ id: ids[n]!, part: { page: layout.pages[region.page]!.number, box: region.box, toPage, angle, width, height } }];
  });
}
