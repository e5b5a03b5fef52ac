/** Writes a document layout as a result of versions 2: pages of lines with their words, tables by page, and documents with fields. */
import type { Field, FoundDocument } from '../../../../engines/documents/fields/field.ts';
import type { PagePairs } from '../../../../engines/documents/forms/unlabeled/extract.ts';
import type { Content, DocumentLayout, Element, Region, TextLine } from '../../../../engines/documents/layout/model/structure.ts';
import { mergeSpans } from '../../../../engines/documents/layout/output/spans.ts';
import type { Box } from '../../../../engines/documents/reading/model/page.ts';
import { roundConfidence, roundTo, roundToUnit, toPolygon } from '../../analysis/geometry.ts';
import type { FormVersion } from '../versions.ts';
import { sortLines } from './sort-lines.ts';

export interface FormResultParts {
  layout: DocumentLayout;
  content: Content;
  /** Whether lines are in the result, and elements refer to them. */
  textDetails: boolean;
  sortLines: boolean;
  /** Whether tables are in the result. */
  tables: boolean;
  marks: boolean;
  /** By page, of a model that was trained without labels. */
  pairs?: readonly PagePairs[];
  /** With the ids of their models, of those that have one, and the names of all fields that the model looks for. */
  documents?: readonly (FoundDocument & { modelId?: string; fieldNames?: readonly string[] })[];
}

const MIN_HANDWRITTEN = 0.5;
const HEADERS = ['columnHeader', 'rowHeader', 'stubHead'];

export function buildFormResult(parts: FormResultParts, version: FormVersion): object {
  return new FormResultBuilder(parts, version).build();
}

class FormResultBuilder {
  readonly #parts: FormResultParts;
  readonly #version: FormVersion;
  /** By page: its lines in the order of the result. */
  readonly #lines: readonly (readonly TextLine[])[];
  readonly #references = new Map<number, string>();
  readonly #turns = new Map<number, TextLine['turn']>();

