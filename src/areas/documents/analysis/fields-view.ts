/** Extracted documents and their fields, in the form of a version of the interface. */
import type { Field, FoundDocument } from '../../../engines/documents/fields/field.ts';
import type { DocumentLayout, Region, Span } from '../../../engines/documents/layout/model/structure.ts';
import type { Box } from '../../../engines/documents/reading/model/page.ts';
import { roundConfidence } from './geometry.ts';
import { isReserved } from '../model.ts';
import type { Version } from '../versions.ts';

/** Writes parts of a result; implemented in result.ts. */
export interface ResultWriter {
  /** Content, regions and spans of items. */
  element(items: readonly number[], regions: readonly Region[]): object;
  regions(regions: readonly Region[]): object;
  spans(items: readonly number[]): Span[];
  /** For a whole page, by index. */
  pageSpans(page: number): Span[];
  pageRegions(page: number): Region[];
}

/** A document of a classifier, or one that a composed model does not analyze, has no fields. */
export type ExtractedDocument = Omit<FoundDocument, 'fields'> & Partial<Pick<FoundDocument, 'fields'>>;

export function documentViews(
  documents: readonly ExtractedDocument[],
  layout: DocumentLayout,
  writer: ResultWriter,
  version: Version,
  modelId: string,
  queryFields: readonly string[] = [],
): object[] {
  const documentsOnPage = new Map<number, number>();
  for (const { pages } of documents) for (const page of pages) documentsOnPage.set(page, (documentsOnPage.get(page) ?? 0) + 1);
  return documents.map(({ docType, pages, fields, confidence }) => {
    // Documents that share a page have the regions of their fields; a document that is alone on a page has the whole page.
    const shared = pages.filter((page) => documentsOnPage.get(page)! > 1);
    const whole = pages.filter((page) => !shared.includes(page));
    const items = fields ? allItems(Object.values(fields)).filter((item) => shared.includes(layout.items[item]!.page)) : [];
    return {
      docType,
      ...writer.regions([...whole.flatMap((page) => writer.pageRegions(page)), ...itemRegions(items, layout)]),
      spans: [...whole.flatMap((page) => writer.pageSpans(page)), ...writer.spans(items)],
      ...(fields && { fields: withTexts(fieldViews(fields, { layout, writer, version, modelId }, false), queryFields) }),
      confidence: roundConfidence(confidence),
    };
  });
}

/** The service gives fields that callers name as strings: clients written for it find the text beside the typed value. */
function withTexts(views: Record<string, FieldView>, queryFields: readonly string[]): Record<string, FieldView> {
  for (const name of queryFields) {
    if (!Object.hasOwn(views, name)) continue;
    const { content, valueString = content } = views[name]!;
    if (valueString !== undefined) views[name]!.valueString = valueString;
  }
  return views;
}

interface FieldView {
  content?: string;
  valueString?: string;
}

interface FieldContext {
  layout: DocumentLayout;
  writer: ResultWriter;
  version: Version;
  modelId: string;
}

/** `isNested`: in a row or another field. */
function fieldViews(fields: Readonly<Record<string, Field>>, context: FieldContext, isNested: boolean): Record<string, FieldView> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, fieldView(field, context, isNested)]));
}

/** Models whose rows have only their fields, in a version that writes lists and rows without text, place and confidence. */
function hasBareRows({ version: { values }, modelId }: FieldContext): boolean {
  return values.bareContainers && (!isReserved(modelId) || modelId.startsWith('prebuilt-tax.'));
}

function fieldView(field: Field, context: FieldContext, isNested: boolean): FieldView {
  const { layout, writer, version } = context;
  const isBare = field.type === 'array' ? version.values.bareContainers : field.type === 'object' && hasBareRows(context);
  if (isBare) return valueView(field, undefined, context);
  const items = field.type === 'object' ? allItems([field]) : field.items;
  const element: { content?: string; spans?: Span[] } =
    items.length > 0
      ? writer.element(items, field.regions ?? itemRegions(items, layout))
      : field.regions
        ? writer.regions(field.regions)
        : {};
  const isCell = isNested && version.values.bareContainers && !isReserved(context.modelId);
  return {
    ...valueView(field, element.content, context),
    ...element,
    ...(element.content !== undefined && field.content !== undefined && { content: field.content }),
    ...(!isCell && { confidence: roundConfidence(field.confidence) }),
  };
}

function valueView(field: Field, content: string | undefined, context: FieldContext): object {
  const { strings, numbersOf, addressParts, currencyCode } = context.version.values;
  // A version without the type gets the text.
  if (strings.includes(field.type)) {
    return { type: 'string', valueString: content ?? (field.value === undefined ? undefined : String(field.value)) };
  }
  if (field.type === 'currency' && numbersOf.includes(context.modelId)) {
    return { type: 'number', ...(field.value && { valueNumber: field.value.amount }) };
  }
  const { type, value } = field;
  if (value === undefined) return { type };
  const name = `value${type[0]!.toUpperCase()}${type.slice(1)}`;
  switch (type) {
    case 'array':
      return { type, [name]: value.map((part) => fieldView(part, context, true)) };
    case 'object':
      return { type, [name]: fieldViews(value, context, true) };
    case 'currency':
      return {
        type,
        [name]: {
          amount: value.amount,
          ...(value.symbol !== undefined && { currencySymbol: value.symbol }),
          ...(currencyCode && value.code !== undefined && { currencyCode: value.code }),
        },
      };
    case 'address':
      return { type, [name]: Object.fromEntries(Object.entries(value).filter(([part]) => addressParts.includes(part))) };
    default:
      return { type, [name]: value };
  }
}

/** Ascending and unique. */
function allItems(fields: readonly Field[]): number[] {
  const items = fields.flatMap((field): readonly number[] => {
    if (field.type === 'array') return allItems(field.value);
    return field.type === 'object' ? allItems(Object.values(field.value)) : field.items;
  });
  return [...new Set(items)].sort((a, b) => a - b);
}

/** One region per page, around all items on it. */
function itemRegions(items: readonly number[], layout: DocumentLayout): Region[] {
  const boxes = new Map<number, Box>();
  for (const item of items) {
    const { page, box } = layout.items[item]!;
    if (!box) continue;
    const { left, top, right, bottom } = boxes.get(page) ?? box;
    boxes.set(page, {
      left: Math.min(left, box.left),
      top: Math.min(top, box.top),
      right: Math.max(right, box.right),
      bottom: Math.max(bottom, box.bottom),
    });
  }
  return [...boxes].map(([page, box]) => ({ page, box }));
}
