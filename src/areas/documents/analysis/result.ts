/**
 * Writes a document layout as a result of the interface, in the form of a version. Spans count in the requested unit; the content of
 * an element is the text in its spans, in markdown without the markup. A document without page geometry has no polygons.
 */
import type {
  Content,
  DocumentLayout,
  Element,
  DocumentPage,
  Reference,
  Region,
  Span,
  TextLine,
} from '../../../engines/documents/layout/model/structure.ts';
import { elementContent } from '../../../engines/documents/layout/output/content.ts';
import { mergeSpans } from '../../../engines/documents/layout/output/spans.ts';
import { offsetsIn } from '../../../engines/shared/text/offsets.ts';
import type { OffsetUnit } from '../../../engines/shared/text/offsets.ts';
import { documentViews } from './fields-view.ts';
import type { ExtractedDocument, ResultWriter } from './fields-view.ts';
import { roundConfidence, roundTo, roundToUnit, toPolygon, uprightPageBox } from './geometry.ts';
import { GENERAL_DOCUMENT_MODEL, isReserved } from '../model.ts';
import type { AnalysisOptions, AnalysisPlan } from '../model.ts';
import type { Version } from '../versions.ts';

export interface Language {
  locale: string;
  confidence: number;
  lines: readonly number[];
}
/** A span of the content, in UTF-16 code units, and its category. */
export interface Entity {
  category: string;
  subCategory?: string;
  start: number;
  end: number;
  confidence: number;
}
export interface Style {
  spans: Span[];
  confidence: number;
  [property: string]: unknown;
}

export interface AnalysisParts {
  layout: DocumentLayout;
  content: Content;
  languages: readonly Language[];
  entities: readonly Entity[];
  styles: readonly Style[];
  /** Only of models that extract documents. */
  documents?: readonly ExtractedDocument[];
}

const UNITS: Readonly<Record<AnalysisOptions['stringIndexType'], OffsetUnit>> = {
  textElements: 'grapheme',
  unicodeCodePoint: 'codePoint',
  utf16CodeUnit: 'utf16',
};
const PATHS: Readonly<Record<Reference['kind'], string>> = {
  paragraph: '/paragraphs',
  table: '/tables',
  figure: '/figures',
  section: '/sections',
};

const FORMULAS_WARNING = {
  code: 'FormulasNotRead',
  message: 'This server does not read formulas: the lists of formulas are empty.',
  target: 'features',
};

export function buildResult(parts: AnalysisParts, modelId: string, options: AnalysisOptions, plan: AnalysisPlan, version: Version): object {
  return new ResultBuilder(parts, options, version).build(modelId, options, plan);
}

class ResultBuilder {
  readonly #parts: AnalysisParts;
  readonly #version: Version;
  readonly #isMarkdown: boolean;
  readonly #toSpan: (span: Span) => Span;
  /** The line of an item. */
  readonly #lineOf = new Map<number, TextLine>();

