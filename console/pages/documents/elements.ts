/** Elements of a result with a position on a page, in layers; each has its JSON path, so that the page and the JSON are linked. */
import { t } from '../../i18n/messages.ts';
import { BOX_COLORS, type Box, type BoxColor } from '../../kit/boxes.ts';
import { flatFields, valueText, type AnalyzeResult, type Region } from './result.ts';

export const LAYERS = ['words', 'lines', 'paragraphs', 'tables', 'marks', 'figures', 'barcodes', 'pairs', 'fields'] as const;
export type Layer = (typeof LAYERS)[number];

export interface Element {
  path: string;
  layer: Layer;
  page: number;
  points: readonly number[];
  text: string;
  confidence?: number;
  /** Of a field: each has its own. */ color?: BoxColor;
}

/** As buttons name them. */
export const LAYER_TITLES: Readonly<Record<Layer, string>> = {
  words: t('Words'),
  lines: t('Lines'),
  paragraphs: t('Paragraphs'),
  tables: t('Tables'),
  marks: t('Check boxes'),
  figures: t('Figures'),
  barcodes: t('Barcodes'),
  pairs: t('Key-value pairs'),
  fields: t('Fields'),
};

/** The color of a field by its place among the fields of its document. */
export const fieldColorAt = (place: number): BoxColor => ((place % BOX_COLORS) + 1) as BoxColor;

const COLORS: Readonly<Record<Layer, BoxColor>> = {
  words: 3,
  lines: 5,
  paragraphs: 4,
  tables: 2,
  marks: 6,
  figures: 5,
  barcodes: 6,
  pairs: 2,
  fields: 1,
};

const PAGE_LISTS: Readonly<Record<string, Layer>> = { words: 'words', lines: 'lines', selectionMarks: 'marks', barcodes: 'barcodes' };

export class Elements {
  readonly #result: AnalyzeResult;
  /** All but elements below a page, which are created when their page is shown. */
  readonly #byPage: ReadonlyMap<number, readonly Element[]>;
  readonly #byPath: ReadonlyMap<string, Element>;
  readonly present: ReadonlySet<Layer>;

  constructor(result: AnalyzeResult) {
    this.#result = result;
    const placed = elementsOutsidePages(result);
    this.#byPage = Map.groupBy(placed, ({ page }) => page);
    this.#byPath = new Map(placed.toReversed().map((element) => [element.path, element]));
    const listed = Object.entries(PAGE_LISTS)
      .filter(([list]) => result.pages.some((page) => (page[list as 'words']?.length ?? 0) > 0))
      .map(([, layer]) => layer);
    this.present = new Set([...listed, ...placed.map(({ layer }) => layer)]);
  }