  constructor(parts: FormResultParts, version: FormVersion) {
    this.#parts = parts;
    this.#version = version;
    const { pages, lines, items } = parts.layout;
    this.#lines = pages.map(({ lines: { from, to } }) => {
      const own = lines.slice(from, to);
      return parts.sortLines ? sortLines(own) : own;
    });
    this.#lines.forEach((own, page) => {
      own.forEach((line, n) => {
        const words = line.items.filter((item) => items[item]!.kind === 'word');
        words.forEach((item, word) => this.#references.set(item, `#/readResults/${page}/lines/${n}/words/${word}`));
        for (const item of line.items) this.#turns.set(item, line.turn);
      });
      this.#marksOf(page).forEach((item, n) => this.#references.set(item, `#/readResults/${page}/selectionMarks/${n}`));
    });
  }

  build(): object {
    const { layout, tables, pairs, documents } = this.#parts;
    return {
      version: this.#version.resultVersion,
      readResults: layout.pages.map((_, page) => this.#readResult(page)),
      ...((tables || pairs) && { pageResults: layout.pages.map((_, page) => this.#pageResult(page)) }),
      ...((documents ?? pairs) && { documentResults: (documents ?? []).map((document) => this.#document(document)) }),
      ...((pairs ?? this.#isCustom) && { errors: [] }),
    };
  }

  get #isCustom(): true | undefined {
    return this.#parts.documents?.some(({ modelId }) => modelId !== undefined) ? true : undefined;
  }

  #marksOf(page: number): number[] {
    const { items, pages } = this.#parts.layout;
    const { from, to } = pages[page]!.items;
    return Array.from({ length: to - from }, (_, n) => from + n).filter((n) => items[n]!.kind === 'mark');
  }

  #readResult(page: number): object {
    const { number, geometry } = this.#parts.layout.pages[page]!;
    const { textDetails, marks } = this.#parts;
    const selectionMarks = marks && this.#version.details ? this.#marksOf(page).map((item) => this.#mark(page, item)) : [];
    return {
      page: number,
      angle: geometry ? roundTo(geometry.angle, 4) : 0,
      width: geometry ? roundToUnit(geometry.width, geometry) : 0,
      height: geometry ? roundToUnit(geometry.height, geometry) : 0,
      unit: geometry?.unit ?? 'pixel',
      ...(textDetails && { lines: this.#lines[page]!.map((line) => this.#line(page, line)) }),
      ...(selectionMarks.length > 0 && { selectionMarks }),
    };
  }

  #line(page: number, { items, regions, turn, handwritten = 0 }: TextLine): object {
    const { layout } = this.#parts;
    const isHandwritten = handwritten >= MIN_HANDWRITTEN;
    return {
      text: this.#text(items),
      ...this.#box(page, regions[0]?.box, turn),
      words: items.flatMap((n) => {
        const item = layout.items[n]!;
        return item.kind === 'word'
          ? [{ text: item.text, ...this.#box(page, item.box, turn), confidence: roundConfidence(item.confidence) }]
          : [];
      }),
      ...(this.#version.details && {
        appearance: {
          style: {
            name: isHandwritten ? 'handwriting' : 'other',
            confidence: roundConfidence(isHandwritten ? handwritten : 1 - handwritten),
          },
        },
      }),
    };
  }

  #mark(page: number, n: number): object {
    const item = this.#parts.layout.items[n]!;
    const state = item.kind === 'mark' ? item.state : undefined;
    return { ...this.#box(page, item.box), confidence: roundConfidence(item.confidence), state };
  }

  #pageResult(page: number): object {
    const { layout, tables, pairs } = this.#parts;
    const found = pairs?.[page];
    const own = layout.tables.filter(({ regions }) => regions[0]?.page === page);
    return {
      page: layout.pages[page]!.number,
      ...(found && {
        keyValuePairs: found.pairs.map(({ key, value, confidence }) => ({
          key: this.#pairElement(page, key),
          value: this.#pairElement(page, value),
          confidence: roundConfidence(confidence),
        })),
      }),
      tables: tables ? own.map((table) => this.#table(page, table)) : [],
      ...(found?.cluster !== undefined && { clusterId: found.cluster }),
    };
  }

  #pairElement(page: number, items: readonly number[]): object {
    const { layout } = this.#parts;
    const only = items.length === 1 ? layout.items[items[0]!]! : undefined;
    const isMark = only?.kind === 'mark';
    return {
      ...(this.#version.details && { type: isMark ? 'selectionMark' : 'string' }),
      text: isMark ? only.state : this.#text(items),
      ...this.#itemsBox(page, items),
      ...this.#elements(items),
    };
  }

  #table(page: number, { rowCount, columnCount, cells, regions }: DocumentLayout['tables'][number]): object {
    return {
      rows: rowCount,
      columns: columnCount,
      cells: cells.map((cell) => {
        const { rowIndex, columnIndex, rowSpan, columnSpan, kind, items } = cell;
        return {
          rowIndex,
          columnIndex,
          ...(rowSpan > 1 && { rowSpan }),
          ...(columnSpan > 1 && { columnSpan }),
          text: this.#text(items),
          ...this.#box(page, regionOn(page, cell) ?? regionOn(page, { regions })),
          confidence: roundConfidence(this.#meanConfidence(items)),
          ...this.#elements(items),
          ...(this.#version.details && { isHeader: HEADERS.includes(kind), isFooter: false }),
        };
      }),
      ...this.#box(page, regionOn(page, { regions })),
    };
  }

  #meanConfidence(items: readonly number[]): number {
    const all = items.map((item) => this.#parts.layout.items[item]!.confidence);
    return all.length === 0 ? 1 : all.reduce((sum, one) => sum + one, 0) / all.length;
  }

  #document({ docType, modelId, pages, fields, confidence, fieldNames = [] }: NonNullable<FormResultParts['documents']>[number]): object {
    const numbers = pages.map((page) => this.#parts.layout.pages[page]!.number);
    const isTyped = modelId !== undefined || docType.startsWith('prebuilt:idDocument');
    return {
      docType: modelId === undefined ? docType : (this.#version.customType ?? docType),
      ...(modelId !== undefined && this.#version.details && { modelId }),
      pageRange: [Math.min(...numbers), Math.max(...numbers)],
      fields: {
        ...Object.fromEntries(fieldNames.map((name) => [name, null])),
        ...Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, this.#field(field)])),
      },
      ...(isTyped && this.#version.details && { docTypeConfidence: roundConfidence(confidence) }),
    };
  }

  #field(field: Field): object {
    const items = field.type === 'array' ? [] : allItems(field);
    const page = items[0] === undefined ? field.regions?.[0]?.page : this.#parts.layout.items[items[0]]!.page;
    const text = field.type === 'selectionMark' ? field.value : items.length > 0 ? this.#text(items) : undefined;
    return {
      ...this.#value(field, text),
      ...(text !== undefined && { text }),
      ...(page !== undefined && {
        ...(items.length > 0 ? this.#itemsBox(page, items) : this.#box(page, field.regions?.[0]?.box)),
        page: this.#parts.layout.pages[page]!.number,
      }),
      ...(field.type !== 'array' && { confidence: roundConfidence(field.confidence) }),
      ...this.#elements(items),
    };
  }

  /** Amounts are numbers; types that versions 2 do not have are texts. */
  #value(field: Field, text: string | undefined): object {
    switch (field.type) {
      case 'array':
        return { type: 'array', valueArray: field.value.map((part) => this.#field(part)) };
      case 'object':
        return {
          type: 'object',
          valueObject: Object.fromEntries(Object.entries(field.value).map(([name, part]) => [name, this.#field(part)])),
        };
      case 'currency':
        return { type: 'number', ...(field.value !== undefined && { valueNumber: field.value.amount }) };
      case 'address':
      case 'boolean':
      case 'signature':
        return { type: 'string', valueString: text ?? String(field.value ?? '') };
      default: {
        const { type, value } = field;
        return { type, ...(value !== undefined && { [`value${type[0]!.toUpperCase()}${type.slice(1)}`]: value }) };
      }
    }
  }

  /** The words of items; lines are joined with spaces. */
  #text(items: readonly number[]): string {
    const { content, layout } = this.#parts;
    const words = items.filter((item) => layout.items[item]!.kind === 'word').map((item) => content.items[item]!);
    return mergeSpans(words, content.content)
      .map(({ offset, length }) => content.content.slice(offset, offset + length).replace(/\s+/g, ' '))
      .join(' ');
  }

  #elements(items: readonly number[]): object {
    if (!this.#parts.textDetails || items.length === 0) return {};
    return { elements: items.flatMap((item) => this.#references.get(item) ?? []) };
  }

  #itemsBox(page: number, items: readonly number[]): object {
    const boxes = items.flatMap((item) => {
      const { box, page: own } = this.#parts.layout.items[item]!;
      return box && own === page ? [box] : [];
    });
    return boxes.length === 0 ? {} : this.#box(page, around(boxes), this.#turns.get(items[0]!));
  }

  #box(page: number, box: Box | undefined, turn?: TextLine['turn']): object {
    const { geometry } = this.#parts.layout.pages[page]!;
    return geometry && box ? { boundingBox: toPolygon(box, geometry, turn) } : {};
  }
}

function regionOn(page: number, { regions }: Pick<Element, 'regions'>): Box | undefined {
  return regions.find((region: Region) => region.page === page)?.box;
}

function allItems(field: Field): number[] {
  if (field.type === 'array') return [...new Set(field.value.flatMap(allItems))].sort((a, b) => a - b);
  if (field.type === 'object') return [...new Set(Object.values(field.value).flatMap(allItems))].sort((a, b) => a - b);
  return [...field.items];
}

function around(boxes: readonly Box[]): Box {
  return {
    left: Math.min(...boxes.map(({ left }) => left)),
    top: Math.min(...boxes.map(({ top }) => top)),
    right: Math.max(...boxes.map(({ right }) => right)),
    bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
  };
}