  constructor(parts: AnalysisParts, { stringIndexType, format }: AnalysisOptions, version: Version) {
    this.#parts = parts;
    this.#isMarkdown = format === 'markdown';
    this.#version = version;
    const offsets = offsetsIn(parts.content.content, UNITS[stringIndexType]);
    this.#toSpan = ({ offset, length }) => {
      const start = offsets.from(offset);
      return { offset: start, length: offsets.from(offset + length) - start };
    };
    for (const line of parts.layout.lines) for (const item of line.items) this.#lineOf.set(item, line);
  }

  build(
    modelId: string,
    { stringIndexType, format, queryFields }: AnalysisOptions,
    { layout: planned, languages, barcodes, formulas, entities }: AnalysisPlan,
  ): object {
    const { layout, content, styles, documents } = this.#parts;
    const { version, lists, markdown, figureIds, withoutTables, withoutRoles, customParagraphs, qualifiedDocTypes } = this.#version;
    const isCustom = !isReserved(modelId);
    const has = (list: Version['lists'][number]): boolean => lists.includes(list);
    const hasParagraphs = has('paragraphs') && (customParagraphs || !isCustom) && this.#isListed(layout.paragraphs);
    const hasRoles = !withoutRoles.includes(modelId);
    return {
      apiVersion: version,
      modelId,
      stringIndexType,
      ...(markdown && { contentFormat: format }),
      content: content.content,
      pages: layout.pages.map((page, index) => ({
        ...this.#page(page, content.pages[index]!, planned.marks, barcodes && has('barcodes')),
        ...(formulas && { formulas: [] }),
      })),
      ...(hasParagraphs && {
        paragraphs: layout.paragraphs.map((paragraph, n) => ({
          ...(hasRoles && paragraph.role && { role: paragraph.role }),
          ...this.#element(paragraph, content.paragraphs[n]!),
        })),
      }),
      ...(planned.tables && !withoutTables.includes(modelId) && { tables: layout.tables.map((_, n) => this.#table(n)) }),
      ...(planned.figures && { figures: this.#figures(figureIds) }),
      ...(has('sections') && {
        sections: layout.sections.map(({ elements }, n) => ({
          spans: this.#spans(content.sections[n]!),
          elements: elements.map(referencePath),
        })),
      }),
      ...(planned.keyValuePairs && { keyValuePairs: this.#keyValuePairs() }),
      ...(entities && { entities: this.#entities() }),
      ...(has('emptyEntities') && modelId === GENERAL_DOCUMENT_MODEL && { entities: [] }),
      styles: styles.map(({ spans, confidence, ...properties }) => ({
        ...properties,
        confidence: roundConfidence(confidence),
        spans: this.#spans(spans),
      })),
      ...(languages && { languages: this.#languages() }),
      ...(documents && {
        documents: documentViews(
          isCustom && qualifiedDocTypes
            ? documents.map((document) => ({ ...document, docType: `${modelId}:${document.docType}` }))
            : documents,
          layout,
          this.#writer(),
          this.#version,
          modelId,
          queryFields,
        ),
      }),
      ...(formulas && { warnings: [FORMULAS_WARNING] }),
    };
  }

  /** Whether the version has the list, even if it is empty. */
  #isListed(members: readonly unknown[]): boolean {
    return members.length > 0 || !this.#version.omitsDefaults;
  }

  #writer(): ResultWriter {
    const { layout, content } = this.#parts;
    const spansOf = (items: readonly number[]): Span[] =>
      mergeSpans(
        items.map((item) => content.items[item]!),
        content.content,
      );
    return {
      element: (items, regions) => this.#element({ items, regions }, spansOf(items)),
      regions: (regions) => this.#regionsField(regions),
      spans: (items) => this.#spans(spansOf(items)),
      pageSpans: (page) => this.#spans(content.pages[page]!),
      pageRegions: (page) => (layout.pages[page]!.geometry ? [{ page, box: uprightPageBox(layout.pages[page]!.geometry!) }] : []),
    };
  }

  #page(page: DocumentPage, spans: readonly Span[], marks: boolean, barcodes: boolean): object {
    const { number, geometry, lines } = page;
    const { from, to } = page.items;
    const { content } = this.#parts;
    const { items, lines: allLines } = this.#parts.layout;
    const numbers = Array.from({ length: to - from }, (_, n) => from + n);
    const end = spans.at(-1);
    const selectionMarks = numbers.flatMap((n) => {
      const item = items[n]!;
      return item.kind === 'mark'
        ? [
            {
              state: item.state,
              ...this.#cornersField(page, item.box),
              confidence: roundConfidence(item.confidence),
              span: this.#toSpan(content.items[n]!),
            },
          ]
        : [];
    });
    return {
      ...(this.#version.pageKinds && { kind: 'document' }),
      pageNumber: number,
      ...(geometry && {
        angle: roundTo(geometry.angle, 4),
        width: roundToUnit(geometry.width, geometry),
        height: roundToUnit(geometry.height, geometry),
        unit: geometry.unit,
      }),
      words: numbers.flatMap((n) => {
        const item = items[n]!;
        return item.kind === 'word'
          ? [
              {
                content: item.text,
                ...this.#cornersField(page, item.box, this.#lineOf.get(n)?.turn),
                confidence: roundConfidence(item.confidence),
                span: this.#toSpan(content.items[n]!),
              },
            ]
          : [];
      }),
      ...(marks && this.#isListed(selectionMarks) && { selectionMarks }),
      // Without geometry there are no lines, only words.
      ...(geometry && {
        lines: allLines.slice(lines.from, lines.to).map((line, n) => {
          const lineSpans = content.lines[lines.from + n]!;
          return {
            content: this.#text(line, lineSpans),
            ...this.#cornersField(page, line.regions[0]?.box, line.turn),
            spans: this.#spans(lineSpans),
          };
        }),
      }),
      // A barcode is not text: its span is empty and at the end of its page.
      ...(barcodes && {
        barcodes: page.barcodes.map(({ kind, value, box, confidence }) => ({
          kind,
          value,
          ...this.#cornersField(page, box),
          confidence: roundConfidence(confidence),
          span: this.#toSpan({ offset: end ? end.offset + end.length : 0, length: 0 }),
        })),
      }),
      spans: this.#spans(spans),
    };
  }

  #cornersField({ geometry }: DocumentPage, box: Region['box'] | undefined, turn?: TextLine['turn']): object {
    return geometry && box ? { [this.#version.corners]: toPolygon(box, geometry, turn) } : {};
  }

  #regionsField(regions: readonly Region[]): object {
    const { pages } = this.#parts.layout;
    const located = regions.filter(({ page }) => pages[page]!.geometry);
    return located.length === 0
      ? {}
      : {
          boundingRegions: located.map(({ page, box }) => ({ pageNumber: pages[page]!.number, ...this.#cornersField(pages[page]!, box) })),
        };
  }

  #spans(spans: readonly Span[]): Span[] {
    return spans.map(this.#toSpan);
  }

  #text({ items }: Element, spans: readonly Span[]): string {
    const { layout } = this.#parts;
    const { content } = this.#parts.content;
    if (this.#isMarkdown) return elementContent(layout, items, { format: 'markdown', selectionMarks: true, tables: 'html' });
    return spans.map(({ offset, length }) => content.slice(offset, offset + length)).join('\n');
  }

  #element(element: Element, spans: readonly Span[]): object {
    return { content: this.#text(element, spans), ...this.#regionsField(element.regions), spans: this.#spans(spans) };
  }

  #elementsField(paragraphs: readonly number[]): object {
    return this.#version.references && paragraphs.length > 0
      ? { elements: paragraphs.map((index) => referencePath({ kind: 'paragraph', index })) }
      : {};
  }

  #table(n: number): object {
    const { rowCount, columnCount, cells, regions, caption, footnotes } = this.#parts.layout.tables[n]!;
    const spans = this.#parts.content.tables[n]!;
    const { omitsDefaults } = this.#version;
    return {
      rowCount,
      columnCount,
      cells: cells.map((cell, index) => {
        const { kind, rowIndex, columnIndex, rowSpan, columnSpan, paragraphs } = cell;
        return {
          ...(kind !== 'content' && { kind }),
          rowIndex,
          columnIndex,
          ...(!(omitsDefaults && rowSpan === 1) && { rowSpan }),
          ...(!(omitsDefaults && columnSpan === 1) && { columnSpan }),
          ...this.#element(cell, spans.cells[index]!),
          ...this.#elementsField(paragraphs),
        };
      }),
      ...this.#regionsField(regions),
      spans: this.#spans(spans.spans),
      ...(this.#version.references &&
        caption && {
          caption: { ...this.#element(caption, spans.caption), ...this.#elementsField([caption.paragraph]) },
        }),
      ...(this.#version.references &&
        footnotes.length > 0 && {
          footnotes: footnotes.map((footnote, index) => ({
            ...this.#element(footnote, spans.footnotes[index]!),
            ...this.#elementsField([footnote.paragraph]),
          })),
        }),
    };
  }

  #figures(hasIds: boolean): object[] {
    const { layout, content } = this.#parts;
    const ids = figureIds(layout);
    return layout.figures.map(({ regions, paragraphs, caption }, n) => {
      const { spans, caption: captionSpans } = content.figures[n]!;
      return {
        ...(hasIds && { id: ids[n] }),
        ...this.#regionsField(regions),
        spans: this.#spans(spans),
        ...this.#elementsField(paragraphs),
        ...(caption && { caption: { ...this.#element(caption, captionSpans), ...this.#elementsField([caption.paragraph]) } }),
      };
    });
  }

  #keyValuePairs(): object[] {
    const { content } = this.#parts;
    const { keyValuePairs } = this.#parts.layout;
    return keyValuePairs.map(({ key, value, confidence }, n) => {
      const spans = content.keyValuePairs[n]!;
      return {
        key: this.#element(key, spans.key),
        ...(value && { value: this.#element(value, spans.value) }),
        confidence: roundConfidence(confidence),
      };
    });
  }

  #entities(): object[] {
    const { entities } = this.#parts;
    const { content } = this.#parts.content;
    return entities.map(({ category, subCategory, start, end, confidence }) => ({
      category,
      ...(subCategory !== undefined && { subCategory }),
      content: content.slice(start, end),
      confidence: roundConfidence(confidence),
      spans: [this.#toSpan({ offset: start, length: end - start })],
    }));
  }

  #languages(): object[] {
    const { languages, content } = this.#parts;
    return languages.map(({ locale, confidence, lines }) => ({
      [this.#version.language]: locale,
      confidence: roundConfidence(confidence),
      spans: this.#spans(lines.flatMap((line) => content.lines[line]!)),
    }));
  }
}

function referencePath({ kind, index }: Reference): string {
  return `${PATHS[kind]}/${index}`;
}

/** Ids of figures: the page number and the number of the figure on the page, in the order of the layout. */
export function figureIds({ figures, pages }: DocumentLayout): string[] {
  const onPage = new Map<number, number>();
  return figures.map(({ regions, embedded }) => {
    const { number } = pages[regions[0]?.page ?? embedded?.page ?? 0]!;
    onPage.set(number, (onPage.get(number) ?? 0) + 1);
    return `${number}.${onPage.get(number)}`;
  });
}

/**
 * Words must start and end at text element boundaries. A word that starts with a combining mark would merge with the space before it,
 * and one that ends with a prepended mark with the space after it; offsets in text elements could not express where it starts or ends.
 * The first gets a dotted circle, which stands for a missing letter, the second a zero-width space.
 */
const DOTTED_CIRCLE = '\u25cc';
const ZERO_WIDTH_SPACE = '\u200b';
const ASCII = /^[\x21-\x7e]*$/;

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

function isolateGraphemes(word: string): string {
  if (ASCII.test(word)) return word;
  const [first] = segmenter.segment(` ${word}`);
  const last = [...segmenter.segment(`${word} `)].at(-1);
  return `${first?.segment === ' ' ? '' : DOTTED_CIRCLE}${word}${last?.segment === ' ' ? '' : ZERO_WIDTH_SPACE}`;
}

export function isolateWords(layout: DocumentLayout): DocumentLayout {
  return { ...layout, items: layout.items.map((item) => (item.kind === 'word' ? { ...item, text: isolateGraphemes(item.text) } : item)) };
}