  on(pageNumber: number, layers: ReadonlySet<Layer>): Element[] {
    const index = this.#result.pages.findIndex((page) => page.pageNumber === pageNumber);
    const own = Object.entries(PAGE_LISTS).flatMap(([list, layer]) => (layers.has(layer) ? this.#listed(index, list) : []));
    return [...own, ...(this.#byPage.get(pageNumber) ?? []).filter(({ layer }) => layers.has(layer))];
  }

  /** The element at a path, or the one that contains it. */
  at(path: string): Element | undefined {
    const listed = /^\/pages\/(\d+)\/(\w+)\/(\d+)/.exec(path);
    if (listed) return this.#listed(Number(listed[1]), listed[2]!).find((element) => element.path === listed[0]);
    for (let part = path; part !== ''; part = part.slice(0, part.lastIndexOf('/'))) {
      const found = this.#byPath.get(part);
      if (found) return found;
    }
    return undefined;
  }

  /** Elements below a path, such as the cells of a table or the parts of a field; those on the page of the first one. */
  below(path: string): Element[] {
    const found = [...this.#byPath.values()].filter((element) => element.path.startsWith(`${path}/`));
    const page = Math.min(...found.map((element) => element.page));
    return found.filter((element) => element.page === page);
  }

  #listed(index: number, list: string): Element[] {
    const page = this.#result.pages[index];
    const layer = PAGE_LISTS[list];
    if (!page || !layer) return [];
    const items: readonly { content?: string; state?: string; value?: string; polygon?: number[]; confidence?: number }[] =
      page[list as 'words'] ?? [];
    return items.flatMap(({ content, state, value, polygon, confidence }, i) =>
      polygon
        ? [
            {
              path: `/pages/${index}/${list}/${i}`,
              layer,
              page: page.pageNumber,
              points: polygon,
              text: content ?? state ?? value ?? '',
              confidence,
            },
          ]
        : [],
    );
  }
}

function elementsOutsidePages({
  paragraphs = [],
  tables = [],
  figures = [],
  keyValuePairs = [],
  documents = [],
}: AnalyzeResult): Element[] {
  const placed = (layer: Layer, path: string, regions: readonly Region[] | undefined, text: string, confidence?: number): Element[] =>
    (regions ?? []).flatMap(({ pageNumber, polygon }) =>
      polygon ? [{ path, layer, page: pageNumber, points: polygon, text, confidence }] : [],
    );
  return [
    ...paragraphs.flatMap(({ boundingRegions, content = '', role }, i) =>
      placed('paragraphs', `/paragraphs/${i}`, boundingRegions, role === undefined ? content : `${role}: ${content}`),
    ),
    ...tables.flatMap(({ boundingRegions, cells, rowCount, columnCount }, i) => [
      ...placed('tables', `/tables/${i}`, boundingRegions, t('Table, {rowCount} rows × {columnCount} columns', { rowCount, columnCount })),
      ...cells.flatMap((cell, c) =>
        placed(
          'tables',
          `/tables/${i}/cells/${c}`,
          cell.boundingRegions,
          t('Row {value}, column {value2}: {value3}', {
            value: cell.rowIndex + 1,
            value2: cell.columnIndex + 1,
            value3: cell.content ?? '',
          }),
        ),
      ),
    ]),
    ...figures.flatMap(({ boundingRegions, caption }, i) =>
      placed('figures', `/figures/${i}`, boundingRegions, caption?.content ?? 'Figure'),
    ),
    ...keyValuePairs.flatMap(({ key, value, confidence }, i) => [
      ...placed('pairs', `/keyValuePairs/${i}/key`, key.boundingRegions, key.content ?? '', confidence),
      ...placed('pairs', `/keyValuePairs/${i}/value`, value?.boundingRegions, value?.content ?? '', confidence),
    ]),
    ...documents.flatMap((document, i) => {
      const names = Object.keys(document.fields ?? {});
      return flatFields(document, i)
        .filter(({ field: { type } }) => type !== 'array' && type !== 'object')
        .flatMap(({ path, titles, field }) =>
          placed('fields', path, field.boundingRegions, `${titles.join(', ')}: ${valueText(field)}`, field.confidence).map((element) => ({
            ...element,
            color: fieldColorAt(names.indexOf(titles[0]!)),
          })),
        );
    }),
  ];
}

/** Lower confidence is dashed. */
export const LOW_CONFIDENCE = 0.8;

/** An element with several regions has a box for each; the first has the bare path as id. */
export function toBoxes(elements: readonly Element[]): Box[] {
  const seen = new Map<string, number>();
  return elements.map(({ path, layer, points, text, color, confidence = 1 }) => {
    const n = seen.get(path) ?? 0;
    seen.set(path, n + 1);
    return {
      id: n === 0 ? path : `${path}#${n}`,
      points,
      color: color ?? COLORS[layer],
      label: text,
      ...(layer === 'fields' && { filled: true }),
      ...(confidence < LOW_CONFIDENCE && { dashed: true }),
    };
  });
}

export function boxPath({ id }: Pick<Box, 'id'>): string {
  return id.replace(/#\d+$/, '');
}
