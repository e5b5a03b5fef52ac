/**
 * A laid-out document as a result of the interface, in the words of a version. Spans are counted in the unit that was asked for;
 * the content of an element is what its spans hold, in markdown without the signs of markdown. A document without places has no polygons.
 */
import type { FoundDocument } from '../../../engines/fields/field.ts';
import { contentOf } from '../../../engines/layout/output/content.ts';
import type { Content, DocumentLayout, Element, LaidPage, Reference, Region, Span, TextLine } from '../../../engines/layout/model/structure.ts';
import { merged } from '../../../engines/layout/output/spans.ts';
import { offsetsIn } from '../../../engines/text/offsets.ts';
import type { OffsetUnit } from '../../../engines/text/offsets.ts';
import { figureIds } from './figures.ts';
import { documentViews } from './fields-view.ts';
import type { ResultWriter } from './fields-view.ts';
import type { AnalysisOptions } from '../model.ts';
import type { AnalysisPlan } from './options.ts';
import { roundToUnit, toPolygon, roundTo, roundConfidence, uprightPageBox } from './geometry.ts';
import type { Version } from '../versions.ts';

export interface Language { locale: string; confidence: number; lines: readonly number[] }
/** A stretch of the content, in UTF-16, with what it is. */
export interface Entity { category: string; subCategory?: string; start: number; end: number; confidence: number }
export interface Style { spans: Span[]; confidence: number; [property: string]: unknown }

export interface AnalysisParts {
  layout: DocumentLayout;
  content: Content;
  languages: readonly Language[];
  entities: readonly Entity[];
  styles: readonly Style[];
  /** Of models that find documents. */
  documents?: readonly FoundDocument[];
}

const UNITS: Readonly<Record<AnalysisOptions['stringIndexType'], OffsetUnit>> = { textElements: 'grapheme', unicodeCodePoint: 'codePoint', utf16CodeUnit: 'utf16' };
const PATHS: Readonly<Record<Reference['kind'], string>> = { paragraph: '/paragraphs', table: '/tables', figure: '/figures', section: '/sections' };

export function buildResult(told: AnalysisParts, modelId: string, options: AnalysisOptions, plan: AnalysisPlan, version: Version): object {
  return new ResultBuilder(told, options, version).result(modelId, options, plan);
}

class ResultBuilder {
  readonly #told: AnalysisParts;
  readonly #version: Version;
  readonly #isMarkdown: boolean;
  readonly #place: (span: Span) => Span;
  /** The line that an item stands in. */
  readonly #lineOf = new Map<number, TextLine>();

