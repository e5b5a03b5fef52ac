/**
 * The labels of a form from the result of an analysis and what people corrected in it. Entries of lists, cells of rows and parts of
 * objects have a label each, such as `Items/0/Amount`.
 */
import type { Static } from 'typebox';
import { FIELD_TYPES } from '../model.ts';
import type { FieldSchema } from '../model.ts';
import type { AddResultRequest, CorrectedValue } from '../schemas.ts';

/** The parts of a stored result that labels are made of. */
export interface StoredResult {
  pages?: { pageNumber: number; width?: number; height?: number; words?: Placed[]; selectionMarks?: Placed[] }[];
  documents?: { fields?: Record<string, ResultField> }[];
}

interface Placed {
  polygon?: number[];
  span: Span;
}

interface Span {
  offset: number;
  length: number;
}

interface Nested<T> {
  valueArray?: readonly T[];
  valueObject?: Readonly<Record<string, T>>;
}

interface ResultField extends Nested<ResultField> {
  type: string;
  content?: string;
  spans?: Span[];
}

type Corrections = NonNullable<Static<typeof AddResultRequest>['fields']>;
type Correction = Partial<Static<typeof CorrectedValue>> & Nested<Correction>;

interface Label {
  label: string;
  value: { page: number; text: string; boundingBoxes: number[][] }[];
}

export type FieldTypes = Record<string, FieldSchema>;

/** Types that have no words or marks. */
const OTHER_TYPES: readonly string[] = ['signature', 'selectionGroup'];
const LABELED_TYPES: ReadonlySet<string> = new Set(FIELD_TYPES.filter((type) => !OTHER_TYPES.includes(type)));

export interface LabeledFields {
  labels: Label[];
  /** The types of the fields, also of those that have no label here. */
  types: FieldTypes;
  /** Fields that were found as they are, and those that were corrected. */
  right: string[];
  corrected: string[];
}

export function labelFields(result: StoredResult, corrections: Corrections = {}): LabeledFields {
  const found = Object.entries(result.documents?.[0]?.fields ?? {})
    .map(([name, field]) => [name, trimField(field)] as const)
    .filter(([, field]) => isLabeled(field));
  const kept = found.filter(([name]) => !Object.hasOwn(corrections, name));
  const corrected = Object.entries(corrections) as [string, Correction | null][];
  const boxes = boxesOf(result);
  const labels = [
    ...kept.flatMap(([name, field]) => leavesOf(field, name).map(([label, leaf]) => ({ label, value: wordsOf(boxes, leaf) }))),
    ...corrected.flatMap(([name, correction]) =>
      leavesOf(correction ?? {}, name).map(([label, leaf]) => ({ label, value: regionsOf(result, leaf) })),
    ),
  ];
  const types = new Map(found.map(([name, field]) => [name, typeOf(field)]));
  for (const [name, correction] of corrected)
    if (correction && !isEmpty(correction)) types.set(name, mergeTypes(types.get(name), typeOf(correction)));
  return {
    labels: labels.filter(({ value }) => value.length > 0),
    types: Object.fromEntries(types),
    right: kept.map(([name]) => name),
    corrected: corrected.map(([name]) => name),
  };
}

/** A field without what is nested deeper than the cells of rows. */
function trimField(field: ResultField): ResultField {
  const { valueArray, valueObject } = field;
  const isPlain = (part: ResultField): boolean => isLabeled(part) && part.type !== 'array' && part.type !== 'object';
  return {
    ...field,
    ...(valueArray && { valueArray: valueArray.map(trimField).filter((entry) => entry.type !== 'array' && isLabeled(entry)) }),
    ...(valueObject && { valueObject: Object.fromEntries(Object.entries(valueObject).filter(([, part]) => isPlain(part))) }),
  };
}

const isLabeled = (field: ResultField): boolean => LABELED_TYPES.has(field.type) && !isEmpty(field);

function isEmpty({ type, valueArray, valueObject }: Correction | ResultField): boolean {
  const parts = valueArray ?? (valueObject && Object.keys(valueObject));
  return parts ? parts.length === 0 : type === 'array' || type === 'object';
}

/** The values of a field that have words, with the names of their labels. */
function leavesOf<T extends Nested<T>>(field: T, name: string, parents: readonly string[] = []): [label: string, leaf: T][] {
  const path = [...parents, name];
  const { valueArray, valueObject } = field;
  if (valueArray) return valueArray.flatMap((entry, i) => leavesOf(entry, String(i), path));
  if (valueObject) return Object.entries(valueObject).flatMap(([part, value]) => leavesOf(value, part, path));
  const escaped = path.map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1'));
  return [[path.length === 1 ? name : escaped.join('/'), field]];
}

function typeOf({ type, valueArray, valueObject }: Correction | ResultField): FieldSchema {
  if (valueArray) {
    const [first = { type: 'string' as const }, ...others] = valueArray.map(typeOf);
    return { type: 'array', items: others.reduce(mergeTypes, first) };
  }
  if (valueObject)
    return { type: 'object', properties: Object.fromEntries(Object.entries(valueObject).map(([name, part]) => [name, typeOf(part)])) };
  return { type: (type ?? 'string') as FieldSchema['type'] };
}

/** The first type, with the members that only the other one has. */
function mergeTypes(one: FieldSchema | undefined, other: FieldSchema): FieldSchema {
  if (one === undefined) return other;
  if (one.type !== other.type) return one;
  const properties = { ...one.properties };
  for (const [name, part] of Object.entries(other.properties ?? {}))
    properties[name] = mergeTypes(Object.hasOwn(properties, name) ? properties[name] : undefined, part);
  return { ...one, ...(other.items && { items: mergeTypes(one.items, other.items) }), ...(other.properties && { properties }) };
}

type BoxesByOffset = ReadonlyMap<number, { page: number; end: number; box: number[] }>;

/** The words and marks of a result by where they start in its text. */
function boxesOf(result: StoredResult): BoxesByOffset {
  const boxes = (result.pages ?? []).flatMap(({ pageNumber: page, words = [], selectionMarks = [] }) =>
    [...words, ...selectionMarks].flatMap(({ polygon, span: { offset, length } }) =>
      fractions(result, page, polygon ?? []).map((box) => [offset, { page, end: offset + length, box }] as const),
    ),
  );
  return new Map(boxes);
}

/** The words and marks in the spans of a field, page by page. */
function wordsOf(boxes: BoxesByOffset, { content: text = '', spans = [] }: ResultField): Label['value'] {
  const own = spans.flatMap(({ offset, length }) =>
    Array.from({ length }, (_, i) => boxes.get(offset + i)).filter((box) => box !== undefined && box.end <= offset + length),
  );
  return [...Map.groupBy(own, (one) => one!.page)].map(([page, words]) => ({ page, text, boundingBoxes: words.map((one) => one!.box) }));
}

function regionsOf(result: StoredResult, { content = '', boundingRegions = [] }: Correction): Label['value'] {
  return boundingRegions.flatMap(({ pageNumber, polygon }, n) =>
    fractions(result, pageNumber, polygon).map((box) => ({ page: pageNumber, text: n === 0 ? content : '', boundingBoxes: [box] })),
  );
}

/** A polygon as fractions of the width and height of its page; none when it is empty or the page has no size. */
function fractions({ pages = [] }: StoredResult, pageNumber: number, polygon: readonly number[]): number[][] {
  const { width, height } = pages.find((page) => page.pageNumber === pageNumber) ?? {};
  return width && height && polygon.length > 0 ? [polygon.map((value, i) => value / (i % 2 === 0 ? width : height))] : [];
}
