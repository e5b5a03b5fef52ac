/** Documents that were found in a file, and their fields, as a version of the interface writes them. */
import type { Field, FieldType, FoundDocument } from '../../../engines/fields/field.ts';
import type { Box } from '../../../engines/reading/model/page.ts';
import type { DocumentLayout, Region, Span } from '../../../engines/layout/model/structure.ts';
import { roundConfidence } from './geometry.ts';
import type { Version } from '../versions.ts';

/** How parts of a result are written down; result.ts has one. */
export interface ResultWriter {
  /** Content, regions and spans of items. */
  element(items: readonly number[], regions: readonly Region[]): object;
  regions(regions: readonly Region[]): object;
  spans(items: readonly number[]): Span[];
  /** Of a whole page, by index. */
  pageSpans(page: number): Span[];
  pageRegions(page: number): Region[];
}

export function documentViews(found: readonly (Omit<FoundDocument, 'fields'> & Partial<Pick<FoundDocument, 'fields'>>)[], layout: DocumentLayout, pen: ResultWriter, version: Version): object[] {
  const owners = new Map<number, number>();
  for (const { pages } of found) for (const page of pages) owners.set(page, (owners.get(page) ?? 0) + 1);
  return found.map(({ docType, pages, fields, confidence }) => {
    // Of several documents on one page each has what its fields stand on; a document that is alone has the page.
    const shared = pages.filter((page) => owners.get(page)! > 1);
    const whole = pages.filter((page) => !shared.includes(page));
    const items = fields ? itemsUnder(Object.values(fields)).filter((item) => shared.includes(layout.items[item]!.page)) : [];
    return {
      docType, ...pen.regions([...whole.flatMap((page) => pen.pageRegions(page)), ...regionsOf(items, layout)]),
      spans: [...whole.flatMap((page) => pen.pageSpans(page)), ...pen.spans(items)],
      ...fields && { fields: fieldViews(fields, layout, pen, version) }, confidence: roundConfidence(confidence),
    };
  });
}

function fieldViews(fields: Readonly<Record<string, Field>>, layout: DocumentLayout, pen: ResultWriter, version: Version): Record<string, object> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, fieldView(field, layout, pen, version)]));
}

function fieldView(field: Field, layout: DocumentLayout, pen: ResultWriter, version: Version): object {
  const items = field.type === 'object' ? itemsUnder([field]) : field.items;
  const element: { content?: string } = items.length > 0 ? pen.element(items, field.regions ?? regionsOf(items, layout)) : field.regions ? pen.regions(field.regions) : {};
  return { ...valueView(field, element.content, (part) => fieldView(part, layout, pen, version), version), ...element, confidence: roundConfidence(field.confidence) };
}

function valueView(field: Field, content: string | undefined, view: (part: Field) => object, { values: { strings, addressParts, currencyCode } }: Version): object {
  // A version that does not know the type is told what stands there.
  if (strings.includes(field.type)) return { type: 'string', valueString: content ?? (field.value === undefined ? undefined : String(field.value)) };
  const { type, value } = field;
  if (value === undefined) return { type };
  const name = `value${type[0]!.toUpperCase()}${type.slice(1)}`;
  switch (type) {
    case 'array': return { type, [name]: value.map(view) };
    case 'object': return { type, [name]: Object.fromEntries(Object.entries(value).map(([key, part]) => [key, view(part)])) };
    case 'currency': return { type, [name]: { amount: value.amount, ...value.symbol !== undefined && { currencySymbol: value.symbol }, ...currencyCode && value.code !== undefined && { currencyCode: value.code } } };
    case 'address': return { type, [name]: Object.fromEntries(Object.entries(value).filter(([part]) => addressParts.includes(part))) };
    default: return { type, [name]: value };
  }
}

/** Ascending, each once. */
function itemsUnder(fields: readonly Field[]): number[] {
  const all = fields.flatMap((field): readonly number[] => {
    if (field.type === 'array') return itemsUnder(field.value);
    return field.type === 'object' ? itemsUnder(Object.values(field.value)) : field.items;
  });
  return [...new Set(all)].sort((one, other) => one - other);
}

/** One region a page, around all items of it. */
function regionsOf(items: readonly number[], layout: DocumentLayout): Region[] {
  const around = new Map<number, Box>();
  for (const item of items) {
    const { page, box } = layout.items[item]!;
    if (!box) continue;
    const { left, top, right, bottom } = around.get(page) ?? box;
    around.set(page, { left: Math.min(left, box.left), top: Math.min(top, box.top), right: Math.max(right, box.right), bottom: Math.max(bottom, box.bottom) });
  }
  return [...around].map(([page, box]) => ({ page, box }));
}

interface Schema { type: FieldType | 'selectionGroup'; description?: string; example?: string; items?: Schema; properties?: Record<string, Schema> }

/** A schema in the types that the version knows. */
export function schemaView<T extends Schema>(schema: Readonly<Record<string, T>>, version: Version): Record<string, Schema> {
  const one = ({ type, items, properties, ...rest }: Schema): Schema => ({
    type: (version.values.strings as readonly string[]).includes(type) ? 'string' : type, ...rest,
    ...items && { items: one(items) }, ...properties && { properties: schemaView(properties, version) },
  });
  return Object.fromEntries(Object.entries(schema).map(([name, field]) => [name, one(field)]));
}