  constructor(told: AnalysisParts, { stringIndexType, format }: AnalysisOptions, version: Version) {
    this.#told = told;
    this.#isMarkdown = format === 'markdown';
    this.#version = version;
    const offsets = offsetsIn(told.content.content, UNITS[stringIndexType]);
    this.#place = ({ offset, length }) => {
      const start = offsets.from(offset);
      return { offset: start, length: offsets.from(offset + length) - start };
    };
    for (const line of told.layout.lines) for (const item of line.items) this.#lineOf.set(item, line);
  }

  result(modelId: string, { stringIndexType, format }: AnalysisOptions, { layout: looked, languages, barcodes, entities }: AnalysisPlan): object {
    const { layout, content, styles, documents } = this.#told;
    const { version, lists, markdown, figureIds } = this.#version;
    const has = (list: Version['lists'][number]): boolean => lists.includes(list);
    return {
      apiVersion: version, modelId, stringIndexType, ...markdown && { contentFormat: format },
      content: content.content,
      pages: layout.pages.map((page, index) => this.#page(page, content.pages[index]!, looked.marks, barcodes && has('barcodes'))),
      ...has('paragraphs') && { paragraphs: layout.paragraphs.map((paragraph, n) => ({ ...paragraph.role && { role: paragraph.role }, ...this.#element(paragraph, content.paragraphs[n]!) })) },
      ...looked.tables && { tables: layout.tables.map((_, n) => this.#table(n)) },
      ...looked.figures && { figures: this.#figures(figureIds) },
      ...has('sections') && { sections: layout.sections.map(({ elements }, n) => ({ spans: this.#spans(content.sections[n]!), elements: elements.map(path) })) },
      ...looked.keyValuePairs && { keyValuePairs: this.#keyValuePairs() },
      ...entities && { entities: this.#entities() },
      styles: styles.map(({ spans, confidence, ...properties }) => ({ ...properties, confidence: roundConfidence(confidence), spans: this.#spans(spans) })),
      ...languages && { languages: this.#languages() },
      ...documents && { documents: documentViews(documents, layout, this.#pen(), this.#version) },
    };
  }

  #pen(): ResultWriter {
    const { layout, content } = this.#told;
    const spansOf = (items: readonly number[]): Span[] => merged(items.map((item) => content.items[item]!), content.content);
    return {
      element: (items, regions) => this.#element({ items, regions }, spansOf(items)),
      regions: (regions) => this.#regions(regions),
      spans: (items) => this.#spans(spansOf(items)),
      pageSpans: (page) => this.#spans(content.pages[page]!),
      pageRegions: (page) => layout.pages[page]!.geometry ? [{ page, box: uprightPageBox(layout.pages[page]!.geometry!) }] : [],
    };
  }

  #page(page: LaidPage, spans: readonly Span[], marks: boolean, barcodes: boolean): object {
    const { number, geometry, items: { from, to }, lines } = page;
    const { layout: { items, lines: allLines }, content } = this.#told;
    const numbers = Array.from({ length: to - from }, (_, n) => from + n);
    const end = spans.at(-1);
    return {
      pageNumber: number,
      ...geometry && { angle: roundTo(geometry.angle, 4), width: roundToUnit(geometry.width, geometry), height: roundToUnit(geometry.height, geometry), unit: geometry.unit },
      words: numbers.flatMap((n) => {
        const item = items[n]!;
        return item.kind === 'word' ? [{ content: item.text, ...this.#corners(page, item.box, this.#lineOf.get(n)?.turn), confidence: roundConfidence(item.confidence), span: this.#place(content.items[n]!) }] : [];
      }),
      ...marks && { selectionMarks: numbers.flatMap((n) => {
        const item = items[n]!;
        return item.kind === 'mark' ? [{ state: item.state, ...this.#corners(page, item.box), confidence: roundConfidence(item.confidence), span: this.#place(content.items[n]!) }] : [];
      }) },
      lines: allLines.slice(lines.from, lines.to).map((line, n) => {
        const own = content.lines[lines.from + n]!;
        return { content: this.#text(line, own), ...this.#corners(page, line.regions[0]?.box, line.turn), spans: this.#spans(own) };
      }),
      // A code is no text: its span is empty and stands where its page ends.
      ...barcodes && { barcodes: page.barcodes.map(({ kind, value, box, confidence }) => ({ kind, value, ...this.#corners(page, box), confidence: roundConfidence(confidence), span: this.#place({ offset: end ? end.offset + end.length : 0, length: 0 }) })) },
      spans: this.#spans(spans),
    };
  }

  #corners({ geometry }: LaidPage, box: Region['box'] | undefined, turn?: TextLine['turn']): object {
    return geometry && box ? { [this.#version.corners]: toPolygon(box, geometry, turn) } : {};
  }

  #regions(regions: readonly Region[]): object {
    const { pages } = this.#told.layout;
    const placed = regions.filter(({ page }) => pages[page]!.geometry);
    return placed.length === 0 ? {} : { boundingRegions: placed.map(({ page, box }) => ({ pageNumber: pages[page]!.number, ...this.#corners(pages[page]!, box) })) };
  }

  #spans(spans: readonly Span[]): Span[] {
    return spans.map(this.#place);
  }

  #text({ items }: Element, spans: readonly Span[]): string {
    const { layout, content: { content } } = this.#told;
    if (this.#isMarkdown) return contentOf(layout, items, { format: 'markdown', selectionMarks: true, tables: 'html' });
    return spans.map(({ offset, length }) => content.slice(offset, offset + length)).join('\n');
  }

  #element(element: Element, spans: readonly Span[]): object {
    return { content: this.#text(element, spans), ...this.#regions(element.regions), spans: this.#spans(spans) };
  }

  #inside(paragraphs: readonly number[]): object {
    return this.#version.references && paragraphs.length > 0 ? { elements: paragraphs.map((index) => path({ kind: 'paragraph', index })) } : {};
  }

  #table(n: number): object {
    const { rowCount, columnCount, cells, regions, caption, footnotes } = this.#told.layout.tables[n]!;
    const spans = this.#told.content.tables[n]!;
    return {
      rowCount, columnCount,
      cells: cells.map((cell, at) => {
        const { kind, rowIndex, columnIndex, rowSpan, columnSpan, paragraphs } = cell;
        return { ...kind !== 'content' && { kind }, rowIndex, columnIndex, rowSpan, columnSpan, ...this.#element(cell, spans.cells[at]!), ...this.#inside(paragraphs) };
      }),
      ...this.#regions(regions), spans: this.#spans(spans.spans),
      ...this.#version.references && caption && { caption: { ...this.#element(caption, spans.caption), ...this.#inside([caption.paragraph]) } },
      ...this.#version.references && footnotes.length > 0 && { footnotes: footnotes.map((footnote, at) => ({ ...this.#element(footnote, spans.footnotes[at]!), ...this.#inside([footnote.paragraph]) })) },
    };
  }

  #figures(hasIds: boolean): object[] {
    const { layout, content } = this.#told;
    const ids = figureIds(layout);
    return layout.figures.map(({ regions, paragraphs, caption }, n) => {
      const { spans, caption: captionSpans } = content.figures[n]!;
      return {
        ...hasIds && { id: ids[n] }, ...this.#regions(regions), spans: this.#spans(spans), ...this.#inside(paragraphs),
        ...caption && { caption: { ...this.#element(caption, captionSpans), ...this.#inside([caption.paragraph]) } },
      };
    });
  }

  #keyValuePairs(): object[] {
    const { layout: { keyValuePairs }, content } = this.#told;
    return keyValuePairs.map(({ key, value, confidence }, n) => {
      const spans = content.keyValuePairs[n]!;
      return { key: this.#element(key, spans.key), ...value && { value: this.#element(value, spans.value) }, confidence: roundConfidence(confidence) };
    });
  }

  #entities(): object[] {
    const { entities, content: { content } } = this.#told;
    return entities.map(({ category, subCategory, start, end, confidence }) => ({
      category, ...subCategory !== undefined && { subCategory }, content: content.slice(start, end), confidence: roundConfidence(confidence), spans: [this.#place({ offset: start, length: end - start })],
    }));
  }

  #languages(): object[] {
    const { languages, content } = this.#told;
    return languages.map(({ locale, confidence, lines }) => ({ [this.#version.language]: locale, confidence: roundConfidence(confidence), spans: this.#spans(lines.flatMap((line) => content.lines[line]!)) }));
  }
}

function path({ kind, index }: Reference): string {
  return `${PATHS[kind]}/${index}`;
}
