/** An analysis result: values as text, elements with a position on a page, and the comparison of two results. */
import type { Box } from '../../kit/boxes.ts';
import { plural, toCsv } from '../../kit/format.ts';

export interface Region {
  pageNumber: number;
  polygon?: number[];
}
interface Placed {
  content?: string;
  boundingRegions?: Region[];
  confidence?: number;
}

export interface Field extends Placed {
  type: string;
  valueString?: string;
  valueDate?: string;
  valueTime?: string;
  valuePhoneNumber?: string;
  valueNumber?: number;
  valueInteger?: number;
  valueSelectionMark?: string;
  valueSignature?: string;
  valueCountryRegion?: string;
  valueBoolean?: boolean;
  valueCurrency?: { amount: number; currencySymbol?: string; currencyCode?: string };
  valueAddress?: object;
  valueArray?: Field[];
  valueObject?: Record<string, Field>;
}

export interface ResultPage {
  pageNumber: number;
  width?: number;
  height?: number;
  unit?: string;
  angle?: number;
  words?: { content: string; polygon?: number[]; confidence: number }[];
  lines?: { content: string; polygon?: number[] }[];
  selectionMarks?: { state: string; polygon?: number[]; confidence: number }[];
  barcodes?: { kind: string; value: string; polygon?: number[]; confidence: number }[];
}

export interface FoundDocument {
  docType: string;
  confidence: number;
  boundingRegions?: Region[];
  fields?: Record<string, Field>;
}

export interface AnalyzeResult {
  modelId: string;
  content: string;
  pages: ResultPage[];
  paragraphs?: (Placed & { role?: string })[];
  tables?: {
    rowCount: number;
    columnCount: number;
    boundingRegions?: Region[];
    cells: (Placed & { rowIndex: number; columnIndex: number; kind?: string })[];
  }[];
  figures?: (Placed & { caption?: Placed })[];
  keyValuePairs?: { key: Placed; value?: Placed; confidence: number }[];
  documents?: FoundDocument[];
}

/** A field's value as text; the content on the page if it has none. */
export function valueText(field: Field): string {
  const { type, valueCurrency: money, valueArray, valueObject } = field;
  if (type === 'array') return plural(valueArray?.length ?? 0, 'row');
  if (type === 'object')
    return Object.entries(valueObject ?? {})
      .map(([name, part]) => `${name}: ${valueText(part)}`)
      .join(', ');
  if (money) return `${money.currencyCode ?? money.currencySymbol ?? ''} ${money.amount}`.trim();
  const value =
    field.valueString ??
    field.valueDate ??
    field.valueTime ??
    field.valuePhoneNumber ??
    field.valueNumber ??
    field.valueInteger ??
    field.valueSelectionMark ??
    field.valueSignature ??
    field.valueCountryRegion ??
    field.valueBoolean;
  return value === undefined ? (field.content ?? '') : String(value);
}

export interface FlatField {
  path: string;
  /** As in labels: `Items/0/Price`. */ name: string;
  /** For display, one part each: Items, Row 1, Price. */ titles: readonly string[];
  field: Field;
}

/** Fields with nested ones, in order. */
export function flatFields(document: FoundDocument, index: number): FlatField[] {
  const found: FlatField[] = [];
  const walk = (field: Field, name: string, titles: readonly string[], path: string): void => {
    found.push({ path, name, titles, field });
    field.valueArray?.forEach((part, i) => walk(part, `${name}/${i}`, [...titles, `Row ${i + 1}`], `${path}/valueArray/${i}`));
    for (const [key, part] of Object.entries(field.valueObject ?? {}))
      walk(part, `${name}/${escaped(key)}`, [...titles, key], `${path}/valueObject/${escaped(key)}`);
  };
  for (const [name, field] of Object.entries(document.fields ?? {}))
    walk(field, escaped(name), [name], `/documents/${index}/fields/${escaped(name)}`);
  return found;
}

/** For a spreadsheet: one line per field, with table cells as fields of their own. */
export function fieldsCsv(documents: readonly FoundDocument[]): string {
  const lines = documents.flatMap((document, i) =>
    flatFields(document, i)
      .filter(({ field: { type } }) => type !== 'array' && type !== 'object')
      .map(({ titles, field }) => [i + 1, document.docType, titles.join(', '), valueText(field), field.content, field.confidence]),
  );
  return toCsv([['Document', 'Type', 'Field', 'Value', 'Content', 'Confidence'], ...lines]);
}

/** As a path segment. */
export function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

export function unescaped(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** Elements of a result with a position on a page, in layers; each has its JSON path, so that the page and the JSON are linked. */
export const LAYERS = ['words', 'lines', 'paragraphs', 'tables', 'marks', 'figures', 'barcodes', 'pairs', 'fields'] as const;
export type Layer = (typeof LAYERS)[number];

export interface Element {
  path: string;
  layer: Layer;
  page: number;
  points: readonly number[];
  text: string;
  confidence?: number;
}

const COLORS: Readonly<Record<Layer, NonNullable<Box['color']>>> = {
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

const PAGE_LISTS: Readonly<Record<string, Layer>> = {
  words: 'words',
  lines: 'lines',
  selectionMarks: 'marks',
  barcodes: 'barcodes',
};

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
      ...placed('tables', `/tables/${i}`, boundingRegions, `Table, ${rowCount} rows × ${columnCount} columns`),
      ...cells.flatMap((cell, c) =>
        placed(
          'tables',
          `/tables/${i}/cells/${c}`,
          cell.boundingRegions,
          `Row ${cell.rowIndex + 1}, column ${cell.columnIndex + 1}: ${cell.content ?? ''}`,
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
    ...documents.flatMap((document, i) =>
      flatFields(document, i)
        .filter(({ field: { type } }) => type !== 'array' && type !== 'object')
        .flatMap(({ path, titles, field }) =>
          placed('fields', path, field.boundingRegions, `${titles.join(', ')}: ${valueText(field)}`, field.confidence),
        ),
    ),
  ];
}

/** Lower confidence is dashed. */
export const LOW_CONFIDENCE = 0.8;

/** An element with several regions has a box for each; the first has the bare path as id. */
export function toBoxes(elements: readonly Element[]): Box[] {
  const seen = new Map<string, number>();
  return elements.map(({ path, layer, points, text, confidence = 1 }) => {
    const n = seen.get(path) ?? 0;
    seen.set(path, n + 1);
    return {
      id: n === 0 ? path : `${path}#${n}`,
      points,
      color: COLORS[layer],
      label: text,
      ...(layer === 'fields' && { filled: true }),
      ...(confidence < LOW_CONFIDENCE && { dashed: true }),
    };
  });
}

export function boxPath({ id }: Pick<Box, 'id'>): string {
  return id.replace(/#\d+$/, '');
}

export interface FieldDifference {
  /** As people say it: `Items, Row 1, Price`. */ name: string;
  one?: Field;
  other?: Field;
  differs: boolean;
}

/** Fields of several documents in one file are prefixed with its number. */
export function compareFields(first: AnalyzeResult, second: AnalyzeResult): FieldDifference[] {
  const [ones, others] = [numberedFields(first), numberedFields(second)];
  return [...new Set([...ones.keys(), ...others.keys()])].map((name) => {
    const [one, other] = [ones.get(name), others.get(name)];
    return { name, one, other, differs: (one && valueText(one)) !== (other && valueText(other)) };
  });
}

function numberedFields({ documents = [] }: AnalyzeResult): Map<string, Field> {
  return new Map(
    documents.flatMap((document, i) =>
      flatFields(document, i)
        .filter(({ field }) => field.type !== 'array' && field.type !== 'object' && valueText(field) !== '')
        .map(({ titles, field }) => [documents.length === 1 ? titles.join(', ') : `Document ${i + 1}, ${titles.join(', ')}`, field]),
    ),
  );
}
